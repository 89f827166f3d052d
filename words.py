"""Words, characters and whitespace-separated tokens of texts in any script.

Comes in: texts. Goes out: `Runs`, the tokens as runs of bytes of one UTF-8 buffer. It knows
nothing of scores. Three tokenizers, each a function from texts to `Runs`:

    unicode_runs      folded words, by the word boundaries of UAX #29
    character_runs    folded grapheme clusters that hold a letter or number
    whitespace_runs   what `str.split` gives, case kept

"Folded" is Unicode's toNFKC_Casefold with three exceptions, said at `fold`. Texts are handled
as arrays of code points: one table look-up gives each character a word of property bits, and
every rule of UAX #29 becomes a comparison of neighbours. Steps that a text has no use for, which
the union of all bits tells, are not taken.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence

import numpy as np

from . import unicode_tables as ucd
from .tokens import Runs
from .unicode_tables import tables

_ZWNJ = 0x200C
_ZWJ = 0x200D
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
    codes, bits = _folded(_joined(texts))
    starts = word_starts(codes, bits)
    if _any(bits, ucd.COMPLEX):
        in_cluster = cluster_joins(codes, bits)[starts]
        is_complex = (bits[starts] & ucd.COMPLEX) != 0
        starts = starts[~(in_cluster & is_complex)]
    return _runs(codes, *_counted(starts, bits), texts)


def character_runs(texts: Sequence[str]) -> Runs:
    """Cut texts into folded grapheme clusters, and keep those that hold a letter or number.

    Example:
        GPT 3本  ->  g | p | t | 3 | 本
    """
    codes, bits = _folded(_joined(texts))
    starts = np.flatnonzero(~cluster_joins(codes, bits))
    return _runs(codes, *_counted(starts, bits), texts)


def whitespace_runs(texts: Sequence[str]) -> Runs:
    """Cut texts as `str.split` does: nothing is folded, nothing but whitespace is dropped."""
    codes = _codes(_joined(texts))
    is_space = (tables().bits.take(codes) & ucd.SPACE) != 0
    # The text begins and ends with "\n", so edges come in pairs of start and stop.
    edges = np.flatnonzero(is_space[1:] != is_space[:-1]) + 1
    return _runs(codes, edges[0::2], edges[1::2], texts)


def fold(text: str) -> str:
    """Take away what does not tell words apart: case, width, composition, invisible marks.

    This is Unicode's toNFKC_Casefold (The Unicode Standard, 3.13, R5), except that
    - U+200B ZERO WIDTH SPACE stays, since it separates words;
    - U+200C ZERO WIDTH NON-JOINER stays where it shows, which is between two letters that
      would join (UAX #31, A1): it tells Persian words apart. Elsewhere it is dropped;
    - Thai and Lao AM stay whole.

    Example:
        "Ｓtraße\\u00ad №１"  ->  "strasse no1"
    """
    codes, _ = _folded(_joined([text]))
    return _text(codes)[1:-1]


# ---------------------------------------------------------------- folding


def _joined(texts: Sequence[str]) -> str:
    """Put a "\n" before, between and behind texts: each rule then has neighbours to look at."""
    return "\n" + "\n".join(texts) + "\n"


def _codes(text: str) -> np.ndarray:  # (n_chars,) uint32, or uint8 where all are ASCII
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _text(codes: np.ndarray) -> str:
    if codes.dtype == np.uint8:
        return codes.tobytes().decode("ascii")
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def _any(bits: np.ndarray, wanted: int) -> bool:
    return bool(np.bitwise_or.reduce(bits) & wanted)


def _folded(text: str) -> tuple[np.ndarray, np.ndarray]:
    """Fold a text that begins and ends with "\n": its code points and their property bits."""
    if text.isascii():
        codes = _codes(text.lower())
        return codes, tables().bits.take(codes)
    codes = _codes(text)
    bits = tables().bits.take(codes)
    seen = np.bitwise_or.reduce(bits)
    if seen & ucd.IGNORABLE:
        kept = _is_kept(codes, bits)
        codes, bits = codes[kept], bits[kept]
    if seen & ucd.MAPPED:
        mapped = np.flatnonzero(bits & ucd.MAPPED)
        codes = codes.copy()
        codes[mapped] = tables().folded[codes[mapped]]
        bits[mapped] = tables().bits[codes[mapped]]
    unstable = _unstable(codes, bits)
    if len(unstable):
        codes = _codes(_with_pieces_folded(codes, bits, unstable))
        bits = tables().bits.take(codes)
    return codes, bits


def _is_kept(codes: np.ndarray, bits: np.ndarray) -> np.ndarray:  # (n_chars,) bool
    """Keep what is not ignorable, and each ZERO WIDTH NON-JOINER that shows."""
    kept = (bits & ucd.IGNORABLE) == 0
    joiners = np.flatnonzero(codes == _ZWNJ)
    if len(joiners):
        joining = tables().rare.take(codes)
        is_opaque = ((joining & ucd.TRANSPARENT) == 0) & (codes != _ZWNJ)
        opaque = np.flatnonzero(is_opaque)
        gap = np.searchsorted(opaque, joiners)  # the joiner lies before opaque[gap]
        shows = (joining[opaque[gap - 1]] & ucd.JOINS_NEXT) != 0
        shows &= (joining[opaque[gap]] & ucd.JOINS_PREVIOUS) != 0
        shows[1:] &= gap[1:] != gap[:-1]  # one in a gap is enough
        kept[joiners] = shows
    return kept


def _unstable(codes: np.ndarray, bits: np.ndarray) -> np.ndarray:  # (n_unstable,) int64
    """Find characters that change under folding, or may, other than one into one."""
    unstable = np.flatnonzero(bits & ucd.UNSTABLE)
    both_marks = bits[1:] & bits[:-1] & ucd.NONSTARTER
    marks = np.flatnonzero(both_marks) + 1
    if len(marks):
        rank = tables().rare[codes[marks]] & ucd.COMBINING_CLASS
        rank_before = tables().rare[codes[marks - 1]] & ucd.COMBINING_CLASS
        unstable = np.union1d(unstable, marks[rank_before > rank])
    return unstable


def _with_pieces_folded(codes: np.ndarray, bits: np.ndarray, unstable: np.ndarray) -> str:
    """Fold the surroundings of unstable characters and leave all else as it is.

    A piece reaches from a character that never joins what stands before it to the next such.
    To normalise whole texts costs 30 to 80 ns a character as soon as one of them changes.
    """
    safe = np.flatnonzero((bits & ucd.BOUND) == 0)
    reach = unstable + np.isin(codes[unstable], _AM_SIGNS)
    starts = safe[np.searchsorted(safe, unstable, "right") - 1]
    stops = np.append(safe, len(codes))[np.searchsorted(safe, reach, "right")]
    # starts  [3 3 | 8 ]    stops  [5 6 | 9]    pieces that overlap are one
    reached = np.maximum.accumulate(stops)
    is_first = np.ones(len(starts), dtype=bool)
    is_first[1:] = starts[1:] >= reached[:-1]
    firsts = np.flatnonzero(is_first)
    lasts = np.append(firsts[1:], len(starts)) - 1

    text = _text(codes)
    parts = []
    end = 0
    for start, stop in zip(starts[firsts].tolist(), reached[lasts].tolist(), strict=True):
        parts.append(text[end:start])
        parts.append(_fold_piece(text[start:stop]))
        end = stop
    parts.append(text[end:])
    return "".join(parts)


@functools.lru_cache(maxsize=1 << 14)
def _fold_piece(piece: str) -> str:
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", piece).casefold())
    folded = unicodedata.normalize("NFKC", once.casefold())
    for torn, whole in _AM.items():
        folded = folded.replace(torn, whole)
    return folded


# ---------------------------------------------------------------- boundaries


def word_starts(codes: np.ndarray, bits: np.ndarray) -> np.ndarray:  # (n_segments,) int64
    """Find where words, and what stands between them, begin: UAX #29, section 4.1.1."""
    seen = np.bitwise_or.reduce(bits)
    base = np.arange(len(codes))
    if seen & ucd.ATTACHED:  # WB4: what is attached is as if it were not there
        is_attached = (bits & ucd.ATTACHED) != 0
        is_attached[1:] &= (bits[:-1] & ucd.NEWLINE) == 0
        is_attached[:1] = False
        base = np.flatnonzero(~is_attached)
    here = bits[base]
    before, after = here[:-1], here[1:]
    # WB5, 8, 9, 10, 13, 13a, 13b: both of a pair belong to one of the groups that join
    joined = (before & after & (ucd.WORDY | ucd.KATAKANA)) != 0  # (n_base - 1,)
    _join_across_middles(codes[base], here, joined)
    if seen & ucd.WORD_SPACE:  # WB3d: only where nothing is attached to the first
        spaces = np.flatnonzero(before & after & ucd.WORD_SPACE)
        joined[spaces] = base[spaces + 1] == base[spaces] + 1
    if seen & ucd.NEWLINE:  # WB3
        joined |= (codes[base[:-1]] == 0x0D) & (codes[base[1:]] == 0x0A)
    if seen & ucd.PICTOGRAPH:  # WB3c
        pictures = np.flatnonzero(after & ucd.PICTOGRAPH)
        joined[pictures] |= codes[base[pictures + 1] - 1] == _ZWJ
    if seen & ucd.REGIONAL:  # WB15, WB16
        joined |= _pairs_up(here)
    is_start = np.ones(len(base), dtype=bool)
    np.logical_not(joined, out=is_start[1:])
    return base[is_start]


def _join_across_middles(codes: np.ndarray, here: np.ndarray, joined: np.ndarray) -> None:
    """Join what stands around an apostrophe or decimal point inside a word: WB6, 7, 11, 12.

    Example:
        here    d o n ' t        a ' _        3 . 5
        joined   1 1 1 1          0 0          1 1
    """
    middles = np.flatnonzero(here & (ucd.MID_LETTER | ucd.MID_NUMBER))
    middles = middles[(middles > 0) & (middles < len(here) - 1)]
    around = here[middles - 1] & here[middles + 1]
    is_inside = ((here[middles] & ucd.MID_LETTER) != 0) & ((around & ucd.LETTER) != 0)
    is_inside |= ((here[middles] & ucd.MID_NUMBER) != 0) & ((around & ucd.NUMERIC) != 0)
    inside = middles[is_inside]
    joined[inside - 1] = True
    joined[inside] = True
    if not _any(here, ucd.HEBREW):
        return
    is_hebrew = (here & ucd.HEBREW) != 0
    joined |= is_hebrew[:-1] & (codes[1:] == ord("'"))  # WB7a
    quoted = (codes[1:-1] == ord('"')) & is_hebrew[:-2] & is_hebrew[2:]  # WB7b, WB7c
    joined[:-1] |= quoted
    joined[1:] |= quoted


def cluster_joins(codes: np.ndarray, bits: np.ndarray) -> np.ndarray:  # (n_chars,) bool
    """Tell which characters belong to the grapheme cluster before: UAX #29, section 3.1.1."""
    seen = np.bitwise_or.reduce(bits)
    joined = np.zeros(len(codes), dtype=bool)
    before, after = bits[:-1], bits[1:]
    joined[1:] = (after & (ucd.EXTEND | ucd.SPACING)) != 0  # GB9, GB9a
    if seen & ucd.PREPEND:  # GB9b
        joined[1:] |= ((before & ucd.PREPEND) != 0) & ((after & ucd.CONTROL) == 0)
    joined[1:] &= (before & ucd.CONTROL) == 0  # GB4, GB5
    if seen & ucd.NEWLINE:  # GB3
        joined[1:] |= (codes[:-1] == 0x0D) & (codes[1:] == 0x0A)
    if seen & ucd.JAMO:
        joined[1:] |= _jamo_joins(codes)
    if seen & ucd.LINKER:
        _join_conjuncts(bits, joined)
    if seen & ucd.PICTOGRAPH:
        _join_pictographs(codes, bits, joined)
    if seen & ucd.REGIONAL:  # GB12, GB13
        joined[1:] |= _pairs_up(bits)
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


def _join_conjuncts(bits: np.ndarray, joined: np.ndarray) -> None:
    """Join a consonant to the one before, if a linker stands between and no base: GB9c."""
    consonants = np.flatnonzero(bits & ucd.CONSONANT)
    bases = np.flatnonzero((bits & (ucd.LINKER | ucd.CONJUNCT_EXTEND)) == 0)
    linkers = np.flatnonzero(bits & ucd.LINKER)
    rank = np.searchsorted(bases, consonants)  # bases[rank] is the consonant itself
    consonants, rank = consonants[rank > 0], rank[rank > 0]
    previous = bases[rank - 1]
    n_linkers = np.searchsorted(linkers, consonants) - np.searchsorted(linkers, previous)
    is_conjunct = ((bits[previous] & ucd.CONSONANT) != 0) & (n_linkers > 0)
    joined[consonants[is_conjunct]] = True


def _join_pictographs(codes: np.ndarray, bits: np.ndarray, joined: np.ndarray) -> None:
    """Join an emoji to the one before, if a ZERO WIDTH JOINER ends what extends it: GB11."""
    pictures = np.flatnonzero(bits & ucd.PICTOGRAPH)
    pictures = pictures[pictures > 1]
    pictures = pictures[codes[pictures - 1] == _ZWJ]
    bases = np.flatnonzero((bits & ucd.EXTEND) == 0)
    rank = np.searchsorted(bases, pictures)
    pictures, rank = pictures[rank > 0], rank[rank > 0]
    previous = bases[rank - 1]
    joined[pictures[(bits[previous] & ucd.PICTOGRAPH) != 0]] = True


def _pairs_up(bits: np.ndarray) -> np.ndarray:  # (n_chars - 1,) bool
    """Tell which regional indicators are the second of a flag.

    Example:
        text    x D E F R y
        second   0 0 1 0 1 0    less the first entry, which has nothing before
    """
    is_regional = (bits & ucd.REGIONAL) != 0
    position = np.arange(len(bits))
    last_other = np.maximum.accumulate(np.where(is_regional, -1, position))
    return (is_regional & ((position - last_other) % 2 == 0))[1:]


# ---------------------------------------------------------------- tokens


def _counted(starts: np.ndarray, bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Keep the segments that hold a letter or number: their starts and stops."""
    stops = np.append(starts[1:], len(bits))
    is_counted = (bits[starts] & ucd.COUNTED) != 0
    # A letter may stand behind "_", or behind a mark that is not attached.
    unsure = np.flatnonzero(~is_counted & (stops - starts > 1))
    if len(unsure):
        counted = np.flatnonzero(bits & ucd.COUNTED)
        n_before = np.searchsorted(counted, starts[unsure])
        is_counted[unsure] = np.searchsorted(counted, stops[unsure]) > n_before
    return starts[is_counted], stops[is_counted]


def _runs(codes: np.ndarray, starts: np.ndarray, stops: np.ndarray, texts: Sequence[str]) -> Runs:
    """Turn positions of characters into positions of bytes."""
    newlines = np.flatnonzero(codes == 0x0A)
    n_inside = np.fromiter((text.count("\n") for text in texts), np.int64, len(texts))
    # newlines  before the texts, then those inside a text and the one behind it, text by text
    is_separator = np.zeros(len(newlines), dtype=bool)
    is_separator[0] = True
    is_separator[np.cumsum(n_inside + 1)] = True
    offsets = np.searchsorted(starts, newlines[is_separator])
    inside = newlines[~is_separator]
    if codes.dtype == np.uint8:
        return Runs(codes.tobytes(), starts, stops, offsets, inside)
    width = (codes > 0x7F).view(np.uint8) + (codes > 0x7FF).view(np.uint8)
    width += (codes > 0xFFFF).view(np.uint8)
    # byte_of  position in UTF-8: one byte a character, and the widths beyond that
    byte_of = np.zeros(len(codes) + 1, dtype=np.int64)
    np.cumsum(width, out=byte_of[1:])
    buffer = _text(codes).encode("utf-8", "surrogatepass")
    return Runs(
        buffer,
        starts + byte_of[starts],
        stops + byte_of[stops],
        offsets,
        inside + byte_of[inside],
    )
