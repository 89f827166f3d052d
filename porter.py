"""Words in, stems out: the Porter stemmer as rouge_score uses it.

A word is cut down by the rules of Porter 1980 ("An algorithm for suffix
stripping", Program 14.3, pages 130-137; the steps below carry its numbers),
with the departures that NLTK's ``PorterStemmer()`` makes in its default mode.
Each departure is marked "NLTK:". Words are lower-case ``[a-z0-9]+``, as the
default tokenizer makes them; this file knows nothing of texts or scores.

Every condition of Porter is a question about consonants and vowels, so a word
is spelled once in those two letters, its *shape*, and the rules ask that:

    word     t r o u b l e s
    shape    c c v v c c v c    measure 2: the times "vc" stands in it
"""

from __future__ import annotations

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


def stem(word: str) -> str:
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
