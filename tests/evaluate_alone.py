"""Importing this imports evaluate as it is where transformers is not installed.

Where it is, evaluate imports it, and PyTorch, for seconds, and does without if it cannot.
"""

from __future__ import annotations

import sys

sys.modules["transformers"] = None  # type: ignore[assignment]
import evaluate  # noqa: E402, F401

del sys.modules["transformers"]
