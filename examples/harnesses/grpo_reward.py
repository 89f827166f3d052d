"""ROUGE as a reward for GRPOTrainer of TRL: texts or chats, any number of references.

    GRPOTrainer(model, reward_funcs=rouge_reward(), args=..., train_dataset=dataset)

The dataset has a column "reference" beside "prompt": a text, or a list of texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evaluate_rouge import RougeScorer


def rouge_reward(
    scorer: RougeScorer | None = None, rouge_type: str = "rougeL", column: str = "reference"
) -> Callable[..., list[float]]:
    """Make a reward function: F of each completion against its references.

    Args:
        scorer: what to count, and how; default RougeScorer(rouge_type).
        rouge_type: the type, of the scorer's, that is the reward.
        column: of the dataset, with the references.
    """
    scorer = scorer or RougeScorer(rouge_type)

    def rouge(completions: Sequence[Any], **columns: Any) -> list[float]:
        predictions = [_text(completion) for completion in completions]
        references = [_listed(reference) for reference in columns[column]]
        scores = scorer.score_batch(references, predictions)
        return scores[rouge_type][:, 2].tolist()

    rouge.__name__ = rouge_type  # the trainer logs the reward by this name
    return rouge


def _text(completion: Any) -> str:
    """A completion is a text, or the messages of a chat, of which the last is the answer."""
    return completion if isinstance(completion, str) else completion[-1]["content"] or ""


def _listed(reference: Any) -> list[str]:
    return [reference] if isinstance(reference, str) else list(reference)
