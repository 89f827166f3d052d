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


CHAT = "{% for m in messages %}{{ m['role'] + ' ' + m['content'] + ' ' }}{% endfor %}"


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")  # of TRL and what it imports
@pytest.mark.parametrize("kind", ["texts", "chats"])
def test_grpo_trains_on_the_reward(tmp_path, kind):
    """A step of TRL's own trainer, with a model of a few thousand weights."""
    trl = pytest.importorskip("trl", reason="TRL is not installed")
    import torch
    from datasets import Dataset
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    said = ["user", "assistant", "the", "cat", "sat", "slept", "a", "dog", "it", "rained"]
    words = ["<pad>", "</s>", "<unk>", *said]
    tokenizer = Tokenizer(
        models.WordLevel({word: k for k, word in enumerate(words)}, unk_token="<unk>")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
        chat_template=CHAT,
    )  # fmt: skip
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=len(words), n_positions=64, n_embd=16, n_layer=1, n_head=2,
        pad_token_id=0, eos_token_id=1, bos_token_id=1,
    )  # fmt: skip
    reward = example("grpo_reward").rouge_reward(rouge_type="rouge1")
    steps = []

    def watched(completions, **columns):
        steps.append((completions, columns["reference"], reward(completions, **columns)))
        return steps[-1][2]

    watched.__name__ = reward.__name__
    prompts = {"texts": "the cat", "chats": [{"role": "user", "content": "the cat"}]}
    rows = {"prompt": [prompts[kind]] * 4, "reference": [["the cat slept", "it rained"]] * 4}
    arguments = trl.GRPOConfig(
        output_dir=str(tmp_path), per_device_train_batch_size=4, num_generations=4,
        max_completion_length=5, max_steps=1, report_to=[], use_cpu=True, logging_steps=1,
        save_strategy="no", disable_tqdm=True,
    )  # fmt: skip
    trainer = trl.GRPOTrainer(
        GPT2LMHeadModel(config), reward_funcs=watched, args=arguments,
        train_dataset=Dataset.from_dict(rows), processing_class=fast,
    )  # fmt: skip
    trainer.train()

    ((completions, references, rewards),) = steps
    texts = completions if kind == "texts" else [chat[-1]["content"] for chat in completions]
    assert rewards == [f_of("rouge1", *pair) for pair in zip(references, texts, strict=True)]
    assert any(rewards) and len(rewards) == 4
    logged = [log["rewards/rouge1/mean"] for log in trainer.state.log_history if "reward" in log]
    assert logged == [pytest.approx(sum(rewards) / 4, abs=1e-4)]


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
