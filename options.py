"""What a caller may ask for: checks of options and rows, advice, the signature.

Nothing here scores anything.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import chain
from numbers import Integral, Real
from typing import Any, TypeAlias
from urllib.parse import unquote

from .scripts import dropped_letters

# ==================================================================================================
# One line that makes a score reproducible.
# The options of a call come in; a line of ``name:value`` fields comes out, and
# `parse` turns the line back into the options. It holds whatever can change a
# digit and nothing else, so equal lines mean equal scores. It scores nothing.
#
# Example:
#     evaluate_rouge:1.0.0|types:rouge1,rougeL|tokenizer:default|language:none|stemmer:none|
#     sentences:newline|references:best|definition:rouge155|beta:1.0|null:raise|
#     aggregate:bootstrap|resamples:1000|interval:none|seed:42
# ==================================================================================================

VERSION = "1.0.0"


def signature(
    *,
    rouge_types: Sequence[str],
    tokenizer: object = None,
    language: str | None = None,
    use_stemmer: bool = False,
    split_summaries: bool = False,
    multi_reference: str = "best",
    definition: str = "rouge155",
    beta: float = 1.0,
    on_null: str = "raise",
    use_aggregator: bool = True,
    n_resamples: int = 1000,
    confidence_interval: float | None = None,
    seed: int | None = None,
) -> str:
    """Name in one line everything that decides the digits of a score.

    Types keep their order, since a later type draws its resamples after the
    earlier ones. Without an aggregate there are no resamples, interval or seed.
    NLTK's version is named where NLTK splits sentences, Python's Unicode where
    characters beyond ASCII are classified by it, and whatever else `languages`
    cuts and stems words with. NumPy's version is not: 1.26.4 and 2.4.6 gave the
    same bits for 720 bootstraps.
    """
    fields = {
        "evaluate_rouge": VERSION,
        "types": ",".join(rouge_types),
        "tokenizer": tokenizer_name("unicode" if tokenizer is None and language else tokenizer),
        "language": language or "none",
        "stemmer": _stemmer_name(tokenizer, language) if use_stemmer else "none",
        "sentences": "punkt" if split_summaries else "newline",
        "references": multi_reference,
        "definition": definition,
        "beta": repr(float(beta)),
        "null": on_null,
        "aggregate": "bootstrap" if use_aggregator else "none",
    }
    if use_aggregator:
        fields["resamples"] = str(int(n_resamples))
        fields["interval"] = _optional(confidence_interval, float)
        fields["seed"] = _optional(seed, int)
    if split_summaries:
        from importlib import metadata  # slow to import, and seldom wanted

        fields["nltk"] = metadata.version("nltk")
    if split_summaries or fields["tokenizer"] != "default":
        fields["unicode"] = unicodedata.unidata_version
    if tokenizer is None or isinstance(tokenizer, str):
        from .scripts import versions

        fields |= versions(tokenizer, language, use_stemmer)
    return "|".join(f"{name}:{_escaped(value)}" for name, value in fields.items())


def parse(line: str) -> dict[str, object]:
    """Give back the options that `signature` was called with.

    Versions are left out: on an installation that counts alike,
    ``signature(**parse(line)) == line``. A custom tokenizer comes back as its
    name in the line, since a line cannot carry code.

    Raises:
        ValueError: the line is not a signature of this package.
    """
    fields = {}
    for field in line.strip().split("|"):
        name, _, value = field.partition(":")
        fields[name] = unquote(value)
    try:
        aggregated = fields["aggregate"] == "bootstrap"
        options: dict[str, object] = {
            "rouge_types": fields["types"].split(",") if fields["types"] else [],
            "tokenizer": None if fields["tokenizer"] == "default" else fields["tokenizer"],
            "language": None if fields["language"] == "none" else fields["language"],
            "use_stemmer": fields["stemmer"] != "none",
            "split_summaries": fields["sentences"] == "punkt",
            "multi_reference": fields["references"],
            "definition": fields["definition"],
            "beta": float(fields["beta"]),
            "on_null": fields["null"],
            "use_aggregator": aggregated,
        }
        if aggregated:
            interval, seed = fields["interval"], fields["seed"]
            options["n_resamples"] = int(fields["resamples"])
            options["confidence_interval"] = None if interval == "none" else float(interval)
            options["seed"] = None if seed == "none" else int(seed)
        _ = fields["evaluate_rouge"]
    except (KeyError, ValueError) as error:
        raise ValueError(
            f"not a signature of evaluate_rouge ({error}): {line!r}; "
            "a signature starts with 'evaluate_rouge:' and is one line of name:value fields"
        ) from None
    return options


def tokenizer_name(tokenizer: object) -> str:
    """Name a tokenizer: its own name, or ``custom(module.qualname)`` for a user's.

    An object is named by its class: what it was set up with is not in the name.
    """
    if tokenizer is None:
        return "default"
    if isinstance(tokenizer, str):
        return str(tokenizer)
    named = tokenizer if hasattr(tokenizer, "__qualname__") else type(tokenizer)
    module = getattr(named, "__module__", None)
    return f"custom({module or 'builtins'}.{named.__qualname__})"


def _stemmer_name(tokenizer: object, language: str | None) -> str:
    if language is not None or tokenizer == "unicode":
        return "snowball"
    return "porter" if tokenizer in (None, "default") else "on"


def _optional(value: float | None, kind: type) -> str:
    return "none" if value is None else repr(kind(value))


def _escaped(value: str) -> str:
    """Escape what separates fields and lines, so that the line splits back as it was joined."""
    value = value.replace("%", "%25").replace("|", "%7C")
    return value.replace("\n", "%0A").replace("\r", "%0D")


# ==================================================================================================
# What a caller passes in, checked before anything is written or scored.
# Columns of any kind come in; plain lists of `str` come out, with None where a
# row is null and null is allowed, or an error that names the argument, the row
# and what was found. Warnings about texts that score lower than they should
# start here too. It knows no algorithm and keeps nothing.
# ==================================================================================================

Text: TypeAlias = str | None  # None: a null row
References: TypeAlias = list[Text] | list[list[Text]]

MEASURES = ("precision", "recall", "fmeasure")

# ---------------------------------------------------------------- rows


def check_rows(
    predictions: object,
    references: object,
    *,
    on_null: str = "raise",
    several: bool | None = None,
) -> tuple[list[Text], References]:
    """Turn both columns into lists of plain `str`, or say which row cannot be.

    Args:
        predictions: a text per row, in any ordered container but a string.
        references: a text per row, or a list of texts per row.
        on_null: "raise", or "null" to let null rows through as None.
        several: whether earlier batches held lists of references; None
            where there were none, so that the first row decides.

    Returns:
        (n_rows,) texts and (n_rows,) texts or lists of one or more texts. A
        list of references that holds a null becomes ``[None]``.

    Raises:
        TypeError: a column is no column, or a row is no text.
        ValueError: a null, a row of another shape, no references, or columns
            of unequal length.
    """
    check_choice("on_null", on_null, ("raise", "null"))
    null_allowed = on_null == "null"
    pred_rows = as_list(predictions, "predictions")
    ref_rows = as_list(references, "references")
    pred = _texts(pred_rows, "predictions[{}]", null_allowed)
    ref = _references(ref_rows, null_allowed, several)
    if len(pred) != len(ref):
        raise ValueError(
            f"Mismatch in the number of predictions ({len(pred)}) and references ({len(ref)}); "
            "row i of one belongs to row i of the other"
        )
    return pred, ref


def check_row(
    prediction: object, reference: object, *, on_null: str = "raise", several: bool | None = None
) -> tuple[list[Text], References]:
    """The same for one row: columns of length one come out."""
    try:
        return check_rows([prediction], [reference], on_null=on_null, several=several)
    except (TypeError, ValueError) as error:
        # predictions[0] -> prediction, references[0][1] -> reference[1]
        message = re.sub(r"\b(prediction|reference)s\[0\]", r"\1", str(error))
        raise type(error)(message) from None


def as_list(column: Any, argument: str) -> list[Any]:
    """List the rows of a column, whatever holds them, in the order they stand in.

    Arrow arrays, NumPy arrays and Series are asked for Python objects, since
    their own items are scalars of their library or follow an index.
    """
    if type(column) is list:
        return column
    if isinstance(column, str | bytes | bytearray | dict | set | frozenset):
        raise TypeError(
            f"{argument} is {_found(column)}; a list of texts is wanted, one for each example"
        )
    if hasattr(column, "columns") or hasattr(column, "column_names"):
        raise TypeError(f"{argument} is {_found(column)}, a whole table; pass one column of it")
    for method in ("to_pylist", "tolist", "to_list"):
        convert = getattr(column, method, None)
        if convert is not None:
            rows = convert()
            break
    else:
        try:
            rows = list(column)
        except TypeError:
            rows = None
    if not isinstance(rows, list):
        raise TypeError(
            f"{argument} is {_found(column)}; a list of texts is wanted, one for each example"
        )
    return rows


def _references(rows: list[Any], null_allowed: bool, several: bool | None) -> References:
    """Check references of either shape: the first row that is not null sets it."""
    kinds = set(map(type, rows))
    if kinds <= {str} and not (several and rows):
        return rows
    decided_by = "earlier batches"
    if several is None:
        decided_by, several = next(
            (
                (f"references[{k}]", not isinstance(row, str))
                for k, row in enumerate(rows)
                if isinstance(row, str) or _is_listlike(row)
            ),
            ("", False),
        )
    for k, row in enumerate(rows):
        if (_is_listlike(row) and not several) or (isinstance(row, str) and several):
            shapes = ("a list of texts", "one text")
            found, wanted = shapes if not several else shapes[::-1]
            raise ValueError(
                f"references[{k}] is {found} ({_found(row)}), but {decided_by} "
                f"{'hold' if decided_by == 'earlier batches' else 'is'} {wanted}; give every "
                "row the same shape, for example a list of one text where there is one reference"
            )
    if not several:
        return _texts(rows, "references[{}]", null_allowed)
    return _lists_of_texts(rows, null_allowed)


def _lists_of_texts(rows: list[Any], null_allowed: bool) -> list[list[Text]]:
    """Check rows that are lists of references."""
    if set(map(type, rows)) == {list} and all(rows) and _all_str(chain.from_iterable(rows)):
        return rows
    checked: list[list[Text]] = []
    for k, row in enumerate(rows):
        if not _is_listlike(row):
            checked.append(_texts([row], f"references[{k}]", null_allowed))
            continue
        texts = as_list(row, f"references[{k}]")
        if not texts:
            raise ValueError(f"references[{k}] is empty; at least one reference text is wanted")
        texts = _texts(texts, f"references[{k}][{{}}]", null_allowed)
        # A missing reference makes the best of the others another quantity.
        checked.append([None] if None in texts else texts)
    return checked


def _texts(rows: list[Any], place: str, null_allowed: bool) -> list[Text]:
    """Check that every row is a text, or null where that is allowed; `place` names row {}."""
    if _all_str(rows):
        return rows
    texts: list[Text] = []
    for k, row in enumerate(rows):
        if isinstance(row, str):
            # A subclass becomes plain, whatever its own __str__ says.
            texts.append(str.__str__(row))
        elif not _is_null(row):
            raise TypeError(f"{place.format(k)} is {_found(row)}; a text (str) is wanted")
        elif null_allowed:
            texts.append(None)
        else:
            raise ValueError(
                f"{place.format(k)} is null ({row!r}); drop the row or fill it, "
                'or pass on_null="null" to get None in its place'
            )
    return texts


def _all_str(rows: Iterable[Any]) -> bool:
    return set(map(type, rows)) <= {str}


def _is_listlike(row: object) -> bool:
    """Whether a row is itself a container of texts, as opposed to one text or a null."""
    if isinstance(row, str):
        return False
    return isinstance(row, list | tuple) or (hasattr(row, "__array__") and hasattr(row, "__len__"))


def _is_null(row: object) -> bool:
    """Whether a row is None, NaN or pandas' NA: what different tables put for "nothing here"."""
    if row is None or type(row).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(row, Real) and bool(row != row)


def _found(value: object) -> str:
    """Describe a value that should not be there: its type, and as much of it as helps."""
    shown = repr(value)
    kind = type(value).__name__
    return f"{kind} {shown[:60]}..." if len(shown) > 60 else f"{kind} {shown}"


# ------------------------------------------------------- rows in an Arrow file

# Arrow stores UTF-8, which has no lone surrogates, and evaluate refuses a null
# in the first row. Both are therefore written as a mark and one character; the
# mark is a noncharacter, which Unicode reserves for such use within a program.
MARK = "\ufdd0"
NULL = MARK + "\0"
UNSTORABLE = re.compile(f"[\ud800-\udfff{MARK}]")
STORED = re.compile(f"{MARK}(.)", re.DOTALL)
SHIFT = 0x0800  # from the surrogates to as many private-use characters


def storable(rows: list[Any]) -> list[Any]:
    """Rewrite the texts that Arrow cannot hold; the others stay as they are."""
    flat = list(chain.from_iterable(rows)) if _nested(rows) else rows
    if _all_storable(flat):
        return rows
    if _nested(rows):
        return [[_stored(text) for text in texts] for texts in rows]
    return [_stored(text) for text in rows]


def restored(rows: list[Any]) -> list[Any]:
    """Undo `storable`."""
    if _nested(rows):
        flat = list(chain.from_iterable(rows))
        if not any(MARK in text for text in flat):
            return rows
        return [[_restored(text) for text in texts] for texts in rows]
    if not any(MARK in text for text in rows):
        return rows
    return [_restored(text) for text in rows]


def _nested(rows: list[Any]) -> bool:
    return bool(rows) and isinstance(rows[0], list)


def _all_storable(texts: list[Any]) -> bool:
    if not _all_str(texts):
        return False
    joined = "".join(texts)
    if joined.isascii():
        return True
    try:
        joined.encode()
    except UnicodeEncodeError:
        return False
    return MARK not in joined


def _stored(text: Text) -> str:
    """ "\\ud83d" -> MARK "\\ue03d", MARK -> MARK MARK, None -> NULL."""
    if text is None:
        return NULL
    return UNSTORABLE.sub(
        lambda found: MARK + (MARK if found[0] == MARK else chr(ord(found[0]) + SHIFT)), text
    )


def _restored(text: str) -> Text:
    if text == NULL:
        return None
    return STORED.sub(lambda found: MARK if found[1] == MARK else chr(ord(found[1]) - SHIFT), text)


# ---------------------------------------------------------------- options


def check_choice(argument: str, value: object, choices: Sequence[str]) -> None:
    """Refuse a value that is not one of a few names, with the nearest of them."""
    if isinstance(value, str) and value in choices:
        return
    near = get_close_matches(str(value), choices, n=1)
    hint = f" did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{argument} is {value!r};{hint} Valid: {', '.join(map(repr, choices))}")


def check_measures(measures: Sequence[str] | str | None) -> list[str]:
    """List the measures asked for; None and no aggregate of its own name is F alone."""
    if measures is None:
        return ["fmeasure"]
    listed = [measures] if isinstance(measures, str) else list(measures)
    if not listed:
        raise ValueError(f"measures is empty; valid: {', '.join(map(repr, MEASURES))}")
    for k, measure in enumerate(listed):
        check_choice(f"measures[{k}]", measure, MEASURES)
    return listed


def check_resampling(
    n_resamples: object, confidence_interval: object, use_aggregator: object
) -> None:
    """Refuse a number of resamples or an interval that no bootstrap can have."""
    if not isinstance(n_resamples, Integral) or isinstance(n_resamples, bool) or n_resamples < 1:
        raise ValueError(f"n_resamples is {n_resamples!r}; a whole number of 1 or more is wanted")
    if confidence_interval is None:
        return
    is_number = isinstance(confidence_interval, Real) and not isinstance(confidence_interval, bool)
    if not is_number or not 0 <= confidence_interval <= 1:  # type: ignore[operator]
        raise ValueError(
            f"confidence_interval is {confidence_interval!r}; a share from 0 to 1 is wanted, "
            "for example 0.95"
        )
    if not use_aggregator:
        raise ValueError(
            "confidence_interval needs use_aggregator=True: one row alone has no interval"
        )


# ---------------------------------------------------------------- warnings

SENTENCE_AFTER_SENTENCE = re.compile(r"[.!?]['\")\]]*[ \t]+\S")


def warn_of_dropped_letters(texts: Sequence[str], stacklevel: int = 2) -> None:
    """Warn when the default tokenizer dropped more than half the letters of some texts."""
    suspects = [text for text in texts if not text.isascii()]
    if not suspects:
        return
    n_dropped, n_letters = dropped_letters(suspects)
    is_hit = 2 * n_dropped > n_letters
    n_hit = int(is_hit.sum())
    if n_hit:
        share = n_dropped[is_hit].sum() / n_letters[is_hit].sum()
        warnings.warn(
            f"the default tokenizer keeps only a-z and 0-9 and dropped {share:.0%} of the letters "
            f"of {n_hit} of {len(texts)} texts ({n_hit / len(texts):.1%}), so their scores say "
            'little; pass tokenizer="unicode" to count words of every script',
            stacklevel=stacklevel,
        )


def warn_of_missing_newlines(texts: Sequence[str], asked: bool, stacklevel: int = 2) -> None:
    """Warn when rougeLsum has no sentences to work on.

    Args:
        texts: of all predictions and references.
        asked: whether the caller named rougeLsum; where it only came with the
            default types, a warning needs a text that reads like two sentences.
    """
    if not texts or any("\n" in text for text in texts):
        return
    if asked or any(map(SENTENCE_AFTER_SENTENCE.search, texts)):
        warnings.warn(
            "rougeLsum takes a newline for the end of a sentence, and no text holds one, so it "
            "equals rougeL; pass split_summaries=True to find the sentences, or put a newline "
            "between them",
            stacklevel=stacklevel,
        )


def warn_of_nulls(n_null: int, n_rows: int, stacklevel: int = 2) -> None:
    """Warn that an aggregate does not cover all rows."""
    warnings.warn(
        f"{n_null} of {n_rows} rows are null and left out of the aggregates",
        stacklevel=stacklevel,
    )


def warn_of_idle_stemmer(tokenizer: str, stacklevel: int = 2) -> None:
    """Warn that `use_stemmer` does nothing; `tokenizer` is the name to show."""
    warnings.warn(
        f"use_stemmer=True has no effect with tokenizer={tokenizer}: only the default tokenizer "
        'and "unicode" stem; stem inside your tokenizer, or leave use_stemmer=False',
        stacklevel=stacklevel,
    )
