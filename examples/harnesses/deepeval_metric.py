"""ROUGE as a metric of DeepEval: no model judges, so it costs microseconds.

assert_test(test_case, [RougeMetric("rougeL", threshold=0.3)])
"""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase
from evaluate_rouge import RougeScorer


class RougeMetric(BaseMetric):
    """F of the actual output against the expected one."""

    def __init__(self, rouge_type: str = "rougeL", threshold: float = 0.5) -> None:
        """Choose a type, and the F from which a case passes."""
        self.rouge_type = rouge_type
        self.threshold = threshold
        self.async_mode = False
        self._scorer = RougeScorer(rouge_type)

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """Score one case."""
        score = self._scorer.score(test_case.expected_output or "", test_case.actual_output or "")
        self.score = score[self.rouge_type].fmeasure
        self.success = self.score >= self.threshold
        self.reason = f"{self.rouge_type} F is {self.score:.4f}"
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """Score one case; there is nothing to wait for."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Say whether the last case passed."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return f"ROUGE ({self.rouge_type})"
