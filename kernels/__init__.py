"""Compiled counting and drawing: what stands in place of the arrays where it is there.

The extension ``counts`` is built when the package is installed, if a compiler
is there. Nothing else of the package needs it, and no digit depends on it.
"""
