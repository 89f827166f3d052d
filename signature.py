"""One line that makes a score reproducible.

The options of a call come in; a line of ``name:value`` fields comes out, and
`parse` turns the line back into the options. It holds whatever can change a
digit and nothing else, so equal lines mean equal scores. It scores nothing.

Example:
    evaluate_rouge:1.0.0|types:rouge1,rougeL|tokenizer:default|language:none|stemmer:none|
    sentences:newline|references:best|definition:rouge155|beta:1.0|null:raise|
    aggregate:bootstrap|resamples:1000|interval:none|seed:42
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote

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
        from .languages import versions

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
