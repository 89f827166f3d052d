"""ROUGE-1.5.5's own numbers, to the last printed digit.

The original script's options under readable names, its way to read text, its
rounding, and its resampling. Its stop-word list and exception table are not
free to ship, nor is any line of it here: all was found by running it.

    reading.py      texts -> words, and the words that users give
    stems.py        words -> stems, by rules
    evaluation.py   options and a corpus -> what the script prints
    resampling.py   scores of evaluations -> averages and intervals
"""

from ..pairs import Tally
from .evaluation import Evaluation, Report, Rouge155
from .resampling import Average, Estimate

__all__ = ["Average", "Estimate", "Evaluation", "Report", "Rouge155", "Tally"]
