"""page/api.py: what the running app offers to programs, and what it says to their mistakes."""

from __future__ import annotations

import csv
import gzip
import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("gradio", reason="the page needs gradio")
gradio_client = pytest.importorskip("gradio_client", reason="needs gradio_client")

from evaluate_rouge.page.server import speaks_mcp  # noqa: E402
from evaluate_rouge.page.settings import LABELS, Settings  # noqa: E402
from gradio_client import handle_file  # noqa: E402
from serving import ROOT, running_app  # noqa: E402

PREDICTIONS = ["The cat sat.", "A dog ran home.", "Nothing", "the end"]
REFERENCES = ["The cat slept.", "A dog ran away.", "Something else", "the end"]
NAMES = ("/explain", "/score_file", "/compare_systems")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Four pairs, in a table and in two files of text."""
    folder = tmp_path_factory.mktemp("files")
    pairs = zip(PREDICTIONS, REFERENCES, strict=True)
    lines = [json.dumps({"prediction": pred, "reference": ref}) for pred, ref in pairs]
    (folder / "pairs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "predictions.txt").write_text("\n".join(PREDICTIONS), encoding="utf-8")
    (folder / "references.txt").write_text("\n".join(REFERENCES), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("space")


@pytest.fixture(scope="module")
def app(folder):
    """The app as a Space starts it."""
    with running_app(folder) as address:
        yield address


@pytest.fixture(scope="module")
def client(app):
    made = gradio_client.Client(app, verbose=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def info(app):
    """What "Use via API" shows."""
    with urlopen(f"{app}gradio_api/info") as answer:
        return json.load(answer)["named_endpoints"]


def needed(files):
    """What each endpoint cannot do without."""
    table, text = (handle_file(files / name) for name in ("pairs.jsonl", "predictions.txt"))
    return {
        "/explain": {"prediction": "a b", "references": "a c"},
        "/score_file": {"prediction_file": table},
        "/compare_systems": {"prediction_files": [table, text]},
    }


def call(app, name, body):
    """Call an endpoint over plain HTTP: the status, and its answer or its error."""
    data = json.dumps(body).encode()
    asked = Request(f"{app}gradio_api/call/v2{name}", data, {"Content-Type": "application/json"})
    try:
        with urlopen(asked, timeout=30) as answer:
            event = json.load(answer)["event_id"]
    except HTTPError as problem:
        return problem.code, problem.read().decode()
    with urlopen(f"{app}gradio_api/call{name}/{event}", timeout=60) as answer:
        return answer.status, answer.read().decode()


def test_api_names_are_stable(info):
    assert tuple(info) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_is_described_and_every_option_has_its_default(info, name):
    arguments = {found["parameter_name"]: found for found in info[name]["parameters"]}
    defaults = dict(zip(LABELS, Settings().values(), strict=True))

    assert list(arguments)[-len(LABELS) :] == list(LABELS)
    for argument, found in arguments.items():
        assert len(found["python_type"]["description"]) > 10, argument
        assert found["python_type"]["type"] != "Any", argument
    for option, default in defaults.items():
        assert arguments[option]["parameter_has_default"], option
        assert arguments[option]["parameter_default"] == default, option


@pytest.mark.parametrize("name", NAMES)
def test_what_has_a_default_may_be_left_out_or_null(info, client, files, name):
    given = needed(files)[name]
    optional = [
        found["parameter_name"]
        for found in info[name]["parameters"]
        if found["parameter_has_default"]
    ]
    shortest = client.predict(**given, api_name=name)
    nulls = client.predict(**given, **dict.fromkeys(optional), api_name=name)

    assert set(given) | set(optional) == {
        found["parameter_name"] for found in info[name]["parameters"]
    }
    if name == "/score_file":  # the second is a path
        shortest, nulls = shortest[0], nulls[0]
    assert shortest == nulls
    assert "types:rouge1,rouge2,rougeL,rougeLsum|" in shortest["signature"]


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_type_is_said_by_name(info, client, files, name):
    for found in info[name]["parameters"]:
        argument, kind = found["parameter_name"], found["python_type"]["type"]
        is_other = kind in ("bool", "float") or "filepath" in kind
        wrong = [{"x": 1}, "yes" if is_other else [7]]
        if not found["parameter_has_default"]:
            wrong.append(None)
        for value in wrong:
            with pytest.raises(gradio_client.exceptions.AppError) as caught:
                client.predict(**{**needed(files)[name], argument: value}, api_name=name)
            assert re.search(rf"^{argument} is .* is wanted", str(caught.value)), (argument, value)


def test_a_text_alone_is_a_list_of_one(client, files):
    found = client.predict("a b", "a c", rouge_types="rouge1", api_name="/explain")
    table = handle_file(files / "pairs.jsonl")
    aggregate, _ = client.predict(
        table, reference_columns="reference", rouge_types="rouge1,rougeL", api_name="/score_file"
    )

    assert found["types"]["rouge1"]["fmeasure"] == 0.5
    assert list(aggregate["types"]) == ["rouge1", "rougeL"]


@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize("argument", ["prediction_column", "reference_columns"])
def test_columns_that_are_not_there_are_refused(client, files, name, argument):
    with pytest.raises(gradio_client.exceptions.AppError, match=r"no column 'x'.*prediction, ref"):
        client.predict(**needed(files)[name], **{argument: "x"}, api_name=name)


@pytest.mark.parametrize(
    ("name", "body", "status", "said"),
    [
        pytest.param("/explain", {"prediction": "a"}, 422, "references", id="missing"),
        pytest.param(
            "/explain", {"prediction": "a", "references": "a", "x": 1}, 422, "`x`", id="unknown"
        ),
        pytest.param("/explain", [1], 422, "valid dictionary", id="no names"),
        pytest.param("/nothing", {}, 404, "no endpoint 'nothing'", id="no endpoint"),
        pytest.param("/score_file", {"prediction_file": None}, 200, "a file", id="no file"),
    ],
)
def test_calls_that_make_no_sense_get_a_message(app, name, body, status, said):
    found, answer = call(app, name, body)

    assert found == status
    assert said in answer
    assert "Traceback" not in answer


def test_files_of_the_server_cannot_be_asked_for(app, folder):
    """Nor any that was not uploaded, or is gone."""
    for path, said in (
        ("/etc/passwd", "not uploaded by a user"),
        (str(folder / "uploads" / "gone.csv"), "not on the server any more: upload gone.csv again"),
    ):
        file = {"path": path, "meta": {"_type": "gradio.FileData"}}
        _, answer = call(app, "/score_file", {"prediction_file": file})
        assert "event: error" in answer
        assert said in answer
    _, answer = call(app, "/score_file", {"prediction_file": {"path": "/etc/passwd"}})
    assert "prediction_file is" in answer


def test_explain_over_the_api(client):
    found = client.predict(
        prediction="Two cats!",
        references=["x", "The cats"],
        rouge_types=["rouge1"],
        api_name="/explain",
    )

    assert found["types"]["rouge1"] == {
        "precision": 0.5,
        "recall": 0.5,
        "fmeasure": 0.5,
        "reference": 1,
        "hits": 1,
        "matches": [{"reference": [[4, 8]], "prediction": [[4, 8]]}],
        "matches_left_out": 0,
    }
    assert found["signature"].startswith("evaluate_rouge:")


def test_errors_over_the_api_are_in_words(client):
    with pytest.raises(gradio_client.exceptions.AppError, match="no reference"):
        client.predict(prediction="a", references=[], api_name="/explain")


def test_score_file_over_the_api(client, files):
    found, download = client.predict(
        prediction_file=handle_file(files / "predictions.txt"),
        reference_file=handle_file(files / "references.txt"),
        prediction_column=None,
        reference_columns=None,
        rouge_types=["rouge1"],
        api_name="/score_file",
    )

    assert found["n_pairs"] == 4
    assert set(found["types"]["rouge1"]) == {"precision", "recall", "fmeasure"}
    with Path(download).open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 4


def test_compare_systems_over_the_api(client, files):
    found = client.predict(
        prediction_files=[
            handle_file(files / "pairs.jsonl"),
            handle_file(files / "predictions.txt"),
        ],
        reference_file=None,
        prediction_column=None,
        reference_columns=None,
        rouge_types=["rougeL"],
        api_name="/compare_systems",
    )

    assert [row["system"] for row in found["types"]["rougeL"]] == ["pairs", "predictions"]
    assert found["types"]["rougeL"][1]["verdict"] == "not significant"


def test_example_of_the_docs(app):
    """The block of docs/space.md runs against this app as it runs against a reader's."""
    page = (ROOT / "docs" / "space.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    code = code.replace("http://127.0.0.1:7860/", app)
    code = code.replace("examples/texts.jsonl", str(ROOT / "examples" / "texts.jsonl"))
    namespace = {}
    exec(code, namespace)
    namespace["client"].close()

    matches = namespace["found"]["types"]["rouge1"]["matches"]
    assert matches == [{"reference": [[4, 8]], "prediction": [[4, 8]]}]
    assert namespace["aggregate"]["n_pairs"] == 46
    assert set(namespace["aggregate"]["types"]["rougeL"]["fmeasure"]) == {"low", "mid", "high"}


def test_the_page_comes_packed(app):
    """The one big answer that Gradio sends as it is."""
    asked = Request(app, headers={"Accept-Encoding": "gzip"})
    with urlopen(asked) as answer, urlopen(app) as plain:
        packed, page = answer.read(), plain.read()

    assert gzip.decompress(packed).partition(b"<body")[0] == page.partition(b"<body")[0]
    assert len(packed) < 60_000 < len(page)


def test_two_users_at_once(app):
    clients = [gradio_client.Client(app, verbose=False) for _ in range(3)]
    jobs = [
        made.submit(prediction="a " * (k + 1) + "x", references=["a " * 9], api_name="/explain")
        for _ in range(4)
        for k, made in enumerate(clients)
    ]
    hits = [job.result(60)["types"]["rouge1"]["hits"] for job in jobs]
    for made in clients:
        made.close()

    assert hits == [1, 2, 3] * 4


def test_long_texts_keep_nobody_waiting(app):
    """Three visitors with texts of seconds; a fourth compares two words meanwhile."""
    slow, quick = (gradio_client.Client(app, verbose=False) for _ in range(2))
    text = "a b c d " * 300
    long = [slow.submit(text, text, "rougeW1.2,rougeW1.3", api_name="/explain") for _ in range(3)]
    for _ in range(5):
        quick.predict("two words", "two", api_name="/explain")
    waiting = [job for job in long if not job.done()]
    for job in long:
        job.exception(60)
    for made in (slow, quick):
        made.close()

    assert waiting


def test_tools_call_the_page(app):
    """As docs/space.md says, by the Model Context Protocol."""
    if not speaks_mcp():
        pytest.skip("needs mcp 1.x: the extra mcp")

    def ask(method, **parameters):
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        headers = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        asked = Request(f"{app}gradio_api/mcp/", json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=30) as answer:
            (line,) = re.findall(r"^data: (.*)$", answer.read().decode(), re.MULTILINE)
        return json.loads(line)["result"]

    tools = {tool["name"]: tool["inputSchema"] for tool in ask("tools/list")["tools"]}
    given = {"prediction": "two cats", "references": "two dogs", "rouge_types": "rouge1"}
    found = ask("tools/call", name="explain", arguments=given)

    assert set(tools) == {name[1:] for name in NAMES}
    assert all(argument["description"] for argument in tools["explain"]["properties"].values())
    assert "'fmeasure': 0.5" in found["content"][0]["text"]
