"""How other programs call rouge_score, run with rouge_score and with us.

Each pattern is a function of a namespace that offers rouge_score's names. It
runs once with theirs and once with ours, from the same seed, and must give
the same answer. What differs is the import alone.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import evaluate_rouge
import numpy as np
import pytest
from harness_parts import Tagged, split_at_spaces
from rouge_score import rouge_scorer, scoring, tokenizers

GOOGLE = SimpleNamespace(
    RougeScorer=rouge_scorer.RougeScorer,
    BaseScorer=scoring.BaseScorer,
    BootstrapAggregator=scoring.BootstrapAggregator,
    Score=scoring.Score,
    AggregateScore=scoring.AggregateScore,
    Tokenizer=tokenizers.Tokenizer,
    DefaultTokenizer=tokenizers.DefaultTokenizer,
)
OURS = evaluate_rouge

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
REFS = [
    "The cat sat on the mat.\nThe dog was barking at it.",
    "Police killed the gunman . Nobody else was hurt . The street is open again.",
    "one two three four five six",
    "",
    "Running runners ran; happily, they're flying to Łódź in 2024!",
]
PREDS = [
    "A dog barked at the cat.\nThe cat sat on a mat.",
    "The gunman was killed by police . The streets were reopened . Nobody was hurt.",
    "six five four three two one",
    "something",
    "The runner runs happily and they flew to Lodz in 2024.",
]
PAIRS = list(zip(REFS, PREDS, strict=True))


# --- patterns -------------------------------------------------------------------------------


def one_score_per_example(rouge):
    """Most scripts: a scorer outside the loop, one measure of each example kept."""
    scorer = rouge.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    return [
        {name: scorer.score(ref, pred)[name].fmeasure for name in ("rouge1", "rouge2", "rougeL")}
        for ref, pred in PAIRS
    ]


def an_aggregator_per_answer(rouge):
    """lm-evaluation-harness, TruthfulQA: T5's summary scores, one pair an aggregator."""
    types = ["rouge1", "rouge2", "rougeLsum"]

    def percent(refs, preds):
        scorer = rouge.RougeScorer(types)
        aggregator = rouge.BootstrapAggregator()
        for ref, pred in zip(refs, preds, strict=True):
            marked = [text.replace(" . ", ".\n") for text in (ref, pred)]
            aggregator.add_scores(scorer.score(*marked))
        result = aggregator.aggregate()
        return {name: result[name].mid.fmeasure * 100 for name in types}

    by_answer = [percent([ref], [PREDS[1]]) for ref in REFS]
    best = {name: np.nanmax([scores[name] for scores in by_answer[:3]]) for name in types}
    rest = {name: np.nanmax([scores[name] for scores in by_answer[3:]]) for name in types}
    return best, {name: int(best[name] > rest[name]) for name in types}


def golds_by_predictions(rouge):
    """lighteval: every gold with every prediction, or all golds at once, or the bootstrap."""
    scorer = rouge.RougeScorer(TYPES, tokenizer=None)
    each = {name: [] for name in TYPES}
    multi = {name: [] for name in TYPES}
    aggregator = rouge.BootstrapAggregator()
    for pred in PREDS:
        for gold in REFS:
            scores = scorer.score(gold, pred)
            for name in TYPES:
                each[name].append(scores[name].fmeasure)
        for name in TYPES:
            multi[name].append(scorer.score_multi(REFS, pred)[name].fmeasure)
        aggregator.add_scores(scorer.score(REFS[0], pred))
    result = aggregator.aggregate()
    bootstrapped = {name: result[name].mid.fmeasure * 100 for name in TYPES}
    return each, multi, bootstrapped, np.mean(each["rougeL"]), max(multi["rougeLsum"])


def a_function_that_carries_its_scorer(rouge):
    """HELM: a partial with a stemming scorer, and the maximum over references."""

    def f_of(gold, pred, rouge_type, scorer):
        return scorer.score(gold, pred)[rouge_type].fmeasure

    functions = {
        name: partial(f_of, scorer=rouge.RougeScorer([name], use_stemmer=True), rouge_type=name)
        for name in ("rouge1", "rouge2", "rougeL")
    }
    return [
        {
            name: np.max([function(ref, pred) for ref in REFS])
            for name, function in functions.items()
        }
        for pred in PREDS
    ]


def characters_as_tokens(rouge):
    """HELM on Chinese: an object that splits into characters, with use_stemmer beside it."""

    class Characters(rouge.Tokenizer):
        def tokenize(self, text):
            return [character for character in text if not character.isspace()]

    scorer = rouge.RougeScorer(TYPES, use_stemmer=True, tokenizer=Characters())
    return scorer.score("我们 喜欢 你们\n的 猫", "你们 的 猫\n喜欢 我们"), Characters().tokenize(
        "a b"
    )


def a_tokenizer_that_lowercases_words(rouge):
    """Scripts for Russian, Thai, Japanese: a subclass of Tokenizer around a word splitter."""

    class Words(rouge.Tokenizer):
        def __init__(self):
            self.pattern = re.compile(r"\w+")

        def tokenize(self, text):
            return self.pattern.findall(text.lower())

    scorer = rouge.RougeScorer(["rouge1", "rougeLsum"], False, False, Words())
    return [scorer.score(ref, pred) for ref, pred in PAIRS]


def tokens_of_the_default_tokenizer(rouge):
    """Self-Instruct and its many descendants compare instructions by their tokens."""
    return [
        rouge.DefaultTokenizer(use_stemmer).tokenize(ref)
        for use_stemmer in (False, True)
        for ref in REFS
    ]


def best_and_average_of_several_references(rouge):
    """torchmetrics' own tests: the best by the first type, or means of means."""
    keys = ("rouge1", "rouge2", "rougeL", "rougeLsum")
    scorer = rouge.RougeScorer(keys, use_stemmer=True)
    outer_best, outer_average = rouge.BootstrapAggregator(), rouge.BootstrapAggregator()
    for pred in PREDS:
        scores = [scorer.score(ref, pred) for ref in REFS]
        first_type = next(iter(scores[0]))
        outer_best.add_scores(scores[int(np.argmax([row[first_type].fmeasure for row in scores]))])
        inner = rouge.BootstrapAggregator()
        for row in scores:
            inner.add_scores(row)
        outer_average.add_scores({name: limits.mid for name, limits in inner.aggregate().items()})
    best, average = outer_best.aggregate(), outer_average.aggregate()
    return [
        getattr(aggregated[name].mid, measure)
        for aggregated in (best, average)
        for name in keys
        for measure in ("precision", "recall", "fmeasure")
    ]


def weighted_sums(rouge):
    """TensorFlow Model Analysis: everything by keyword, sums in a pipeline, NaN for no rows."""
    scorer = rouge.RougeScorer(
        rouge_types=["rougeL"], use_stemmer=False, split_summaries=False, tokenizer=None
    )
    total = np.zeros(3)
    for weight, pred in enumerate(PREDS, start=1):
        score = scorer.score_multi(REFS, pred)["rougeL"]
        total += [score.precision * weight, score.recall * weight, score.fmeasure * weight]
    mean = rouge.Score(*(total / 15).tolist())
    nothing = rouge.Score(precision=float("nan"), recall=float("nan"), fmeasure=float("nan"))
    return mean, np.isnan(nothing).all()


def limits_of_the_bootstrap(rouge):
    """transformers' seq2seq scripts: percentages, and the whole AggregateScore for papers."""
    scorer = rouge.RougeScorer(TYPES, use_stemmer=True)
    aggregator = rouge.BootstrapAggregator(confidence_interval=0.9, n_samples=200)
    for ref, pred in PAIRS:
        aggregator.add_scores(scorer.score(ref, pred))
    result = aggregator.aggregate()
    rounded = {name: round(limits.mid.fmeasure * 100, 4) for name, limits in result.items()}
    low, mid, high = result["rougeLsum"]
    return rounded, low, mid, high, result["rouge1"].low.precision, list(result["rouge2"]._fields)


def scores_as_tuples(rouge):
    """Scores by index, unpacked, as a dict, in JSON and in arrays."""
    scores = rouge.RougeScorer(TYPES).score(REFS[0], PREDS[0])
    precision, recall, fmeasure = scores["rougeL"]
    return (
        [scores["rougeL"][2], scores["rougeL"][0], precision, recall, fmeasure],
        {name: dict(score._asdict()) for name, score in scores.items()},
        json.dumps(scores),
        np.array([*scores.values()]).tolist(),
        list(scores),
        scores["rouge1"]._replace(recall=0.5),
    )


def similarity_of_candidates(rouge):
    """Minimum Bayes risk decoding and diversity: every candidate with every other."""
    scorer = rouge.RougeScorer(("rouge1", "rouge2"), use_stemmer=True)
    similar = np.ones((len(PREDS), len(PREDS)))
    for row, pred in enumerate(PREDS):
        for column, other in enumerate(PREDS[:row]):
            product = 1.0
            for score in scorer.score(pred, other).values():
                product *= score.fmeasure + 1e-4
            similar[row, column] = similar[column, row] = product ** (1 / 2)
    return similar.tolist(), similar.mean(axis=1).tolist()


def oracle_of_an_extractive_summary(rouge):
    """The sentence of the document that scores best, by its index."""
    scorer = rouge.RougeScorer(["rougeL"])
    sentences = REFS[1].split(".")
    return max(enumerate(scorer.score(part, PREDS[1])["rougeL"][2] for part in sentences))


def lists_by_the_types_of_the_scorer(rouge):
    """The types are read back from the scorer."""
    scorer = rouge.RougeScorer(["rougeLsum", "rouge1"])
    kept = {name: [] for name in scorer.rouge_types}
    for ref, pred in PAIRS:
        for name in scorer.rouge_types:
            kept[name].append(scorer.score(target=ref, prediction=pred)[name])
    return kept


def an_aggregator_of_other_scores(rouge):
    """BLEU or METEOR put through the same aggregator, as bare numbers."""
    aggregator = rouge.BootstrapAggregator()
    for meteor in (0.25, 0.5, 0.8, 0.1):
        aggregator.add_scores({"meteor": meteor})
    result = aggregator.aggregate()
    return {name: round(limits.mid * 100, 4) for name, limits in result.items()}


def a_base_scorer_around_a_scorer(rouge):
    """kurenai and other wrappers: a BaseScorer that asks a scorer."""

    class Doubled(rouge.BaseScorer):
        def __init__(self, types):
            self.scorer = rouge.RougeScorer(types)

        def score(self, target, prediction):
            return self.scorer.score(target * 2, prediction)

    doubled = Doubled(["rouge1"])
    with pytest.raises(TypeError):
        rouge.BaseScorer()
    return isinstance(doubled, rouge.BaseScorer), doubled.score(REFS[2], PREDS[2])


def a_scorer_with_another_score(rouge):
    """Scorers for other languages: RougeScorer with its texts prepared."""

    class Spaced(rouge.RougeScorer):
        def __init__(self, types):
            super().__init__(types)

        def score(self, target, prediction):
            return super().score(" ".join(target), " ".join(prediction))

    scorer = Spaced(["rouge1", "rougeL"])
    assert isinstance(scorer, rouge.RougeScorer)
    assert isinstance(scorer, rouge.BaseScorer)
    return scorer.score("abc", "acb")


PATTERNS = [
    one_score_per_example,
    an_aggregator_per_answer,
    golds_by_predictions,
    a_function_that_carries_its_scorer,
    characters_as_tokens,
    a_tokenizer_that_lowercases_words,
    tokens_of_the_default_tokenizer,
    best_and_average_of_several_references,
    weighted_sums,
    limits_of_the_bootstrap,
    scores_as_tuples,
    similarity_of_candidates,
    oracle_of_an_extractive_summary,
    lists_by_the_types_of_the_scorer,
    an_aggregator_of_other_scores,
    a_base_scorer_around_a_scorer,
    a_scorer_with_another_score,
]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.__name__)
def test_a_pattern_of_rouge_score_gives_the_same_draws(pattern):
    np.random.seed(7)
    theirs = pattern(GOOGLE)
    state_after = np.random.get_state()[1].tolist()
    np.random.seed(7)
    ours = pattern(OURS)

    assert ours == theirs
    assert np.random.get_state()[1].tolist() == state_after


# --- scorers in other processes and threads ---------------------------------------------------


SCORERS = [
    pytest.param(lambda: evaluate_rouge.RougeScorer(TYPES), id="plain"),
    pytest.param(lambda: evaluate_rouge.RougeScorer(TYPES, use_stemmer=True), id="stemmer"),
    pytest.param(lambda: evaluate_rouge.RougeScorer(TYPES, split_summaries=True), id="sentences"),
    pytest.param(lambda: evaluate_rouge.RougeScorer(TYPES, tokenizer=split_at_spaces), id="custom"),
    pytest.param(lambda: Tagged("mine", TYPES), id="subclass"),
]


@pytest.mark.parametrize("make", SCORERS)
@pytest.mark.parametrize(
    "duplicate",
    [
        *(
            pytest.param(
                lambda scorer, p=p: pickle.loads(pickle.dumps(scorer, p)), id=f"pickle {p}"
            )
            for p in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
        pytest.param(copy.copy, id="copy"),
        pytest.param(copy.deepcopy, id="deepcopy"),
    ],
)
def test_a_copy_scores_alike(make, duplicate):
    scorer = make()
    expected = [scorer.score(ref, pred) for ref, pred in PAIRS]
    twin = duplicate(scorer)

    assert type(twin) is type(scorer)
    assert [twin.score(ref, pred) for ref, pred in PAIRS] == expected
    assert twin.rouge_types == TYPES


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
@pytest.mark.parametrize("make", SCORERS)
def test_worker_processes(make, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {method}")
    scorer = make()
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(max_workers=2, mp_context=context) as pool:
        scores = list(pool.map(scorer.score, REFS, PREDS))

    assert scores == [scorer.score(ref, pred) for ref, pred in PAIRS]


@pytest.mark.parametrize("make", SCORERS)
def test_threads_share_a_scorer(make):
    scorer = make()
    expected = [scorer.score(ref, pred) for ref, pred in PAIRS]
    columns = scorer.score_batch(REFS, PREDS)

    def work(turn):
        scores = [scorer.score(ref, pred) for ref, pred in PAIRS]
        batch = scorer.score_batch(REFS * (1 + turn % 3), PREDS * (1 + turn % 3))
        return scores, [batch[name][: len(PREDS)].tolist() for name in TYPES]

    with ThreadPoolExecutor(max_workers=8) as pool:
        results = list(pool.map(work, range(40)))

    assert all(scores == expected for scores, _ in results)
    assert all(batch == [columns[name].tolist() for name in TYPES] for _, batch in results)
