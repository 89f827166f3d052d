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
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types as kinds

from ..options import DEFAULT_TYPES, Adviser, Options, advice_is_wanted, advise
from ..scorer import (
    CheckedTokenizer,
    RougeScorer,
    cut_chunks,
    for_each,
    progress_bar,
    threads_to_use,
)
from ..scores import MEASURES
from ..text import (
    NamedTokenizer,
    Runs,
    gathered,
    has_no_order,
    joined_runs,
    keep_freed_memory,
    kernels_in_use,
    offsets_of,
    rows_of,
)

# How other systems spell our types.
_OUR_NAME = {"rouge_l": "rougeL", "rouge_lsum": "rougeLsum", "rouge_lsum_sentences": "rougeLsum"}
_DETECTS_SENTENCES = "rouge_lsum_sentences"

# Rows of a part: what is decoded of a dictionary or a view at once.
PART_ROWS = 1 << 16
_ADVISED_ROWS = 1024  # of the first part, on which advice is given
_SAMPLE = 8  # of them, from which the number of tokens is estimated


# --- calls --------------------------------------------------------------------------------


def rouge_score(
    prediction: Any,
    target: Any,
    rouge_type: str | None = None,
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    progress: bool = False,
    **options: Any,
) -> pa.StructArray:
    """Score two columns row by row.

    Args:
        prediction: (n_rows,) strings or binary in any layout: a pyarrow array or chunked array,
            or what pyarrow makes one of, as a Polars or pandas series or a list.
        target: (n_rows,) the texts to compare with; or (n_rows,) lists of them, as
            list<string>, where rows have several references.
        rouge_type: as for ``RougeScorer``; also ``rouge_l``, ``rouge_lsum``, and
            ``rouge_lsum_sentences`` for rougeLsum on detected sentences. None: that of `scorer`,
            rouge1 without one.
        use_stemmer: stem words of more than three letters.
        max_tokens: rows with a longer text on either side are not scored.
        scorer: a ready scorer in place of all other options except `max_tokens`.
        progress: show a bar of the rows scored, by tqdm, on the standard error.
        **options: tokenizer, language, split_summaries, beta, multi_reference and definition, as
            for ``RougeScorer``.

    Returns:
        (n_rows,) struct of doubles precision, recall, fmeasure. Null where either text is null,
        or one of several references, or longer than ``max_tokens``.

    Raises:
        TypeError, ValueError: before any row is scored, for a column or an option that is wrong.

    Example:
        prediction  ["the cat sat",                              None]
        target      ["the cat",                                  "a" ]
        result      [{precision 2/3, recall 1.0, fmeasure 0.8},  null]
    """
    plan = plan_of(one_type(rouge_type, scorer), use_stemmer, max_tokens, scorer=scorer, **options)
    return score_columns(prediction, target, plan, progress=progress).field(0)


def rouge_scores(
    prediction: Any,
    target: Any,
    rouge_types: Sequence[str] | str | None = None,
    use_stemmer: bool | None = False,
    max_tokens: int | None = None,
    *,
    scorer: RougeScorer | None = None,
    progress: bool = False,
    **options: Any,
) -> pa.StructArray:
    """Score two columns by several types in one pass: texts are tokenized once.

    Args and errors are those of ``rouge_score``; without types those of `scorer`, or rouge1,
    rouge2, rougeL and rougeLsum.

    Returns:
        (n_rows,) struct with a field for each type, named as asked for, of what ``rouge_score``
        gives for that type.
    """
    plan = plan_of(rouge_types, use_stemmer, max_tokens, scorer=scorer, **options)
    return score_columns(prediction, target, plan, progress=progress)


@contextmanager
def bar_of(progress: bool, n_rows: int | None) -> Iterator[Callable[[int], object]]:
    """Show a bar if asked to: what to call with the number of rows that are done."""
    if progress:
        with progress_bar(n_rows) as bar:
            yield bar.update
    else:
        yield lambda n_done: None


def score_columns(
    prediction: Any,
    target: Any,
    plan: Plan,
    gives_advice: bool = True,
    progress: bool | Callable[[int], object] = False,
) -> pa.StructArray:
    """Score two columns as planned: what ``rouge_scores`` does once its options are checked.

    Args:
        progress: whether to show a bar; or what to call with the number of rows that are done.
    """
    pred_column = _text_column(prediction, "prediction")
    ref_column = _text_column(target, "target", may_be_lists=True)
    n_rows = len(pred_column)
    if n_rows != len(ref_column):
        raise ValueError(
            f"prediction and target are of unequal length: {n_rows} and {len(ref_column)} rows"
        )
    passes, forget = plan.passes()

    def check_utf8() -> None:
        _check_utf8(pred_column, "prediction")
        _check_utf8(ref_column, "target")

    readers = [one_pass.reader for one_pass in passes if one_pass.reader is not None]
    if any(reader.name == "default" for reader in readers):
        check_utf8()  # it reads bytes; the others decode them, and so find out by themselves
    scores = np.zeros((len(plan.names), n_rows, 3))
    is_scored = np.zeros(n_rows, dtype=bool)
    try:
        bar = nullcontext(progress) if callable(progress) else bar_of(progress, n_rows)
        with bar as done:
            for k, part in enumerate(_parts(pred_column, ref_column)):
                if gives_advice and advice_is_wanted():
                    _advise(passes, part)
                    gives_advice = False
                for one_pass in passes:
                    for fits, by_type in _score_part(one_pass, part, plan.max_tokens):
                        is_scored[part.rows[fits]] = True
                        for index, column in zip(one_pass.indices, by_type, strict=True):
                            scores[index, part.rows[fits]] = column
                forget()
                done(min(PART_ROWS, n_rows - k * PART_ROWS))
    except (UnicodeDecodeError, pa.ArrowInvalid):
        check_utf8()
        raise
    return _struct(plan.names, scores, is_scored)


def _advise(passes: list[_Pass], part: _Part) -> None:
    """Warn of what the first rows show, since to make strings of them all would cost too much."""
    n_rows = min(_ADVISED_ROWS, len(part.rows))
    preds = part.pred.slice(0, n_rows).to_pylist()
    refs = part.ref.slice(0, int(part.offsets[n_rows])).to_pylist()
    kernels = kernels_in_use()
    facts = {
        fact.kind: fact
        for one_pass in passes
        for fact in Adviser(one_pass.scorer.options).look_at(preds + refs, None, kernels).facts()
    }
    advise(facts.values(), 4)


# --- options ------------------------------------------------------------------------------


def one_type(rouge_type: str | None, scorer: RougeScorer | None) -> list[str]:
    """List the one type, which must be a string."""
    if rouge_type is None:
        names = list(scorer.options.rouge_types) if isinstance(scorer, RougeScorer) else ["rouge1"]
        if len(names) != 1:
            raise ValueError(
                f"scorer counts {', '.join(names)}; rouge_score gives one type (rouge_scores "
                "several)"
            )
        return names
    if not isinstance(rouge_type, str):
        found = type(rouge_type).__name__
        raise TypeError(f"rouge_type is a {found}; it must be one str (rouge_scores takes several)")
    return [rouge_type]


def plan_of(
    rouge_types: Sequence[str] | str | None,
    use_stemmer: bool | None,
    max_tokens: int | None,
    *,
    scorer: RougeScorer | None,
    **options: Any,
) -> Plan:
    """Settle the options of a call, and refuse those that are wrong whatever the rows are.

    Raises:
        TypeError, ValueError: naming the option, what was found and what is allowed.
    """
    if scorer is not None:
        if not isinstance(scorer, RougeScorer):
            raise TypeError(f"scorer is {scorer!r:.80}; a RougeScorer is wanted")
        given = [*(["use_stemmer"] if use_stemmer else []), *options]
        if given:
            raise ValueError(
                f"{', '.join(given)} given beside a scorer, which has options of its own; "
                "make the scorer with them"
            )
        record = scorer.options
        names = list(record.rouge_types) if rouge_types is None else _names_of(rouge_types)
    else:
        record = Options.from_keywords(use_stemmer=bool(use_stemmer), **options)
        names = _names_of(DEFAULT_TYPES if rouge_types is None else rouge_types)
    if not names:
        raise ValueError("rouge_types is empty; name at least one type")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise ValueError(f"rouge_types names {name!r} twice; a column needs a name of its own")
    if max_tokens is not None:
        if isinstance(max_tokens, bool) or not isinstance(max_tokens, int):
            found = type(max_tokens).__name__
            raise TypeError(f"max_tokens is {max_tokens!r} ({found}); it must be an int or None")
        if max_tokens < 0:
            raise ValueError(f"max_tokens is {max_tokens}; it must be 0 or more, or None")
    ours = [_OUR_NAME.get(name, name) if isinstance(name, str) else name for name in names]
    plan = Plan(names, dataclasses.replace(record, rouge_types=ours).resolved(), max_tokens)
    plan.passes()
    return plan


def _names_of(rouge_types: Sequence[str] | str) -> list[str]:
    return [rouge_types] if isinstance(rouge_types, str) else list(rouge_types)


class Plan(NamedTuple):
    """What a call asks for, checked; it pickles wherever its tokenizer does."""

    names: list[str]  # of the types, as asked for
    options: Options  # the same types under our names, in the same order
    max_tokens: int | None

    def passes(self) -> tuple[list[_Pass], Callable[[], object]]:
        """Make the scorers, and what to call when the texts of a part are done with."""
        tokenizer, forget = _asked_once(self.options.tokenizer)
        passes = []
        for detects in (False, True):
            indices = [
                at for at, name in enumerate(self.names) if (name == _DETECTS_SENTENCES) == detects
            ]
            if not indices:
                continue
            split = self.options.split_summaries or detects
            types = tuple(self.options.rouge_types[index] for index in indices)
            scorer = RougeScorer.of(
                dataclasses.replace(
                    self.options, rouge_types=types, split_summaries=split, tokenizer=tokenizer
                )
            )
            needs_strings = split and "rougeLsum" in types
            passes.append(_Pass(scorer, indices, None if needs_strings else scorer.named))
        return passes, forget


class _Pass(NamedTuple):
    """Types that are counted from the same tokens."""

    scorer: RougeScorer
    indices: list[int]  # which of the types asked for the scorer counts, in order
    reader: NamedTokenizer | None  # reads joined bytes; None where it takes strings


def _asked_once(tokenizer: Any) -> tuple[Any, Callable[[], object]]:
    """Remember what a tokenizer of the caller's gave: the tokenizer, and how to forget it all.

    It may be slow, and counting tokens and finding sentences ask for a text again.
    """
    if isinstance(tokenizer, str):
        return tokenizer, lambda: None
    remembered = functools.cache(CheckedTokenizer(tokenizer))
    return remembered, remembered.cache_clear


# --- columns ------------------------------------------------------------------------------


def _text_column(values: Any, name: str, may_be_lists: bool = False) -> pa.ChunkedArray:
    """Make a chunked array of any column of text; its layout stays.

    Raises:
        TypeError: if there is no column, or no text in it; says what was found.
    """
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is one {type(values).__name__}; a column of texts is expected")
    if has_no_order(values) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is a {type(values).__name__}; a column of texts is expected")
    try:
        column = _chunked(values)
    except (TypeError, ValueError) as error:  # pyarrow's own errors are of these two kinds
        kind_of_error = TypeError if isinstance(error, TypeError) else ValueError
        raise kind_of_error(f"{name} cannot be made a column of texts: {error}") from error
    kind = column.type
    lists = ""
    if may_be_lists:
        lists = ", or lists of one of them,"
        if _is_list(kind):
            kind = kind.value_type
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    if not (_is_string(kind) or _is_binary(kind) or kinds.is_null(kind)):
        raise TypeError(
            f"{name} is a column of {column.type}; string, large_string, string_view, binary, or a "
            f"dictionary of one of them{lists} is expected"
        )
    return column


def _chunked(values: Any) -> pa.ChunkedArray:
    if isinstance(values, pa.ChunkedArray):
        return values
    if isinstance(values, pa.Array):
        return pa.chunked_array([values])
    if hasattr(values, "__arrow_c_stream__"):  # without a copy, as from Polars
        return pa.chunked_array(values)
    if not (hasattr(values, "__len__") or isinstance(values, Iterator)):
        values = list(values)  # looked at once, as it comes
    array = pa.array(values)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _is_list(kind: pa.DataType) -> bool:
    return (
        kinds.is_list(kind)
        or kinds.is_large_list(kind)
        or kinds.is_fixed_size_list(kind)
        or kinds.is_list_view(kind)
        or kinds.is_large_list_view(kind)
    )


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
        values = chunk.flatten() if _is_list(chunk.type) else chunk
        values = values.dictionary if kinds.is_dictionary(values.type) else values
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
    first_row = 0
    for chunk in column.chunks:
        flat, lengths = _flattened(chunk)
        rows = first_row + rows_of(offsets_of(lengths))
        for row, text in zip(rows, _strings(flat, pa.large_binary()).to_pylist(), strict=True):
            try:
                (text or b"").decode()
            except UnicodeDecodeError as error:
                shown = text[max(error.start - 10, 0) : error.end + 10]
                raise ValueError(
                    f"{name}, row {row}: not valid UTF-8 at byte {error.start}, near {shown!r}"
                ) from None
        first_row += len(chunk)


def _flattened(array: pa.Array) -> tuple[pa.Array, np.ndarray]:
    """List all texts, and how many each row has: one, or those of its list, none if it is null."""
    if not _is_list(array.type):
        return array, np.ones(len(array), np.int64)
    lengths = pc.fill_null(pc.list_value_length(array), 0)
    return array.flatten(), lengths.to_numpy(zero_copy_only=False).astype(np.int64)


def _strings(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """Bring any layout of text into one, dictionaries decoded."""
    if kinds.is_dictionary(array.type):
        return array.dictionary.cast(kind).take(array.indices)
    return array.cast(kind)


# --- parts --------------------------------------------------------------------------------


class _Part(NamedTuple):
    """Rows that have all their texts."""

    rows: np.ndarray  # (n_rows,) int64, where in the column they stand
    pred: pa.LargeStringArray  # (n_rows,)
    ref: pa.LargeStringArray  # one reference after the other
    offsets: np.ndarray  # (n_rows + 1,) int64, which references belong to each row


def _parts(prediction: pa.ChunkedArray, target: pa.ChunkedArray) -> Iterator[_Part]:
    """Cut both columns into parts, and leave out the rows that have a null.

    Raises:
        ValueError: a row has a list without a reference.
    """
    for start in range(0, len(prediction), PART_ROWS):
        # One chunk is taken as it is; more are copied into one.
        pred_part, ref_part = (
            part.chunk(0) if part.num_chunks == 1 else part.combine_chunks()
            for part in (column.slice(start, PART_ROWS) for column in (prediction, target))
        )
        pred = _strings(pred_part, pa.large_string())
        flat, lengths = _flattened(ref_part)
        ref = _strings(flat, pa.large_string())
        offsets = offsets_of(lengths)
        is_valid = pc.and_(pred.is_valid(), ref_part.is_valid()).to_numpy(zero_copy_only=False)
        if _is_list(ref_part.type):
            empty = np.flatnonzero((lengths == 0) & ref_part.is_valid().to_numpy(False))
            if len(empty):
                raise ValueError(
                    f"target, row {start + empty[0]}: an empty list; a row needs at least one "
                    "reference, or null in place of the list"
                )
            nulls = np.flatnonzero(ref.is_null().to_numpy(zero_copy_only=False))
            is_valid = is_valid.copy()
            is_valid[rows_of(offsets)[nulls]] = False
        kept = np.flatnonzero(is_valid)
        if len(kept) < len(is_valid):
            chosen, offsets = gathered(offsets, kept)
            pred, ref = pred.take(pa.array(kept)), ref.take(pa.array(chosen))
        yield _Part(start + kept, pred, ref, offsets)


def _score_part(
    one_pass: _Pass, part: _Part, max_tokens: int | None
) -> list[tuple[np.ndarray, list[np.ndarray]]]:
    """Score one part, in chunks of bounded size.

    Returns:
        For each chunk (n_fit,) int64, which rows it found short enough to be scored; and for each
        type of the pass their (n_fit, 3) scores.
    """
    scorer, reader = one_pass.scorer, one_pass.reader
    _, pred, ref, offsets = part
    if reader is None:
        return [_score_strings(scorer, part, max_tokens)]
    if max_tokens is None:
        compiled = scorer.score_bytes(_bytes(pred), _bytes(ref), offsets)
        if compiled is not None:
            return [(np.arange(len(pred)), list(compiled.values()))]
    scored = []

    def score_chunk(rows: np.ndarray) -> None:
        chosen, ref_offsets = gathered(offsets, rows)
        tokens = reader.tokens_of(_runs((pred, rows), (ref, chosen), reader))
        pred_tokens = tokens.slice(0, len(rows))
        ref_tokens = tokens.slice(len(rows), len(rows) + len(chosen))
        if max_tokens is not None:
            fits = _fitting(np.diff(tokens.offsets), ref_offsets, max_tokens)
            refs, ref_offsets = gathered(ref_offsets, fits)
            rows, pred_tokens, ref_tokens = (
                rows[fits],
                pred_tokens.take(fits),
                ref_tokens.take(refs),
            )
        by_type = scorer.score_tokens(pred_tokens, ref_tokens, ref_offsets)
        scored.append((rows, list(by_type.values())))

    keep_freed_memory()
    n_threads = threads_to_use()

    def density() -> float:
        sample = pred.slice(0, _SAMPLE).to_pylist()
        chars_per_byte = sum(map(len, sample)) / max(len("".join(sample).encode()), 1)
        return reader.density(sample) * chars_per_byte

    pred_bytes = np.diff(_byte_offsets(pred))
    ref_bytes = np.diff(_byte_offsets(ref)[offsets])
    chunks = cut_chunks(pred_bytes, pred_bytes + ref_bytes, n_threads, density)
    for_each(score_chunk, chunks, min(n_threads, len(chunks)))
    return scored


def _score_strings(
    scorer: RougeScorer, part: _Part, max_tokens: int | None
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Do the same for what needs strings: detected sentences, and tokenizers of the caller."""
    preds, refs = part.pred.to_pylist(), part.ref.to_pylist()
    fits = np.arange(len(preds))
    if max_tokens is not None:
        fits = _fitting(scorer.count_tokens(preds + refs), part.offsets, max_tokens)
    bounds = part.offsets.tolist()
    batch = scorer.score_batch(
        [refs[bounds[row] : bounds[row + 1]] for row in fits.tolist()],
        [preds[row] for row in fits.tolist()],
    )
    return fits, [batch[name] for name in batch.rouge_types]


def _fitting(n_tokens: np.ndarray, ref_offsets: np.ndarray, max_tokens: int) -> np.ndarray:
    """Pick the rows with no long text, from the tokens of all predictions, then references."""
    n_rows = len(ref_offsets) - 1
    is_long = n_tokens > max_tokens
    n_long = is_long[:n_rows].astype(np.int64)
    n_long += np.bincount(rows_of(ref_offsets), is_long[n_rows:], n_rows).astype(np.int64)
    return np.flatnonzero(n_long == 0)


def _bytes(texts: pa.LargeStringArray) -> tuple[np.ndarray, np.ndarray]:
    """Look at the bytes of texts as they lie, and where each begins and ends in them."""
    buffer = texts.buffers()[2]
    data = np.empty(0, np.uint8) if buffer is None else np.frombuffer(buffer, np.uint8)
    return data, _byte_offsets(texts)


def _byte_offsets(texts: pa.LargeStringArray) -> np.ndarray:  # (n_texts + 1,) int64
    """Tell where in its buffer each text begins and ends."""
    offsets = np.frombuffer(texts.buffers()[1], np.int64)
    return offsets[texts.offset : texts.offset + len(texts) + 1]


def _runs(
    pred: tuple[pa.LargeStringArray, np.ndarray],
    ref: tuple[pa.LargeStringArray, np.ndarray],
    tokenizer: NamedTokenizer,
) -> Runs:
    """Cut some texts, which are copied into one buffer: predictions, then references.

    Args:
        pred: texts, and which of them.
        ref: likewise.
    """
    lengths = np.concatenate([np.diff(_byte_offsets(texts))[rows] for texts, rows in (pred, ref)])
    data = b"\n".join([b"", *_pieces(*pred), *_pieces(*ref), b""])
    if tokenizer.name != "default":
        # All rows are one text to the tokenizer. Which of its lines end a row, their bytes tell.
        runs = tokenizer.runs([data.decode()])
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
        ends = runs.newlines[np.searchsorted(newlines, np.cumsum(lengths + 1))]
        return dataclasses.replace(runs, offsets=np.append(0, np.searchsorted(runs.starts, ends)))
    # Two characters outside ASCII become letters of it and change the lengths: see ``tokens``.
    if not data.isascii() and (_holds(data, "\u0130") or _holds(data, "\u212a")):
        strings = (texts.take(pa.array(rows)).to_pylist() for texts, rows in (pred, ref))
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


# Last, for it needs what stands above.
from .tables import add_rouge_scores  # noqa: E402

__all__ = ["add_rouge_scores", "rouge_score", "rouge_scores"]
