"""examples/harnesses: each as its harness calls it, where that harness is installed."""

from __future__ import annotations

import importlib.util
import warnings

import pytest
import yaml
from evaluate_rouge import RougeScorer
from loading import ROOT

HARNESSES = ROOT / "examples" / "harnesses"


def example(name: str):
    spec = importlib.util.spec_from_file_location(name.replace("/", "_"), HARNESSES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():  # those of a harness are none of ours
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return module


def f_of(rouge_type, targets, prediction, **options):
    return RougeScorer(rouge_type, **options).score_multi(targets, prediction)[rouge_type].fmeasure


REFERENCES = [["the cat slept", "a cat sat"], ["it rained"]]
TEXTS = ["the cat sat", "it rained all day"]


@pytest.mark.parametrize(
    "completions",
    [
        pytest.param(TEXTS, id="texts"),
        pytest.param([[{"role": "assistant", "content": text}] for text in TEXTS], id="chats"),
    ],
)
def test_a_reward_is_f_of_each_completion(completions):
    reward = example("grpo_reward").rouge_reward()
    given = {"prompts": ["p", "p"], "completion_ids": [[1], [2]], "trainer_state": None}

    found = reward(completions=completions, reference=REFERENCES, **given)

    assert found == [f_of("rougeL", *pair) for pair in zip(REFERENCES, TEXTS, strict=True)]
    assert all(type(score) is float for score in found)
    assert reward.__name__ == "rougeL"


def test_a_reward_takes_one_reference_and_a_scorer():
    scorer = RougeScorer(["rouge1", "rouge2"], use_stemmer=True)
    reward = example("grpo_reward").rouge_reward(scorer, "rouge2", column="summary")

    assert reward(completions=["the cats sat"], summary=["the cat sat"]) == [1.0]


def test_a_chat_without_an_answer_scores_nothing():
    reward = example("grpo_reward").rouge_reward()

    assert reward(completions=[[{"role": "assistant", "content": None}]], reference=["a"]) == [0.0]


def test_a_task_of_lm_evaluation_harness():
    class Loader(yaml.SafeLoader):
        """As the harness reads its tasks."""

    Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))
    text = (HARNESSES / "lm_eval" / "rouge_summaries.yaml").read_text(encoding="utf-8")
    task = yaml.load(text, Loader)
    module, _, name = task["process_results"].rpartition(".")

    found = getattr(example(f"lm_eval/{module}"), name)({"references": REFERENCES[0]}, [TEXTS[0]])

    assert list(found) == [metric["metric"] for metric in task["metric_list"]]
    assert found["rouge1"] == f_of("rouge1", REFERENCES[0], TEXTS[0])
    assert (ROOT / task["dataset_kwargs"]["data_files"]).exists()


@pytest.mark.slow
def test_lm_evaluation_harness_reads_the_task(monkeypatch):
    pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed")
    monkeypatch.chdir(ROOT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from lm_eval import simple_evaluate
        from lm_eval.tasks import TaskManager

        manager = TaskManager(include_path=str(HARNESSES / "lm_eval"), include_defaults=False)
        found = simple_evaluate(
            model="dummy", tasks=["rouge_summaries"], task_manager=manager, limit=3, batch_size=1
        )

    assert 0.0 <= found["results"]["rouge_summaries"]["rouge1,none"] <= 1.0


@pytest.mark.slow
def test_a_metric_of_lighteval():
    pytest.importorskip("lighteval", reason="lighteval is not installed")
    metric = example("lighteval_metric").rouge_l
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from lighteval.models.model_output import ModelResponse
        from lighteval.tasks.requests import Doc

    doc = Doc(query="q", choices=REFERENCES[0], gold_index=[0, 1], task_name="t")
    found = metric.compute_sample(doc=doc, model_response=ModelResponse(text=["the cats sat"]))

    expected = f_of("rougeL", REFERENCES[0], "the cats sat", use_stemmer=True)
    assert found == {"rougeL_stemmed": expected}


@pytest.mark.slow
def test_a_metric_of_deepeval(monkeypatch):
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    pytest.importorskip("deepeval", reason="DeepEval is not installed")
    example_of = example("deepeval_metric")
    from deepeval.test_case import LLMTestCase

    metric = example_of.RougeMetric("rouge1", threshold=0.6)
    case = LLMTestCase(input="q", actual_output="the cat sat", expected_output="the cat slept")

    assert metric.measure(case) == f_of("rouge1", ["the cat slept"], "the cat sat")
    assert metric.is_successful()
