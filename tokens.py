"""Texts in, token keys out: the only stage of the batch that sees text.

A tokenizer turns texts into runs of characters in one array, and runs become
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
    """Tokenize UTF-8 texts that stand in one buffer, a "\\n" before, between and behind them.

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
_MULTIPLIER = np.uint64(int.from_bytes(os.urandom(8), "little") | 1)
_HALF = np.uint64(32)


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
    hashed = _mixed(firsts * _MULTIPLIER, seconds)
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
    mixed *= _MULTIPLIER
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
