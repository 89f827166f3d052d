"""Write unicode_tables.py: what the tokenizers need of the Unicode Character Database.

Comes in: the properties known to `regex` and the normalisation of `unicodedata2`, which must
speak of one Unicode version. Goes out: one generated module of compressed tables. Run from the
project root, with a Python whose own `unicodedata` is not newer than that version:

    pip install regex==2026.11.19 unicodedata2==18.0.0
    python tools/make_unicode_tables.py

Bit numbers are decided here and written into the module, so that reader and writer cannot
disagree.
"""

from __future__ import annotations

import base64
import unicodedata
import zlib
from pathlib import Path

import numpy as np
import regex
import unicodedata2

VERSION = "18.0.0"
N_CODE_POINTS = 0x110000
SURROGATES = range(0xD800, 0xE000)

# One bit each: what the tokenizers ask of every character of a text.
HOT = {
    # words (UAX #29, table 3), as the groups that its rules join
    "WORDY": r"\p{WB=ALetter}\p{WB=Hebrew_Letter}\p{WB=Numeric}\p{WB=ExtendNumLet}",
    "KATAKANA": r"\p{WB=Katakana}\p{WB=ExtendNumLet}",
    "LETTER": r"\p{WB=ALetter}\p{WB=Hebrew_Letter}",
    "NUMERIC": r"\p{WB=Numeric}",
    "MID_LETTER": r"\p{WB=MidLetter}\p{WB=MidNumLet}\p{WB=Single_Quote}",
    "MID_NUMBER": r"\p{WB=MidNum}\p{WB=MidNumLet}\p{WB=Single_Quote}",
    "HEBREW": r"\p{WB=Hebrew_Letter}",
    "ATTACHED": r"\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}",
    "NEWLINE": r"\p{WB=CR}\p{WB=LF}\p{WB=Newline}",
    "WORD_SPACE": r"\p{WB=WSegSpace}",
    # grapheme clusters (UAX #29, table 2; UAX #44, Indic_Conjunct_Break)
    "EXTEND": r"\p{GCB=Extend}\p{GCB=ZWJ}",
    "SPACING": r"\p{GCB=SpacingMark}",
    "PREPEND": r"\p{GCB=Prepend}",
    "CONTROL": r"\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}",
    "JAMO": r"\p{GCB=L}\p{GCB=V}\p{GCB=T}",
    "CONSONANT": r"\p{InCB=Consonant}",
    "LINKER": r"\p{InCB=Linker}",
    "CONJUNCT_EXTEND": r"\p{InCB=Extend}",
    "PICTOGRAPH": r"\p{Extended_Pictographic}",
    "REGIONAL": r"\p{GCB=Regional_Indicator}",
    # tokens
    "COUNTED": r"\p{L}\p{N}",
    "COMPLEX": r"\p{LB=Complex_Context}",
}
# Filled below, since no property names them.
HOT_COMPUTED = ["SPACE", "IGNORABLE", "MAPPED", "UNSTABLE", "BOUND", "NONSTARTER"]

# Asked of few characters: a byte of combining class, then these bits.
RARE = {
    "HANGUL_L": r"\p{GCB=L}",
    "HANGUL_V": r"\p{GCB=V}",
    "HANGUL_T": r"\p{GCB=T}",
    "HANGUL_LV": r"\p{GCB=LV}",
    "HANGUL_LVT": r"\p{GCB=LVT}",
    "JOINS_NEXT": r"\p{jt=D}\p{jt=L}",
    "JOINS_PREVIOUS": r"\p{jt=D}\p{jt=R}",
    "TRANSPARENT": r"\p{jt=T}",
}

# Compatibility decompositions that would tear a letter that is written as one, see `words.fold`.
KEPT_WHOLE = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
# Default ignorable to Unicode, not to us: it separates words.
ZERO_WIDTH_SPACE = 0x200B


def members(charset: str) -> np.ndarray:  # (N_CODE_POINTS,) bool
    """Mark the code points of a regex character set."""
    marked = np.zeros(N_CODE_POINTS, dtype=bool)
    for found in regex.finditer(f"[{charset}]", EVERYTHING):
        marked[ord(found.group())] = True
    return marked


def casefold(text: str) -> str:
    """Full case folding; regex knows of characters that are younger than this Python."""
    young = regex._regex.fold_case
    flags = regex._regex_core.FULL_CASE_FOLDING | regex._regex_core.UNICODE
    return "".join(
        young(flags, char) if unicodedata.category(char) == "Cn" else char.casefold()
        for char in text
    )


def folded(text: str) -> str:
    """Unicode's toNFKC_Casefold (3.13, R5) for a text without ignorable characters."""
    once = unicodedata2.normalize("NFKC", casefold(unicodedata2.normalize("NFD", text)))
    result = unicodedata2.normalize("NFKC", casefold(once))
    for torn, whole in KEPT_WHOLE.items():
        result = result.replace(torn, whole)
    return result


def packed(numbers: np.ndarray) -> str:
    """Compress 32-bit integers to lines of base 85."""
    raw = zlib.compress(np.ascontiguousarray(numbers, "<i4").view(np.uint8).reshape(-1, 4).T.tobytes(), 9)
    text = base64.b85encode(raw).decode("ascii")
    lines = [f'    "{text[k : k + 92]}"' for k in range(0, len(text), 92)]
    return "(\n" + "\n".join(lines) + "\n)"


EVERYTHING = "".join(chr(k) for k in range(N_CODE_POINTS) if k not in SURROGATES)


def main() -> None:
    """Write unicode_tables.py beside the other modules."""
    if unicodedata2.unidata_version != VERSION or not regex.match(r"\p{L}", "\U0003d000"):
        raise SystemExit(f"regex and unicodedata2 must both know Unicode {VERSION}")
    named = [*HOT, *HOT_COMPUTED]
    marked = {name: members(charset) for name, charset in HOT.items()}
    marked |= {name: np.zeros(N_CODE_POINTS, dtype=bool) for name in HOT_COMPUTED}
    combining = np.zeros(N_CODE_POINTS, dtype=np.int64)
    ignorable = members(r"\p{Default_Ignorable_Code_Point}")
    ignorable[ZERO_WIDTH_SPACE] = False
    marked["IGNORABLE"] = ignorable
    not_yet_composed = members(r"\p{NFKC_QC=M}")
    source, target = [], []
    for char in EVERYTHING:
        code = ord(char)
        marked["SPACE"][code] = char.isspace()
        combining[code] = unicodedata2.combining(char)
        if ignorable[code]:
            continue
        result = folded(char)
        first = ord(unicodedata2.normalize("NFD", result)[0])
        starts_anew = unicodedata2.combining(chr(first)) == 0 and not not_yet_composed[first]
        marked["BOUND"][code] = not starts_anew
        if result == char:
            marked["UNSTABLE"][code] = not_yet_composed[code]
        elif len(result) == 1 and starts_anew and combining[code] == 0:
            marked["MAPPED"][code] = True
            source.append(code)
            target.append(ord(result))
        else:
            marked["UNSTABLE"][code] = True
    marked["NONSTARTER"] = combining != 0
    for torn in KEPT_WHOLE:
        marked["UNSTABLE"][ord(torn[0])] = True

    hot = np.zeros(N_CODE_POINTS, dtype=np.uint32)
    for bit, name in enumerate(named):
        hot |= marked[name].astype(np.uint32) << np.uint32(bit)
    rare = combining.copy()
    for bit, (_, charset) in enumerate(RARE.items()):
        rare |= members(charset).astype(np.int64) << (8 + bit)

    change = (hot[1:] != hot[:-1]) | (rare[1:] != rare[:-1])
    starts = np.concatenate([[0], np.flatnonzero(change) + 1])
    lengths = np.diff(starts, append=N_CODE_POINTS)
    kinds, kind_of = np.unique(
        np.stack([hot[starts].astype(np.int64), rare[starts]], axis=1), axis=0, return_inverse=True
    )
    runs = np.stack([lengths, kind_of.ravel()])
    pairs = np.stack([np.diff(source, prepend=0), np.array(target) - np.array(source)])
    kind_words = kinds.T.astype(np.uint32).view(np.int32)

    bits = "\n".join(f"{name} = 1 << {bit}" for bit, name in enumerate(named))
    rare_bits = "\n".join(f"{name} = 1 << {8 + bit}" for bit, name in enumerate(RARE))
    Path("unicode_tables.py").write_text(
        f'''"""Properties of every Unicode character, as the tokenizers ask for them.

Written by tools/make_unicode_tables.py: change that, not this. Nothing is unpacked at import.
The data is Unicode's, (c) 1991-2026 Unicode, Inc., under the Unicode License v3
(https://www.unicode.org/license.txt).
"""

from __future__ import annotations

import base64
import functools
import zlib
from typing import NamedTuple

import numpy as np

UNICODE_VERSION = "{VERSION}"

# Bits of Tables.bits. What each stands for is said in tools/make_unicode_tables.py.
{bits}

# Bits of Tables.rare, above a byte of canonical combining class.
COMBINING_CLASS = 0xFF
{rare_bits}


class Tables(NamedTuple):
    """What is known of each code point."""

    bits: np.ndarray  # (0x110000,) uint32
    rare: np.ndarray  # (0x110000,) uint16
    folded: np.ndarray  # (0x110000,) uint32: the one code point that a MAPPED one folds to


@functools.cache
def tables() -> Tables:
    """Unpack the tables, once: about 5 ms and 11 MB."""
    hot, rare = _unpacked(_KINDS)
    lengths, kind_of = _unpacked(_RUNS)
    step, shift = _unpacked(_MAPPED)
    mapped = np.cumsum(step)
    folded = np.arange({N_CODE_POINTS:#x}, dtype=np.uint32)
    folded[mapped] = mapped + shift
    return Tables(
        np.repeat(hot.view(np.uint32)[kind_of], lengths),
        np.repeat(rare.astype(np.uint16)[kind_of], lengths),
        folded,
    )


def _unpacked(text: str) -> np.ndarray:  # (2, n) int32
    """Undo `packed` of the tool that wrote this: the bytes lie sorted by their significance."""
    raw = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(raw.reshape(4, -1).T).view("<i4").reshape(2, -1)


_KINDS = {packed(kind_words)}

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = {packed(runs)}

# Steps between code points that fold to one other, and how far that one lies.
_MAPPED = {packed(pairs)}
''',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
