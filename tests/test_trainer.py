"""compute_metrics for a Trainer: padding, logits, sentences; and a Trainer that really trains."""

from __future__ import annotations

import importlib.util
import inspect
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest
from evaluate_rouge import scripts
from evaluate_rouge.scorer import RougeScorer
from evaluate_rouge.trainer import argmax_ids, for_trainer
from rouge_score import rouge_scorer

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
WORDS = ["<pad>", "</s>", "the", "cat", "sat.", "A", "dog", "ran."]
PAD, END, THE, CAT, SAT, A, DOG, RAN = range(len(WORDS))


class Vocabulary:
    """As much of a tokenizer as decoding takes; like a real one, it knows no negative id."""

    pad_token_id = PAD

    def batch_decode(self, sequences, skip_special_tokens=False):
        assert skip_special_tokens
        assert all(0 <= token < len(WORDS) for row in sequences for token in row)
        return [" ".join(WORDS[token] for token in row if token > END) for row in sequences]


class Unpadded(Vocabulary):
    """Some tokenizers have no padding of their own."""

    pad_token_id = None


def expected(ref_texts, pred_texts, types=TYPES):
    """The mean of rouge_score's F, summed as NumPy sums."""
    google = rouge_scorer.RougeScorer(types)
    rows = [google.score(ref, pred) for ref, pred in zip(ref_texts, pred_texts, strict=True)]
    return {name: float(np.mean([row[name].fmeasure for row in rows])) for name in types}


def logits_of(ids):
    """Logits whose argmax is ids."""
    return np.eye(len(WORDS), dtype=np.float32)[np.asarray(ids)]


LABELS = np.array([[THE, CAT, SAT, A, DOG, RAN, END], [A, DOG, RAN, END, -100, -100, -100]])
REFS = ["the cat sat.\nA dog ran.", "A dog ran."]
GENERATED = [[END, A, DOG, RAN, THE, CAT, SAT, END], [END, A, CAT, RAN, END, PAD, PAD, -100]]
PREDS = ["A dog ran.\nthe cat sat.", "A cat ran."]


@pytest.mark.parametrize("tokenizer", [Vocabulary(), Unpadded()], ids=["pads", "has no padding"])
def test_generated_ids(tokenizer):
    """-100 on both sides, padding of two kinds, sentences in another order."""
    scores = for_trainer(tokenizer)((np.array(GENERATED), LABELS))

    n_tokens = 8 + 5 if tokenizer.pad_token_id == PAD else 8 + 7
    assert scores == {**expected(REFS, PREDS), "gen_len": n_tokens / 2}
    assert scores["rougeLsum"] > scores["rougeL"], "sentences were not told apart"
    assert all(type(score) is float for score in scores.values())


@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda logits: logits, id="alone"),
        pytest.param(lambda logits: (logits, np.zeros((2, 3, 4))), id="first of a tuple"),
        pytest.param(lambda logits: [logits], id="first of a list"),
        pytest.param(lambda logits: argmax_ids(logits, LABELS), id="already argmax_ids"),
    ],
)
def test_logits_beyond_the_label_are_ignored(wrap):
    said = [[THE, CAT, RAN, A, DOG, RAN, END], [A, DOG, SAT, END, CAT, CAT, CAT]]
    scores = for_trainer(Vocabulary())((wrap(logits_of(said)), LABELS))

    pred_texts = ["the cat ran.\nA dog ran.", "A dog sat."]
    assert scores == {**expected(REFS, pred_texts), "gen_len": (7 + 4) / 2}


def test_logits_of_a_decoder_only_model_speak_of_the_next_label():
    labels = np.array([[-100, -100, A, DOG, RAN, END, -100]])  # a prompt of two tokens
    said = [[CAT, A, DOG, RAN, END, CAT, CAT]]  # "A" comes from the prompt's last position
    scores = for_trainer(Vocabulary(), decoder_only=True)((logits_of(said), labels))

    assert scores == {**dict.fromkeys(TYPES, 1.0), "gen_len": 4.0}


def test_argmax_ids():
    ids = argmax_ids(logits_of([[5, 7, 3, 1]]), np.array([[5, 7, 2, -100]]))

    assert ids.tolist() == [[5, 7, 3, -100]]


def test_the_scorer_decides_what_is_counted():
    scorer = RougeScorer(["rouge2", "rouge1"], use_stemmer=True)
    scores = for_trainer(Vocabulary(), scorer)((np.array(GENERATED), LABELS))

    assert list(scores) == ["rouge2", "rouge1", "gen_len"]


def test_nothing_generated_scores_nothing():
    nothing = np.full((2, 3), -100)

    assert for_trainer(Vocabulary())((nothing, LABELS)) == dict.fromkeys([*TYPES, "gen_len"], 0.0)


def test_the_inputs_are_left_as_they_were():
    predictions, labels = logits_of(LABELS.clip(0)), LABELS.copy()
    for_trainer(Vocabulary())((predictions, labels))

    assert np.array_equal(labels, LABELS)
    assert np.array_equal(predictions, logits_of(LABELS.clip(0)))


def test_the_function_pickles():
    """Hyperparameter searches send it to other processes."""
    compute_metrics = pickle.loads(pickle.dumps(for_trainer(Vocabulary())))

    assert compute_metrics((np.array(GENERATED), LABELS))["gen_len"] == 6.5


@pytest.mark.parametrize(
    ("predictions", "labels", "says"),
    [
        pytest.param(np.zeros((2, 7)), LABELS, "predictions have shape (2, 7)", id="floats"),
        pytest.param(LABELS, LABELS[0], "labels have shape (7,)", id="one row"),
        pytest.param(LABELS[:0], LABELS[:0], "predictions have shape (0, 7)", id="no rows"),
    ],
)
def test_what_is_not_ids_is_refused(predictions, labels, says):
    with pytest.raises(ValueError) as error:
        for_trainer(Vocabulary())((predictions, labels))

    assert says in str(error.value)
    assert "allowed" in str(error.value)


def test_a_word_tokenizer_is_refused():
    with pytest.raises(TypeError, match="batch_decode"):
        for_trainer(str.split)


# ---------------------------------------------------------------- batches, references, sentences


class Tensor:
    """As much of a PyTorch tensor as is asked for: it is no array before it is on the CPU."""

    def __init__(self, array):
        self._array, self.ndim = array, array.ndim

    def detach(self):
        return self

    def cpu(self):
        return self._array


@pytest.mark.parametrize("kind", [np.array, lambda ids: Tensor(np.array(ids))])
def test_batches_add_up(kind):
    """As a Trainer with batch_eval_metrics=True calls it."""
    compute_metrics = for_trainer(Vocabulary())
    at_once = compute_metrics((np.array(GENERATED), LABELS))
    assert "compute_result" in inspect.signature(compute_metrics).parameters

    for _ in range(2):  # the second evaluation begins anew
        first = (kind(GENERATED[:1]), kind(LABELS[:1]))
        last = (kind(GENERATED[1:]), kind(LABELS[1:]))
        assert compute_metrics(first, compute_result=False) == {}
        assert compute_metrics(last, compute_result=True) == at_once


def test_an_evaluation_cut_short_is_forgotten():
    compute_metrics = for_trainer(Vocabulary())
    whole = (np.array(GENERATED), LABELS)
    at_once = compute_metrics(whole)

    compute_metrics(whole, compute_result=False)
    assert compute_metrics(whole) == at_once
    compute_metrics((LABELS.clip(0), LABELS), compute_result=False)
    compute_metrics.reset()
    assert compute_metrics(whole, compute_result=True) == at_once


def test_several_references_as_texts():
    references = [["a cat ran.", *REFS[:1]], ["a dog ran."]]
    compute_metrics = for_trainer(Vocabulary(), references=references)
    google = rouge_scorer.RougeScorer(TYPES)
    rows = [google.score_multi(texts, text) for texts, text in zip(references, PREDS, strict=True)]
    expected_means = {name: float(np.mean([row[name].fmeasure for row in rows])) for name in TYPES}

    def without_length(scores):
        return {name: score for name, score in scores.items() if name != "gen_len"}

    batch = (np.array(GENERATED), LABELS)
    assert without_length(compute_metrics(batch)) == expected_means
    compute_metrics((batch[0][:1], LABELS[:1]), compute_result=False)
    found = compute_metrics((batch[0][1:], LABELS[1:]), compute_result=True)
    assert without_length(found) == expected_means


def test_several_references_as_labels():
    """Of two rows, the second has one reference less, filled up with -100."""
    labels = np.full((2, 2, 7), -100)
    labels[:, 0], labels[0, 1] = LABELS, [A, CAT, RAN, END, -100, -100, -100]
    texts = [[REFS[0], "A cat ran."], [REFS[1]]]
    by_texts = for_trainer(Vocabulary(), references=texts)((np.array(GENERATED), LABELS))

    assert for_trainer(Vocabulary())((np.array(GENERATED), labels)) == by_texts


@pytest.mark.parametrize("n_references", [1, 3])
def test_references_of_another_number_are_refused(n_references):
    compute_metrics = for_trainer(Vocabulary(), references=["a"] * n_references)

    with pytest.raises(ValueError, match=f"2 rows .* references holds {n_references}"):
        compute_metrics((np.array(GENERATED), LABELS))


def test_references_that_are_no_texts_are_refused():
    with pytest.raises(TypeError, match=r"references\[1\] is int 3"):
        for_trainer(Vocabulary(), references=["a", 3])


def test_sentences_are_found_as_the_scorer_says():
    """It says: at "cat"; and where it says nothing, at what ends sentences of its language."""
    at_cat = RougeScorer(["rougeLsum"], split_summaries=lambda text: text.split("cat"))
    assert for_trainer(Vocabulary(), at_cat)._scorer._split("a cat b. c") == ["a ", " b. c"]

    chinese = RougeScorer(["rougeLsum"], tokenizer="unicode")
    split = for_trainer(Vocabulary(), chinese)._scorer._split
    assert split("猫在睡觉。狗跑了。\nMr. Low ran") == ["猫在睡觉。", "狗跑了。", "Mr. Low ran"]


def test_what_is_missing_is_said_when_the_function_is_made(monkeypatch):
    monkeypatch.setattr(scripts.importlib.util, "find_spec", lambda _: None)
    german = RougeScorer(["rougeLsum"], language="de")
    with pytest.raises(ImportError, match="pip install sentencex"):
        for_trainer(Vocabulary(), german)

    def missing(name="english"):
        raise LookupError("needs an English Punkt model")

    monkeypatch.setattr(scripts, "punkt_model", missing)
    with pytest.raises(LookupError, match="Punkt"):
        for_trainer(Vocabulary())
    for_trainer(Vocabulary(), RougeScorer(["rouge1"]))  # it compares no sentences


def test_advice_comes_once_for_all_batches():
    class Chinese(Vocabulary):
        def batch_decode(self, sequences, skip_special_tokens=False):
            return ["我买了3本书 GPT"] * len(sequences)

    compute_metrics = for_trainer(Chinese())
    batch = (np.array(GENERATED), LABELS)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compute_metrics(batch, compute_result=False)
        assert not caught
        compute_metrics(batch, compute_result=True)
    (told,) = caught
    assert 'tokenizer="unicode"' in str(told.message)
    assert told.filename == __file__


@pytest.fixture(scope="module")
def example():
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    path = Path(__file__).parents[1] / "examples" / "train_summarizer.py"
    spec = importlib.util.spec_from_file_location("train_summarizer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
def test_the_example_keeps_the_best_model(example, tmp_path):
    trainer = example.train(str(tmp_path), n_epochs=3, n_reports=500)
    by_epoch = [
        row["eval_rougeLsum"] for row in trainer.state.log_history if "eval_rougeLsum" in row
    ]
    scores = trainer.evaluate()

    assert len(by_epoch) == 3
    assert trainer.state.best_metric == max(by_epoch) == scores["eval_rougeLsum"]
    assert scores["eval_rouge1"] > 0.4, "it has learnt nothing"
    assert {f"eval_{name}" for name in [*TYPES, "gen_len"]} <= scores.keys()


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
def test_a_trainer_scores_what_rouge_score_scores(example, tmp_path):
    """An untrained model; uneven batches, so that the Trainer itself pads with -100."""
    import transformers

    transformers.set_seed(0)
    tokenizer = example.make_tokenizer()
    model = example.make_model(tokenizer)
    reports = example.make_reports(21, seed=3)
    shared = {
        "model": model,
        "data_collator": transformers.DataCollatorForSeq2Seq(tokenizer, model=model),
        "eval_dataset": example.encode(reports, tokenizer),
        "processing_class": tokenizer,
        "compute_metrics": for_trainer(tokenizer),
    }

    def arguments(generate):
        return transformers.Seq2SeqTrainingArguments(
            output_dir=str(tmp_path),
            predict_with_generate=generate,
            generation_max_length=32,
            per_device_eval_batch_size=4,
            report_to="none",
            disable_tqdm=True,
            use_cpu=True,
        )

    trainer = transformers.Seq2SeqTrainer(args=arguments(generate=True), **shared)
    output = trainer.predict(shared["eval_dataset"])
    padded = np.where(output.predictions < 0, tokenizer.pad_token_id, output.predictions)
    texts = tokenizer.batch_decode(padded, skip_special_tokens=True)
    pred_texts = [text.replace(" . ", " .\n") for text in texts]
    ref_texts = [text.replace(" . ", " .\n") for text in reports["summary"]]
    for name, score in expected(ref_texts, pred_texts, TYPES[:3]).items():
        assert output.metrics[f"test_{name}"] == score

    from_logits = transformers.Seq2SeqTrainer(args=arguments(generate=False), **shared)
    from_ids = transformers.Seq2SeqTrainer(
        args=arguments(generate=False), preprocess_logits_for_metrics=argmax_ids, **shared
    )
    in_batches = arguments(generate=True)
    in_batches.batch_eval_metrics = True
    references = [[text, "nothing alike"] for text in reports["summary"]]
    several = {**shared, "compute_metrics": for_trainer(tokenizer, references=references)}
    for those in (shared, several):
        found = transformers.Seq2SeqTrainer(args=in_batches, **those).evaluate()
        for name in [*TYPES, "gen_len"]:
            assert found[f"eval_{name}"] == output.metrics[f"test_{name}"]
    names = [f"eval_{name}" for name in [*TYPES, "gen_len"]]
    by_logits, by_ids = from_logits.evaluate(), from_ids.evaluate()
    assert [by_logits[name] for name in names] == [by_ids[name] for name in names]
    n_label_tokens = [len(row) for row in shared["eval_dataset"]["labels"]]
    assert by_ids["eval_gen_len"] == np.mean(n_label_tokens)
