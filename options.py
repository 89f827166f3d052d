"""What a caller may ask for: the record of options, checks of rows, advice, the signature.

Nothing here scores anything.
"""

from __future__ import annotations

import dataclasses
import os
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, compress
from numbers import Integral, Real
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, cast
from urllib.parse import quote, unquote

import numpy as np

from . import subsequences  # noqa: F401 - its types register by being defined
from .counting import TYPES, Definition, parse_types
from .scores import MEASURES, check_confidence, check_resamples
from .scripts import (
    LANGUAGES,
    TOKENIZERS,
    check_language,
    check_splitter,
    check_tokenizer,
    cut_words,
    dropped_letters,
    marks_no_ends,
    named_tokenizer,
    splitter_name,
    splitter_versions,
    versions,
)
from .text import VERSION, as_python, has_no_order
from .unicode_tables import ATTACHED, CLOSING, COUNTED, FULL_STOPS, SPACES, tables

DEFAULT_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")

Spelling: TypeAlias = Callable[[str], str]  # the name of an option -> how a door spells it

# ==================================================================================================
# The options: one frozen record of all that decides a digit.
# What a caller chose comes in by keyword; a record that is checked, resolved
# (None and "default" settled) and written as one line of ``name:value`` comes
# out. The fields are the one list of options: scorer, metric, command line,
# page, columns and Spark take theirs from it, and the line loops over it, so
# what is not in it cannot change a digit.
#
# Example:
#     evaluate_rouge:1.1.0|types:rouge1,rougeL|tokenizer:default|language:none|stemmer:none|
#     sentences:newline|references:best|definition:rouge155|beta:1.0|null:raise|
#     aggregate:bootstrap|resamples:1000|interval:none|seed:42
# ==================================================================================================


class Option(NamedTuple):
    """What a field of the record carries beside its default."""

    help: str  # one line, as the command line and the page show it
    mark: str  # its name in the signature
    write: Callable[[Any, Any], str | None]  # value, record -> as in the signature, None for absent
    read: Callable[[str], Any]  # and back
    check: Callable[
        [str, Any], None
    ]  # how the door spells the option, value -> an error or nothing
    choices: Mapping[str, str]  # each with what it means; empty where anything may stand


def _as_given(value: Any, record: Any) -> str | None:
    return str(value)


def _unchecked(argument: str, value: Any) -> None:
    pass


def _option(
    default: Any,
    help: str,
    mark: str,
    write: Callable[[Any, Any], str | None] = _as_given,
    read: Callable[[str], Any] = str,
    check: Callable[[str, Any], None] | None = None,
    choices: Mapping[str, str] | None = None,
) -> Any:
    """Describe a field; without a check of its own, it must be one of its choices."""
    choices = choices or {}
    option = Option(help, mark, write, read, check or _chosen_from(choices), choices)
    return dataclasses.field(default=default, metadata={"option": option})


def _chosen_from(choices: Mapping[str, str]) -> Callable[[str, Any], None]:
    return lambda argument, value: check_choice(argument, value, tuple(choices))


def _check_flag(argument: str, value: Any) -> None:
    # None, 0 and 1 and NumPy's booleans pass, as they do with rouge_score.
    if isinstance(value, str | bytes) or callable(value):
        raise TypeError(f"{argument} is {_found(value)}; True or False is wanted")


def is_custom(value: object) -> bool:
    """Whether an option is code of the caller's: a callable, or an object that tokenizes."""
    return callable(value) or callable(getattr(value, "tokenize", None))


def _check_sentences(argument: str, value: Any) -> None:
    # None, 0 and 1 and NumPy's booleans pass, as they do with rouge_score.
    is_flag = value is None or isinstance(value, bool | np.bool_ | Integral)
    if is_flag or (is_custom(value) and not isinstance(value, type | ModuleType)):
        return
    raise TypeError(
        f"{argument} is {_found(value)}; True, False, a function from a text to a list of its "
        "sentences, or an object with such a method `tokenize` is wanted"
    )


def _check_beta(argument: str, value: Any) -> None:
    if not isinstance(value, Real) or not float(value) >= 0:
        raise ValueError(
            f"{argument} is {value!r}; it must be a number from 0 (precision alone) to infinity "
            "(recall alone)"
        )


def _check_seed(argument: str, value: Any) -> None:
    if value is not None and (not isinstance(value, Integral) or value < 0):
        raise ValueError(f"{argument} is {value!r}; a whole number of 0 or more is wanted")


def _tokenizer_of(record: Options) -> object:
    if record.tokenizer is None:
        return "unicode" if record.language else "default"
    return record.tokenizer


def _stemmer(use_stemmer: Any, record: Options) -> str:
    if not use_stemmer:
        return "none"
    tokenizer = _tokenizer_of(record)
    return {"unicode": "snowball", "default": "porter"}.get(tokenizer_name(tokenizer), "on")


def _sentences(split_summaries: Any, record: Options) -> str:
    if is_custom(split_summaries):
        return custom_name(split_summaries)
    if not split_summaries:
        return "newline"
    if isinstance(split_summaries, str):  # as a signature names code that it cannot carry
        return split_summaries
    return splitter_name(_tokenizer_of(record), record.language)


def _of_bootstrap(kind: Callable[[Any], Any]) -> Callable[[Any, Any], str | None]:
    """Write what matters to resamples alone: nothing where there are none."""
    return lambda value, record: _optional(value, kind) if record.use_aggregator else None


def _optional(value: Any, kind: Callable[[Any], Any]) -> str:
    return "none" if value is None else repr(kind(value))


def _unless_none(kind: Callable[[str], Any], none: str = "none") -> Callable[[str], Any]:
    return lambda text: None if text == none else kind(text)


def _read_sentences(text: str) -> bool | str:
    return text if text.startswith("custom(") else text != "newline"


@dataclass(frozen=True, kw_only=True)
class Options:
    """All that decides the digits of a row's score."""

    rouge_types: Sequence[str] = _option(
        DEFAULT_TYPES,
        "types to score",
        "types",
        lambda types, _: ",".join(types),
        lambda text: text.split(",") if text else [],
        _unchecked,  # with the definition: see below
        {name: "" for kind in TYPES for name in kind.examples},
    )
    tokenizer: Any = _option(  # noqa: RUF009
        None,
        "how texts become tokens",
        "tokenizer",
        lambda _, record: tokenizer_name(_tokenizer_of(record)),
        _unless_none(str, "default"),
        _unchecked,  # with the language: see below
        TOKENIZERS,
    )
    language: str | None = _option(
        None,
        "language of the texts: its words and its stems",
        "language",
        lambda language, _: language or "none",
        _unless_none(str),
        _unchecked,
        choices=dict.fromkeys(LANGUAGES, ""),
    )
    use_stemmer: bool = _option(
        False,
        "compare stems of words",
        "stemmer",
        _stemmer,
        lambda text: text != "none",
        _check_flag,
    )
    split_summaries: Any = _option(  # noqa: RUF009
        False,
        "find the sentences for rougeLsum; else a newline ends them",
        "sentences",
        _sentences,
        _read_sentences,
        _check_sentences,
    )
    multi_reference: str = _option(
        "best",
        "what several references give",
        "references",
        choices={
            "best": "the reference with the highest F",
            "average": "the mean over the references",
            "jackknife": "the best of all but one, averaged",
            "pooled": "hits and lengths added up (ROUGE-1.5.5 -f A)",
            "best_recall": "the reference with the highest recall (-f B)",
        },
    )
    definition: str = _option(
        "rouge155",
        "how rougeW, rougeS and rougeSU count",
        "definition",
        choices={"rouge155": "as ROUGE-1.5.5 does", "lin2004": "as the paper of 2004 says"},
    )
    beta: float = _option(
        1.0,
        "how many times as much as precision recall weighs in F",
        "beta",
        lambda beta, _: repr(float(beta)),
        float,
        _check_beta,
    )

    def check(self, spelled: Spelling = str) -> None:
        """Refuse values that mean nothing, alone or together.

        Args:
            spelled: how the door that the options came through spells the name of one.

        Raises:
            TypeError, ValueError: names the option, what was found and what is allowed.
            ImportError, LookupError: what cuts the words or sentences is not installed.
        """
        for field in dataclasses.fields(self):
            option_of(field).check(spelled(field.name), getattr(self, field.name))
        definition = cast("Definition", self.definition)
        kinds = parse_types(self.rouge_types, definition, spelled("rouge_types"))
        check_tokenizer(self.tokenizer, spelled)
        if self.language is not None:
            check_language(_tokenizer_of(self), self.language, self.use_stemmer, spelled)
        is_split = self.split_summaries and not is_custom(self.split_summaries)
        if is_split and any(kind.by_sentence for kind in kinds.values()):
            check_splitter(_tokenizer_of(self), self.language, spelled)

    def resolved(self, spelled: Spelling = str) -> Any:
        """Check, and settle what was left open: equal records then give equal scores.

        A single type counts as a list of one. No tokenizer means "default", or "unicode"
        for a language; "default" named together with a language is refused everywhere.
        """
        types = self.rouge_types
        listed = dataclasses.replace(
            self, rouge_types=(types,) if isinstance(types, str) else tuple(types)
        )
        listed.check(spelled)
        split = self.split_summaries
        return dataclasses.replace(
            listed,
            tokenizer=_tokenizer_of(self),
            use_stemmer=bool(self.use_stemmer),
            split_summaries=split if is_custom(split) else bool(split),
            beta=float(self.beta),
        )

    @classmethod
    def from_keywords(cls, **options: Any) -> Any:
        """Make a record of keywords.

        Raises:
            TypeError: for a name that is no option; says which is the nearest.
        """
        known = [field.name for field in dataclasses.fields(cls)]
        for name in options:
            if name not in known:
                raise TypeError(unknown_keyword(name, known))
        return cls(**options)


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Options):
    """All that decides the digits of a report: of its rows, and of what they are aggregated to."""

    on_null: str = _option(
        "raise",
        "what becomes of rows without a text",
        "null",
        choices={"raise": "they are refused", "null": "they score null"},
    )
    use_aggregator: bool = _option(
        True,
        "one number a type, by bootstrap",
        "aggregate",
        lambda is_wanted, _: "bootstrap" if is_wanted else "none",
        lambda text: text == "bootstrap",
        _check_flag,
    )
    n_resamples: int = _option(
        1000, "resamples of the bootstrap", "resamples", _of_bootstrap(int), int, check_resamples
    )
    confidence_interval: float | None = _option(
        None,
        "share that the interval covers",
        "interval",
        _of_bootstrap(float),
        _unless_none(float),
        lambda argument, value: None if value is None else check_confidence(argument, value),
    )
    seed: int | None = _option(
        None, "of all resamples", "seed", _of_bootstrap(int), _unless_none(int), _check_seed
    )

    def check(self, spelled: Spelling = str) -> None:
        """The same, and what contradicts itself in an aggregate."""
        super().check(spelled)
        if self.confidence_interval is not None and not self.use_aggregator:
            raise ValueError(
                f"{spelled('confidence_interval')} needs {spelled('use_aggregator')}=True: one row "
                "alone has no interval"
            )

    @property
    def has_interval(self) -> bool:
        """Whether the scores come with limits."""
        return bool(self.use_aggregator) and self.confidence_interval is not None

    def signature(self) -> str:
        """Name in one line everything that decides the digits of a score.

        Types keep their order, since a later type draws its resamples after the
        earlier ones. Without an aggregate there are no resamples, interval or seed.
        NLTK's version is named where NLTK splits sentences, Python's Unicode where
        characters beyond ASCII are classified by it, and whatever else ``scripts``
        cuts and stems words with. NumPy's version is not: 1.26.4 and 2.4.6 gave the
        same bits for 720 bootstraps.
        """
        fields = {**_written(self), **_versions(self)}
        return "|".join(f"{name}:{_escaped(value)}" for name, value in fields.items())


def _written_marks(marks: Sequence[str], _: Any) -> str | None:
    return " ".join(quote(mark, safe="<>/.") for mark in marks) or None


def _check_tags(argument: str, names: Sequence[str]) -> None:
    for name in names:
        if not re.fullmatch(r"[\w-]+", name):
            raise ValueError(f"{argument} is {name!r}; the name of a tag, such as think, is wanted")


def _written_tests(n_resamples: int | None, _: Any) -> str | None:
    return None if n_resamples is None else f"bootstrap+randomization-{n_resamples}"


@dataclass(frozen=True, kw_only=True)
class RunOptions(ReportOptions):
    """The same, and what a command does to texts before they are scored and to systems after."""

    sentence_separator: Sequence[str] = _option(
        (),
        "marks that end a sentence",
        "separators",
        _written_marks,
        lambda text: tuple(map(unquote, text.split(" "))),
        _unchecked,
    )
    strip_tags: Sequence[str] = _option(
        (),
        "tags that are taken out of texts",
        "stripped",
        lambda names, _: ",".join(names) or None,
        lambda text: tuple(text.split(",")),
        _check_tags,
    )
    measure: str | None = _option(
        None,
        "what is compared",
        "measure",
        lambda measure, _: measure,
        check=_unchecked,
    )
    test_resamples: int | None = _option(
        None,
        "resamples of the paired tests",
        "tests",
        _written_tests,
        lambda text: int(text.rpartition("-")[2]),
        lambda argument, value: None if value is None else check_resamples(argument, value),
    )


def option_of(field: dataclasses.Field[Any]) -> Option:
    """What a field of a record carries."""
    return field.metadata["option"]


def option(name: str) -> tuple[Any, Option]:
    """The default of an option, and what else its field carries."""
    field = _FIELDS[name]
    return field.default, option_of(field)


_FIELDS = {field.name: field for field in dataclasses.fields(RunOptions)}
NAMES = tuple(field.name for field in dataclasses.fields(Options))  # that decide a row's score


def unknown_keyword(name: str, known: Sequence[str]) -> str:
    """Say that there is no such option, and which is meant perhaps."""
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"valid: {', '.join(known)}"
    return f"got an unexpected keyword argument {name!r}; {hint}"


# ---------------------------------------------------------------- the signature


def signature(**options: Any) -> str:
    """Write the signature of options that are given by keyword: see ``RunOptions``."""
    return RunOptions.from_keywords(**options).signature()


def parse(line: str) -> dict[str, Any]:
    """Give back the options that `signature` was called with.

    Versions are left out: on an installation that counts alike,
    ``signature(**parse(line)) == line``. A custom tokenizer comes back as its
    name in the line, since a line cannot carry code.

    Raises:
        ValueError: the line is not a signature of this package.
    """
    fields = {}
    for part in line.strip().split("|"):
        name, _, value = part.partition(":")
        fields[name] = unquote(value)
    options: dict[str, Any] = {}
    try:
        for name, field in _FIELDS.items():
            kind = option_of(field)
            if kind.mark in fields:
                options[name] = kind.read(fields[kind.mark])
        for mark in _written(RunOptions(**options)):
            _ = fields[mark]
    except (KeyError, ValueError) as error:
        raise ValueError(
            f"not a signature of evaluate_rouge ({error}): {line!r}; "
            "a signature starts with 'evaluate_rouge:' and is one line of name:value fields"
        ) from None
    return options


def _written(record: ReportOptions) -> dict[str, str]:
    """Write every field under its name in the line, but for those that decide nothing."""
    written = {"evaluate_rouge": VERSION}
    for field in dataclasses.fields(record):
        kind = option_of(field)
        value = kind.write(getattr(record, field.name), record)
        if value is not None:
            written[kind.mark] = value
    return written


def _versions(record: ReportOptions) -> dict[str, str]:
    """Name the versions of what cuts texts into sentences and words."""
    tokenizer = _tokenizer_of(record)
    named: dict[str, str] = {}
    finds_sentences = record.split_summaries in (True, 1)
    if finds_sentences:
        named |= splitter_versions(splitter_name(tokenizer, record.language))
    if finds_sentences or tokenizer != "default":
        named["unicode"] = unicodedata.unidata_version
    if isinstance(tokenizer, str) and tokenizer in TOKENIZERS:  # not the name of a caller's
        named |= versions(tokenizer, record.language, record.use_stemmer)
    return named


def tokenizer_name(tokenizer: object) -> str:
    """Name a tokenizer: its own name, or ``custom(module.qualname)`` for a user's."""
    if tokenizer is None:
        return "default"
    return str(tokenizer) if isinstance(tokenizer, str) else custom_name(tokenizer)


def custom_name(function: object) -> str:
    """Name what a caller wrote: ``custom(module.qualname)``.

    An object is named by its class: what it was set up with is not in the name.
    """
    named = function if hasattr(function, "__qualname__") else type(function)
    module = getattr(named, "__module__", None)
    return f"custom({module or 'builtins'}.{named.__qualname__})"


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
    rows = as_python(column)
    if rows is column:
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
    if isinstance(row, str | bytes | bytearray) or has_no_order(row):
        return False
    return hasattr(row, "__iter__")


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


# ---------------------------------------------------------------- advice

ADVICE_VARIABLE = "EVALUATE_ROUGE_ADVICE"  # of the environment: "off" for no advice at all
# The first class is of a few ranges, which are searched for ten times as fast as all full stops.
SENTENCE_AFTER_SENTENCE = re.compile(
    "[.!?\x80-\U0010ffff]"
    "(?:(?<=[.!?])['\")\\]]*[ \t]+\\S"
    f"|(?<![!?])(?<=[{FULL_STOPS}])[{CLOSING}]*[{SPACES}]*[^\\W\\d_])"
)
MOST_CUT = 0.01  # of the words: English with a few names stays below
LOOK = 4096  # texts that are looked at together as arrays
LOOK_FOR_MARKUP = 100  # texts: a set comes in one format
# A sentence as SEE's HTML has it, which ROUGE-1.5.5 reads: [1] is its number.
_SEE = re.compile(r"<a\s+name=[^>]*>\s*\[\d+\]\s*</a>\s*<a\s+href=", re.IGNORECASE)
SEE_REMEDY = 'take the sentences out first: "\\n".join(re.findall("<a href=[^>]*>(.*?)</a>", text))'
_LETTER = re.compile(r"[^\W_]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_OF_WORDS = COUNTED | ATTACHED
FEW_LETTERS = 1 << 10  # of texts that are looked at one by one sooner than as arrays

Setting: TypeAlias = Callable[[str, Any], str]  # name and value of an option -> as a door has it


class RougeWarning(UserWarning):
    """Scores say less than they seem to.

    ``warnings.filterwarnings("ignore", category=RougeWarning)`` silences it, and so does
    EVALUATE_ROUGE_ADVICE=off in the environment.
    """


def is_see(text: str) -> bool:
    """Tell HTML of SEE, whose mark-up would count as words and make strangers alike."""
    return "<" in text and _SEE.search(text, 0, 10_000) is not None


def in_python(name: str, value: Any) -> str:
    """Write an option as a keyword argument."""
    is_code = str(value).startswith("custom(")
    return f'{name}="{value}"' if isinstance(value, str) and not is_code else f"{name}={value}"


class Advice(NamedTuple):
    """One fact about texts and options that a reader of the scores should know."""

    kind: str  # "letters", "words", "tokens", "lines", "unmarked", "markup" or "stemmer"
    n_hit: int = 0  # texts it holds for; words for "words"
    n_all: int = 0  # of so many
    share: float = 0.0  # of their letters, or words, that is lost
    tokenizer: str = "default"

    def told(self, setting: Setting = in_python) -> str:
        """Tell it, and what to do, with options as a door has them."""
        unicode = setting("tokenizer", "unicode")
        if self.kind == "letters":
            return (
                f"the default tokenizer keeps only a-z and 0-9 and dropped {self.share:.0%} of the "
                f"letters of {self.n_hit} of {self.n_all} texts ({self.n_hit / self.n_all:.1%}), "
                f"so their scores say little; {unicode} counts words of every script"
            )
        if self.kind == "words":
            return (
                f"the default tokenizer keeps only a-z and 0-9, and letters that it dropped cut "
                f"{self.n_hit} of {self.n_all} words ({self.share:.1%}), so that they match, or do "
                f'not, by what is left ("Zo\u00eb" by "zo"); {unicode} counts whole words'
            )
        if self.kind == "tokens":
            return (
                f'{self.n_hit} of {self.n_all} texts are not empty but hold no token, as "..." '
                "does, and score 0 even against themselves; "
                f"{setting('tokenizer', 'whitespace')} counts punctuation too"
            )
        if self.kind == "unmarked":
            return (
                f"rougeLsum compares sentences, but {self.n_hit} of {self.n_all} texts are Thai or "
                "Lao, which mark the end of a sentence by a space at most, and nothing here finds "
                "it there: put a newline between the sentences and do without "
                f"{setting('split_summaries', True)}, or pass a function of your own, text -> "
                "list of sentences, from Python"
            )
        if self.kind == "lines":
            return (
                "rougeLsum takes a newline for the end of a sentence, and no text holds one, so it "
                f"equals rougeL; {setting('split_summaries', True)} finds the sentences, or put a "
                "newline between them"
            )
        if self.kind == "markup":
            return (
                "texts are HTML of SEE, as ROUGE-1.5.5 takes it, and its mark-up counts as words; "
                f"{SEE_REMEDY}"
            )
        return (
            f"{setting('use_stemmer', True)} has no effect with "
            f'{setting("tokenizer", self.tokenizer)}: only the default tokenizer and "unicode" '
            "stem; stem inside your tokenizer, or leave it out"
        )


def _holds_newline(texts: list[str]) -> bool:
    return any("\n" in text for text in texts)


def _hold_sentences(texts: Iterable[str]) -> bool:
    """Whether a sentence stands after another in a line."""
    return SENTENCE_AFTER_SENTENCE.search("\v".join(texts)) is not None


class Glance(NamedTuple):
    """What is seen of texts at a glance; 0 or False where it was not looked for."""

    n_words: int = 0  # of texts that lose none: blanks and one more
    n_cut: int = 0  # of them, those that lose a letter or a mark
    n_hit: int = 0  # texts that lose most of their letters
    n_dropped: int = 0  # letters that those lose
    n_letters: int = 0  # of all that they have
    has_newline: bool = False
    has_sentences: bool = False  # one after another in the same line


def glance(texts: Sequence[str], of_letters: bool, of_lines: bool, of_sentences: bool) -> Glance:
    """Look at texts for what advice is made of.

    Args:
        of_letters: look for words and letters that the default tokenizer drops.
        of_lines: look for a newline; and, if ``of_sentences``, for a sentence after another where
            there is none.
    """
    has_newline = of_lines and any("\n" in text for text in texts)
    has_sentences = of_lines and of_sentences and not has_newline and _hold_sentences(texts)
    if not of_letters:
        return Glance(has_newline=has_newline, has_sentences=has_sentences)
    plain = [text for text in texts if text.isascii()]
    # The spaces of an ASCII text tell its words; str.count takes far longer.
    blanks = np.frombuffer("\v".join(plain).encode("ascii"), np.uint8) == ord(" ")
    n_words = int(np.count_nonzero(blanks)) + len(plain)
    beyond = [text for text in texts if not text.isascii()]
    loses = letters_beyond_ascii(beyond)
    whole = list(compress(beyond, ~loses))
    n_words += sum(text.count(" ") for text in whole) + len(whole)
    losers = list(compress(beyond, loses))
    if not losers:
        return Glance(n_words, has_newline=has_newline, has_sentences=has_sentences)
    n_dropped, n_letters = dropped_letters(losers)
    is_hit = 2 * n_dropped > n_letters
    n_cut, n_words_cut = cut_words(losers)
    return Glance(
        n_words + n_words_cut,
        n_cut,
        int(is_hit.sum()),
        int(n_dropped[is_hit].sum()),
        int(n_letters[is_hit].sum()),
        has_newline,
        has_sentences,
    )


def letters_beyond_ascii(texts: Sequence[str]) -> np.ndarray:  # (n_texts,) bool
    """Tell which texts hold a letter beyond ASCII, or a mark of one."""
    kinds = _kinds()
    if sum(map(len, texts)) <= FEW_LETTERS:
        found = (set(_BEYOND_ASCII.findall(text)) for text in texts)
        hits = [any(kinds[ord(letter)] & _OF_WORDS for letter in letters) for letters in found]
        return np.array(hits, dtype=bool)
    codes = np.frombuffer("\n".join(texts).encode("utf-32-le", "surrogatepass"), "<u4")
    beyond = np.flatnonzero(codes > 0x7F)
    letters = beyond[kinds.take(codes[beyond]) & _OF_WORDS != 0]
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
    is_hit = np.zeros(len(texts), dtype=bool)
    is_hit[np.searchsorted(ends, letters, side="right")] = True
    return is_hit


def _kinds() -> np.ndarray:  # (n_code_points,) uint16
    """Tell the kind of every code point, in bits as ``unicode_tables`` has them."""
    return tables().word


class Adviser:
    """Looks at texts as they stream by, and tells in the end what there is to say."""

    def __init__(self, options: Options, has_named_types: bool = False) -> None:
        """Begin with nothing seen.

        Args:
            options: resolved.
            has_named_types: whether the caller named the types; where rougeLsum came
                with the default ones, texts must read like two sentences to be told of it.
        """
        self._options = options
        self._asks_for_lines = "rougeLsum" in options.rouge_types and not options.split_summaries
        self._finds_sentences = "rougeLsum" in options.rouge_types and (
            options.split_summaries is True
        )
        self._n_unmarked = 0  # texts of scripts that mark no ends of sentences
        self._has_markup = False
        self._has_named_types = has_named_types
        self._is_default = options.tokenizer == "default"
        self._has_newline = self._has_sentences = False
        self.n_texts = self._n_mute = 0
        self._n_hit = self._n_dropped = self._n_letters = 0  # of texts that lose most letters
        self._n_cut = self._n_words = 0

    def look_at(
        self, texts: Sequence[str], mute: Iterable[str] | None = None, kernels: Any = None
    ) -> Adviser:
        """Note what there is to say about texts.

        Args:
            texts: any number of them.
            mute: those that may hold no token, such as those that score 0; None if all may.
            kernels: the extension, if it is to look at the texts, which are a list then.
        """
        self.n_texts += len(texts)
        self._has_markup = self._has_markup or any(map(is_see, texts[:LOOK_FOR_MARKUP]))
        if self._finds_sentences:
            self._n_unmarked += sum(marks_no_ends(text) for text in texts if not text.isascii())
        if kernels is not None and self._is_default:
            of_lines, of_sentences = self._looks_for()
            search = SENTENCE_AFTER_SENTENCE.search if of_sentences else None
            seen = kernels.glance(texts, _kinds, COUNTED, ATTACHED, of_lines, search)
            self._note(Glance(*seen))
        else:
            for start in range(0, len(texts), LOOK):
                part = texts[start : start + LOOK]
                self._note(glance(part, self._is_default, *self._looks_for()))
        if isinstance(self._options.tokenizer, str) and self._options.tokenizer != "whitespace":
            doubtful = [
                text
                for text in (texts if mute is None else mute)
                if _LETTER.search(text) is None and text.strip()
            ]
            if doubtful:
                self._n_mute += int((dropped_letters(doubtful)[1] == 0).sum())
        return self

    def is_content(
        self, preds: list[str], refs: list[str], mute: Sequence[str] = (), kernels: Any = None
    ) -> bool:
        """Whether it has nothing to say of texts, as far as a glance shows.

        They have no letters beyond ASCII, then, and hold a newline, or no two sentences, if
        that is of any matter.

        Args:
            mute: those that may hold no token, such as those that score 0.
            kernels: as for `look_at`.
        """
        options = self._options
        if options.use_stemmer and options.tokenizer not in ("default", "unicode"):
            return False
        if preds and is_see(preds[0]):
            return False
        if mute and any(_LETTER.search(text) is None for text in mute):
            return False
        of_lines = self._asks_for_lines
        if kernels is not None and self._is_default:
            search = None if self._has_named_types else SENTENCE_AFTER_SENTENCE.search
            return kernels.is_content(preds, refs, _kinds, _OF_WORDS, of_lines, search)
        if (
            of_lines
            and not (_holds_newline(refs) or _holds_newline(preds))
            and (self._has_named_types or _hold_sentences(chain(preds, refs)))
        ):
            return False
        beyond = [text for text in chain(preds, refs) if not text.isascii()]
        parts = (beyond[start : start + LOOK] for start in range(0, len(beyond), LOOK))
        return not any(letters_beyond_ascii(part).any() for part in parts)

    def _looks_for(self) -> tuple[bool, bool]:
        """Say whether newlines are still looked for, and sentences where there are none."""
        of_lines = self._asks_for_lines and not self._has_newline
        return of_lines, not (self._has_named_types or self._has_sentences)

    def _note(self, seen: Glance) -> None:
        self._n_words += seen.n_words
        self._n_cut += seen.n_cut
        self._n_hit += seen.n_hit
        self._n_dropped += seen.n_dropped
        self._n_letters += seen.n_letters
        self._has_newline |= seen.has_newline
        self._has_sentences |= seen.has_sentences

    def facts(self) -> list[Advice]:
        """List what was found."""
        found = []
        if self._has_markup:
            found.append(Advice("markup"))
        if self._n_hit:
            share = self._n_dropped / self._n_letters
            found.append(Advice("letters", self._n_hit, self.n_texts, share))
        elif self._n_cut > MOST_CUT * self._n_words:
            share = self._n_cut / self._n_words
            found.append(Advice("words", self._n_cut, self._n_words, share))
        if self._n_mute:
            found.append(Advice("tokens", self._n_mute, self.n_texts))
        reads_so = self._has_named_types or self._has_sentences
        if self._asks_for_lines and self.n_texts and not self._has_newline and reads_so:
            found.append(Advice("lines"))
        if self._n_unmarked:
            found.append(Advice("unmarked", self._n_unmarked, self.n_texts))
        if self._options.use_stemmer and self._options.tokenizer not in ("default", "unicode"):
            name = tokenizer_name(self._options.tokenizer)
            found.append(Advice("stemmer", tokenizer=name))
        return found


def advice(options: Options, texts: Sequence[str], has_named_types: bool = False) -> list[Advice]:
    """Tell what the scores of some texts leave out with these options, which are resolved."""
    return Adviser(options, has_named_types).look_at(texts).facts()


def advice_is_wanted() -> bool:
    """Whether advice was not switched off in the environment."""
    return os.environ.get(ADVICE_VARIABLE, "").lower() not in ("off", "0", "no", "false")


def advise(
    facts: Iterable[Advice],
    stacklevel: int = 2,
    wanted: bool | None = None,
    setting: Setting = in_python,
) -> None:
    """Warn of facts.

    Args:
        stacklevel: as for ``warnings.warn``, counted from the caller of this function.
        wanted: whether advice is, where that was looked up already.
        setting: how the caller's door has its options.
    """
    for fact in facts:
        if wanted or (wanted is None and advice_is_wanted()):
            warnings.warn(fact.told(setting), RougeWarning, stacklevel=stacklevel + 1)


def warn_of_nulls(n_null: int, n_rows: int, stacklevel: int = 2) -> None:
    """Warn that an aggregate does not cover all rows."""
    warnings.warn(
        f"{n_null} of {n_rows} rows are null and left out of the aggregates",
        RougeWarning,
        stacklevel=stacklevel,
    )


_WORD = re.compile("(?:[^\\W_][\u0300-\u036f]*)+")  # with marks that stand alone
_PIECE = re.compile("[A-Za-z0-9\u212a]+")  # what the default tokenizer keeps of one
_MOST_TOLD = 5


def advice_on_pair(options: Options, prediction: str, reference: str) -> list[str]:
    """Say of one pair which words match by what the tokenizer left of them, and what has none.

    Args:
        options: resolved; nothing is said of a tokenizer of the caller's.

    Example (the default tokenizer):
        "Zo\u00eb", "Zo\u00e9"  ->  '"Zo\u00eb" matches "Zo\u00e9" by "Zo"'
        "...", "a"   ->  'the prediction, "...", holds no token'
    """
    said: list[str] = []
    tokenizer = options.tokenizer
    if not isinstance(tokenizer, str):
        return said
    words_of = named_tokenizer(tokenizer, options.language).words
    for side, text in (("prediction", prediction), ("reference", reference)):
        if text.strip() and not words_of(text)[0]:
            shown = text if len(text) <= 40 else text[:40] + "\u2026"
            said.append(f'the {side}, "{shown}", holds no token')
    if tokenizer != "default" or (prediction.isascii() and reference.isascii()):
        return said
    pred_words, ref_words = (
        list(dict.fromkeys(_WORD.findall(text))) for text in (prediction, reference)
    )
    # A piece of a reference's word, in lower case -> that word.
    word_of = {piece.lower(): word for word in ref_words for piece in _PIECE.findall(word)}
    for word in pred_words:
        for piece in _PIECE.findall(word):
            other = word_of.get(piece.lower())
            differ = other is not None and other.lower() != word.lower()
            if differ and not (word + other).isascii():
                said.append(f'"{word}" matches "{other}" by "{piece}"')
    for word in dict.fromkeys([*pred_words, *ref_words]):
        if not _PIECE.search(word):
            said.append(f'"{word}" is dropped')
    more = len(said) - _MOST_TOLD
    return said if more <= 0 else [*said[:_MOST_TOLD], f"and {more} more of the kind"]
