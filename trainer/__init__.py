"""What a Hugging Face Trainer hands to ``compute_metrics``, turned into ROUGE.

Token ids (or logits) and label ids come in, flat Python floats go out. It
knows how a Trainer pads and nests its arrays; what ROUGE is, the scorer
knows. PyTorch is never imported: arrays and tensors are asked only for what
both can do.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from ..options import Adviser, advise, as_list, check_rows
from ..scorer import RougeScorer
from ..scripts import named_splitter

_TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
_IGNORED = -100  # PyTorch's ignore_index: the loss skips it, no tokenizer can decode it
_FMEASURE = 2  # column of a score


class Decoder(Protocol):
    """A tokenizer or processor of transformers, as far as it matters here."""

    def batch_decode(
        self, sequences: list[list[int]], skip_special_tokens: bool = False
    ) -> list[str]: ...


def for_trainer(
    tokenizer: Decoder,
    scorer: RougeScorer | None = None,
    *,
    decoder_only: bool = False,
    references: Sequence[str] | Sequence[Sequence[str]] | None = None,
) -> TrainerMetrics:
    """Make the function that a Trainer takes as ``compute_metrics``.

    It works with generated ids (``predict_with_generate=True``), with logits
    (alone or first in a tuple) and with what ``argmax_ids`` keeps of them; at
    once, or batch by batch (``batch_eval_metrics=True``).

    Args:
        tokenizer: what decodes the ids: anything with ``batch_decode``.
        scorer: what to count and how; default: rouge1, rouge2, rougeL and rougeLsum.
            It finds sentences as its options say; where they say nothing, as
            ``split_summaries=True`` does, with newlines as marks beside.
        decoder_only: logits at t speak of the label at t + 1, as in causal models.
        references: texts to score against in place of the labels, or a list of
            several for each row, in the order of the evaluation set.

    Returns:
        A function from an ``EvalPrediction`` (or a pair of predictions and
        labels) to the mean F-measure of each type, 0.0 to 1.0, and "gen_len",
        the mean number of predicted tokens, padding apart. All are floats, so the
        Trainer logs them, and ``metric_for_best_model="rougeLsum"`` can choose by them.
        It pickles, with what it has been given so far.

    Raises:
        TypeError: the tokenizer cannot decode, or a reference is no text.
        ImportError, LookupError: what finds sentences is not installed.

    Example:
        Seq2SeqTrainer(..., compute_metrics=for_trainer(tokenizer))
    """
    if not hasattr(tokenizer, "batch_decode"):
        raise TypeError(
            f"tokenizer is {tokenizer!r:.80}, which has no batch_decode; allowed: the model's own "
            "tokenizer or processor. What splits texts into words belongs to the scorer: "
            "for_trainer(tokenizer, RougeScorer(types, tokenizer=...))"
        )
    options = RougeScorer(_TYPES).options if scorer is None else scorer.options
    if not options.split_summaries:
        dataclasses.replace(options, split_summaries=True).check()  # finds what is missing
        split = partial(_sentences, split=named_splitter(options.tokenizer, options.language))
        options = dataclasses.replace(options, split_summaries=split)
    texts = None
    if references is not None:
        rows = as_list(references, "references")
        texts = check_rows([""] * len(rows), rows)[1]
    return TrainerMetrics(tokenizer, RougeScorer.of(options), decoder_only, texts)


def _sentences(text: str, split: Callable[[str], list[str]]) -> list[str]:
    """Find sentences, and end them at newlines as well."""
    return [line for sentence in split(text) for line in sentence.split("\n")]


class TrainerMetrics:
    """The function that ``for_trainer`` makes: what a Trainer calls, and what it has been given."""

    def __init__(
        self, tokenizer: Decoder, scorer: RougeScorer, decoder_only: bool, references: list | None
    ) -> None:
        """Begin with no rows; see ``for_trainer``."""
        self._tokenizer, self._scorer = tokenizer, scorer
        self._decoder_only, self._references = decoder_only, references
        self.reset()

    def reset(self) -> None:
        """Forget the batches of an evaluation that did not come to its end."""
        self._scores: dict[str, list[np.ndarray]] = {name: [] for name in self._scorer._types}
        self._n_rows = self._n_tokens = 0
        self._adviser = Adviser(self._scorer.options)

    def __call__(
        self, evaluation: Sequence, compute_result: bool | None = None
    ) -> dict[str, float]:
        """Score rows; the Trainer calls this.

        Args:
            evaluation: predictions and labels, as arrays or tensors.
            compute_result: None for all rows at once; True with the last batch of several,
                False with those before it, for which the answer is empty.

        Raises:
            ValueError: what came is no ids, or not as many rows as there are references.
        """
        if compute_result is None:
            self.reset()
        pred_ids, ref_texts = self._taken(evaluation[0], evaluation[1])
        pred_texts = self._texts(pred_ids)
        scores = self._scorer.score_rows(ref_texts, pred_texts, self._adviser)
        for name, of_type in self._scores.items():
            of_type.append(scores[name][:, _FMEASURE])
        self._n_rows += len(pred_ids)
        self._n_tokens += sum(map(len, pred_ids))
        if compute_result is False:
            return {}
        self._compare_length(self._n_rows, is_over=True)
        advise(self._adviser.facts(), 2)
        columns = {name: np.concatenate(parts) for name, parts in self._scores.items()}
        means = {name: float(column.mean()) for name, column in columns.items()}
        means["gen_len"] = self._n_tokens / self._n_rows
        self.reset()
        return means

    def _taken(self, predictions: Any, labels: Any) -> tuple[list[np.ndarray], list]:
        """Take the ids of the predictions, unpadded, and the references as texts."""
        # Models return what else they computed behind the logits.
        if isinstance(predictions, (tuple, list)):
            predictions = predictions[0]
        predictions, labels = _countable(predictions), _countable(labels)
        if predictions.ndim == 3 and labels.ndim == 2:
            predictions = argmax_ids(predictions, labels, decoder_only=self._decoder_only)
        predictions, labels = _on_cpu(predictions), _on_cpu(labels)
        for name, ids, most in (("predictions", predictions, 2), ("labels", labels, 3)):
            if not 2 <= ids.ndim <= most or ids.dtype.kind not in "iu" or len(ids) == 0:
                raise ValueError(
                    f"{name} have shape {ids.shape} and type {ids.dtype}; allowed: one or more "
                    "rows of token ids; for predictions logits (rows, positions, vocabulary), and "
                    "for labels of generated texts several references (rows, references, positions)"
                )
        pred_ids = _unpadded(predictions, self._tokenizer)
        if self._references is not None:
            self._compare_length(self._n_rows + len(pred_ids), is_over=False)
            return pred_ids, self._references[self._n_rows : self._n_rows + len(pred_ids)]
        if labels.ndim == 2:
            return pred_ids, self._texts(_unpadded(labels, self._tokenizer))
        # Rows with fewer references than others are filled up with such as hold no token.
        texts = []
        for ids in labels:
            kept = [row for row in _unpadded(ids, self._tokenizer) if len(row)]
            texts.append(self._texts(kept) or [""])
        return pred_ids, texts

    def _compare_length(self, n_rows: int, is_over: bool) -> None:
        """Refuse more rows than there are references, and fewer once the evaluation is over."""
        wanted = n_rows if self._references is None else len(self._references)
        if n_rows > wanted or (is_over and n_rows < wanted):
            self.reset()
            raise ValueError(
                f"{n_rows} rows were predicted, and references holds {wanted}; give one entry for "
                "each row of the evaluation set, in its order"
            )

    def _texts(self, rows: list[np.ndarray]) -> list[str]:
        texts = self._tokenizer.batch_decode(
            [row.tolist() for row in rows], skip_special_tokens=True
        )
        return [text.strip() for text in texts]


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


def _countable(values: Any) -> Any:
    """Let arrays and tensors be, and make arrays of lists."""
    return values if hasattr(values, "ndim") else np.asarray(values)


def _on_cpu(values: Any) -> np.ndarray:
    """Make an array of a tensor, wherever it lies."""
    return np.asarray(values.detach().cpu() if hasattr(values, "detach") else values)


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
