"""Where words and grapheme clusters begin: the rules of Unicode Standard Annex #29.

Comes in: code points, and for each the bits that `unicode_tables` knows. Goes out: boundaries.
Every rule is a comparison of neighbours, in one array operation; rules that a text has no use
for, which the union of all bits tells, are not applied. Nothing here knows of folding, tokens
or bytes.
"""

from __future__ import annotations

import numpy as np

from . import unicode_tables as ucd
from .unicode_tables import tables

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
    # anchors, three in a row: an emoji, a joiner, and right behind that an emoji
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
