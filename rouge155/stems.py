"""Words -> stems, by the rules that ROUGE-1.5.5 stems with.

They are those of Martin Porter's own program, which NLTK has in one of its
modes, except in step 4: there all programs take one suffix off, and this script
up to three. It knows of no irregular forms.
"""

from __future__ import annotations

from nltk.stem.porter import PorterStemmer

# Each pass takes one ending off: the one of its own that the word has, if the rest is long enough.
_ENDINGS = """
    al ance ence er ic able ible ant ement ou ism ate iti ous ive ize
    ment
    ent sion tion
"""
_PASSES = tuple(line.split() for line in _ENDINGS.strip().splitlines())
_LEAST_MEASURE = 2  # of what is left: Porter's m


class ThreePassStemmer(PorterStemmer):
    """NLTK's stemmer in Martin's mode, with the three passes of the script in step 4.

    Example:
        representation -> (step 2) representate -> represent -> repres
        environmental -> environment -> environ
    """

    def __init__(self) -> None:
        """Choose Martin Porter's extensions to his paper."""
        super().__init__(mode=self.MARTIN_EXTENSIONS)

    def _step4(self, word: str) -> str:
        for endings in _PASSES:
            ending = next(filter(word.endswith, endings), None)
            if ending is not None:
                # The s or t before "ion" stays, and counts as part of the stem.
                stem = word[: -len(ending.lstrip("st") if ending.endswith("ion") else ending)]
                if self._measure(stem) >= _LEAST_MEASURE:
                    word = stem
        return word
