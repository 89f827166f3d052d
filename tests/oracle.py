"""What is right: rouge_score itself, and slow readable twins of our own stages.

Nothing here is fast and nothing here is shared with the package, so that one
mistake cannot hide in both.
"""

from __future__ import annotations

import functools
import gzip
import json
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import regex
from hypothesis import settings
from hypothesis import strategies as st
from rouge_score import rouge_scorer

SHARED = Path(__file__).resolve().parents[2] / "shared"


def n_examples(n: int) -> settings:
    """Ask for n examples of a property, or for a share of them where the profile is a quick one."""
    return settings(max_examples=max(n * settings.default.max_examples // 100, 1))


def shared_pairs(name: str) -> list[dict]:
    """Rows of ``shared/data/<name>.jsonl.gz``, or a skip where there is no such data."""
    path = SHARED / "data" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the data set {name} does not lie beside the project")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def short_texts(words: list[str], max_size: int = 12) -> st.SearchStrategy[str]:
    """Texts of a handful of short words, so that they repeat, share and tie: where bugs are."""
    return st.lists(st.sampled_from(words), max_size=max_size).map("".join)


# Separators and newlines are words of their own; "x" * 70 needs the long path of every stage.
PLAIN = [
    "a ",
    "b ",
    "ab ",
    "the ",
    "The-",
    ". ",
    "\n",
    "running ",
    "abcdefgh ",
    "abcdefghi ",
    "x" * 70,
]
NASTY = [
    *("a", "B", " ", "\n", "\r", "\t", "\x00", "\x0b", "\x1c", "\x85", "\u2028", "\u00a0"),
    *(
        "\u0130",
        "\u212a",
        "\u0131",
        "\u017f",
        "\ufb01",
        "é",
        "e\u0301",
        "ß",
        "Σ",
        "ς",
        "İs",
        "\uff21",
    ),
    *("\ud800", "\udfff", "你", "कि", "🎉", "\u200d", "\u00ad", "\ufeff", "٣", "_", "-", "'s"),
]
plain_texts = short_texts(PLAIN)
nasty_texts = short_texts(NASTY)
texts = st.one_of(plain_texts, nasty_texts)

GOOGLE_TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]


def google_scores(
    types: list[str], preds: list[str], refs: list[str], **options: object
) -> dict[str, list[list[float]]]:
    """Score pair by pair with rouge_score: for each type, a row per pair."""
    scorer = rouge_scorer.RougeScorer(types, **options)
    rows = [scorer.score(ref, pred) for pred, ref in zip(preds, refs, strict=True)]
    return {name: [list(row[name]) for row in rows] for name in types}


def assert_same_partition(keys: list, words: list) -> None:
    """Check that two lists are equal at the same pairs of places."""
    assert len(keys) == len(words)
    assert len(set(keys)) == len(set(words)) == len(set(zip(keys, words, strict=True)))


# --- types of the family, and several references, by their definitions cell by cell --------


def clipped(pred, ref):
    """Hits, units of the prediction, units of the reference."""
    pred, ref = Counter(pred), Counter(ref)
    return (pred & ref).total(), pred.total(), ref.total()


def skip_bigrams(tokens, distance):
    reach = len(tokens) if distance is None else distance + 1
    grams = []
    for first, token in enumerate(tokens):
        grams += [(token, second) for second in tokens[first + 1 : first + 1 + reach]]
    return grams


def skip_units(tokens, distance, unigrams):
    """The units of S (unigrams None), of SU as Lin has it ("all") or ROUGE-1.5.5 ("but last")."""
    singles = {None: [], "all": tokens, "but last": tokens[:-1]}[unigrams]
    return skip_bigrams(tokens, distance) + [(token,) for token in singles]


def weighted_table(ref, pred, weight):
    """The worth of each cell and the move that led there (m, u, l)."""
    worth = [[0.0] * (len(pred) + 1) for _ in range(len(ref) + 1)]
    run = [[0] * (len(pred) + 1) for _ in range(len(ref) + 1)]
    move = [[""] * (len(pred) + 1) for _ in range(len(ref) + 1)]
    for i in range(1, len(ref) + 1):
        for j in range(1, len(pred) + 1):
            if ref[i - 1] == pred[j - 1]:
                k = run[i - 1][j - 1]
                worth[i][j] = worth[i - 1][j - 1] + (k + 1.0) ** weight - float(k) ** weight
                run[i][j] = k + 1
                move[i][j] = "m"
            elif worth[i - 1][j] >= worth[i][j - 1]:
                worth[i][j] = worth[i - 1][j]
                move[i][j] = "u"
            else:
                worth[i][j] = worth[i][j - 1]
                move[i][j] = "l"
    return worth, move


def weighted_positions(ref, pred, weight):
    _, move = weighted_table(ref, pred, weight)
    i, j = len(ref), len(pred)
    positions = []
    while i > 0 and j > 0:
        step = move[i][j]
        if step == "m":
            positions.append(i - 1)
        i -= step != "l"
        j -= step != "u"
    return positions


def weighted_union_hits(ref_sentences, pred_sentences, weight):
    left = Counter(token for sentence in pred_sentences for token in sentence)
    hits = 0.0
    for ref in ref_sentences:
        union = set()
        for pred in pred_sentences:
            union.update(weighted_positions(ref, pred, weight))
        run = 0
        for position, token in enumerate(ref):
            if position in union and left[token] > 0:
                left[token] -= 1
                run += 1
                if position + 1 == len(ref) or position + 1 not in union:
                    hits += float(run) ** weight
                    run = 0
    return hits


def f1(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def best(scores):
    return max(scores, key=lambda score: score[2])  # the first one on ties


def jackknife(scores):
    """Scores of (P, R, F): the mean over leaving each one out of the best of the rest."""
    if len(scores) == 1:
        return scores[0]
    kept = [best(scores[:k] + scores[k + 1 :]) for k in range(len(scores))]
    return tuple(sum(column) / len(kept) for column in zip(*kept, strict=True))


# --- words, clusters and folding, one character at a time, after UAX #29 and UAX #31 -------

WORD_CLASSES = [
    *("CR", "LF", "Newline", "Extend", "ZWJ", "Format", "Katakana", "Hebrew_Letter", "ALetter"),
    *("Single_Quote", "Double_Quote", "MidNumLet", "MidLetter", "MidNum", "Numeric"),
    *("ExtendNumLet", "WSegSpace", "Regional_Indicator"),
]
CLUSTER_CLASSES = [
    *("CR", "LF", "Control", "Extend", "ZWJ", "Prepend", "SpacingMark"),
    *("L", "V", "T", "LV", "LVT", "Regional_Indicator"),
]


@functools.cache
def has(char: str, prop: str) -> bool:
    return regex.fullmatch(rf"\p{{{prop}}}", char) is not None


@functools.cache
def word_class(char: str) -> str:
    return next((name for name in WORD_CLASSES if has(char, f"WB={name}")), "Other")


@functools.cache
def cluster_class(char: str) -> str:
    return next((name for name in CLUSTER_CLASSES if has(char, f"GCB={name}")), "Other")


def is_counted(char: str) -> bool:
    return has(char, "Alphabetic") or has(char, "N")


def _segments(text: str, breaks_before) -> list[str]:
    starts = [k for k in range(len(text)) if k == 0 or breaks_before(text, k)]
    return [text[start:stop] for start, stop in pairwise([*starts, len(text)])]


def word_segments(text: str) -> list[str]:
    return _segments(text, word_breaks_before)


def word_breaks_before(text: str, here: int) -> bool:
    """Rules WB3 to WB999, in order, for the boundary before ``text[here]``."""
    kinds = [word_class(char) for char in text]
    before, after = kinds[here - 1], kinds[here]
    newlines = ("CR", "LF", "Newline")
    if (before, after) == ("CR", "LF"):
        return False  # WB3
    if before in newlines or after in newlines:
        return True  # WB3a, WB3b
    if before == "ZWJ" and has(text[here], "Extended_Pictographic"):
        return False  # WB3c
    if before == after == "WSegSpace":
        return False  # WB3d
    if after in ("Extend", "Format", "ZWJ"):
        return False  # WB4
    # From here on, what is attached is as if it were not there.
    left = _bases(kinds[:here])
    right = _bases(kinds[here:])
    before = left[-1]
    two_before = left[-2] if len(left) > 1 else ""
    two_after = right[1] if len(right) > 1 else ""
    letters = ("ALetter", "Hebrew_Letter")
    mid_letters = ("MidLetter", "MidNumLet", "Single_Quote")
    mid_numbers = ("MidNum", "MidNumLet", "Single_Quote")
    joined = (
        (before in letters and after in letters)  # WB5
        or (before in letters and after in mid_letters and two_after in letters)  # WB6
        or (two_before in letters and before in mid_letters and after in letters)  # WB7
        or (before == "Hebrew_Letter" and after == "Single_Quote")  # WB7a
        or (before == two_after == "Hebrew_Letter" and after == "Double_Quote")  # WB7b
        or (two_before == after == "Hebrew_Letter" and before == "Double_Quote")  # WB7c
        or (before == after == "Numeric")  # WB8
        or (before in letters and after == "Numeric")  # WB9
        or (before == "Numeric" and after in letters)  # WB10
        or (two_before == after == "Numeric" and before in mid_numbers)  # WB11
        or (before == two_after == "Numeric" and after in mid_numbers)  # WB12
        or (before == after == "Katakana")  # WB13
        or (
            before in (*letters, "Numeric", "Katakana", "ExtendNumLet") and after == "ExtendNumLet"
        )  # WB13a
        or (before == "ExtendNumLet" and after in (*letters, "Numeric", "Katakana"))  # WB13b
    )
    if before == after == "Regional_Indicator":  # WB15, WB16
        return _run_at_end(left, "Regional_Indicator") % 2 == 0
    return not joined


def _bases(kinds: list[str]) -> list[str]:
    """Drop Extend, Format and ZWJ, but those that begin a line."""
    return [
        kind
        for k, kind in enumerate(kinds)
        if kind not in ("Extend", "Format", "ZWJ")
        or k == 0
        or kinds[k - 1] in ("CR", "LF", "Newline")
    ]


def _run_at_end(kinds: list[str], wanted: str) -> int:
    length = 0
    while length < len(kinds) and kinds[-1 - length] == wanted:
        length += 1
    return length


def cluster_segments(text: str) -> list[str]:
    return _segments(text, cluster_breaks_before)


def cluster_breaks_before(text: str, here: int) -> bool:
    """Rules GB3 to GB999, in order, for the boundary before ``text[here]``."""
    before, after = cluster_class(text[here - 1]), cluster_class(text[here])
    controls = ("CR", "LF", "Control")
    if (before, after) == ("CR", "LF"):
        return False  # GB3
    if before in controls or after in controls:
        return True  # GB4, GB5
    joined = (
        (before == "L" and after in ("L", "V", "LV", "LVT"))  # GB6
        or (before in ("LV", "V") and after in ("V", "T"))  # GB7
        or (before in ("LVT", "T") and after == "T")  # GB8
        or after in ("Extend", "ZWJ", "SpacingMark")  # GB9, GB9a
        or before == "Prepend"  # GB9b
    )
    if joined:
        return False
    left = text[:here]
    if has(text[here], "InCB=Consonant"):  # GB9c as of Unicode 18
        bare = left
        while bare and has(bare[-1], "InCB=Extend"):
            bare = bare[:-1]
        if bare and has(bare[-1], "InCB=Linker"):
            return False
    if before == "ZWJ" and has(text[here], "Extended_Pictographic"):  # GB11
        bare = left[:-1]
        while bare and cluster_class(bare[-1]) == "Extend":
            bare = bare[:-1]
        if bare and has(bare[-1], "Extended_Pictographic"):
            return False
    if before == after == "Regional_Indicator":  # GB12, GB13
        kinds = [cluster_class(char) for char in left]
        return _run_at_end(kinds, "Regional_Indicator") % 2 == 0
    return True


def fold(text: str) -> str:
    kept = [char for k, char in enumerate(text) if _is_kept(text, k)]
    return _casefold("".join(kept))


def _casefold(text: str) -> str:
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    folded = unicodedata.normalize("NFKC", once.casefold())
    return folded.replace("\u0e4d\u0e32", "\u0e33").replace("\u0ecd\u0eb2", "\u0eb3")


def _is_kept(text: str, here: int) -> bool:
    if text[here] == "\u200c":
        return _shows(text, here)
    return text[here] == "\u200b" or not has(text[here], "Default_Ignorable_Code_Point")


def _shows(text: str, here: int) -> bool:
    """Rule A1 of UAX #31, on the folded text; the first of several joiners shows."""
    left = _casefold(text[:here])
    while left and has(left[-1], "jt=T"):
        left = left[:-1]
    right = _casefold(text[here + 1 :]).lstrip("\u200c")
    while right and (has(right[0], "jt=T") or right[0] == "\u200c"):
        right = right[1:]
    return bool(
        left
        and right
        and (has(left[-1], "jt=D") or has(left[-1], "jt=L"))
        and (has(right[0], "jt=D") or has(right[0], "jt=R"))
    )


def unicode_tokens(text: str) -> list[str]:
    """Words of a text without Thai and its kin."""
    may_lead = (
        *("ALetter", "Hebrew_Letter", "Numeric", "Katakana", "ExtendNumLet"),
        *("Extend", "Format", "ZWJ"),
    )
    return [
        segment
        for segment in word_segments(fold(text))
        if is_counted(segment[0])
        or (word_class(segment[0]) in may_lead and any(map(is_counted, segment)))
    ]


def character_tokens(text: str) -> list[str]:
    return [
        segment
        for segment in cluster_segments(fold(text))
        if is_counted(segment[0])
        or (
            (
                cluster_class(segment[0]) in ("Prepend", "Extend", "ZWJ")
                or has(segment[0], "InCB=Linker")
            )
            and any(map(is_counted, segment))
        )
    ]
