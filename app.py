"""The page on the Hub: makes this folder the package evaluate_rouge, and starts the app.

A Space holds the files of this folder and has nothing installed but what
requirements.txt names, so the package is made from the folder itself, also
where another copy of it is installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NAME = "evaluate_rouge"


def load_package() -> None:
    """Make the folder of this file importable as the package."""
    if NAME in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(
        NAME, ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{ROOT} holds no package")
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)


load_package()
if __name__ != "__mp_main__":  # the processes that score files need the package alone
    page = importlib.import_module(f"{NAME}.page")
    demo = page.build()

if __name__ == "__main__":
    demo.launch(**page.LAUNCH)
