"""Arrow columns of text in, columns of scores out.

Reads the bytes of string columns as they lie in Arrow's buffers, part by part,
and hands them to the tokenizer without making a string per row. It knows
layouts and nulls, and nothing of how a score is counted. pyarrow is loaded
here and in ``spark`` only.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types as kinds

from ..counting import parse_type
from ..scorer import RougeScorer, cut_chunks, for_each, threads_to_use
from ..text import NamedTokenizer, Runs, joined_runs, keep_freed_memory

DEFAULT_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")
MEASURES = ("precision", "recall", "fmeasure")

# How other systems spell our types.
_OUR_NAME = {"rouge_l": "rougeL", "rouge_lsum": "rougeLsum", "rouge_lsum_sentences": "rougeLsum"}
_DETECTS_SENTENCES = "rouge_lsum_sentences"

# Rows of a part: what is decoded of a dictionary or a view at once.
_PART_ROWS = 1 << 16
_SAMPLE = 8  # of them, from which the number of tokens is estimated


# --- calls --------------------------------------------------------------------------------


def rouge_score(
    prediction: Any,
    target: Any,
    rouge_type: str = "rouge1",
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
    language: str | None = None,
) -> pa.StructArray:
    """Score two columns row by row.

    Args:
        prediction: (n_rows,) strings or binary in any layout: a pyarrow array or chunked array,
            or what pyarrow makes one of, as a Polars or pandas series or a list.
        target: (n_rows,) the texts to compare with.
        rouge_type: as for ``RougeScorer``; also ``rouge_l``, ``rouge_lsum``, and
            ``rouge_lsum_sentences`` for rougeLsum on detected sentences.
        use_stemmer: stem words of more than three letters.
        max_tokens: rows with a longer text on either side are not scored.
        tokenizer: as for ``RougeScorer``; so is ``language``.

    Returns:
        (n_rows,) struct of doubles precision, recall, fmeasure. Null where either text is null
        or longer than ``max_tokens``.

    Raises:
        TypeError, ValueError: before any row is scored, for a column or an option that is wrong.

    Example:
        prediction  ["the cat sat",                              None]
        target      ["the cat",                                  "a" ]
        result      [{precision 2/3, recall 1.0, fmeasure 0.8},  null]
    """
    scored = rouge_scores(
        prediction,
        target,
        one_type(rouge_type),
        use_stemmer,
        max_tokens,
        tokenizer=tokenizer,
        language=language,
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
    language: str | None = None,
) -> pa.StructArray:
    """Score two columns by several types in one pass: texts are tokenized once.

    Args and errors are those of ``rouge_score``.

    Returns:
        (n_rows,) struct with a field for each type, named as asked for, of what ``rouge_score``
        gives for that type.
    """
    names = check_options(rouge_types, use_stemmer, max_tokens, tokenizer, language)
    pred_column = _text_column(prediction, "prediction")
    ref_column = _text_column(target, "target")
    n_rows = len(pred_column)
    if n_rows != len(ref_column):
        raise ValueError(
            f"prediction and target are of unequal length: {n_rows} and {len(ref_column)} rows"
        )
    tokenize, forget = _asked_once(tokenizer)
    passes = _passes(names, use_stemmer, tokenize, language)

    def check_utf8() -> None:
        _check_utf8(pred_column, "prediction")
        _check_utf8(ref_column, "target")

    readers = [one_pass.reader for one_pass in passes if one_pass.reader is not None]
    if any(reader.name == "default" for reader in readers):
        check_utf8()  # it reads bytes; the others decode them, and so find out by themselves
    scores = np.zeros((len(names), n_rows, 3))
    is_scored = np.zeros(n_rows, dtype=bool)
    try:
        for rows, pred, ref in _parts(pred_column, ref_column):
            for one_pass in passes:
                for fits, by_type in _score_part(one_pass, pred, ref, max_tokens):
                    is_scored[rows[fits]] = True
                    for index, column in zip(one_pass.indices, by_type, strict=True):
                        scores[index, rows[fits]] = column
            forget()
    except (UnicodeDecodeError, pa.ArrowInvalid):
        check_utf8()
        raise
    return _struct(names, scores, is_scored)


def add_rouge_scores(
    table: pa.Table,
    prediction: str = "prediction",
    target: str = "target",
    rouge_types: Sequence[str] | str = DEFAULT_TYPES,
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    tokenizer: Any = None,
    language: str | None = None,
) -> pa.Table:
    """Append a score column for each type to a table, in one pass over its texts.

    Args:
        table: with two columns of text.
        prediction: the name of one.
        target: the name of the other.
        rouge_types: names of types, which the new columns take.

    Raises:
        TypeError, ValueError: as ``rouge_scores``; also for a column that is missing, and for one
            that is there already.

    Example:
        table    id, prediction, target
        result   id, prediction, target, rouge1, rouge2, rougeL, rougeLsum
    """
    names = check_options(rouge_types, use_stemmer, max_tokens, tokenizer, language)
    for name in (prediction, target):
        if name not in table.column_names:
            raise ValueError(f"no column {name!r}; the table has {', '.join(table.column_names)}")
    for name in names:
        if name in table.column_names:
            raise ValueError(f"the table has a column {name!r} already; drop or rename it first")
    scored = rouge_scores(
        table[prediction],
        table[target],
        names,
        use_stemmer,
        max_tokens,
        tokenizer=tokenizer,
        language=language,
    )
    for index, name in enumerate(names):
        table = table.append_column(name, scored.field(index))
    return table


# --- options ------------------------------------------------------------------------------


def one_type(rouge_type: str) -> list[str]:
    """List the one type, which must be a string."""
    if not isinstance(rouge_type, str):
        found = type(rouge_type).__name__
        raise TypeError(f"rouge_type is a {found}; it must be one str (rouge_scores takes several)")
    return [rouge_type]


def check_options(
    rouge_types: Sequence[str] | str,
    use_stemmer: bool | None,
    max_tokens: int | None,
    tokenizer: Any,
    language: str | None,
) -> list[str]:
    """Refuse options that are wrong whatever the rows are; list the names of the types.

    Raises:
        TypeError, ValueError: naming the option, what was found and what is allowed.
    """
    names = [rouge_types] if isinstance(rouge_types, str) else list(rouge_types)
    if not names:
        raise ValueError("rouge_types is empty; name at least one type")
    for position, name in enumerate(names):
        parse_type(_OUR_NAME.get(name, name) if isinstance(name, str) else name, position)
        if name in names[:position]:
            raise ValueError(f"rouge_types names {name!r} twice; a column needs a name of its own")
    if max_tokens is not None:
        if isinstance(max_tokens, bool) or not isinstance(max_tokens, int):
            found = type(max_tokens).__name__
            raise TypeError(f"max_tokens is {max_tokens!r} ({found}); it must be an int or None")
        if max_tokens < 0:
            raise ValueError(f"max_tokens is {max_tokens}; it must be 0 or more, or None")
    _passes(names, use_stemmer, tokenizer, language)
    return names


class _Pass(NamedTuple):
    """Types that are counted from the same tokens."""

    scorer: RougeScorer
    indices: list[int]  # which of the types asked for the scorer counts, in order
    reader: NamedTokenizer | None  # reads joined bytes; None where it takes strings


def _passes(
    names: list[str],
    use_stemmer: bool | None,
    tokenizer: Any,
    language: str | None,
) -> list[_Pass]:
    passes = []
    for detects in (False, True):
        indices = [at for at, name in enumerate(names) if (name == _DETECTS_SENTENCES) == detects]
        if not indices:
            continue
        types = [_OUR_NAME.get(names[index], names[index]) for index in indices]
        scorer = RougeScorer(types, bool(use_stemmer), detects, tokenizer, language=language)
        passes.append(_Pass(scorer, indices, None if detects else scorer.named))
    return passes


def _asked_once(tokenizer: Any) -> tuple[Any, Callable[[], object]]:
    """Remember what a tokenizer of the caller's gave: the tokenizer, and how to forget it all.

    It may be slow, and counting tokens and finding sentences ask for a text again.
    """
    tokenize = getattr(tokenizer, "tokenize", tokenizer)
    if isinstance(tokenizer, str) or not callable(tokenize):
        return tokenizer, lambda: None
    remembered = functools.cache(lambda text: list(tokenize(text)))
    return remembered, remembered.cache_clear


# --- columns ------------------------------------------------------------------------------


def _text_column(values: Any, name: str) -> pa.ChunkedArray:
    """Make a chunked array of any column of text; its layout stays.

    Raises:
        TypeError: if there is no column, or no text in it; says what was found.
    """
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is one {type(values).__name__}; a column of texts is expected")
    if isinstance(values, (dict, pa.Table, pa.RecordBatch)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is a {type(values).__name__}; a column of texts is expected")
    try:
        column = _chunked(values)
    except (TypeError, ValueError) as error:  # pyarrow's own errors are of these two kinds
        kind_of_error = TypeError if isinstance(error, TypeError) else ValueError
        raise kind_of_error(f"{name} cannot be made a column of texts: {error}") from error
    kind = column.type
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    if not (_is_string(kind) or _is_binary(kind) or kinds.is_null(kind)):
        raise TypeError(
            f"{name} is a column of {column.type}; string, large_string, string_view, binary, or a "
            "dictionary of one of them is expected"
        )
    return column


def _chunked(values: Any) -> pa.ChunkedArray:
    if isinstance(values, pa.ChunkedArray):
        return values
    if isinstance(values, pa.Array):
        return pa.chunked_array([values])
    if hasattr(values, "__arrow_c_stream__"):  # without a copy, as from Polars
        return pa.chunked_array(values)
    array = pa.array(values)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _is_string(kind: pa.DataType) -> bool:
    return kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind)


def _is_binary(kind: pa.DataType) -> bool:
    return kinds.is_binary(kind) or kinds.is_large_binary(kind) or kinds.is_binary_view(kind)


def _check_utf8(column: pa.ChunkedArray, name: str) -> None:
    """Refuse bytes that are no text; one pass at memory speed where there are none.

    Raises:
        ValueError: naming the row and the bytes.
    """
    for chunk in column.chunks:
        values = chunk.dictionary if kinds.is_dictionary(chunk.type) else chunk
        try:
            if _is_binary(values.type):
                values.cast(pa.large_string())
            else:
                values.validate(full=True)
        except pa.ArrowInvalid:
            break
    else:
        return
    # Something is wrong somewhere: perhaps a dictionary entry that no row uses.
    row = 0
    for chunk in column.chunks:
        for text in _strings(chunk, pa.large_binary()).to_pylist():
            try:
                (text or b"").decode()
            except UnicodeDecodeError as error:
                shown = text[max(error.start - 10, 0) : error.end + 10]
                raise ValueError(
                    f"{name}, row {row}: not valid UTF-8 at byte {error.start}, near {shown!r}"
                ) from None
            row += 1


def _strings(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """Bring any layout of text into one, dictionaries decoded."""
    if kinds.is_dictionary(array.type):
        return array.dictionary.cast(kind).take(array.indices)
    return array.cast(kind)


# --- parts --------------------------------------------------------------------------------


def _parts(
    prediction: pa.ChunkedArray, target: pa.ChunkedArray
) -> Iterator[tuple[np.ndarray, pa.LargeStringArray, pa.LargeStringArray]]:
    """Cut both columns into parts, and leave out the rows that have a null.

    Yields:
        (n_part,) int64 row numbers, then the predictions and the targets of those rows.
    """
    for start in range(0, len(prediction), _PART_ROWS):
        parts = (column.slice(start, _PART_ROWS) for column in (prediction, target))
        # One chunk is taken as it is; more are copied into one.
        pred, ref = (
            _strings(
                part.chunk(0) if part.num_chunks == 1 else part.combine_chunks(), pa.large_string()
            )
            for part in parts
        )
        valid = pc.and_(pred.is_valid(), ref.is_valid())
        rows = start + np.flatnonzero(valid.to_numpy(zero_copy_only=False))
        if len(rows) < len(valid):
            pred, ref = pred.filter(valid), ref.filter(valid)
        yield rows, pred, ref


def _score_part(
    one_pass: _Pass, pred: pa.LargeStringArray, ref: pa.LargeStringArray, max_tokens: int | None
) -> list[tuple[np.ndarray, list[np.ndarray]]]:
    """Score one part, in chunks of bounded size.

    Returns:
        For each chunk (n_fit,) int64, which rows it found short enough to be scored; and for each
        type of the pass their (n_fit, 3) scores.
    """
    scorer, reader = one_pass.scorer, one_pass.reader
    if reader is None:
        return [_score_strings(scorer, pred.to_pylist(), ref.to_pylist(), max_tokens)]
    scored = []

    def score_chunk(rows: np.ndarray) -> None:
        tokens = reader.tokens_of(_runs(pred, ref, rows, reader))
        pred_tokens = tokens.slice(0, len(rows))
        ref_tokens = tokens.slice(len(rows), 2 * len(rows))
        if max_tokens is not None:
            fits = _fitting(np.diff(tokens.offsets), max_tokens)
            rows, pred_tokens, ref_tokens = (
                rows[fits],
                pred_tokens.take(fits),
                ref_tokens.take(fits),
            )
        scored.append((rows, list(scorer.score_tokens(pred_tokens, ref_tokens).values())))

    keep_freed_memory()
    n_threads = threads_to_use()

    def density() -> float:
        sample = pred.slice(0, _SAMPLE).to_pylist()
        chars_per_byte = sum(map(len, sample)) / max(len("".join(sample).encode()), 1)
        return reader.density(sample) * chars_per_byte

    pred_bytes, ref_bytes = (np.diff(_byte_offsets(texts)) for texts in (pred, ref))
    chunks = cut_chunks(pred_bytes, pred_bytes + ref_bytes, n_threads, density)
    for_each(score_chunk, chunks, min(n_threads, len(chunks)))
    return scored


def _score_strings(
    scorer: RougeScorer, preds: list[str], refs: list[str], max_tokens: int | None
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Do the same for what needs strings: detected sentences, and tokenizers of the caller."""
    fits = np.arange(len(preds))
    if max_tokens is not None:
        fits = _fitting(scorer.count_tokens(preds + refs), max_tokens)
        preds, refs = [preds[row] for row in fits], [refs[row] for row in fits]
    batch = scorer.score_batch(refs, preds)
    return fits, [batch[name] for name in batch.rouge_types]


def _fitting(n_tokens: np.ndarray, max_tokens: int) -> np.ndarray:
    """Pick the rows with no long text, from the tokens of all predictions, then targets."""
    return np.flatnonzero((n_tokens.reshape(2, -1) <= max_tokens).all(axis=0))


def _byte_offsets(texts: pa.LargeStringArray) -> np.ndarray:  # (n_texts + 1,) int64
    """Tell where in its buffer each text begins and ends."""
    offsets = np.frombuffer(texts.buffers()[1], np.int64)
    return offsets[texts.offset : texts.offset + len(texts) + 1]


def _runs(
    pred: pa.LargeStringArray, ref: pa.LargeStringArray, rows: np.ndarray, tokenizer: NamedTokenizer
) -> Runs:
    """Cut the texts of some rows, which are copied into one buffer: predictions, then targets."""
    offsets = [_byte_offsets(texts) for texts in (pred, ref)]
    lengths = np.concatenate([of_text[rows + 1] - of_text[rows] for of_text in offsets])
    data = b"\n".join([b"", *_pieces(pred, rows), *_pieces(ref, rows), b""])
    if tokenizer.name != "default":
        # All rows are one text to the tokenizer. Which of its lines end a row, their bytes tell.
        runs = tokenizer.runs([data.decode()])
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
        ends = runs.newlines[np.searchsorted(newlines, np.cumsum(lengths + 1))]
        return dataclasses.replace(runs, offsets=np.append(0, np.searchsorted(runs.starts, ends)))
    # Two characters outside ASCII become letters of it and change the lengths: see ``tokens``.
    if not data.isascii() and (_holds(data, "\u0130") or _holds(data, "\u212a")):
        strings = (texts.take(pa.array(rows)).to_pylist() for texts in (pred, ref))
        return tokenizer.runs(list(chain.from_iterable(strings)))
    return joined_runs(data, lengths)


def _holds(data: bytes, letter: str) -> bool:
    """Look for a letter: as ``in`` does, but five times as fast where its first byte is usual."""
    codes = np.frombuffer(data, np.uint8)
    first, *others = letter.encode()
    places = np.flatnonzero(codes == first)
    for step, byte in enumerate(others, 1):  # the texts are valid: all bytes of a letter are there
        places = places[codes[places + step] == byte]
    return len(places) > 0


def _pieces(texts: pa.LargeStringArray, rows: np.ndarray) -> list[Any]:
    """List buffers that are the texts of some rows when a "\n" is put between each two."""
    if rows[-1] - rows[0] + 1 == len(rows) and (np.diff(rows) == 1).all():
        texts = texts[rows[0] : rows[-1] + 1]
        one_row = pa.LargeListArray.from_arrays(pa.array([0, len(texts)], pa.int64()), texts)
        return [pc.binary_join(one_row, pa.scalar("\n", texts.type))[0].as_buffer()]
    # Rows are out of order where texts are long: few enough to be copied one by one.
    offsets = _byte_offsets(texts)
    view = memoryview(texts.buffers()[2])
    bounds = zip(offsets[rows].tolist(), offsets[rows + 1].tolist(), strict=True)
    return [view[start:stop] for start, stop in bounds]


def _struct(names: list[str], scores: np.ndarray, is_scored: np.ndarray) -> pa.StructArray:
    """Turn scores into a struct of structs, null where not scored.

    Args:
        scores: (n_types, n_rows, 3) float64.
        is_scored: (n_rows,) bool.
    """
    is_null = pa.array(~is_scored)
    by_type = []
    for table in scores:
        measures = [pa.array(np.ascontiguousarray(column)) for column in table.T]
        by_type.append(pa.StructArray.from_arrays(measures, list(MEASURES), mask=is_null))
    return pa.StructArray.from_arrays(by_type, names, mask=is_null)
