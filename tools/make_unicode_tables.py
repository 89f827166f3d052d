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

# Tables and their bits. Bits of one name have one place in every table that holds them.
SHARED = {
    "COUNTED": r"\p{Alphabetic}\p{N}",
    "PICTOGRAPH": r"\p{Extended_Pictographic}",
    "REGIONAL": r"\p{WB=Regional_Indicator}",
}
# UAX #29, table 3, as the groups that its rules join.
WORD = {
    **SHARED,
    "WORDY": r"\p{WB=ALetter}\p{WB=Hebrew_Letter}\p{WB=Numeric}\p{WB=ExtendNumLet}",
    "KATAKANA": r"\p{WB=Katakana}\p{WB=ExtendNumLet}",
    "LETTER": r"\p{WB=ALetter}\p{WB=Hebrew_Letter}",
    "NUMERIC": r"\p{WB=Numeric}",
    "MID_LETTER": r"\p{WB=MidLetter}\p{WB=MidNumLet}\p{WB=Single_Quote}",
    "MID_NUMBER": r"\p{WB=MidNum}\p{WB=MidNumLet}\p{WB=Single_Quote}",
    "HEBREW": r"\p{WB=Hebrew_Letter}",
    "ATTACHED": r"\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}",
    "NEWLINE": r"\p{WB=CR}\p{WB=LF}\p{WB=Newline}",
    "RETURN": r"\p{WB=CR}",
    "BLANK": r"\p{WB=WSegSpace}",
    "COMPLEX": r"\p{LB=Complex_Context}",
}
# UAX #29, table 2; UAX #44, Indic_Conjunct_Break.
CLUSTER = {
    **SHARED,
    "EXTEND": r"\p{GCB=Extend}\p{GCB=ZWJ}",
    "SPACING": r"\p{GCB=SpacingMark}",
    "PREPEND": r"\p{GCB=Prepend}",
    "CONTROL": r"\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}",
    "JAMO": r"\p{GCB=L}\p{GCB=V}\p{GCB=T}",
    "CONSONANT": r"\p{InCB=Consonant}",
    "LINKER": r"\p{InCB=Linker}",
    "LINKER_EXTEND": r"\p{InCB=Extend}",
}
# No property names these: `main` computes them.
FOLD = ["SPACE", "IGNORABLE", "MAPPED", "UNSTABLE", "BOUND", "NONSTARTER"]
# Asked of few characters. Above a byte of combining class; joining types are those of the
# folded character.
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
TABLES = {"fold": FOLD, "word": list(WORD), "cluster": list(CLUSTER), "rare": list(RARE)}
FIRST_BIT = {"fold": 0, "word": 0, "cluster": 0, "rare": 8}
# UAX #29, table 4, as sets of characters for `re`. What extends a character is left to the
# few marks that stand after a full stop in practice: marks of Latin, joiners, variation selectors.
SENTENCE = {
    "FULL_STOPS": r"\p{SB=STerm}",
    "DOTS": r"\p{SB=ATerm}",
    "CLOSING": r"\p{SB=Close}",
    "CONTINUING": r"\p{SB=SContinue}",
    "SPACES": r"\p{SB=Sp}",
    "NEWLINES": r"\p{SB=CR}\p{SB=LF}\p{SB=Sep}",
    "UNSEEN": r"\p{SB=Format}\u0300-\u036F\u200C\u200D\uFE00-\uFE0F",
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


def charset(marked: np.ndarray) -> str:
    """Write code points as what stands between the brackets of a set of `re`.

    Example:
        "!", "?" and U+061D to U+061F  ->  "!?\\u061d-\\u061f"
    """
    edges = np.flatnonzero(np.diff(marked.astype(np.int8), prepend=0, append=0))
    written = ""
    for first, stop in edges.reshape(-1, 2).tolist():
        spelled = [
            f"\\U{code:08x}"
            if code > 0xFFFF
            else f"\\u{code:04x}"
            if code > 0x7E
            else f"\\x{code:02x}"
            for code in (first, stop - 1)
        ]
        written += spelled[0] if stop - first == 1 else "-".join(spelled)
    return written


def wrapped(text: str) -> str:
    """Break a raw string of escapes into lines, no escape apart."""
    lines, line = [], ""
    for part in regex.findall(r"\\[xuU][0-9a-f]+-?", text):
        if len(line) + len(part) > 90:
            lines.append(line)
            line = ""
        line += part
    if not lines:
        return f'r"{line}"'
    return "(\n" + "\n".join(f'    r"{line}"' for line in [*lines, line]) + "\n)"


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
    raw = zlib.compress(
        np.ascontiguousarray(numbers, "<i4").view(np.uint8).reshape(-1, 4).T.tobytes(), 9
    )
    text = base64.b85encode(raw).decode("ascii")
    lines = [f'    "{text[k : k + 92]}"' for k in range(0, len(text), 92)]
    return "(\n" + "\n".join(lines) + "\n)"


EVERYTHING = "".join(chr(k) for k in range(N_CODE_POINTS) if k not in SURROGATES)


def fold_bits(bit_of: dict[str, np.ndarray], combining: np.ndarray) -> list[tuple[int, int]]:
    """Fill the bits of FOLD; list the code points that fold to one other, and to which."""
    bit_of["IGNORABLE"] = members(r"\p{Default_Ignorable_Code_Point}")
    bit_of["IGNORABLE"][ZERO_WIDTH_SPACE] = False
    bit_of["NONSTARTER"] = combining != 0
    not_yet_composed = members(r"\p{NFKC_QC=M}")
    joins = {name: bit_of[name].copy() for name in ("JOINS_NEXT", "JOINS_PREVIOUS")}
    mapped = []
    for char in EVERYTHING:
        code = ord(char)
        bit_of["SPACE"][code] = char.isspace()
        if bit_of["IGNORABLE"][code]:
            continue
        result = folded(char)
        first = ord(unicodedata2.normalize("NFD", result)[0])
        starts_anew = combining[first] == 0 and not not_yet_composed[first]
        bit_of["BOUND"][code] = combining[code] != 0 or not starts_anew
        if result == char:
            bit_of["UNSTABLE"][code] = not_yet_composed[code]
            continue
        if len(result) == 1 and not bit_of["BOUND"][code]:
            bit_of["MAPPED"][code] = True
            mapped.append((code, ord(result)))
        else:
            bit_of["UNSTABLE"][code] = True
        visible = [ord(part) for part in result if not bit_of["TRANSPARENT"][ord(part)]]
        bit_of["TRANSPARENT"][code] = not visible
        bit_of["JOINS_NEXT"][code] = bool(visible) and joins["JOINS_NEXT"][visible[-1]]
        bit_of["JOINS_PREVIOUS"][code] = bool(visible) and joins["JOINS_PREVIOUS"][visible[0]]
    for torn in KEPT_WHOLE:
        bit_of["UNSTABLE"][ord(torn[0])] = True
    return mapped


def main() -> None:
    """Write unicode_tables.py beside the other modules."""
    if unicodedata2.unidata_version != VERSION or not regex.match(r"\p{L}", "\U0003d000"):
        raise SystemExit(f"regex and unicodedata2 must both know Unicode {VERSION}")
    combining = np.array([unicodedata2.combining(chr(k)) for k in range(N_CODE_POINTS)])
    bit_of = {name: members(charset) for name, charset in (WORD | CLUSTER | RARE).items()}
    bit_of |= {name: np.zeros(N_CODE_POINTS, dtype=bool) for name in FOLD}
    mapped = np.array(fold_bits(bit_of, combining))

    columns = []
    for table, names in TABLES.items():
        column = combining.copy() if table == "rare" else np.zeros(N_CODE_POINTS, dtype=np.int64)
        for bit, name in enumerate(names, FIRST_BIT[table]):
            column |= bit_of[name].astype(np.int64) << bit
        columns.append(column)
    rows = np.stack(columns, axis=1)  # (N_CODE_POINTS, 4)
    starts = np.append(0, np.flatnonzero((rows[1:] != rows[:-1]).any(axis=1)) + 1)
    lengths = np.diff(starts, append=N_CODE_POINTS)
    kinds, kind_of = np.unique(rows[starts], axis=0, return_inverse=True)
    runs = np.stack([lengths, kind_of.ravel()])
    shifts = np.stack([np.diff(mapped[:, 0], prepend=0), mapped[:, 1] - mapped[:, 0]])

    constants = "\n\n".join(
        f"# Bits of Tables.{table}.\n"
        + "\n".join(
            f"{name} = 1 << {bit}"
            for bit, name in enumerate(names, FIRST_BIT[table])
            if not (table == "cluster" and name in SHARED)
        )
        for table, names in TABLES.items()
    )
    sets = "\n".join(
        f"{name} = {wrapped(charset(members(pattern)))}" for name, pattern in SENTENCE.items()
    )
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

{constants}
COMBINING_CLASS = 0xFF

# What the rules for sentences ask, as sets of `re`: characters that end a sentence, dots that
# may, what closes after either, what goes on with the sentence, blanks, ends of lines, and what
# is as if not there.
{sets}


class Tables(NamedTuple):
    """What is known of each code point, in bits. COUNTED to REGIONAL are also in `cluster`."""

    fold: np.ndarray  # (0x110000,) uint8: what folding would do
    word: np.ndarray  # (0x110000,) uint16: what the rules for words ask
    cluster: np.ndarray  # (0x110000,) uint16: what the rules for grapheme clusters ask
    rare: np.ndarray  # (0x110000,) uint16: combining class, parts of Hangul, joining of Arabic
    folded: np.ndarray  # (0x110000,) uint32: the one code point that a MAPPED one folds to


@functools.cache
def tables() -> Tables:
    """Unpack the tables, once: about 10 ms and 12 MB."""
    fold, word, cluster, rare = _unpacked(_KINDS, 4)
    lengths, kind_of = _unpacked(_RUNS, 2)
    step, shift = _unpacked(_MAPPED, 2)
    mapped = np.cumsum(step)
    folded = np.arange({N_CODE_POINTS:#x}, dtype=np.uint32)
    folded[mapped] = mapped + shift
    return Tables(
        np.repeat(fold.astype(np.uint8)[kind_of], lengths),
        np.repeat(word.astype(np.uint16)[kind_of], lengths),
        np.repeat(cluster.astype(np.uint16)[kind_of], lengths),
        np.repeat(rare.astype(np.uint16)[kind_of], lengths),
        folded,
    )


def _unpacked(text: str, n_rows: int) -> np.ndarray:  # (n_rows, n) int32
    """Undo `packed` of the tool that wrote this: the bytes lie sorted by their significance."""
    raw = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(raw.reshape(4, -1).T).view("<i4").reshape(n_rows, -1)


# The kinds of characters: a column holds one bit set for each table.
_KINDS = {packed(kinds.T)}

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = {packed(runs)}

# Steps between code points that fold to one other, and how far that one lies.
_MAPPED = {packed(shifts)}
''',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
