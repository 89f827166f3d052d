"""Arrow columns of text in, columns of scores out.

Reads the bytes of string columns as they lie in Arrow's buffers, part by part,
and hands them to the tokenizer without making a string per row. It knows
layouts and nulls, and nothing of how a score is counted. pyarrow is loaded
here and in ``spark`` only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types as kinds

from .ragged import offsets_of
from .scorer import RougeScorer
from .tokens import Runs, joined_runs

DEFAULT_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
MEASURES = ("precision", "recall", "fmeasure")

# Names of other systems, and the options of ours that they stand for.
_ALIASES = {"rouge_l": "rougeL", "rouge_lsum": "rougeLsum", "rouge_lsum_sentences": "rougeLsum"}
_DETECTED_SENTENCES = "rouge_lsum_sentences"

_PART_ROWS = 1 << 15
_PART_BYTES = 1 << 20


# --- the calls ----------------------------------------------------------------------------


def rouge_score(
    prediction: Any,
    target: Any,
    rouge_type: str = "rouge1",
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
) -> pa.StructArray:
    """Score two columns row by row.

    Args:
        prediction: (n_rows,) a string or binary column of any layout: a pyarrow (chunked) array, or
            what pyarrow makes one of, as a Polars or pandas series or a list.
        target: (n_rows,) the texts to compare with.
        rouge_type: as for ``RougeScorer``; also ``rouge_l``, ``rouge_lsum`` and
            ``rouge_lsum_sentences`` (rougeLsum on detected sentences).
        use_stemmer: stem words of more than three letters.
        max_tokens: rows with a longer text on either side are not scored.
        tokenizer: as for ``RougeScorer``.

    Returns:
        (n_rows,) struct of precision, recall and fmeasure, each double. Null where either text is
        null or longer than ``max_tokens``.

    Raises:
        TypeError, ValueError: before any row is scored, for a column or option that is wrong.

    Example:
        prediction  ["the cat sat", None]
        target      ["the cat", "a"]
        rouge1      [{precision: 0.67, recall: 1.0, fmeasure: 0.8}, null]
    """
    scored = rouge_scores(
        prediction, target, one_type(rouge_type), use_stemmer, max_tokens, tokenizer=tokenizer
    )
    return scored.field(0)


def rouge_scores(
    prediction: Any,
    target: Any,
    rouge_types: Sequence[str] | str = DEFAULT_TYPES,
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
) -> pa.StructArray:
    """Score two columns by several types in one pass: texts are tokenized once.

    Args and errors are those of ``rouge_score``.

    Returns:
        (n_rows,) struct with one field per type, named as asked for, each what ``rouge_score``
        gives.
    """
    names = checked_types(rouge_types)
    check_max_tokens(max_tokens)
    scorers = _scorers(names, bool(use_stemmer), tokenizer)
    prediction = _text_column(prediction, "prediction")
    target = _text_column(target, "target")
    if len(prediction) != len(target):
        raise ValueError(
            f"prediction has {_rows(len(prediction))} and target has {_rows(len(target))}; "
            "rows are scored in pairs"
        )
    _check_utf8(prediction, "prediction")
    _check_utf8(target, "target")

    scores = np.zeros((len(names), len(prediction), 3))
    is_scored = np.zeros(len(prediction), dtype=bool)
    for rows, pred, ref in _parts(prediction, target):
        pass
    return _struct(names, scores, is_scored)
