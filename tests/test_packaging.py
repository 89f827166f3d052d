"""Wheel, sdist and Space: built here, installed into clean environments, started, asked."""

from __future__ import annotations

import email
import email.policy
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import textwrap
import venv
import zipfile
from urllib.request import urlopen

import pytest
import yaml
from loading import ROOT
from serving import running_app

pytestmark = pytest.mark.slow

SMOKE = """
    import json, pathlib, sys
    import evaluate_rouge
    from evaluate_rouge import RougeScorer
    scorer = RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True)
    score = scorer.score_batch(["The cats sat."], ["the cat sat"])[0]["rouge1"]
    where = pathlib.Path(evaluate_rouge.__file__)
    assert where.is_relative_to(sys.prefix), where
    told = [evaluate_rouge.__version__, score.fmeasure, "evaluate" in sys.modules]
    print(json.dumps([*told, evaluate_rouge.engine()]))
"""


def run(command, more=(), **options):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment.update(more)
    result = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, env=environment, **options
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist, and the wheel made of it, as a release makes them."""
    pytest.importorskip("build", reason="building needs the package build")
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--outdir", folder, ROOT])
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture
def clean(tmp_path):
    """An environment with nothing in it: its Python."""
    venv.create(tmp_path / "env")
    return tmp_path / "env" / "bin" / "python"


def install(python, *what, more=()):
    """Install there with the pip of this environment, and leave what no test imports uncompiled."""
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--no-compile", *what], more)


def test_the_wheel_holds_the_package_and_nothing_else(built):
    wheel, sdist = built
    names = zipfile.ZipFile(wheel).namelist()
    packages = {name.split("/")[0] for name in names if not name.split("/")[0].endswith("info")}
    folders = {name.split("/")[1] for name in names if name.count("/") > 1}
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}

    assert packages == {"evaluate_rouge"}
    assert not folders & {"tests", "benchmarks", "examples", "tools", "docs"}
    shipped = {
        str(file.relative_to(ROOT))
        for folder in (".", "cli", "files", "page", "render", "rouge155")
        for file in (ROOT / folder).glob("*.py")
    } - {"app.py", "setup.py"}
    assert {f"evaluate_rouge/{name}" for name in [*shipped, "py.typed"]} <= set(names)
    assert "evaluate_rouge/setup.py" not in names
    assert {"pyproject.toml", "README.md", "LICENSE"} <= sources


def test_a_package_index_takes_it(built):
    pytest.importorskip("twine", reason="checking what is uploaded needs twine")
    checked = run([sys.executable, "-m", "twine", "check", "--strict", *built])
    with zipfile.ZipFile(built[0]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("dist-info/METADATA"))
        told = email.message_from_bytes(wheel.read(name), policy=email.policy.default)
    description = told.get_content()
    links = re.findall(r"\]\(([^)]+)\)", description)

    assert checked.count("PASSED") == 2
    assert told["Author"] == "evaluate_rouge contributors"
    assert {link.partition(",")[0] for link in told.get_all("Project-URL")} >= {
        *("Homepage", "Documentation", "Changelog", "Source"),
    }
    assert "Typing :: Typed" in told.get_all("Classifier")
    assert description.startswith("# ROUGE"), "the front of the Space's card is no description"
    assert links and all(link.startswith("https://") for link in links), links


def test_the_sdist_holds_every_file_of_the_project(built):
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("this is no clone: there is no list of files to compare with")
    with tarfile.open(built[1]) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}

    assert set(tracked.stdout.split("\n")) - sources - {"", ".gitignore"} == set()


def test_tests_run_from_the_sdist(built, tmp_path):
    """What has been unpacked stands as the package itself, in front of all that is installed."""
    with tarfile.open(built[1]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    named = tmp_path / "named"
    named.mkdir()
    (named / "evaluate_rouge").symlink_to(folder, target_is_directory=True)
    files = ["aggregate", "compare", "results", "tokens"]
    code = (
        f"import sys; sys.path.insert(0, {str(named)!r}); import evaluate_rouge, pytest;"
        f"assert evaluate_rouge.__file__.startswith({str(named)!r});"
        "sys.exit(pytest.main(sys.argv[1:]))"
    )
    options = ["-q", "-m", "not (slow or browser or spark or torch)", "-p", "no:cacheprovider"]
    tests = [f"tests/test_{name}.py" for name in files]

    more = {"HYPOTHESIS_PROFILE": "quick"}
    assert " passed" in run([sys.executable, "-c", code, *options, *tests], more, cwd=folder)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_clean_environment_can_use_it(built, clean, tmp_path, kind):
    """With its dependencies and no more: scoring, and the command line by both its names."""
    quick_to_compile = {"CFLAGS": "-O0"}
    install(clean, built[kind == "sdist"], more=quick_to_compile)
    out = run([clean, "-c", textwrap.dedent(SMOKE)], cwd=tmp_path)
    version, fmeasure, loaded, engine = json.loads(out)
    command = clean.with_name("evaluate-rouge")
    (tmp_path / "predictions.txt").write_text("the cat sat\na b\n")
    (tmp_path / "references.txt").write_text("the cats sat\na b\n")
    table = run([command, "score", "predictions.txt", "references.txt"], cwd=tmp_path)
    by_module = run([clean, "-m", "evaluate_rouge", "--help"], cwd=tmp_path)

    assert version in built[0].name
    assert fmeasure == 1.0
    assert not loaded, "the package needs evaluate only for the metric"
    assert engine == "compiled"
    assert "rougeLsum" in table
    assert "score" in by_module


def test_without_a_compiler_it_is_installed_all_the_same(built, clean, tmp_path):
    """From the sdist, as pip does where no wheel fits: the arrays count, and say why."""
    install(clean, built[1], more={"CC": "no-such-compiler"})
    version, fmeasure, _, engine = json.loads(
        run([clean, "-c", textwrap.dedent(SMOKE)], cwd=tmp_path)
    )
    why = run([clean, "-c", "import evaluate_rouge.text as t; print(t.why_not_compiled())"])

    assert (fmeasure, engine) == (1.0, "numpy")
    assert f"install evaluate-rouge {version} where there is a C compiler" in why


def test_the_wheel_is_of_this_python_and_machine(built):
    name = built[0].name
    names = zipfile.ZipFile(built[0]).namelist()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")

    assert f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in name
    assert sysconfig.get_platform().replace("-", "_").replace(".", "_") in name
    assert f"evaluate_rouge/kernels/counts{suffix}" in names
    assert not [name for name in names if name.endswith((".c", ".pyx", ".pxi"))]


@pytest.mark.parametrize("platform", ["linux", "macos", "windows"])
def test_wheels_of_every_python_are_planned(platform):
    pytest.importorskip("cibuildwheel", reason="listing the wheels needs cibuildwheel")
    import tomllib  # cibuildwheel is not installed before Python 3.11

    listing = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", ROOT]
    planned = run([*listing, "--platform", platform]).split()
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["project"]
    supported = [
        name.rpartition(" ")[2].replace(".", "")
        for name in settings["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", name)
    ]

    assert len(supported) >= 4
    assert {f"cp{version}" for version in supported} <= {name.split("-")[0] for name in planned}
    assert any(name.startswith("cp314t-") for name in planned), "free-threaded Python"
    assert not any("win32" in name or "i686" in name for name in planned)


def test_the_metric_loads_beside_an_installed_package(built, clean, tmp_path):
    install(clean, f"{built[0]}[metric,sentences]")
    code = """
        import evaluate, evaluate_rouge, json, pathlib
        path = pathlib.Path(evaluate_rouge.__file__).with_name("rouge.py")
        rouge = evaluate.load(str(path), seed=42)
        rows = {"predictions": ["A cat. It sat."], "references": ["It sat. A cat."]}
        print(json.dumps(rouge.compute(**rows, split_summaries=True)))
    """
    scores = json.loads(run([clean, "-c", textwrap.dedent(code)], cwd=tmp_path).splitlines()[-1])

    assert scores["rougeLsum"] == 1.0
    assert scores["rougeL"] == 0.5


def test_a_space_starts(clean, tmp_path):
    """As a Space does it: Gradio by the card's version, requirements.txt, python app.py."""
    card = yaml.safe_load((ROOT / "README.md").read_text(encoding="utf-8").split("---")[1])
    install(clean, f"gradio=={card['sdk_version']}", "-r", ROOT / "requirements.txt")
    with running_app(tmp_path / "space", str(clean)) as address:
        page = urlopen(address, timeout=30).read().decode()
        api = json.load(urlopen(f"{address}gradio_api/info", timeout=30))

    assert "gradio" in page.lower()
    assert api["named_endpoints"], "the app offers nothing to programs"
