"""Texts in, token keys out: the only stage of the batch that sees text.

A tokenizer turns texts into runs of bytes in one buffer, and runs become
64-bit keys that are equal exactly where the tokens are. Nothing behind this
stage knows a string, and nothing here knows a score.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np

from .grouping import Slots, last_equal
from .porter import stem as porter_stem
from .ragged import gathered, offsets_of


@dataclass(frozen=True, eq=False)
class Runs:
    """Tokens of many texts as runs of bytes in one buffer.

    Token ``i`` is ``buffer[starts[i]:stops[i]]``, never empty; the tokens of
    text ``t`` are ``offsets[t]`` to ``offsets[t + 1]``.
    """

    buffer: bytes
    starts: np.ndarray  # (n_tokens,) int64, rising
    stops: np.ndarray  # (n_tokens,) int64
    offsets: np.ndarray  # (n_texts + 1,) int64
    newlines: np.ndarray  # (n_newlines,) int64: where sentences end, for rougeLsum


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


# --- runs of bytes ------------------------------------------------------------------------

_RUN = re.compile(rb"[a-z0-9]+")
_NEWLINE = np.uint8(10)
_CASE = np.uint8(ord("a") ^ ord("A"))  # set in lower-case letters and in digits
_A, _N_LETTERS = np.uint8(ord("a")), np.uint8(26)
_ZERO, _N_DIGITS = np.uint8(ord("0")), np.uint8(10)
_PADDING = bytes(8)  # lets the last token be read eight bytes at a time


def default_runs(texts: Sequence[str]) -> Runs:
    """Tokenize as rouge_score does: runs of a-z and 0-9 of the lower-cased text.

    Of all characters outside ASCII only U+0130 (an i and a mark that separates)
    and U+212A (a k) become ASCII letters when lower-cased.
    """
    joined = "\n".join(texts)
    if joined.isascii():
        return joined_runs(joined.encode(), np.fromiter(map(len, texts), np.int64, len(texts)))
    if "\u0130" in joined or "\u212a" in joined:
        texts = [text.replace("\u0130", "i ").replace("\u212a", "k") for text in texts]
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    return joined_runs(b"\n".join(encoded), lengths)


def joined_runs(data: bytes, lengths: np.ndarray) -> Runs:
    """Tokenize UTF-8 texts that stand in one buffer with one "\\n" between each two.

    Args:
        data: the texts, without U+0130 and U+212A.
        lengths: (n_texts,) int64, in bytes.
    """
    data = b"".join((b"\n", data, b"\n", _PADDING))
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
    return Runs(folded.tobytes(), starts, stops, offsets, newlines)


# --- exact keys ---------------------------------------------------------------------------

_PIECE = 7  # bytes of a token that one key holds beside their number
_MOST_PIECES = 10  # longer tokens go through a dict, so that a huge one costs one step
_LONG = np.uint64(1 << 63)
# Piece of n bytes: keep the n lowest and write n into the highest, or 8 if more bytes follow.
_PIECE_MASK = np.array([(1 << 8 * n) - 1 for n in range(_PIECE + 1)], dtype=np.uint64)
_PIECE_CODE = np.array([n << 56 for n in range(_PIECE + 2)], dtype=np.uint64)
_MULTIPLIER = np.uint64(int.from_bytes(os.urandom(8), "little") | 1)
_HALF = np.uint64(32)


def run_keys(runs: Runs) -> np.ndarray:
    """Name each token with an integer, the same exactly for equal tokens: (n_tokens,) uint64.

    A token of at most seven bytes is its own key. A longer one is cut into
    pieces of seven, and named by the last token with the same pieces.

    Example (pieces of 2 bytes for brevity; the digit counts them, 3 says that more follow):
        tokens  [a     abc      abd      abc]
        pieces  [1a    3ab.1c   3ab.1d   3ab.1c]
        keys    [1a    #3       #2       #3]
    """
    buffer = runs.buffer
    if len(runs.stops) and len(buffer) < runs.stops[-1] + len(_PADDING):
        buffer += _PADDING
    lengths = runs.stops - runs.starts
    words = np.ndarray(max(len(buffer) - 7, 0), "<u8", buffer, strides=(1,))
    keys = _pieces(words, runs.starts, lengths)
    long = np.flatnonzero(lengths > _PIECE)
    names = _long_names(words, buffer, keys[long], runs.starts[long], lengths[long])
    keys[long] = names.astype(np.uint64) | _LONG
    return keys


def _pieces(words: np.ndarray, starts: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """Read up to seven bytes from each start, with their number (8: more follow) on top."""
    pieces = words[starts]
    pieces &= _PIECE_MASK[np.minimum(rest, _PIECE)]
    pieces |= _PIECE_CODE[np.minimum(rest, _PIECE + 1)]
    return pieces


def _long_names(
    words: np.ndarray,
    buffer: bytes,
    first_pieces: np.ndarray,
    starts: np.ndarray,
    lengths: np.ndarray,
) -> np.ndarray:
    """Name each token of more than one piece by the index of one equal: (n_long,) int64.

    A hash of the pieces proposes, and all pieces are compared. Two tokens that
    share a hash of 64 bits are not to be expected; then a dict decides.
    """
    seconds = _pieces(words, starts + _PIECE, lengths - _PIECE)
    hashed = _mixed(first_pieces * _MULTIPLIER, seconds)
    rest = []  # third and further pieces: (tokens, pieces)
    longer = np.flatnonzero(lengths > 2 * _PIECE)
    for rank in range(2, _MOST_PIECES):
        if len(longer) == 0:
            break
        done = rank * _PIECE
        pieces = _pieces(words, starts[longer] + done, lengths[longer] - done)
        hashed[longer] = _mixed(hashed[longer], pieces)
        rest.append((longer, pieces))
        longer = longer[lengths[longer] > done + _PIECE]
    names = last_equal(hashed, Slots.one_row(len(starts)))
    is_equal = (first_pieces[names] == first_pieces) & (seconds[names] == seconds)
    for tokens, pieces in rest:
        piece_of = np.zeros(len(starts), dtype=np.uint64)
        piece_of[tokens] = pieces
        is_equal &= piece_of[names] == piece_of
    unsure = lengths > _MOST_PIECES * _PIECE if is_equal.all() else np.ones(len(starts), bool)
    first_of: dict[bytes, int] = {}
    for token in np.flatnonzero(unsure).tolist():
        start = int(starts[token])
        content = buffer[start : start + int(lengths[token])]
        names[token] = first_of.setdefault(content, token)
    return names


def _mixed(hashed: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Take one more piece of each token into its hash."""
    mixed = hashed >> _HALF
    mixed ^= hashed
    mixed ^= pieces
    mixed *= _MULTIPLIER
    return mixed


def _stemmed_keys(runs: Runs, keys: np.ndarray, stem: Callable[[bytes], bytes]) -> np.ndarray:
    """Replace the keys of tokens longer than three bytes by those of their stems."""
    keys = keys.copy()
    stemmable = np.flatnonzero(runs.stops - runs.starts > 3)
    named = last_equal(keys[stemmable], Slots.one_row(len(stemmable)))
    is_own = named == np.arange(len(stemmable))
    distinct = stemmable[is_own]  # one token of each kind
    bounds = zip(runs.starts[distinct].tolist(), runs.stops[distinct].tolist(), strict=True)
    stems = [stem(runs.buffer[start:stop]) for start, stop in bounds]
    lengths = np.fromiter(map(len, stems), np.int64, len(stems))
    offsets = offsets_of(lengths)
    stem_runs = Runs(b"".join(stems), offsets[:-1], offsets[1:], offsets, offsets[:0])
    kind_of = np.cumsum(is_own) - 1  # kind_of[named[i]] is the rank of the kind
    keys[stemmable] = run_keys(stem_runs)[kind_of[named]]
    return keys


_LONGEST_WORD = 64  # longer tokens are no words; to remember them would keep texts alive


def _porter(token: bytes) -> bytes:
    if len(token) <= _LONGEST_WORD:
        return _remembered_stem(token)
    return porter_stem(token.decode()).encode()


@lru_cache(maxsize=1 << 18)
def _remembered_stem(token: bytes) -> bytes:
    return porter_stem(token.decode()).encode()


# --- tokenizers ---------------------------------------------------------------------------


@dataclass(frozen=True)
class NamedTokenizer:
    """A tokenizer of ours: runs of bytes, stemmed or not."""

    name: str
    runs: Callable[[Sequence[str]], Runs]
    stem: Callable[[bytes], bytes] | None = None
    line_words: Callable[[str], list[bytes]] | None = None  # quicker than runs for one line

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """Tokenize texts; ``"\\n"`` separates their sentences."""
        return self.tokens_of(self.runs(texts))

    def words(self, text: str) -> tuple[list[bytes], list[list[bytes]]]:
        """Tokenize one text: all its tokens, and those of each sentence that has any."""
        if self.line_words is not None:
            sentences = list(map(self.line_words, text.split("\n")))
        else:
            runs = self.runs([text])
            bounds = zip(runs.starts.tolist(), runs.stops.tolist(), strict=True)
            words = [runs.buffer[start:stop] for start, stop in bounds]
            ends = [0, *np.searchsorted(runs.starts, runs.newlines).tolist(), len(words)]
            sentences = [words[start:stop] for start, stop in pairwise(ends)]
        sentences = [words for words in sentences if words]
        if self.stem is not None:
            sentences = [list(map(self._stemmed, words)) for words in sentences]
        return list(chain.from_iterable(sentences)), sentences

    def _stemmed(self, word: bytes) -> bytes:
        return self.stem(word) if self.stem is not None and len(word) > 3 else word

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


def _default_line(line: str) -> list[bytes]:
    return _RUN.findall(line.lower().encode("utf-8", "surrogatepass"))


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
