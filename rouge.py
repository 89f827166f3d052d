"""The metric that ``evaluate.load`` gives: rows and options in, flat numbers out.

Rows are checked here before they are written, options before anything is
scored, and the scores of `RougeScorer` become the keys that the caller asked
for. It knows evaluate's rules and no algorithm. Every sibling file is named
below, also those that only siblings use, since the loader follows no imports.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import datasets
import evaluate
import numpy as np
from datasets.utils.py_utils import temp_seed

from .counting import Definition
from .options import (
    DEFAULT_TYPES,
    Adviser,
    ReportOptions,
    advise,
    check_measures,
    check_row,
    check_rows,
    restored,
    storable,
    unknown_keyword,
    warn_of_nulls,
)
from .pairs import Alignment
from .scorer import RougeScorer, progress_bar
from .scores import MEASURES, MODES, Done, bootstrap
from .scripts import named_tokenizer
from .subsequences import UnionLCS
from .text import default_tokenizer
from .unicode_tables import tables

_DESCRIPTION = """\
ROUGE compares a text with one or more reference texts by the words they share: single words
(rouge1), runs of n words (rouge2, ...), the longest common subsequence of the whole text (rougeL)
or of its sentences (rougeLsum). Scores lie between 0 and 1, higher is better.

This module gives the same numbers, to the last bit, as rouge_score 0.1.2 and as the metric of
evaluate that is built on it, and computes them for whole batches at once.
"""

_CITATION = """\
@inproceedings{lin-2004-rouge,
    title = "{ROUGE}: A Package for Automatic Evaluation of Summaries",
    author = "Lin, Chin-Yew",
    booktitle = "Text Summarization Branches Out",
    month = jul,
    year = "2004",
    address = "Barcelona, Spain",
    publisher = "Association for Computational Linguistics",
    url = "https://aclanthology.org/W04-1013",
    pages = "74--81",
}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: texts to score, one for each example.
    references: one reference text for each example, or a list of them for each example.
    rouge_types: list of types, or one type. Default: rouge1, rouge2, rougeL, rougeLsum.
    use_aggregator: True for one number a type (the median of bootstrap means), False for a list
        of one number an example.
    use_stemmer: True to compare word stems: Porter's with the default tokenizer, Snowball's of
        the language (English if none) with "unicode".
    tokenizer: None (lower-cased runs of a-z and 0-9), "unicode" (words of every script),
        "character", "whitespace" (case kept), a function from a text to a list of tokens, or an
        object with such a method `tokenize`.
    split_summaries: True to find the sentences for rougeLsum; False takes a newline for their end.
    measures: any of "precision", "recall", "fmeasure"; the keys then end in the measure's name.
    confidence_interval: e.g. 0.95; adds the keys ..._low and ..._high.
    n_resamples: how many bootstrap resamples an aggregate is made of.
    beta: weight of recall against precision in F.
    multi_reference: "best" (highest F, type by type), "average", "jackknife", "pooled"
        (ROUGE-1.5.5 -f A) or "best_recall" (-f B).
    definition: how rougeW, rougeS and rougeSU count: "rouge155", or "lin2004" as in the paper.
    language: of the texts, e.g. "zh" or "ru": its words, and its stems with `use_stemmer`.
    on_null: "raise" to refuse null rows, "null" to answer None for them.
    signature: True to add the key "signature": one line that makes the scores reproducible.
    progress: True to show bars (by tqdm, on the standard error): of the examples scored, then of
        the resamples drawn for all types.

Returns:
    A flat dict: a float for each type, or a list of floats with use_aggregator=False.

Examples:
    >>> rouge = evaluate.load("./rouge.py", seed=42)
    >>> rouge.compute(predictions=["the cat sat"], references=["the cat slept"])["rouge1"]
    0.6666666666666666
"""

# Where a warning points: past checks, _compute, evaluate's compute and ours to the caller.
CALLER = 5

# One computation at a time in a process, since evaluate seeds NumPy's global
# generator around it. Keyed by process, so that a fork never inherits a lock
# that another thread held.
_TURNS: dict[int, threading.RLock] = {}


class Rouge(evaluate.Metric):
    """ROUGE as a metric of evaluate: `compute`, or `add` and `add_batch` before it."""

    _adder: int | None = None  # the thread whose rows wait to be computed

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string", id="sequence")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=["https://aclanthology.org/W04-1013"],
        )

    # ------------------------------------------------------------ rows

    def add(
        self,
        *,
        prediction: str | None = None,
        reference: str | Sequence[str] | None = None,
        predictions: str | None = None,
        references: str | Sequence[str] | None = None,
        on_null: str = "raise",
    ) -> None:
        """Add one example; nothing is kept of an example that is refused.

        Args:
            prediction: the text to score; also accepted as `predictions`.
            reference: its reference, or a list of them; also as `references`.
            on_null: "null" to let a null through; it is then scored None.
        """
        prediction = predictions if prediction is None else prediction
        reference = references if reference is None else reference
        with self._turn():
            rows = check_row(prediction, reference, on_null=on_null, several=self._several())
            pred, ref = map(storable, rows)
            self._claim()
            with self._whole_or_nothing():
                super().add(prediction=pred[0], reference=self._stored(ref)[0])

    def add_batch(
        self,
        *,
        predictions: Iterable[str] | None = None,
        references: Iterable[str] | Iterable[Sequence[str]] | None = None,
        on_null: str = "raise",
    ) -> None:
        """Add examples; a batch that is refused leaves those added before it in place.

        Args:
            predictions: texts to score.
            references: a reference, or a list of them, for each prediction.
            on_null: "null" to let nulls through; they are then scored None.
        """
        with self._turn():
            rows = check_rows(predictions, references, on_null=on_null, several=self._several())
            pred, ref = map(storable, rows)
            self._claim()
            if pred:
                with self._whole_or_nothing():
                    if self.writer is not None:
                        # datasets 3 would write the batch before single rows that wait.
                        self.writer.write_examples_on_file()
                    super().add_batch(predictions=pred, references=self._stored(ref))

    def _several(self) -> bool | None:
        """Whether the rows waiting have lists of references; None where none wait."""
        if self.writer is None or self.num_process > 1:
            return None
        return self.selected_feature_format is self.features[0]

    def _stored(self, references: list[Any]) -> list[Any]:
        """Store lists alone in one of several processes: one without rows knows no other shape."""
        if self.num_process == 1:
            return references
        return [ref if isinstance(ref, list) else [ref] for ref in references]

    def _infer_feature_from_example(self, example: dict[str, Any]) -> datasets.Features:
        return self.features[0 if isinstance(example["references"], list) else 1]

    # ------------------------------------------------------------ scores

    def compute(
        self,
        *,
        predictions: Iterable[str] | None = None,
        references: Iterable[str] | Iterable[Sequence[str]] | None = None,
        **options: Any,
    ) -> dict[str, Any] | None:
        """Score the examples given and those added before; options as listed below.

        Options and rows are checked first: a call that is refused writes nothing
        and leaves the examples added before it in place.

        Raises:
            TypeError, ValueError: names the argument, the row and what was found.
            RuntimeError: another thread's examples wait in this instance.
        """
        with self._turn():
            options = self._checked(options)
            on_null = options["on_null"]
            is_given = predictions is not None or references is not None
            if not len(self) and self.num_process == 1:
                rows = [predictions, references] if is_given else [[], []]
                return self._seeded(*check_rows(*rows, on_null=on_null), options)
            if is_given:
                self.add_batch(predictions=predictions, references=references, on_null=on_null)
            self._claim()
            try:
                if self.writer is None:
                    # The other processes wait for the file of this one, which holds no rows.
                    self.selected_feature_format = self.features[0]
                    self._init_writer()
                return super().compute(**options)
            finally:
                self._let_go()

    def _seeded(
        self, predictions: list[Any], references: list[Any], options: dict[str, Any]
    ) -> dict[str, Any]:
        """Do what evaluate's `compute` does around `_compute`, with rows that were not added.

        It would write them to a file and read them back, which takes longer than to score them,
        and locks of filelock's and tqdm's: Ctrl-C in the middle of those may leave one taken, for
        which the next thread to compute waits for ever.
        """
        with temp_seed(self.seed):
            return self._compute(storable(predictions), storable(references), **options)

    def explain(self, *, prediction: str, reference: str, **options: Any) -> dict[str, Alignment]:
        """Show which words of a prediction matched which of one reference, for each type.

        Takes the options of `compute` that decide a row's score; nothing is added to the rows.
        """
        options = self._checked(options)
        if not isinstance(reference, str):
            raise TypeError(f"reference is {reference!r}; one reference text (str) is wanted")
        check_row(prediction, reference)
        return RougeScorer.of(self._record(options)).explain(reference, prediction)

    def _compute(
        self,
        predictions: list[str],
        references: list[str] | list[list[str]],
        rouge_types: Sequence[str] | str | None = None,
        use_aggregator: bool = True,
        use_stemmer: bool = False,
        tokenizer: str | Callable[[str], Sequence[Any]] | Any | None = None,
        *,
        split_summaries: bool | Callable[[str], Sequence[str]] = False,
        measures: Sequence[str] | str | None = None,
        confidence_interval: float | None = None,
        n_resamples: int = 1000,
        beta: float = 1.0,
        multi_reference: str = "best",
        definition: Definition = "rouge155",
        language: str | None = None,
        on_null: str = "raise",
        signature: bool = False,
        progress: bool = False,
    ) -> dict[str, Any]:
        options = self._record(locals())  # the parameters bear the names of the fields
        rows, kept = _without_nulls(restored(predictions), restored(references))
        n_rows = len(predictions)
        if use_aggregator and not n_rows:
            raise ValueError(
                "there are no rows to score; pass predictions and references, or add "
                "some before compute (use_aggregator=False gives empty lists)"
            )
        if use_aggregator and len(kept) < n_rows:
            warn_of_nulls(n_rows - len(kept), n_rows, CALLER)
        adviser = Adviser(options, has_named_types=rouge_types is not None)
        scorer = RougeScorer.of(options)
        scores = scorer.score_rows(rows[1], rows[0], adviser, progress=progress)
        advise(adviser.facts(), CALLER - 1)

        columns = [MEASURES.index(measure) for measure in check_measures(measures)]
        results: dict[str, Any] = {}
        draws = use_aggregator and kept
        n_drawn = len(options.rouge_types) * n_resamples
        with (
            progress_bar(n_drawn, "resamples") if progress and draws else contextlib.nullcontext()
        ) as bar:
            for rouge_type in options.rouge_types:
                values = scores[rouge_type][:, columns]  # (n_kept, n_measures) float64
                limits = _limits(values, kept, n_rows, options, bar and bar.update)
                for j, column in enumerate(columns):
                    key = rouge_type if measures is None else f"{rouge_type}_{MEASURES[column]}"
                    for suffix, of_measure in limits.items():
                        results[key + suffix] = of_measure[j]
        if signature:
            results["signature"] = options.signature()
        return results

    def _record(self, given: Mapping[str, Any]) -> ReportOptions:
        """Make the record of what a call chose, checked; the seed is the metric's own."""
        names = [field.name for field in fields(ReportOptions) if field.name in given]
        chosen = {name: given[name] for name in names if given[name] is not None}
        return ReportOptions(**chosen, seed=self.seed).resolved()

    def _checked(self, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in the defaults of `_compute` and refuse what it could not use."""
        known = inspect.signature(self._compute).parameters
        for name in options:
            if name not in known:
                raise TypeError(f"compute() {unknown_keyword(name, list(known))}")
        rows = ("predictions", "references")
        defaults = {name: known[name].default for name in known if name not in rows}
        checked = {**defaults, **options}
        if checked["rouge_types"] is not None:
            # A generator is read once; a single type counts as a list of one.
            types = checked["rouge_types"]
            checked["rouge_types"] = [types] if isinstance(types, str) else list(types)
        RougeScorer.of(self._record(checked))  # also finds what is not installed
        check_measures(checked["measures"])
        return checked

    # ------------------------------------------------------------ threads, locks, copies

    def _turn(self) -> contextlib.AbstractContextManager[Any]:
        """Wait for the computation that another thread of this process is in.

        Not between processes of one experiment: those wait for each other by
        evaluate's own locks, even where they are run as threads.
        """
        if self.num_process > 1:
            return contextlib.nullcontext()
        return _TURNS.setdefault(os.getpid(), threading.RLock())

    def _claim(self) -> None:
        """Refuse to mix this thread's rows with those of another thread that is still running."""
        me = threading.get_ident()
        if len(self) and self._adder != me and _is_running(self._adder):
            raise RuntimeError(
                f"{len(self)} rows that another thread added wait in this metric, and would be "
                "mixed with this thread's; give each thread its own metric (copy.deepcopy before "
                "rows are added), or pass all rows to compute(predictions=..., references=...)"
            )
        self._adder = me

    @contextlib.contextmanager
    def _whole_or_nothing(self) -> Iterator[None]:
        """Let go of all rows where it is unknown which were written: a full disk, Ctrl-C."""
        try:
            yield
        except BaseException:
            self._let_go()
            raise

    cache_file_name: Any
    filelock: Any
    file_paths: list[str] | None
    filelocks: list[Any] | None

    def _let_go(self) -> None:
        """Remove the files and locks of a computation, also of one that failed in the middle.

        evaluate does so on success only; a lock left behind costs the next call a
        second, and a writer whose disk was full would fail for ever.
        """
        held = [(self.cache_file_name, self.filelock)]
        held += zip(self.file_paths or [], self.filelocks or [], strict=True)
        self.data = self.writer = self.buf_writer = None
        for path, lock in held:
            if lock is not None and lock.is_locked:
                Path(path).unlink(missing_ok=True)
                lock.release()
        self.file_paths = self.filelocks = None
        self.cache_file_name = self.filelock = self.selected_feature_format = None

    def __getstate__(self) -> dict[str, Any]:
        """What the constructor needs: files and locks stay with the process that holds them."""
        if len(self):
            raise TypeError(
                f"this metric holds {len(self)} rows that are not computed yet, which a copy "
                "would lose; call compute() first, or copy it before rows are added"
            )
        return {
            "config_name": self.config_name,
            "keep_in_memory": self.keep_in_memory,
            "cache_dir": self._data_dir_root,
            "num_process": self.num_process,
            "process_id": self.process_id,
            "seed": self.seed,
            "experiment_id": self.experiment_id,
            "hash": self._hash,
            "max_concurrent_cache_files": self.max_concurrent_cache_files,
            "timeout": self.timeout,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__init__(**state)


def _is_running(ident: int | None) -> bool:
    return any(thread.ident == ident for thread in threading.enumerate())


def _without_nulls(
    predictions: list[Any], references: list[Any]
) -> tuple[tuple[list[str], list[Any]], list[int]]:
    """Keep the rows that have both texts: the two columns, and which rows they were."""
    kept = [
        row
        for row, (pred, ref) in enumerate(zip(predictions, references, strict=True))
        if pred is not None and ref not in (None, [None])
    ]
    if len(kept) == len(predictions):
        return (predictions, references), kept
    return ([predictions[row] for row in kept], [references[row] for row in kept]), kept


def _limits(
    values: np.ndarray,
    kept: list[int],
    n_rows: int,
    options: ReportOptions,
    done: Done | None,
) -> dict[str, list[Any]]:
    """Aggregate one type, or give its rows.

    Args:
        values: (n_kept, n_measures) float64.

    Returns:
        Suffix of the key -> a value for each measure.
    """
    if not options.use_aggregator:
        return {"": [_spread(column, kept, n_rows) for column in values.T.tolist()]}
    interval = options.confidence_interval
    if kept:
        share = 0.95 if interval is None else interval
        low, mid, high = bootstrap(values, share, options.n_resamples, done).tolist()
    else:
        low = mid = high = [None] * values.shape[1]
    return {"": mid} if interval is None else {"": mid, "_low": low, "_high": high}


def _spread(values: list[float], kept: list[int], n_rows: int) -> list[float | None]:
    """Put the values of the kept rows in their places, None in the others.

    Example (n_rows = 3):
        values [0.5 0.1]    kept [0 2]    result [0.5 None 0.1]
    """
    spread: list[float | None] = [None] * n_rows
    for k, value in zip(kept, values, strict=True):
        spread[k] = value
    return spread
