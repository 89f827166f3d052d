"""ROUGE-W of one pair: which words the weighted LCS takes, and what their runs are worth.

Tokens of one pair come in, positions and weights go out: the twin, for people
who look at a pair, of what weighted.py counts for whole batches. It knows no
text and no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from .sequences import Tokens

_LEFT, _UP, _MATCH = 0, 1, 2


def weighted_positions(ref: Tokens, pred: Tokens, weight: float) -> tuple[list[int], list[int]]:
    """Find the common subsequence whose runs weigh most, as ROUGE-1.5.5 finds it.

    Equal tokens are always taken; else the better neighbour goes on, on ties
    the one without the reference token, and the run ends.

    Returns:
        Reference positions and their prediction positions, both ascending.
    """
    powers = [float(k) ** weight for k in range(min(len(ref), len(pred)) + 2)]
    values_above, runs_above = [0.0] * (len(pred) + 1), [0] * (len(pred) + 1)
    moves = []  # for each reference token one move for each prediction token
    for ref_token in ref:
        values, runs, move = [0.0], [0], bytearray()
        for column, pred_token in enumerate(pred):
            if ref_token == pred_token:
                run = runs_above[column]
                # In the engine's order, so that no last bit decides a tie otherwise.
                values.append(values_above[column] + powers[run + 1] - powers[run])
                runs.append(run + 1)
                move.append(_MATCH)
            else:
                up, left = values_above[column + 1], values[column]
                values.append(max(up, left))
                runs.append(0)
                move.append(_UP if up >= left else _LEFT)
        moves.append(move)
        values_above, runs_above = values, runs

    ref_positions, pred_positions = [], []
    row, column = len(ref) - 1, len(pred) - 1
    while row >= 0 and column >= 0:
        step = moves[row][column]
        if step == _MATCH:
            ref_positions.append(row)
            pred_positions.append(column)
        row -= step != _LEFT
        column -= step != _UP
    return ref_positions[::-1], pred_positions[::-1]


def weigh_reference_runs(
    counted: Set[int], union: Set[int], lengths: Sequence[int], weight: float
) -> float:
    """Weigh runs as ROUGE-1.5.5 does: side by side in the reference, a clipped word no gap.

    A counted word adds 1 to the run; the run is worth its power, and ends, at a
    counted word without a word of the union behind it in its sentence.

    Args:
        counted: positions of the words that count.
        union: these, and the positions of those that were clipped.
        lengths: tokens in each reference sentence.

    Example (weight 2):
        reference  a b c d e f
        union      1 1 0 1 1 1    2 * 2 + 3 * 3 = 13
    """
    hits = 0.0
    start = 0
    for length in lengths:
        run = 0
        for position in range(start, start + length):
            run += position in counted
            is_last = position + 1 == start + length or position + 1 not in union
            if position in counted and is_last:
                hits += float(run) ** weight
                run = 0
        start += length
    return hits


def weigh_common_runs(links: Iterable[tuple[int, int]], weight: float) -> float:
    """Weigh runs as Lin 2004 does: side by side in both texts.

    The gains are added one by one, as the table of the whole pair adds them.

    Args:
        links: (reference position, prediction position), ascending in both.
    """
    hits = 0.0
    run = 0
    previous = None
    for i, j in links:
        run = run + 1 if previous == (i - 1, j - 1) else 1
        hits = hits + float(run) ** weight - float(run - 1) ** weight
        previous = (i, j)
    return hits
