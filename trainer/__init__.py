"""What a Hugging Face Trainer hands to ``compute_metrics``, turned into ROUGE.

Token ids (or logits) and label ids come in, flat Python floats go out. It
knows how a Trainer pads and nests its arrays; what ROUGE is, the scorer
knows. PyTorch is never imported: arrays and tensors are asked only for what
both can do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import numpy as np

from ..scorer import RougeScorer
from ..text import split_sentences

_TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
_IGNORED = -100  # PyTorch's ignore_index: the loss skips it, no tokenizer can decode it
_FMEASURE = 2  # column of a score


class Decoder(Protocol):
    """A tokenizer or processor of transformers, as far as it matters here."""

    def batch_decode(
        self, sequences: list[list[int]], skip_special_tokens: bool = False
    ) -> list[str]: ...


def for_trainer(
    tokenizer: Decoder, scorer: RougeScorer | None = None, *, decoder_only: bool = False
) -> Callable[[Sequence], dict[str, float]]:
    """Make the function that a Trainer takes as ``compute_metrics``.

    It works with generated ids (``predict_with_generate=True``), with logits
    (alone or first in a tuple) and with what ``argmax_ids`` keeps of them.

    Args:
        tokenizer: what decodes the ids: anything with ``batch_decode``.
        scorer: what to count and how; default: rouge1, rouge2, rougeL and rougeLsum.
        decoder_only: logits at t speak of the label at t + 1, as in causal models.

    Returns:
        A function from an ``EvalPrediction`` (or a pair of predictions and
        labels) to the mean F-measure of each type, 0.0 to 1.0, and "gen_len",
        the mean number of predicted tokens, padding apart. All are floats, so the
        Trainer logs them, and ``metric_for_best_model="rougeLsum"`` can choose by them.

    Example:
        Seq2SeqTrainer(..., compute_metrics=for_trainer(tokenizer))
    """
    if not hasattr(tokenizer, "batch_decode"):
        raise TypeError(
            f"tokenizer is {tokenizer!r:.80}, which has no batch_decode; allowed: the model's own "
            "tokenizer or processor. What splits texts into words belongs to the scorer: "
            "for_trainer(tokenizer, RougeScorer(types, tokenizer=...))"
        )
    if scorer is None:
        scorer = RougeScorer(_TYPES)
    return partial(_rouge_of, tokenizer=tokenizer, scorer=scorer, decoder_only=decoder_only)


def argmax_ids(
    logits: np.ndarray | tuple | list, labels: np.ndarray, *, decoder_only: bool = False
) -> np.ndarray:
    """Keep the likeliest token of each position, and none where there is no label.

    Give it to the Trainer as ``preprocess_logits_for_metrics``: the ids take a
    vocabulary's size less memory than the logits, which it would collect otherwise.

    Args:
        logits: (n_rows, n_positions, n_vocabulary) tensor or array, or a tuple whose first it is.
        labels: (n_rows, n_positions) of the same kind.
        decoder_only: logits at t speak of the label at t + 1.

    Returns:
        (n_rows, n_positions) ids; one position fewer if ``decoder_only``.

    Example:
        argmax    [5 7 3 9]
        labels    [5 7 2 -100]
        result    [5 7 3 -100]
    """
    scores: np.ndarray = logits[0] if isinstance(logits, (tuple, list)) else logits
    if decoder_only:
        scores, labels = scores[:, :-1], labels[:, 1:]
    ids = scores.argmax(-1)
    # What a model says beyond the end of the label is noise: it was never trained there.
    ids[labels == _IGNORED] = _IGNORED
    return ids


def _rouge_of(
    evaluation: Sequence, *, tokenizer: Decoder, scorer: RougeScorer, decoder_only: bool
) -> dict[str, float]:
    """Score one evaluation; the Trainer calls this."""
    predictions, labels = evaluation[0], evaluation[1]
    # Models return what else they computed after the logits.
    if isinstance(predictions, (tuple, list)):
        predictions = predictions[0]
    predictions, labels = np.asarray(predictions), np.asarray(labels)
    if predictions.ndim == 3:
        predictions = argmax_ids(predictions, labels, decoder_only=decoder_only)
    for name, ids in (("predictions", predictions), ("labels", labels)):
        if ids.ndim != 2 or ids.dtype.kind not in "iu" or len(ids) == 0:
            raise ValueError(
                f"{name} have shape {ids.shape} and type {ids.dtype}; allowed: one or more rows "
                "of token ids, or for predictions logits (rows, positions, vocabulary)"
            )
    pred_ids = _unpadded(predictions, tokenizer)
    pred_texts = _texts(pred_ids, tokenizer)
    ref_texts = _texts(_unpadded(labels, tokenizer), tokenizer)
    scores = scorer.score_batch(ref_texts, pred_texts)
    means = {name: float(scores[name][:, _FMEASURE].mean()) for name in scores.rouge_types}
    means["gen_len"] = sum(map(len, pred_ids)) / len(pred_ids)
    return means


def _unpadded(ids: np.ndarray, tokenizer: Decoder) -> list[np.ndarray]:
    """Drop what pads: the tokenizer's own padding, and the -100 that no tokenizer decodes.

    Labels hold -100 so that the loss skips them. Predictions hold it because the
    Trainer fills batches of unequal width up with it when it joins them.

    Example (padding is 0):
        ids       [[5 7 2 0], [5 2 -100 -100]]
        result    [[5 7 2], [5 2]]
    """
    pad_id = getattr(tokenizer, "pad_token_id", None)
    kept = ids >= 0
    if pad_id is not None:
        kept &= ids != pad_id
    return [row[keep] for row, keep in zip(ids, kept, strict=True)]


def _texts(rows: list[np.ndarray], tokenizer: Decoder) -> list[str]:
    """Decode, and put each sentence on a line of its own: rougeLsum's only sentence mark."""
    texts = tokenizer.batch_decode([row.tolist() for row in rows], skip_special_tokens=True)
    return ["\n".join(split_sentences(text.strip())) for text in texts]
