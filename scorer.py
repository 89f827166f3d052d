"""RougeScorer: texts in, scores out. The one file that composes the stages.

A batch is cut into chunks, and each chunk goes through the stages as arrays;
a single pair goes through the exact pair-at-a-time functions instead, since
arrays of one row cost more than they save.
"""

from __future__ import annotations

import abc
import math
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from . import subsequences  # noqa: F401 - its types register by being defined
from .counting import Chunk, Definition, Pairs, RougeType, count, parse_types
from .options import (
    NAMES,
    Adviser,
    Options,
    RougeWarning,
    advice_is_wanted,
    advise,
    as_list,
    tokenizer_name,
)
from .scores import MODES, BatchCounts, BatchScores, Score, measures_of, prf
from .text import (
    NamedTokenizer,
    Tokens,
    as_python,
    custom_tokens,
    default_tokenizer,
    gathered,
    has_no_order,
    keep_freed_memory,
    kernels_in_use,
    offsets_of,
    rows_of,
    split_sentences,
)

if TYPE_CHECKING:
    from .pairs import Alignment, Tally, Token


# ==================================================================================================
# What arrays ask of the machine: cores to work on, and memory that is kept.
# It knows nothing of what is computed. NumPy lets go of the interpreter's lock in
# most of the work on arrays, so two threads pay; more would only wait for each
# other at the lock. Compiled counting lets go of it for whole chunks, so there
# every core pays; but not in a process that was started to be one of several.
# ==================================================================================================

Part = TypeVar("Part")
Split: TypeAlias = Callable[[str], Sequence[str]]  # a text -> its sentences

MOST_THREADS = 2
THREADS_VARIABLE = "EVALUATE_ROUGE_NUM_THREADS"  # of the environment: fewer threads, 1 for none


def threads_to_use(most: int = MOST_THREADS) -> int:
    """Count the threads to use: as many as cores are free to this process, ``most`` at most.

    Raises:
        ValueError: the environment asks for no number of threads.
    """
    wanted = os.environ.get(THREADS_VARIABLE, str(most))
    if not wanted.isdecimal() or int(wanted) < 1:
        raise ValueError(f"{THREADS_VARIABLE} is {wanted!r}; it must be a whole number, 1 or more")
    if THREADS_VARIABLE not in os.environ and _is_worker():
        return 1
    if hasattr(os, "sched_getaffinity"):
        n_cores = len(os.sched_getaffinity(0))
    else:
        n_cores = os.cpu_count() or 1
    return min(int(wanted), most, n_cores)


def _is_worker() -> bool:
    """Whether this process is one of several that a library of processes has started."""
    for name in ("multiprocessing.process", "multiprocess.process"):
        library = sys.modules.get(name)
        if library is not None and library.parent_process() is not None:
            return True
    return False


def for_each(
    call: Callable[[Part], None],
    chunks: Iterable[Part],
    n_threads: int,
    on_error: Callable[[], None] = lambda: None,
) -> None:
    """Call a function on every chunk, in any order; the first error ends it and is raised.

    Ctrl-C does not wait for the chunks that are at work: long texts take arrays minutes.

    Args:
        on_error: tells calls that run without the interpreter's lock to end.
    """
    if n_threads <= 1:
        for chunk in chunks:
            call(chunk)
        return
    from queue import SimpleQueue

    waiting, lock, has_ended = iter(chunks), threading.Lock(), threading.Event()
    ended: SimpleQueue[BaseException | None] = SimpleQueue()  # one of each thread

    def work() -> None:
        try:
            while not has_ended.is_set():
                with lock:
                    chunk = next(waiting, None)
                if chunk is None:
                    break
                call(chunk)
            ended.put(None)
        except BaseException as error:
            ended.put(error)

    # Daemons, so that no process waits for them at its end.
    threads = [threading.Thread(target=work, daemon=True) for _ in range(n_threads)]
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            if (error := ended.get()) is not None:
                raise error
    except BaseException as error:
        has_ended.set()
        on_error()
        if isinstance(error, Exception):  # the caller's functions are not called any more after it
            for thread in threads:
                if thread.is_alive():
                    thread.join()
        raise


@lru_cache(maxsize=256)
def _counter(kernels: Any, codes: tuple[tuple[int, float], ...]) -> Any:
    """Make the object that counts types by their codes; it keeps its memory for the next call."""
    return kernels.Counter([code for code, _ in codes], [number for _, number in codes])


def _count(kinds: Iterable[RougeType], chunk: Chunk) -> dict[RougeType, BatchCounts]:
    """Count every type in one chunk, those that the engine in use has compiled by its kernels."""
    kernels = kernels_in_use()
    wanted = list(dict.fromkeys(kinds))
    if kernels is None:
        return count(wanted, chunk)
    counted: dict[RougeType, BatchCounts] = {}
    for pairs in dict.fromkeys((chunk.texts, chunk.sentences)):
        compiled = {
            kind: kind.kernel
            for kind in wanted
            if kind.kernel is not None
            and pairs is (chunk.sentences if kind.by_sentence else chunk.texts)
        }
        if not compiled:
            continue
        out = np.empty((3, len(compiled), len(pairs)), dtype=np.int64)
        sides = [
            (np.ascontiguousarray(side.keys), side.begins.view(np.uint8), side.offsets)
            for side in (pairs.pred, pairs.ref)
        ]
        _counter(kernels, tuple(compiled.values())).count_keys(*sides[0], *sides[1], out)
        counted |= {kind: kind.of_kernel(out[:, k]) for k, kind in enumerate(compiled)}
    return counted | count([kind for kind in wanted if kind not in counted], chunk)


# ==================================================================================================
# RougeScorer: texts in, scores out. The one file that composes the stages.
# A batch is cut into chunks, and each chunk goes through the stages as arrays;
# a single pair goes through the exact pair-at-a-time functions instead, since
# arrays of one row cost more than they save.
# ==================================================================================================

# Tokens of a chunk: enough that the calls cost little, few enough for the arrays of one to stay
# in the cache. Chinese texts make four times as many of a character as English ones. Two threads
# wait for each other at the interpreter's lock, the less often the longer each operation takes.
CHUNK, CHUNK_OF_TWO = 400_000, 600_000
_USUAL_DENSITY = 0.2  # tokens of a character
SPLIT = 1 << 18  # characters; fewer are not worth a second thread
# Pairs, at most, that may be counted one by one; and us, as measured, that each of them takes
# before any type counts, and that arrays take at least.
FEW_PAIRS, _PAIR_TIME, _CHUNK_TIME = 64, 12.0, 280.0
WATCHED_PAIRS = 32  # of `score`, for advice
LONG = 200  # tokens of an example whose order in memory does not matter

_STEPS, _LEAST_STEP = 100, 4096  # of a bar; fewer examples are not worth a step
_ANY = 1 << 10  # threads: as many as there are cores
FEW_TALLIES = 48  # that are divided one by one sooner than as arrays
SPLIT_COMPILED = 1 << 17  # characters; fewer are not worth a second thread to compiled counting
_MOST_ROWS = 1 << 16  # of a compiled chunk, whose counts are arrays
_Words = tuple[list, list[list]]  # of a text, and of each of its sentences


def progress_bar(n_steps: int | None, counted: str = "examples") -> Any:
    """Make a bar that counts examples or resamples, as datasets shows its own.

    Args:
        n_steps: how many in all; None if nobody knows.

    Raises:
        ImportError: tqdm is not installed.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install tqdm") from error
    return tqdm(total=n_steps, desc="ROUGE", unit=f" {counted}")


class BaseScorer(abc.ABC):
    """What any scorer offers, as rouge_score's class of this name does."""

    @abc.abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score one prediction against one target."""


class RougeScorer(BaseScorer):
    """Scores predictions against targets: rouge_score's class, and whole batches.

    Scorers pickle (if a custom tokenizer does), and may be shared between threads.

    Example:
        >>> scorer = RougeScorer(["rouge1", "rougeL"])
        >>> scorer.score("the cat sat", "the cat slept")["rouge1"].recall
        0.6666666666666666
    """

    def __init__(
        self,
        rouge_types: Sequence[str] | str,
        use_stemmer: bool = False,
        split_summaries: bool | Split = False,
        tokenizer: Any = None,
        *,
        beta: float = 1.0,
        multi_reference: str = "best",
        definition: Definition = "rouge155",
        language: str | None = None,
    ) -> None:
        """Choose what to count.

        Args:
            rouge_types: names of types; a single string counts as a list of one.
            use_stemmer: stem tokens of more than three characters, with Porter's stemmer for
                the default tokenizer, and Snowball's of the language (English if none) for
                "unicode". Other tokenizers do without.
            split_summaries: find sentences for rougeLsum: True, or a callable text -> list of
                sentences; else they end at newlines.
            tokenizer: None or "default", "unicode", "character" or "whitespace"; a callable
                text -> list of tokens; or an object with a ``tokenize`` method. Tokens need
                only be hashable.
            beta: how many times as much as precision recall weighs in F.
            multi_reference: what several references give, type by type: "best" (of the
                highest F, the first on ties), "average", "jackknife", "pooled"
                (ROUGE-1.5.5 -f A) or "best_recall" (-f B). One reference gives the
                same in all modes.
            definition: how W, S and SU count, "rouge155" or "lin2004".
            language: of the texts, as in ``languages.LANGUAGES``; implies "unicode".

        Raises:
            ValueError: for an unknown type, mode, definition, tokenizer or language, naming
                those that exist; for a beta below 0.
            ImportError: where the library of a language is not installed.
        """
        given = locals()  # the parameters bear the names of the fields
        self.options = options = Options(**{name: given[name] for name in NAMES}).resolved()
        self.rouge_types = rouge_types
        self._types = parse_types(options.rouge_types, options.definition)
        self._names = tuple(self._types)
        # named: the tokenizer of ours that was chosen, None for one of the caller's.
        self.named, self._tokenize = _tokenizer_of(options)
        self._split = _split_of(options)
        self._beta = options.beta
        self._of_references = MODES[multi_reference]
        self._needs_sentences = any(kind.by_sentence for kind in self._types.values())
        codes = [kind.kernel for kind in self._types.values()]
        self._codes = tuple(code for code in codes if code is not None)
        # Whether compiled counting can take its texts as they are.
        self._is_plain = (
            self.named is not None
            and self.named.name == "default"
            and self.named.stem is None
            and len(self._codes) == len(codes)
        )
        self._counts_whole = all(kind.counts_whole for kind in self._types.values())
        self._needs_texts = any(not kind.by_sentence for kind in self._types.values())
        # What arrays take at least, and a pair alone.
        kinds = self._types.values()
        self._time_of_chunk = _CHUNK_TIME + sum(kind.chunk_time for kind in kinds)
        self._least_pair_time = _PAIR_TIME + sum(kind.pair_time(0, 1) for kind in kinds)
        # What `score` is told of; after a few pairs it costs nothing any more.
        self._adviser, self._n_watched = Adviser(options), 0
        self._told: set[str] = set()

    @classmethod
    def of(cls, options: Options) -> RougeScorer:
        """Make a scorer of a record of options."""
        return cls(**{name: getattr(options, name) for name in NAMES})

    # --- one pair ---------------------------------------------------------------

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score one prediction against one target: ``{type: Score}``."""
        _check_texts((target,), "target")
        _check_texts((prediction,), "prediction")
        counter = self._text_counter(kernels_in_use())
        [row] = self._measures_of_pairs(counter, (target,), (prediction,))
        found = dict(zip(self._names, map(Score, row[::3], row[1::3], row[2::3]), strict=True))
        if self._n_watched < WATCHED_PAIRS:
            self._watch(target, prediction, found)
        return found

    def _measures_of_pairs(
        self, counter: Any, targets: Sequence[str], predictions: Sequence[str]
    ) -> list[list[float]]:
        """Score pairs one by one: of each, precision, recall and F of each type, end to end.

        Args:
            counter: compiled counting of texts, if it is to be used.
        """
        beta = self._beta
        if counter is None:
            kinds = self._types.values()
            words = map(self._words, targets), map(self._words, predictions)
            return [
                [
                    measure
                    for tally, kind in zip(tallies, kinds, strict=True)
                    for measure in tally.score(beta, kind.weight)
                ]
                for tallies in map(self._count_pair, *words)
            ]
        if not self._counts_whole:
            texts = list(targets), list(predictions)
            columns = self._score_compiled(counter, *texts, np.arange(len(targets) + 1))
            return np.concatenate(list(columns.values()), axis=1).tolist()
        if self._split is not None:
            targets, predictions = self._marked(targets), self._marked(predictions)
        return [
            measures_of(counts, beta) for counts in map(counter.count_pair, predictions, targets)
        ]

    def _watch(self, target: str, prediction: str, scores: dict[str, Score]) -> None:
        """Give advice on the first pairs that are scored one by one, each once."""
        self._n_watched += 1
        if not advice_is_wanted():
            return
        texts = [target, prediction]
        is_zero = not any(map(any, scores.values()))
        facts = self._adviser.look_at(texts, texts if is_zero else ()).facts()
        advise([fact for fact in facts if fact.kind not in self._told], 3)
        self._told.update(fact.kind for fact in facts)

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """Score one prediction against several targets: ``{type: Score}``.

        Raises:
            ValueError: if there are no targets.
        """
        if isinstance(targets, str):
            if advice_is_wanted():
                warnings.warn(
                    "targets is one text, and counts as a list of its letters, as in rouge_score; "
                    "pass [text]",
                    RougeWarning,
                    stacklevel=2,
                )
            targets = list(targets)
        return self.score_batch([as_list(targets, "targets")], [prediction])[0]

    def explain(self, target: str, prediction: str) -> dict[str, Alignment]:
        """Show which words of a prediction matched which of a target: ``{type: Alignment}``.

        Example:
            >>> alignment = RougeScorer("rouge1").explain("The cats", "Two cats!")["rouge1"]
            >>> alignment.matches
            (Match(reference=(1,), prediction=(1,), given_by=()),)
            >>> alignment.prediction_tokens[1]
            Token(key='cats', start=4, stop=8)
        """
        _check_texts([target], "target")
        _check_texts([prediction], "prediction")
        from .pairs import align_pair, line_sentences

        split = self._split or line_sentences
        return align_pair(self._types, target, prediction, self._cut, split, self._beta)

    def _cut(self, text: str) -> list[Token]:
        """Tokenize one text, with the places of its tokens."""
        from .pairs import located_tokens, named_tokens

        if self.named is not None:
            return named_tokens(text, self.named)
        return located_tokens(text, list(self._tokenize(text)))

    def _words(self, text: str) -> _Words:
        """Tokenize one text, and sentence by sentence if a type asks for it."""
        if self.named is not None:
            return self.named.words(self._marked([text])[0])
        (words,), (sentences,) = self._custom_lists([text])
        return words, sentences

    def _count_pair(self, target: _Words, prediction: _Words) -> list[Tally]:
        """Count each type in one pair."""
        (ref, ref_sentences), (pred, pred_sentences) = target, prediction
        return [
            kind.count_pair(ref_sentences, pred_sentences)
            if kind.by_sentence
            else kind.count_pair([ref], [pred])
            for kind in self._types.values()
        ]

    # --- many pairs -------------------------------------------------------------

    def score_batch(
        self,
        targets: Sequence[str] | Sequence[Sequence[str]],
        predictions: Sequence[str],
        *,
        progress: bool = False,
    ) -> BatchScores:
        """Score many predictions, each against its target or its several targets.

        Args:
            progress: show a bar of the examples scored, by tqdm, on the standard error.

        Raises:
            ValueError: for unequal numbers, or an example without targets.
            TypeError: for a text that is no str; names the row.
            ImportError: a bar is asked for, and tqdm is not installed.

        Warns:
            RougeWarning: where the scores say less than they seem to.
        """
        kernels = kernels_in_use()
        scores, preds, refs, offsets = self._scored(kernels, targets, predictions, progress)
        mute = _zero_texts(scores, preds, refs, offsets)
        is_content = not self._types or self._adviser.is_content(preds, refs, mute, kernels)
        if not is_content and advice_is_wanted():
            adviser = Adviser(self.options).look_at(preds + refs, mute, kernels)
            advise(adviser.facts(), 2, wanted=True)
        return scores

    def score_rows(
        self,
        targets: Sequence[str] | Sequence[Sequence[str]],
        predictions: Sequence[str],
        adviser: Adviser | None = None,
        *,
        progress: bool = False,
    ) -> BatchScores:
        """Do what `score_batch` does, without a warning.

        Args:
            targets: as for `score_batch`, and so are `predictions`, `progress`, errors and result.
            adviser: is shown the texts; its facts are for the caller to tell.
        """
        kernels = kernels_in_use()
        scores, preds, refs, offsets = self._scored(kernels, targets, predictions, progress)
        if adviser is not None and self._types:
            adviser.look_at(preds + refs, _zero_texts(scores, preds, refs, offsets), kernels)
        return scores

    def _scored(
        self, kernels: Any, targets: Any, predictions: Any, progress: bool
    ) -> tuple[BatchScores, list[str], list[str], np.ndarray | None]:
        """Score rows: the scores, predictions, references, and the offsets of the latter.

        There are none where each example has one reference.
        """
        preds = as_list(predictions, "predictions")
        refs, offsets = _flatten(as_list(targets, "targets"))
        n_targets = len(refs) if offsets is None else len(offsets) - 1
        if n_targets != len(preds):
            raise ValueError(
                f"{n_targets} targets and {len(preds)} predictions: each prediction needs "
                "its target"
            )
        _check_texts(preds, "predictions")
        _check_texts(refs, "targets")
        counter = self._text_counter(kernels)
        if not progress and self._are_few(counter, refs, preds):
            rows = self._measures_of_pairs(counter, refs, preds)
            return BatchScores.of_rows(self._names, rows), preds, refs, offsets
        columns_of = self._columns_with_bar if progress else self._columns
        bounds = np.arange(len(refs) + 1) if offsets is None else offsets
        columns = columns_of(counter, refs, preds, bounds)
        return BatchScores(columns, len(preds)), preds, refs, offsets

    def _columns_with_bar(
        self, counter: Any, refs: list[str], preds: list[str], offsets: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Score examples a part at a time, and show how many are done."""
        columns = {name: np.empty((len(preds), 3)) for name in self._types}
        size = max(_LEAST_STEP, -(-len(preds) // _STEPS))
        with progress_bar(len(preds)) as bar:
            for start in range(0, len(preds), size):
                stop = min(start + size, len(preds))
                first, last = offsets[start], offsets[stop]
                part = self._columns(
                    counter, refs[first:last], preds[start:stop], offsets[start : stop + 1] - first
                )
                for name, scores in part.items():
                    columns[name][start:stop] = scores
                bar.update(stop - start)
        return columns

    def _columns(
        self, counter: Any, refs: list[str], preds: list[str], offsets: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Score examples: for each type (n_examples, 3)."""
        if counter is not None:
            return self._score_compiled(counter, refs, preds, offsets)
        if len(refs) != len(preds) and self._is_faster_pair_by_pair(refs, preds, offsets):
            return self._score_pair_by_pair(refs, preds, offsets)
        columns = {name: np.empty((len(preds), 3)) for name in self._types}

        def score_chunk(examples: np.ndarray) -> None:
            chosen, ref_offsets = gathered(offsets, examples)
            chunk_preds = [preds[example] for example in examples.tolist()]
            chunk_refs = [refs[ref] for ref in chosen.tolist()]
            counts = _count(self._types.values(), self._chunk(chunk_preds, chunk_refs, ref_offsets))
            for name, kind in self._types.items():
                if len(chunk_refs) == len(chunk_preds):
                    scores = prf(counts[kind], self._beta)
                else:
                    scores = self._of_references(counts[kind], self._beta, ref_offsets)
                columns[name][examples] = scores

        keep_freed_memory()
        pred_chars = np.fromiter(map(len, preds), np.int64, len(preds))
        ref_chars = np.fromiter(map(len, refs), np.int64, len(refs))
        chars = pred_chars + np.diff(offsets_of(ref_chars)[offsets])
        n_threads = threads_to_use() if self.named is not None else 1
        chunks = cut_chunks(pred_chars, chars, n_threads, lambda: self._density(refs))
        for_each(score_chunk, chunks, min(n_threads, len(chunks)))
        return columns

    def _text_counter(self, kernels: Any) -> Any:
        """Give what counts this scorer's types from texts by compiled code; None without it."""
        if kernels is None or not self._is_plain:
            return None
        return _counter(kernels, self._codes)

    def _score_compiled(
        self, counter: Any, refs: list[str], preds: list[str], offsets: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Score a batch from its texts: for each type (n_examples, 3)."""
        # Lists of our own: the lock is let go, and the caller's may lose its texts meanwhile.
        refs, preds = list(self._marked(refs)), list(self._marked(preds))
        chars = np.fromiter(map(len, preds), np.int64, len(preds))
        ref_chars = np.fromiter(map(len, refs), np.int64, len(refs))
        count = partial(counter.count_texts, preds, refs)
        return self._score_counted(count, chars, ref_chars, offsets)

    def score_bytes(
        self,
        pred: tuple[np.ndarray, np.ndarray],
        ref: tuple[np.ndarray, np.ndarray],
        ref_offsets: np.ndarray,
    ) -> dict[str, np.ndarray] | None:
        """Score examples from valid UTF-8 by compiled counting, without a string for each.

        Args:
            pred: (n_bytes,) uint8 of all predictions, and (n_examples + 1,) int64, where each
                begins. They need not begin at 0.
            ref: likewise, the references of one example after those of the other.
            ref_offsets: (n_examples + 1,) int64, which references belong to each example.

        Returns:
            For each type (n_examples, 3) float64; None where only arrays count what it asks for.
        """
        counter = self._text_counter(kernels_in_use())
        if counter is None or (self._split is not None and self._needs_sentences):
            return None
        count = partial(counter.count_bytes, *pred, *ref)
        return self._score_counted(count, np.diff(pred[1]), np.diff(ref[1]), ref_offsets)

    def _score_counted(
        self,
        count: Callable[..., None],
        sizes: np.ndarray,
        ref_sizes: np.ndarray,
        offsets: np.ndarray,
    ) -> dict[str, np.ndarray]:
        """Score chunks of examples on all cores: for each type (n_examples, 3).

        Args:
            count: the kernel, waiting for offsets, bounds of a chunk, counts and a `Stop`.
            sizes: (n_examples,) int64, characters or bytes of each prediction.
            ref_sizes: those of each reference.
        """
        n_types, n = len(self._types), len(sizes)
        has_one_each = len(ref_sizes) == n
        scores = np.empty((n_types, n, 3))
        done = offsets_of(
            sizes + (ref_sizes if has_one_each else np.diff(offsets_of(ref_sizes)[offsets]))
        )
        n_threads = 1 if done[-1] < SPLIT_COMPILED else threads_to_use(_ANY)
        # Several chunks for each thread, since some take longer than others.
        n_chunks = max(1 if n_threads == 1 else 4 * n_threads, -(-n // _MOST_ROWS))
        bounds = (
            np.searchsorted(done, np.linspace(0, done[-1], n_chunks + 1))
            if n_chunks > 1
            else [0, n]
        )
        bounds[0], bounds[-1] = 0, n  # texts without characters count as well
        stop = kernels_in_use().Stop()

        def score_chunk(bounds: tuple[int, int]) -> None:
            first, last = bounds
            pair_offsets = None if has_one_each else offsets[first : last + 1] - offsets[first]
            n_pairs = last - first if pair_offsets is None else int(pair_offsets[-1])
            out = np.empty((3, n_types, n_pairs), dtype=np.int64)
            count(None if has_one_each else offsets, first, last, out, stop)
            if pair_offsets is None and self._counts_whole:
                every = prf(BatchCounts(*out.reshape(3, -1)), self._beta)
                scores[:, first:last] = every.reshape(n_types, n_pairs, 3)
                return
            for k, kind in enumerate(self._types.values()):
                counts = kind.of_kernel(out[:, k])
                if pair_offsets is None:
                    scores[k, first:last] = prf(counts, self._beta)
                else:
                    scores[k, first:last] = self._of_references(counts, self._beta, pair_offsets)

        chunks = [pair for pair in pairwise(map(int, bounds)) if pair[0] < pair[1]]
        for_each(score_chunk, chunks, min(n_threads, len(chunks)), stop.set)
        return {name: scores[k] for k, name in enumerate(self._types)}

    def _are_few(self, counter: Any, refs: list[str], preds: list[str]) -> bool:
        """Whether examples of one reference each are scored one by one sooner than as arrays."""
        if len(refs) != len(preds):
            return False
        if counter is not None:
            return self._counts_whole and len(preds) * len(self._codes) <= FEW_TALLIES
        return self._is_faster_pair_by_pair(refs, preds)

    def _is_faster_pair_by_pair(
        self, refs: list[str], preds: list[str], offsets: np.ndarray | None = None
    ) -> bool:
        """Weigh what a few pairs cost one by one against what arrays cost, however few."""
        if self.named is not None and self.named.line_words is None:
            return False
        if len(refs) > min(FEW_PAIRS, self._time_of_chunk / self._least_pair_time):
            return False
        n_sentences = self._sentence_estimates(refs), self._sentence_estimates(preds)
        kinds = self._types.values()
        time = 0.0
        examples = range(len(refs)) if offsets is None else rows_of(offsets).tolist()
        for ref, pred in enumerate(examples):
            n_chars = len(refs[ref]) + len(preds[pred])
            n_sentence_pairs = n_sentences[0][ref] * n_sentences[1][pred]
            time += _PAIR_TIME
            for kind in kinds:
                time += kind.pair_time(n_chars, n_sentence_pairs)
            if time > self._time_of_chunk:
                return False
        return True

    def _sentence_estimates(self, texts: list[str]) -> list[int]:
        if not self._needs_sentences:
            return [1] * len(texts)
        if self._split:
            return [1 + text.count("\n") + text.count(". ") for text in texts]
        return [1 + text.count("\n") for text in texts]

    def _score_pair_by_pair(
        self, refs: list[str], preds: list[str], offsets: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Score a few examples of several references: for each type (n_examples, 3)."""
        words_of_ref = list(map(self._words, refs))
        rows = []
        for pred, bounds in zip(preds, pairwise(offsets.tolist()), strict=True):
            words = self._words(pred)
            rows += [self._count_pair(ref, words) for ref in words_of_ref[slice(*bounds)]]
        columns = {}
        for k, name in enumerate(self._types):
            counts = BatchCounts(*np.array([row[k] for row in rows], dtype=np.int64).T)
            columns[name] = self._of_references(counts, self._beta, offsets)
        return columns

    def score_tokens(
        self, pred: Tokens, ref: Tokens, ref_offsets: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Score examples that this scorer's named tokenizer has cut already, from one buffer.

        Args:
            pred: (n_examples,) texts.
            ref: the references of one example after those of the other.
            ref_offsets: (n_examples + 1,) int64, which references belong to each example.

        Returns:
            For each type (n_examples, 3) float64: precision, recall, F.
        """
        has_one_each = len(ref_offsets) - 1 == int(ref_offsets[-1])
        both = Pairs(pred if has_one_each else pred.take(rows_of(ref_offsets)), ref)
        counts = _count(self._types.values(), Chunk(both, both))
        if has_one_each:
            return {name: prf(counts[kind], self._beta) for name, kind in self._types.items()}
        return {
            name: self._of_references(counts[kind], self._beta, ref_offsets)
            for name, kind in self._types.items()
        }

    def _density(self, texts: Sequence[str]) -> float:
        """Estimate how many tokens a character makes; a custom tokenizer is not asked."""
        return self.named.density(texts) if self.named is not None else 0.0

    def count_tokens(self, texts: Sequence[str]) -> np.ndarray:  # (n_texts,) int64
        """Count the tokens of whole texts."""
        if self.named is not None:
            return np.diff(self.named.runs(texts).offsets)
        n_tokens = (len(list(self._tokenize(text))) for text in texts)
        return np.fromiter(n_tokens, np.int64, len(texts))

    def _chunk(self, preds: list[str], refs: list[str], ref_offsets: np.ndarray) -> Chunk:
        """Tokenize one chunk: a pair for each reference."""
        texts = preds + refs

        def pairs(tokens: Tokens) -> Pairs:
            pred = tokens.slice(0, len(preds))
            if len(refs) != len(preds):
                pred = pred.take(rows_of(ref_offsets))
            return Pairs(pred, tokens.slice(len(preds), len(texts)))

        if self.named is not None:
            both = pairs(self.named.tokens(self._marked(texts)))
            return Chunk(both, both)
        words, sentences = self._custom_lists(texts)
        whole = pairs(custom_tokens([[text] for text in words]))
        return Chunk(whole, pairs(custom_tokens(sentences)))

    # --- sentences --------------------------------------------------------------

    def _marked(self, texts: Sequence[str]) -> Sequence[str]:
        """Put each detected sentence on a line of its own, if that was asked for.

        Only rougeLsum sees newlines: to the tokenizers they are white space.
        """
        split = self._split
        if split is None or not self._needs_sentences:
            return texts
        return [
            "\n".join(sentence.replace("\n", " ") for sentence in split(text)) for text in texts
        ]

    def _custom_lists(self, texts: list[str]) -> tuple[list[list], list[list[list]]]:
        """Call the custom tokenizer once per text, and once per sentence that is not the text."""
        tokenize = self._tokenize
        words = [list(tokenize(text)) for text in texts] if self._needs_texts else []
        sentences = []
        for index, text in enumerate(texts if self._needs_sentences else []):
            lines = self._split(text) if self._split is not None else text.split("\n")
            lines = [line for line in lines if line]
            if lines == [text] and words:
                sentences.append([words[index]])
            else:
                sentences.append([list(tokenize(line)) for line in lines])
        # What no type asks for is empty.
        return words or [[]] * len(texts), sentences or [[]] * len(texts)


def _tokenizer_of(options: Options) -> tuple[NamedTokenizer | None, Callable[[str], Any]]:
    """Make the tokenizer of ours that options name, or find the caller's: one of the two."""
    tokenizer = options.tokenizer
    if not isinstance(tokenizer, str):
        return None, CheckedTokenizer(tokenizer)
    if tokenizer == "default":
        return default_tokenizer(options.use_stemmer), str.split
    # The tables of all scripts are read where they are asked for.
    from .scripts import named_tokenizer

    return named_tokenizer(tokenizer, options.language, options.use_stemmer), str.split


def _split_of(options: Options) -> Split | None:
    """Find what splits texts into sentences; None where newlines do."""
    split = options.split_summaries
    if not split:
        return None
    if split is not True:
        return CheckedSplitter(split)
    if options.tokenizer == "default":
        return split_sentences
    from .scripts import named_splitter

    return named_splitter(options.tokenizer, options.language)


class CheckedTokenizer:
    """A tokenizer of the caller's, whose answers are lists of tokens or an error that says so."""

    _kind, _makes, _example = "tokenizer", "words", "tokenizer(text).split() or tokenizer.tokenize"

    def __init__(self, tokenizer: Any) -> None:
        """Wrap a callable, or an object with a ``tokenize`` method."""
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> list[Any]:
        """Tokenize a text.

        Raises:
            TypeError: for what is no list of tokens; names the tokenizer and what it returned.
        """
        found = getattr(self._tokenizer, "tokenize", self._tokenizer)(text)
        if type(found) is list and set(map(type, found)) <= {str}:
            return found
        return self._tokens_of(found)

    def _tokens_of(self, found: Any) -> list[Any]:
        no_list = isinstance(found, str | bytes | bytearray | memoryview) or has_no_order(found)
        values = found if no_list else as_python(found)
        if no_list or hasattr(found, "input_ids") or not _is_iterable(values):
            raise self._refusal(found, "")
        tokens: list[Any] = list(values)
        kinds: set[Any] = set(map(type, tokens)) - {str}
        if any(hasattr(kind, "tolist") for kind in kinds):
            # Elements of PyTorch's arrays are equal to themselves alone; numbers are not.
            tokens = list(map(as_python, tokens))
            kinds = set(map(type, tokens)) - {str}
        for kind in kinds:
            first: Any = next(token for token in tokens if type(token) is kind)
            if isinstance(first, tuple) and _is_placed(first):
                raise self._refusal(found, f", which holds {first!r:.60}, a word with its place")
            named = next((name for name in _WORD_NAMES if _word_of(first, name) is not None), None)
            if named is not None:
                tokens = [_word_of(t, named) if type(t) is kind else t for t in tokens]
            elif first is None or kind.__hash__ is None:
                raise self._refusal(found, f", which holds {first!r:.60}")
            elif kind.__hash__ is object.__hash__ or first != first:
                raise self._refusal(
                    found, f", which holds {first!r:.60}, equal to nothing but itself"
                )
        return tokens

    def _refusal(self, found: Any, detail: str) -> TypeError:
        shown = repr(found)
        shown = shown if len(shown) <= 60 else shown[:60] + "..."
        return TypeError(
            f"the {self._kind} {tokenizer_name(self._tokenizer)} returned {type(found).__name__} "
            f"{shown}{detail}; it must return a list of {self._makes}: write lambda text: [...] "
            f"around it, as lambda text: {self._example}"
        )


class CheckedSplitter(CheckedTokenizer):
    """The same for what splits a text into sentences, which must be texts themselves."""

    _kind, _makes, _example = "splitter", "sentences", "list(nlp(text).sents)"

    def _tokens_of(self, found: Any) -> list[Any]:
        sentences = super()._tokens_of(found)
        for sentence in sentences:
            if not isinstance(sentence, str):
                raise self._refusal(found, f", which holds {sentence!r:.60}")
        return list(map(str.__str__, sentences))


# Where objects that stand for a word have it: SudachiPy and others, spaCy, Kiwi.
_WORD_NAMES = ("surface", "text", "form")


def _word_of(token: Any, name: str) -> str | None:
    """Ask an object for its word, which may be an attribute or a method; None if it has none."""
    word = getattr(token, name, None)
    word = word() if callable(word) else word
    return word if isinstance(word, str) else None


def _is_placed(token: tuple[Any, ...]) -> bool:
    """Whether a tuple is a word with the place where it stands: ("a", 0, 1) or ("a", (0, 1))."""
    word, *place = token or (None,)
    if len(place) == 1 and isinstance(place[0], tuple):
        place = list(place[0])
    return isinstance(word, str) and list(map(type, place)) == [int, int]


def _is_iterable(value: object) -> bool:
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__")


def _check_texts(texts: Sequence[str], argument: str) -> None:
    for text in texts:
        if type(text) is not str:
            break
    else:
        return
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(
                f"{argument}[{row}] is {text!r} ({type(text).__name__}); a str is expected"
            )


def _flatten(targets: list) -> tuple[list[str], np.ndarray | None]:
    """List the targets of all examples: the texts, and (n_examples + 1,) offsets of lists."""
    if not targets or isinstance(targets[0], str):
        return targets, None
    rows = []  # each looked at once: what it holds may change
    for row, texts in enumerate(targets):
        if isinstance(texts, str) or not _is_iterable(texts):
            raise TypeError(f"targets[{row}] is {texts!r}; a list of str is expected, as in row 0")
        rows.append(as_list(texts, f"targets[{row}]"))
        if not rows[-1]:
            raise ValueError(f"targets[{row}] is empty; an example needs at least one target")
    offsets = offsets_of(np.fromiter(map(len, rows), np.int64, len(rows)))
    return [text for texts in rows for text in texts], offsets


def _zero_texts(
    scores: BatchScores, preds: list[str], refs: list[str], offsets: np.ndarray | None
) -> list[str]:
    """List the texts of the rows that score 0 in all types.

    Only texts without a token score 0 against whatever it is.
    """
    rows = scores.zero_rows()
    if not rows:
        return []
    of_refs = rows
    if offsets is not None:
        of_refs = gathered(offsets, np.array(rows, dtype=np.int64))[0].tolist()
    return [preds[row] for row in rows] + [refs[row] for row in of_refs]


def cut_chunks(
    pred_chars: np.ndarray, chars: np.ndarray, n_threads: int, density: Callable[[], float]
) -> list[np.ndarray]:
    """Cut examples into chunks of about equal size, as many for each thread.

    Long texts of like length go together, since the LCS takes as many steps as the longest
    has tokens. For short ones that saves less than the jumps in memory cost.

    Args:
        pred_chars: (n_examples,) int64, characters of each prediction, or bytes.
        chars: (n_examples,) int64, those of all texts of the example.
        n_threads: how many take chunks at the same time.
        density: estimates how many tokens one of them makes; asked if there are many.

    Returns:
        The examples of each chunk.
    """
    n_chars = int(chars.sum())
    is_large = n_chars >= SPLIT
    # At least the usual number, so that texts without tokens have chunks of bounded size too.
    n_tokens = n_chars * max(density() if is_large else 0.0, _USUAL_DENSITY)
    order = np.arange(len(chars))
    if n_tokens > LONG * len(chars):
        order = np.argsort(pred_chars, kind="stable")
    n_chunks = 1
    if is_large:
        chunk = CHUNK if n_threads == 1 else CHUNK_OF_TWO
        n_chunks = n_threads * math.ceil(n_tokens / (n_threads * chunk))
    done = offsets_of(chars[order])
    bounds = np.searchsorted(done, np.linspace(0, done[-1], n_chunks + 1))
    bounds[-1] = len(chars)  # texts without characters count as well
    return [order[a:b] for a, b in pairwise(np.unique(bounds).tolist())]
