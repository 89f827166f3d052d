"""Words, characters and whitespace-separated tokens of texts in any script.

Comes in: texts. Goes out: `Runs`, the tokens as runs of characters. It knows nothing of scores.
Three tokenizers, each a function from texts to `Runs`:

    unicode_runs      folded words, by the word boundaries of UAX #29
    character_runs    folded grapheme clusters that hold a letter or number
    whitespace_runs   what `str.split` gives, case kept

"Folded" is Unicode's toNFKC_Casefold with three exceptions, said at `fold`. Texts are handled
as arrays of code points: table look-ups give each character its property bits, and steps that a
text has no use for, which the union of all bits tells, are not taken.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from . import unicode_tables as ucd
from .boundaries import cluster_joins, seen, where, word_starts
from .tokens import ASCII, Runs
from .unicode_tables import tables

Ranges = tuple[tuple[int, int], ...]
Cut = tuple[np.ndarray, np.ndarray, np.ndarray]  # code points, and where tokens start and stop

# Characters cut at once: their arrays stay in the cache, and are small enough for the allocator
# to use the same memory again. Batches of any size then cost half.
_CHUNK = 1 << 17

_SAMPLE = 1 << 12

_NEWLINE = 0x0A
_ZWNJ = 0x200C
# Of characters that are no letter or number but may have one behind them in their segment.
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


# ---------------------------------------------------------------- folding


def _joined(texts: Sequence[str]) -> str:
    """Put a "\n" before, between and behind texts: each rule then has neighbours to look at."""
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
    """Find what is ignorable, but for each ZERO WIDTH NON-JOINER that shows."""
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
    behind = np.minimum(unstable + 1 + is_am, len(codes) - 1)
    stops = free[np.searchsorted(free, behind)]
    # starts  [3 3 | 8 ]    stops  [5 6 | 9]    pieces that overlap are one
    reached = np.maximum.accumulate(stops)
    firsts = np.flatnonzero(np.append(True, starts[1:] >= reached[:-1]))
    lasts = np.append(firsts[1:], len(starts)) - 1

    if len(firsts) > len(codes) // 8:
        return _codes(_fold_whole(_text(codes)))
    parts: list[np.ndarray] = []
    end = 0
    for start, stop in zip(starts[firsts].tolist(), reached[lasts].tolist(), strict=True):
        folded = _folded_piece(codes[start:stop].tobytes())
        if folded is not None:
            parts += codes[end:start], folded
            end = stop
    return np.concatenate([*parts, codes[end:]]) if parts else codes


@functools.lru_cache(maxsize=1 << 14)
def _folded_piece(raw: bytes) -> np.ndarray | None:  # (n_chars,) uint32
    """Fold the UTF-32 of a piece: None if that changes nothing."""
    piece = raw.decode("utf-32-le", "surrogatepass")
    folded = _fold_whole(piece)
    return None if folded == piece else np.array(list(map(ord, folded)), dtype=np.uint32)


def _fold_whole(text: str) -> str:
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    folded = unicodedata.normalize("NFKC", once.casefold())
    for torn, whole in _AM.items():
        folded = folded.replace(torn, whole)
    return folded


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
    while (stop := text.find("\n", start + _CHUNK)) >= 0:
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
