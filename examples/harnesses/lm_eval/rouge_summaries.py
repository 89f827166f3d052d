"""What rouge_summaries.yaml calls for each document: F by type, against all its references."""

from __future__ import annotations

from typing import Any

from evaluate_rouge import RougeScorer

SCORER = RougeScorer(["rouge1", "rougeLsum"])


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Score the one text that the model gave for a document."""
    scores = SCORER.score_multi(doc["references"], results[0])
    return {name: score.fmeasure for name, score in scores.items()}
