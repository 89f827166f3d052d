"""ROUGE as a metric of lighteval, with every type, tokenizer and mode of this package.

Put `rouge_l` into the `metrics` of a LightevalTaskConfig.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from evaluate_rouge import RougeScorer
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetric
from lighteval.tasks.requests import SamplingMethod


class Rouge(SampleLevelComputation):
    """F of one answer against all its golds; of several answers the mean."""

    def __init__(self, scorer: RougeScorer, rouge_type: str) -> None:
        """Take the scorer, and the type of its own that is reported."""
        self.scorer = scorer
        self.rouge_type = rouge_type

    def compute(self, doc: Any, model_response: Any, **kwargs: Any) -> float:
        """Score the answers to one document."""
        answers = model_response.final_text
        scores = self.scorer.score_batch([doc.get_golds()] * len(answers), answers)
        return scores.mean()[self.rouge_type].fmeasure


rouge_l = SampleLevelMetric(
    metric_name="rougeL_stemmed",
    higher_is_better=True,
    category=SamplingMethod.GENERATIVE,
    sample_level_fn=Rouge(RougeScorer("rougeL", use_stemmer=True), "rougeL"),
    corpus_level_fn=np.mean,
)
