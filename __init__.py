"""Exact ROUGE for whole batches: the package behind the metric of the same name."""

from .signature import VERSION as __version__

__all__ = ["__version__"]
