"""Every public name as a user's typed program writes it; type checkers read this, strictly.

Nothing of it is run by them; `tests/test_typed.py` runs it too, so that what it
says of the types is so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import evaluate_rouge
import numpy as np
import numpy.typing as npt
from evaluate_rouge import (
    AggregateScore,
    BaseScorer,
    BatchScores,
    BootstrapAggregator,
    DefaultTokenizer,
    RougeScorer,
    RougeWarning,
    Score,
    Tokenizer,
    alpha_to_beta,
    compare,
    engine,
    f1,
    f_beta,
    for_trainer,
    lcs_length,
    overlap,
    rouge_l,
    rouge_lsum,
    rouge_n,
)


class Halves(Tokenizer):
    """A tokenizer of the user's own."""

    def tokenize(self, text: str) -> list[str]:
        middle = len(text) // 2
        return [text[:middle], text[middle:]]


class Decoder:
    """As much of a model's tokenizer as `for_trainer` asks for."""

    def batch_decode(
        self, sequences: list[list[int]], skip_special_tokens: bool = False
    ) -> list[str]:
        return [" ".join(map(str, ids)) for ids in sequences]


def scorers() -> None:
    scorer: BaseScorer = RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True)
    one: dict[str, Score] = scorer.score("the cat sat", "the cat slept")
    fmeasure: float = one["rouge1"].fmeasure
    of_several: dict[str, Score] = RougeScorer("rouge1").score_multi(["a b", "c"], "a")
    words: list[str] = DefaultTokenizer(use_stemmer=True).tokenize("cats")
    RougeScorer("rouge1", tokenizer=Halves())
    RougeScorer("rouge1", tokenizer=str.split, beta=2.0, multi_reference="average")
    silenced: type[Warning] = RougeWarning
    counting: str = engine()
    assert fmeasure and of_several and words and silenced and counting


def batches() -> None:
    scorer = RougeScorer(["rouge1", "rougeL"])
    scores: BatchScores = scorer.score_batch([["a b", "c"], ["d"]], ["a", "d"])
    column: npt.NDArray[np.float64] = scores["rouge1"]
    row: dict[str, Score] = scores[0]
    first: BatchScores = scores[:1]
    rows: list[dict[str, Score]] = list(scores)
    means: dict[str, Score] = scores.mean()
    lists: dict[str, list[float]] = scores.to_dict()
    for name, of_type in scores.items():
        recalls: npt.NDArray[np.float64] = of_type[:, 1]
        assert len(recalls) == len(scores) and name in scores.keys()  # noqa: SIM118
    types: list[str] = scores.rouge_types
    n_rows: int = scores.to_arrow().num_rows
    n_lines: int = len(scores.to_pandas())
    height: int = scores.to_polars().height
    assert column.size and row and first and rows and means and lists and types
    assert n_rows == n_lines == height == 2

    found = compare({"base": scores, "new": scores}, n_resamples=10, all_pairs=True)
    p_value: float = found[0].comparison.p_randomization
    table: str = found.to_latex()
    names: tuple[str, ...] = found.systems
    assert p_value and table and names and found[:1] and found.to_dicts()


def alignments() -> None:
    alignment = RougeScorer("rouge1").explain("the cats", "two cats")["rouge1"]
    start: int | None = alignment.prediction_tokens[1].start
    links: list[tuple[int, int]] = alignment.links()
    drawn: str | None = alignment._repr_html_()
    assert start and links and drawn


def aggregates() -> None:
    aggregator = BootstrapAggregator(confidence_interval=0.9, n_samples=10)
    aggregator.add_scores({"rouge1": Score(1.0, 0.5, 2 / 3)})
    limits: dict[str, AggregateScore] = aggregator.aggregate()
    assert limits["rouge1"].mid.recall == 0.5


def token_lists() -> None:
    score: Score = rouge_n(["a", "b"], ["a", "c"], n=1)
    longest: Score = rouge_l([1, 2], [2, 1])
    by_sentence: Score = rouge_lsum([["a"], ["b"]], [["a"]], method="best_match")
    shared: int = overlap(["a", "b"], ["b"]) + lcs_length([1, 2, 3], [1, 3])
    beta: float = alpha_to_beta(0.5)
    fmeasure: float = f1(0.5, 0.5) + f_beta(0.5, 0.5, beta)
    assert score and longest and by_sentence and shared and fmeasure


def training() -> None:
    compute_metrics: Callable[[Sequence[npt.NDArray[np.int64]]], dict[str, float]] = for_trainer(
        Decoder(), RougeScorer("rouge1")
    )
    ids = np.array([[1, 2]])
    assert compute_metrics((ids, ids))["rouge1"] == 1.0


version: str = evaluate_rouge.__version__

for use in (scorers, batches, alignments, aggregates, token_lists, training):
    use()
