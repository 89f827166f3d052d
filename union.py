"""Union-LCS hits (rougeLsum): for each reference sentence, the positions on any LCS path.

Runs all prediction sentences of all pairs at once, and takes the path that
rouge_score takes where several are longest, since the union shows the choice.
"""

from __future__ import annotations

import numpy as np

from .lanes import ONE, Lanes, Masks, Side, Words, lanes_of, masks_of, pack, shared_sides
from .lcs import States
from .pairs import Pairs

_ALL = np.uint64(2**64 - 1)


def union_lcs_hits(
    pairs: Pairs, wanted: np.ndarray, available: np.ndarray | None = None
) -> np.ndarray:
    """Count the clipped hits of rougeLsum: (n_pairs,) int64.

    Each token counts as often as unioned reference positions hold it, and at
    most as often as it stands in the prediction (Lin 2004, sec. 3.2; the
    clipping is that of ROUGE-1.5.5 and rouge_scorer.py:_summary_level_lcs).

    Args:
        wanted: (n_pairs,) bool; 0 is given for the others.
        available: (n_ref_positions,) int64, how often the token there may count, if
            not as often as the prediction holds it.
    """
    pred, ref = shared_sides(pairs, by_sentence=True, wanted=wanted)
    words = pack(ref, len(pairs))
    masks = masks_of(ref, words, len(pairs.ref.keys))
    follows_gap = _gaps(pairs, pred)
    union = np.zeros(len(words.positions), dtype=np.uint64)
    for lanes in lanes_of(pred, words).blocks():
        np.bitwise_or.at(union, lanes.word, _taken(lanes, words, masks, pred, follows_gap))
    in_union = ref.name[(union[words.of_token] & words.bit) != 0]
    n_unioned = np.bincount(in_union, minlength=len(pairs.ref.keys))
    if available is None:
        available, _ = pairs.token_counts
    return pairs.sum_by_pair(np.minimum(n_unioned, available))


def _gaps(pairs: Pairs, pred: Side) -> np.ndarray:
    """Say which columns had a token behind them, in their sentence, that was left out.

    Returns:
        (n_columns,) uint64: no bits for such a column, all bits for the others.

    Example (dots stand for tokens that the reference lacks):
        sentence  a b . c .
        columns   a b   c
        gap       0 1   1
    """
    n_tokens = len(pairs.pred.keys)
    kept = np.zeros(n_tokens + 1, dtype=bool)
    kept[pred.token] = True
    begins = np.append(pairs.pred.begins, True)
    behind = pred.token + 1
    return np.where(kept[behind] | begins[behind], _ALL, np.uint64(0))


def _taken(
    lanes: Lanes, words: Words, masks: Masks, pred: Side, follows_gap: np.ndarray
) -> np.ndarray:
    """Trace back one LCS of each lane: (n_lanes,) uint64, the positions on it.

    rouge_score walks from the ends of both sentences. On equal tokens it takes
    the match; else it drops the prediction token if the table T has
    T[i][j-1] > T[i-1][j], else the reference token. Without a match in column
    j that holds exactly when T grows at i in that column, which is when bit i
    of V is 0. So in each column the walk falls from i to the highest bit of
    M | ~V that is not above i, takes it if it is in M, and stays on it if not.

    A column that was left out has no M: there the walk falls to a bit of ~V,
    and V is that of the column in front. So a column with such a gap behind it
    is entered at a bit of its own ~V, and only that bit can match.

    Where a row continues in the word of the lane before, bit 0 stands for all
    that lies there: V is always 0 in it, so the walk that finds nothing else
    falls to it, and enters that lane in the same column.

    ``within`` holds, for every field at once, the bits that the walk has not
    passed; below the highest candidate all bits are set by smearing downwards.
    """
    column_masks = masks.first[pred.name]
    spans = lanes.windows()
    states = States(lanes, words)
    saved = []
    for span in spans:  # forward, to learn the state at the head of each window
        saved.append((states.v.copy(), states.carry.copy()))
        window = lanes.window(span, column_masks, masks)
        history = np.empty_like(window.mask)
        states.run(window, history)

    is_continued = np.append(lanes.lag[1:] > 0, False)  # by the lane behind
    entry = np.where(lanes.lag > 0, ONE, np.uint64(0))  # the free bit, way out to the lane before
    fields = states.positions | entry
    neighbours = _neighbour_masks(fields)
    within = np.where(is_continued, np.uint64(0), fields)
    enters = np.where(is_continued, fields, np.uint64(0))
    taken = np.zeros(len(lanes), dtype=np.uint64)
    scratch = np.empty(len(lanes), dtype=np.uint64)

    for span, (v, carry) in zip(reversed(spans), reversed(saved), strict=True):
        if span is not spans[-1]:
            states.v[:], states.carry[:] = v, carry
            window = lanes.window(span, column_masks, masks)
            history = np.empty_like(window.mask)
            states.run(window, history)
        candidates = window.mask & follows_gap[window.column]
        candidates |= ~history
        if window.idle is not None:
            candidates[window.idle] = _ALL  # nowhere to fall to: the walk stays
        bounds = zip(window.offsets, window.offsets[1:], strict=False)
        for start, stop in reversed(list(bounds)):
            n_lanes = stop - start
            reached = within[:n_lanes]
            moved = scratch[:n_lanes]
            reached &= candidates[start:stop]
            for distance, neighbour in neighbours:
                np.right_shift(reached, distance, out=moved)
                moved &= neighbour[:n_lanes]
                reached |= moved
            np.right_shift(reached, ONE, out=moved)
            moved &= neighbours[0][1][:n_lanes] if neighbours else np.uint64(0)
            top = np.bitwise_xor(reached, moved, out=moved)
            hit = top & window.mask[start:stop]
            taken[:n_lanes] |= hit
            reached ^= hit
            if lanes.is_linked:
                leaves = top & entry[:n_lanes]
                reached ^= leaves
                within[: n_lanes - 1] |= (0 - leaves[1:]) & enters[: n_lanes - 1]
    return taken


def _neighbour_masks(fields: np.ndarray) -> list[tuple[np.uint64, np.ndarray]]:
    """For k = 1, 2, 4, ...: the bits whose k-th upper neighbour lies in the same field.

    Fields have a free bit between them, so that is where all bits from one to
    the other are set.
    """
    masks = []
    distance = 1
    together = fields & (fields >> ONE)
    while together.any():
        masks.append((np.uint64(distance), together))
        together = together & (together >> np.uint64(distance))
        distance *= 2
    return masks
