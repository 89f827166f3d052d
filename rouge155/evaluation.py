"""A corpus and the script's options in, what ROUGE-1.5.5 prints out.

The counting is that of the rest of the package; what is here is what the
script counts, how it uses several references, and when it rounds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy as np

from ..counting import Chunk, NGram, Pairs, RougeType, SkipBigram, count
from ..options import (
    SEE_REMEDY,
    Adviser,
    Options,
    advice_is_wanted,
    advise,
    as_list,
    in_python,
    is_see,
)
from ..pairs import Tally
from ..scores import BatchCounts
from ..subsequences import LEAST_WEIGHT, MOST_WEIGHT, UnionLCS, WeightedLCS
from ..text import Tokens, custom_tokens, offsets_of
from .reading import Reader, Stemmer, Text, Words, irregular_forms_of, stop_words_of
from .resampling import Average, average, resampled_sums, rounded

# Tokens counted at a time.
CHUNK = 1 << 17


class Evaluation(NamedTuple):
    """Recall, precision and F of one evaluation (``-d``), rounded to five decimals."""

    recall: float
    precision: float
    fmeasure: float


@dataclass(frozen=True)
class Report:
    """What one run prints.

    Attributes:
        averages: by metric ("ROUGE-1", "ROUGE-L", "ROUGE-W-1.2", "ROUGE-SU4", ...):
            an ``Average``, or a ``Tally`` of units with scoring "counts".
        evaluations: by metric, then by id: an ``Evaluation``, or a ``Tally`` with
            scoring "summed" or "counts".
    """

    averages: dict[str, Average] | dict[str, Tally]
    evaluations: dict[str, dict[str, Evaluation]] | dict[str, dict[str, Tally]]


class Rouge155:
    """The script with its options; one object evaluates any number of corpora.

    Every printed digit is the script's. Stemming asks a table of irregular forms first,
    then Porter's rules. The script's table is not free, so ``irregular_forms`` has to
    come from the user: without one, some score of 17 in 100 pairs of news and papers
    differs (564 of 3,300). By the rules alone none does, of 3,300 that the script scored
    without its table.

    Example:
        >>> report = Rouge155(max_n=2).evaluate(["the cat sat"], ["the cat slept"])
        >>> report.averages["ROUGE-2"].recall
        Estimate(value=0.5, low=0.5, high=0.5)
    """

    def __init__(
        self,
        *,
        max_n: int = 2,
        skip_distance: int | None = None,
        unigrams: Literal["without", "with", "both"] = "without",
        weight: float | str | None = None,
        alpha: float = 0.5,
        word_limit: int | None = None,
        byte_limit: int | None = None,
        stop_words: Collection[str] | PathLike[str] | str | None = None,
        use_stemmer: bool = False,
        irregular_forms: Mapping[str, str] | PathLike[str] | str | None = None,
        formula: Literal["A", "B"] = "A",
        scoring: Literal["mean", "summed", "counts"] = "mean",
        confidence: float = 95.0,
        n_resamples: int = 1000,
    ) -> None:
        """Choose what to count and how to print it. ROUGE-L is always counted.

        Args:
            max_n: count ROUGE-1 to ROUGE-<max_n> (``-n``); 0 for none.
            skip_distance: words that may stand between the two of a skip-bigram
                (``-2``); any negative number for no limit; None for no ROUGE-S.
            unigrams: ROUGE-S "without" them, ROUGE-SU "with" (``-u``), or "both" (``-U``).
            weight: of runs in ROUGE-W (``-w``), which is named with it as it is given:
                "1.20" makes ROUGE-W-1.20. None for no ROUGE-W.
            alpha: weight of precision in F, 0 to 1 (``-p``).
            word_limit: look at the first words of each text only (``-l``).
            byte_limit: look at the first bytes of each text only (``-b``). ROUGE-L and
                ROUGE-W then read every line up to the first that has so many bytes by
                itself, as the script does, while words are clipped by what lies
                within the limit.
            stop_words: words to leave out (``-s``), or the path of a file of them.
            use_stemmer: stem words of more than three letters (``-m``).
            irregular_forms: what the stemmer looks up before it applies rules, as
                {form: base form} or as the path of a file of such pairs, one a line.
            formula: of several references, "A" adds up all, "B" keeps the one with
                the highest recall (``-f``).
            scoring: "mean" of evaluations, "summed" over them, or bare "counts" (``-t``).
            confidence: of the intervals, in percent (``-c``).
            n_resamples: resamples of averages and intervals (``-r``). One resample
                gives intervals of no width, and a confidence of 100 the least and the
                greatest resample; there the script reads past its samples.

        Raises:
            ValueError: an option is out of range; names it and what is allowed.
            FileNotFoundError: there is no such file of stop words.
        """
        _check_range("max_n", max_n, 0, math.inf, whole=True)
        if skip_distance is not None:
            _check_range("skip_distance", skip_distance, -math.inf, math.inf, whole=True)
        if weight is not None:
            _check_range("weight", _number(weight), LEAST_WEIGHT, MOST_WEIGHT)
        _check_range("alpha", alpha, 0.0, 1.0)
        for name, limit in (("word_limit", word_limit), ("byte_limit", byte_limit)):
            if limit is not None:
                _check_range(name, limit, 1, math.inf, whole=True)
        if word_limit is not None and byte_limit is not None:
            raise ValueError("word_limit and byte_limit are both given; choose one")
        _check_choice("unigrams", unigrams, ("without", "with", "both"))
        _check_choice("formula", formula, ("A", "B"))
        _check_choice("scoring", scoring, ("mean", "summed", "counts"))
        _check_range("confidence", confidence, 0.0, 100.0)
        _check_range("n_resamples", n_resamples, 1, math.inf, whole=True)
        self._metrics = _metrics(max_n, skip_distance, unigrams, weight)
        self._alpha = alpha
        self._reader = Reader(
            word_limit,
            byte_limit,
            stop_words_of(stop_words),
            Stemmer(irregular_forms_of(irregular_forms)) if use_stemmer else None,
        )
        self._formula = formula
        self._scoring = scoring
        self._confidence = confidence
        self._n_resamples = n_resamples

    def evaluate(
        self,
        predictions: Sequence[Text],
        references: Sequence[Text] | Sequence[Sequence[Text]],
        ids: Sequence[str] | None = None,
    ) -> Report:
        """Evaluate a corpus: each prediction against its reference or references.

        Args:
            predictions: texts with a sentence a line (SPL), as str or as bytes.
            references: one text, or a list of one or more, per prediction.
            ids: what the evaluations are called; "1", "2", ... if not given. The script
                sorts them as strings, each with "." and the name of the system after it
                ("D1-A.1" before "D1.1"), and the resamples depend on the order.

        Raises:
            ValueError: unequal numbers, no evaluations, no reference, repeated ids; a text
                is HTML of SEE.
            TypeError: a text is neither str nor bytes; names the row.
        """
        predictions = as_list(predictions, "predictions")
        refs = _listed_references(references)
        names = (
            [str(k + 1) for k in range(len(predictions))] if ids is None else as_list(ids, "ids")
        )
        _check_corpus(predictions, refs, names)
        self._advise(predictions, refs)
        order = sorted(range(len(names)), key=lambda k: f"{names[k]}.1")
        names = [names[k] for k in order]
        counted = self._count([predictions[k] for k in order], [refs[k] for k in order])
        if self._scoring == "counts":
            totals = {metric: Tally(*map(int, sum(rows))) for metric, rows in counted.items()}
            whole = {metric: rows.astype(np.int64) for metric, rows in counted.items()}
            return Report(totals, {metric: _named(names, whole[metric], Tally) for metric in whole})
        if self._scoring == "summed":
            rows = counted
            evaluations = {metric: _named(names, rows[metric], Tally) for metric in rows}
        else:
            rows = {metric: self._printed(metric, counts) for metric, counts in counted.items()}
            evaluations = {metric: _named(names, rows[metric], Evaluation) for metric in rows}
        sums = resampled_sums(np.hstack(list(rows.values())), self._n_resamples)
        averages = {}
        for metric, of_metric in zip(rows, np.split(sums, len(rows), axis=1), strict=True):
            if self._scoring == "summed":
                values = np.array([self._divided(metric, row) for row in of_metric.tolist()])
            else:
                values = of_metric / len(names)
            averages[metric] = average(values, self._confidence)
        return Report(averages, evaluations)

    @staticmethod
    def _advise(preds: Sequence[Text], refs: Sequence[Sequence[Text]]) -> None:
        """Warn of letters that the script does not read, and of texts without a word."""
        if not advice_is_wanted():
            return
        adviser = Adviser(Options(rouge_types=("rouge1",)).resolved())
        for texts in (preds, *refs):
            adviser.look_at(
                [t if isinstance(t, str) else t.decode("utf-8", "replace") for t in texts]
            )
        advise(
            adviser.facts(),
            3,
            wanted=True,
            setting=lambda name, value: f"RougeScorer(..., {in_python(name, value)})",
        )

    def _count(
        self, preds: Sequence[Text], refs: Sequence[Sequence[Text]]
    ) -> dict[str, np.ndarray]:
        """Count each metric: (n_evaluations, 3) float64, columns hits, n_pred, n_ref."""
        parts: dict[str, list[np.ndarray]] = {metric: [] for metric in self._metrics}
        for pred_texts, ref_texts, n_refs in self._read(preds, refs):
            counts = count(self._metrics.values(), _chunk(pred_texts, ref_texts, n_refs))
            offsets = offsets_of(np.array(n_refs))
            for metric, kind in self._metrics.items():
                parts[metric].append(self._of_references(kind, counts[kind], offsets))
        return {metric: np.concatenate(parts[metric]) for metric in parts}

    def _read(
        self, preds: Sequence[Text], refs: Sequence[Sequence[Text]]
    ) -> Iterator[tuple[list[Words], list[Words], list[int]]]:
        """Read some evaluations at a time: predictions, references, references of each."""
        pred_texts: list[Words] = []
        ref_texts: list[Words] = []
        n_refs: list[int] = []
        n_tokens = 0
        for pred, targets in zip(preds, refs, strict=True):
            texts = [self._reader.read(text) for text in (pred, *targets)]
            pred_texts.append(texts[0])
            ref_texts.extend(texts[1:])
            n_refs.append(len(targets))
            n_tokens += sum(len(line) for text in texts for line in text.lines)
            if n_tokens > CHUNK:
                yield pred_texts, ref_texts, n_refs
                pred_texts, ref_texts, n_refs, n_tokens = [], [], [], 0
        if n_refs:
            yield pred_texts, ref_texts, n_refs

    def _of_references(
        self, kind: RougeType, counts: BatchCounts, offsets: np.ndarray
    ) -> np.ndarray:
        """Add up the references of each evaluation, or keep one of them: (n_evaluations, 3)."""
        columns = np.stack([counts.hits, counts.n_pred, counts.n_ref], axis=1).astype(np.float64)
        if self._formula == "A":
            chosen = np.add.reduceat(columns, offsets[:-1])
        else:
            n_ref = counts.n_ref if counts.n_ref_compared is None else counts.n_ref_compared
            recall = (counts.hits / np.maximum(n_ref, 1)).tolist()
            if not kind.by_sentence:  # ROUGE-N, S and SU compare what they print
                recall = [rounded(value) for value in recall]
            bounds = zip(offsets.tolist(), offsets[1:].tolist(), strict=False)
            # max keeps the first on ties
            kept = [max(range(*bound), key=recall.__getitem__) for bound in bounds]
            chosen = columns[kept]
        return chosen

    def _divided(self, metric: str, counts: Sequence[float]) -> tuple[float, float, float]:
        """Divide counts: recall, precision, F.

        With scoring "summed" the script leaves ROUGE-W without its root.
        """
        hits, n_pred, n_ref = counts
        root = 1.0 / self._metrics[metric].weight if self._scoring == "mean" else 1.0
        recall = (hits / n_ref) ** root if n_ref else 0.0
        precision = (hits / n_pred) ** root if n_pred else 0.0
        return recall, precision, self._fmeasure(recall, precision)

    def _printed(self, metric: str, counts: np.ndarray) -> np.ndarray:
        """Round recall and precision, and F, which is made of the rounded: (n_evaluations, 3)."""
        scores = []
        for row in counts.tolist():
            recall, precision, _ = map(rounded, self._divided(metric, row))
            scores.append((recall, precision, rounded(self._fmeasure(recall, precision))))
        return np.array(scores)

    def _fmeasure(self, recall: float, precision: float) -> float:
        divisor = (1.0 - self._alpha) * precision + self._alpha * recall
        return precision * recall / divisor if divisor else 0.0


# --- options ------------------------------------------------------------------------------


def _metrics(
    max_n: int, skip_distance: int | None, unigrams: str, weight: float | str | None
) -> dict[str, RougeType]:
    """List what is counted, under the script's names."""
    metrics: dict[str, RougeType] = {f"ROUGE-{n}": NGram(n) for n in range(1, max_n + 1)}
    metrics["ROUGE-L"] = UnionLCS()
    if weight is not None:
        tag = weight if isinstance(weight, str) else f"{float(weight)!r}".removesuffix(".0")
        metrics[f"ROUGE-W-{tag}"] = WeightedLCS(float(weight))
    if skip_distance is not None:
        distance = None if skip_distance < 0 else skip_distance
        reach = "*" if distance is None else str(distance)
        if unigrams != "with":
            metrics[f"ROUGE-S{reach}"] = SkipBigram(distance, with_unigrams=False)
        if unigrams != "without":
            metrics[f"ROUGE-SU{reach}"] = SkipBigram(distance, with_unigrams=True)
    return metrics


def _number(value: Any) -> Any:
    """Read a number that was given as text; leave anything else as it is."""
    is_number = isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", value)
    return float(value) if is_number else value


def _check_range(name: str, value: object, least: float, most: float, whole: bool = False) -> None:
    kinds = (int,) if whole else (int, float)
    if isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most:
        return
    bounds = " or more" if most == math.inf else f" to {most:g}"
    allowed = "of any size" if least == -math.inf else f"from {least:g}{bounds}"
    kind = "whole number" if whole else "number"
    raise ValueError(f"{name} is {value!r}; it must be a {kind} {allowed}")


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} is {value!r}; it must be one of {', '.join(map(repr, choices))}")


def _named(names: list[str], rows: np.ndarray, kind: type) -> dict:
    """Give each evaluation its row."""
    return {name: kind(*row) for name, row in zip(names, rows.tolist(), strict=True)}


def _listed_references(references: Sequence[Text] | Sequence[Sequence[Text]]) -> list[list[Text]]:
    return [
        [texts] if isinstance(texts, str | bytes) else as_list(texts, f"references[{row}]")
        for row, texts in enumerate(as_list(references, "references"))
    ]


def _check_corpus(
    predictions: Sequence[Text], references: list[list[Text]], ids: list[str]
) -> None:
    """Refuse what is no corpus, before anything is counted."""
    if not len(predictions) == len(references) == len(ids):
        raise ValueError(
            f"{len(predictions)} predictions, {len(references)} references and {len(ids)} ids: "
            "each prediction needs its references"
        )
    if not ids:
        raise ValueError("predictions is empty; there is nothing to average")
    if len(set(ids)) < len(ids):
        twice = next(name for k, name in enumerate(ids) if name in ids[:k])
        raise ValueError(f"ids holds {twice!r} twice; each evaluation needs its own")
    for row, (pred, refs) in enumerate(zip(predictions, references, strict=True)):
        if not refs:
            raise ValueError(f"references[{row}] is empty; an evaluation needs a reference")
        for name, text in (("predictions", pred), *(("references", ref) for ref in refs)):
            if not isinstance(text, str | bytes):
                raise TypeError(
                    f"{name}[{row}] is {text!r} ({type(text).__name__}); str or bytes is expected"
                )
            if is_see(text if isinstance(text, str) else text.decode("latin-1")):
                raise ValueError(
                    f"{name}[{row}] is HTML of SEE, and a sentence a line is read here: "
                    f"its mark-up would count as words; {SEE_REMEDY}"
                )


# --- counting -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _ReadPastLimit(Pairs):
    """Sentences that are read to their end, though words count within a limit alone."""

    limit: np.ndarray  # (n_ref_positions,) int64: how often the token there may be a hit
    n_within: np.ndarray  # (n_pairs,) int64: prediction tokens within the limit

    @property
    def n_pred_counted(self) -> np.ndarray:  # (n_pairs,) int64
        """Tokens of each prediction within the limit."""
        return self.n_within

    @property
    def available(self) -> np.ndarray:  # (n_ref_positions,) int64
        """How often both texts hold the token within the limit."""
        return self.limit


def _chunk(preds: list[Words], refs: list[Words], n_refs: list[int]) -> Chunk:
    """Set every prediction against each reference of its."""
    texts = [*preds, *refs]
    is_cut = any(text.lines is not text.long_lines for text in texts)
    lists = [text.lines for text in texts]
    if is_cut:
        lists += [text.long_lines for text in texts]
    tokens = custom_tokens(lists)  # in one call, so that equal words have equal keys
    pred_of_pair = np.repeat(np.arange(len(preds)), n_refs)
    pred = tokens.slice(0, len(preds)).take(pred_of_pair)
    ref = tokens.slice(len(preds), len(texts))
    pairs = Pairs(pred, ref)
    if not is_cut:
        return Chunk(pairs, pairs)
    long_pred = tokens.slice(len(texts), len(texts) + len(preds)).take(pred_of_pair)
    long_ref = tokens.slice(len(texts) + len(preds), 2 * len(texts))
    # Words count as often as both texts hold them within the limit.
    limit = np.minimum(_occurrences(pred, long_ref), _occurrences(ref, long_ref))
    return Chunk(pairs, _ReadPastLimit(long_pred, long_ref, limit, pairs.n_pred))


def _occurrences(texts: Tokens, refs: Tokens) -> np.ndarray:
    """Count how often the token at each reference position stands in the text of its pair."""
    pairs = Pairs(texts, refs)
    in_text, _ = pairs.token_counts
    return in_text[pairs.names[pairs.first_ref :] - pairs.first_ref]
