"""What every test runs under: a cache folder of its own, and no word to the outside."""

from __future__ import annotations

import os
import tempfile

from hypothesis import settings

# Before anything imports evaluate or datasets, which read these once.
_HOME = tempfile.TemporaryDirectory(prefix="evaluate_rouge_tests_")
os.environ["HF_HOME"] = _HOME.name
os.environ["HF_UPDATE_DOWNLOAD_COUNTS"] = "0"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

# Tests are small, and would never see what many pairs go through: arrays and lanes.
from evaluate_rouge import scorer, subsequences  # noqa: E402

scorer.FEW_PAIRS = 0
subsequences.LOCKSTEP = subsequences.LOCKSTEP_START = 0

# A busy machine is not a wrong answer.
settings.register_profile("project", deadline=None)
# For the inner loop: enough to see that a change breaks the usual case.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))
