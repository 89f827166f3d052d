"""Slow readable twins of skip-bigrams, weighted LCS and the reference modes.

They follow the definitions cell by cell and share nothing with the package.
"""

from __future__ import annotations

from collections import Counter


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
