"""Which tokenizer a call asks for, and what each language needs beyond word boundaries.

Comes in: the options `tokenizer`, `language` and `use_stemmer`. Goes out: a `NamedTokenizer`.
Segmenters and stemmers are other people's libraries: each is imported where it is used, and asked
once for each distinct word. The names of languages are those of ISO 639-1, and of 639-3 where
that has none.
"""

from __future__ import annotations

import functools
import importlib.util
import logging
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .tokens import NamedTokenizer, Runs, default_tokenizer
from .unicode_tables import UNICODE_VERSION
from .words import Ranges, character_runs, segmented_runs, unicode_runs, whitespace_runs

_RUNS = {"unicode": unicode_runs, "character": character_runs, "whitespace": whitespace_runs}
TOKENIZERS = ("default", *_RUNS)


class Segmenter(NamedTuple):
    """A library that finds words in writing without spaces between them."""

    module: str
    packages: str  # for pip
    scripts: Ranges  # code points (first, last) that are left to it
    load: Callable[[], Callable[[str], list[str]]]


# ---------------------------------------------------------------- segmenters


def _jieba() -> Callable[[str], list[str]]:
    import jieba

    jieba.setLogLevel(logging.WARNING)  # it tells of its dictionary on stderr
    return jieba.Tokenizer().lcut


def _sudachi() -> Callable[[str], list[str]]:
    from sudachipy import Dictionary, SplitMode

    dictionary = Dictionary()
    # A tokenizer of theirs may be used by one thread at a time, and takes 49,149 bytes at most.
    of_thread = threading.local()
    longest = 16_000

    def segment(word: str) -> list[str]:
        if not hasattr(of_thread, "tokenizer"):
            of_thread.tokenizer = dictionary.tokenizer(mode=SplitMode.A)
        parts = [word[k : k + longest] for k in range(0, len(word), longest)]
        return [token.surface() for part in parts for token in of_thread.tokenizer.tokenize(part)]

    return segment


def _kiwi() -> Callable[[str], list[str]]:
    from kiwipiepy import Kiwi

    kiwi = Kiwi()
    return lambda word: [token.form for token in kiwi.tokenize(word)]


def _newmm() -> Callable[[str], list[str]]:
    from pythainlp.tokenize import word_tokenize

    return functools.partial(word_tokenize, engine="newmm")


_HAN: Ranges = ((0x3005, 0x3007), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x3FFFF))
_KANA: Ranges = ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0x1AFF0, 0x1B16F))
_HANGUL: Ranges = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xAC00, 0xD7FF))
_THAI: Ranges = ((0x0E00, 0x0E7F),)

SEGMENTERS = {
    "ja": Segmenter("sudachipy", "sudachipy sudachidict-core", (*_HAN, *_KANA), _sudachi),
    "ko": Segmenter("kiwipiepy", "kiwipiepy kiwipiepy_model", _HANGUL, _kiwi),
    "th": Segmenter("pythainlp", "pythainlp", _THAI, _newmm),
    "zh": Segmenter("jieba", "jieba", _HAN, _jieba),
}

# ---------------------------------------------------------------- stemmers

# Names in nltk.stem.snowball.
_NLTK = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
}
# Names in snowballstemmer, Snowball's own package, where NLTK has none.
_SNOWBALL = {
    "ca": "catalan",
    "cs": "czech",
    "el": "greek",
    "eo": "esperanto",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "ga": "irish",
    "hi": "hindi",
    "hy": "armenian",
    "id": "indonesian",
    "lt": "lithuanian",
    "ne": "nepali",
    "pl": "polish",
    "sr": "serbian",
    "st": "sesotho",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
LANGUAGES = tuple(sorted({**SEGMENTERS, **_NLTK, **_SNOWBALL}))


@functools.cache
def _stemmer(language: str) -> Callable[[str], str]:
    if language in _SNOWBALL:
        import snowballstemmer

        # Theirs hold the word that they work on, so that threads cannot share one.
        return lambda word: snowballstemmer.stemmer(_SNOWBALL[language]).stemWord(word)
    from nltk.stem.snowball import SnowballStemmer

    name = _NLTK[language]
    if name == "arabic":
        # NLTK's keeps marks of one word while it stems the next, so each word gets its own.
        return lambda word: SnowballStemmer(name).stem(word)
    return SnowballStemmer(name).stem


@functools.lru_cache(maxsize=1 << 18)
def _stemmed(language: str, word: str) -> str:
    """Stem a word; each distinct one once."""
    return _stemmer(language)(word) or word


# ---------------------------------------------------------------- tokenizers


def named_tokenizer(
    name: str | None, language: str | None = None, use_stemmer: bool = False
) -> NamedTokenizer:
    """Find the tokenizer that a call asks for.

    Args:
        name: "default", "unicode", "character", "whitespace", or None: "unicode" if a
            language is named, and "default" if not.
        language: a key of LANGUAGES. It adds its segmenter to "unicode", and chooses the stemmer.
        use_stemmer: stem words of more than three characters, with the stemmer of the
            language (English if none). As rouge_score does for any tokenizer but its own,
            "character" and "whitespace" leave it aside.

    Raises:
        ValueError: for a name or language that is not known, a language without a stemmer where
            one is asked for, or a language for another tokenizer than "unicode".
        ImportError: where the library of a language is not installed; says what to install.
    """
    if name is None:
        name = "default" if language is None else "unicode"
    if name not in TOKENIZERS:
        raise ValueError(
            f"tokenizer is {name!r}; it must be None, one of {', '.join(map(repr, TOKENIZERS))}, "
            "a callable text -> list of tokens, or an object with a tokenize method"
        )
    if language is not None:
        _check_language(name, language, use_stemmer)
    if name == "default":
        return default_tokenizer(use_stemmer)
    if name != "unicode":
        return NamedTokenizer(name, _RUNS[name])
    stem = functools.partial(_stemmed, language or "en") if use_stemmer else None
    if language in SEGMENTERS:
        return NamedTokenizer(name, functools.partial(_segmented_runs, language=language), stem)
    return NamedTokenizer(name, turkish_runs if language == "tr" else unicode_runs, stem)


def turkish_runs(texts: Sequence[str]) -> Runs:
    """Cut texts as `unicode_runs` does, with Turkish case: "I" is a capital dotless i."""
    texts = [text.replace("I\u0307", "i").replace("\u0130", "i") for text in texts]
    return unicode_runs([text.replace("I", "\u0131") for text in texts])


@functools.cache
def _segmenter(language: str) -> Callable[[str], list[str]]:
    return SEGMENTERS[language].load()


@functools.lru_cache(maxsize=1 << 18)
def _spaced(language: str, stretch: str) -> str:
    """Put spaces between the words of a stretch of text; each distinct stretch once."""
    return " ".join(_segmenter(language)(stretch))


def _segmented_runs(texts: Sequence[str], language: str) -> Runs:
    """Cut texts into words, those in the scripts of a language by its segmenter."""
    return segmented_runs(texts, SEGMENTERS[language].scripts, functools.partial(_spaced, language))


def versions(name: str | None, language: str | None, use_stemmer: bool) -> dict[str, str]:
    """Name whatever decides how a tokenizer of ours cuts: for the signature.

    Example ("unicode", "zh", False):
        {"words": "unicode-18.0.0", "segmenter": "jieba-0.42.1"}
    """
    if language is None and name in (None, "default", "whitespace"):
        return {}
    named = {"words": f"unicode-{UNICODE_VERSION}"}
    if language in SEGMENTERS:
        named["segmenter"] = "+".join(map(_release, SEGMENTERS[language].packages.split()))
    if use_stemmer and name != "character":
        named["stems"] = _release("snowballstemmer" if language in _SNOWBALL else "nltk")
    return named


def _release(package: str) -> str:
    from importlib import metadata

    return f"{package}-{metadata.version(package)}"


def _check_language(name: str, language: str, use_stemmer: bool) -> None:
    if name != "unicode":
        raise ValueError(
            f"language is {language!r} and tokenizer is {name!r}; a language goes with "
            "tokenizer='unicode' (or None) only"
        )
    if language not in LANGUAGES:
        raise ValueError(
            f"language is {language!r}; it must be one of {', '.join(LANGUAGES)}. "
            "For another, tokenizer='unicode' without a language cuts at word boundaries"
        )
    if use_stemmer and language not in _NLTK and language not in _SNOWBALL:
        stemmed = ", ".join(sorted({**_NLTK, **_SNOWBALL}))
        raise ValueError(
            f"use_stemmer is True and language is {language!r}, for which there is no stemmer; "
            f"there is one for {stemmed}"
        )
    needs = []
    if language in SEGMENTERS:
        needs.append((SEGMENTERS[language].module, SEGMENTERS[language].packages))
    if use_stemmer and language in _SNOWBALL:
        needs.append(("snowballstemmer", "snowballstemmer"))
    for module, packages in needs:
        if importlib.util.find_spec(module) is None:
            raise ImportError(
                f"language={language!r} needs {module}, which is not installed: "
                f"pip install {packages}",
                name=module,
            )
