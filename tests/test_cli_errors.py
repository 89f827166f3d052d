"""Whatever goes wrong: one line on stderr that says where, the right status, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cli_samples
import pytest
from evaluate_rouge.cli import COMMANDS, main, parser_of
from evaluate_rouge.cli.options import nearest
from evaluate_rouge.files import outputs, sources
from evaluate_rouge.files.problems import DataError

USAGE, DATA = 2, 1


@pytest.fixture(autouse=True)
def samples(tmp_path, monkeypatch):
    """A folder of sample files, which every test runs in."""
    cli_samples.write_samples(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fail(capsys, samples):
    """Run a command that must fail: its status and the one line on stderr."""

    def fail(*arguments: str) -> tuple[int, str]:
        before = {path: path.read_bytes() for path in samples.iterdir() if path.is_file()}
        failed = status_and_line(main(arguments), capsys)
        after = {path: path.read_bytes() for path in samples.iterdir() if path.is_file()}
        assert after == before  # nothing half-written, nothing lost
        return failed

    return fail


def status_and_line(status, capsys):
    """See that a failure is told in one line, and give it without the program's name."""
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("evaluate-rouge: ")
    assert "Traceback" not in printed.err
    return status, printed.err.removeprefix("evaluate-rouge: ").rstrip("\n")


FILES = ("predictions.txt", "references.txt")


@pytest.mark.parametrize("command", COMMANDS)
def test_misspelt_flags_get_the_nearest_whatever_else_is_missing(fail, command):
    for flag in parser_of(command).flags():
        status, line = fail(command, flag[:-2] + flag[-1])

        assert (status, flag in line.partition("(did you mean ")[2]) == (USAGE, True), line


@pytest.mark.parametrize("command", COMMANDS)
def test_of_two_values_for_one_flag_none_is_lost(fail, command):
    """Flags that collect are repeated on purpose; of any other the first value would be lost."""
    several = {"--reference-column", "--sentence-separator", "--strip-tags"}
    if command == "compare":
        several.add("--prediction-column")
    for action in parser_of(command)._actions:
        flags = [flag for flag in action.option_strings if flag not in several]
        if not flags or action.nargs == 0:
            continue
        value = action.choices[0] if action.choices else "1"
        status, line = fail(command, flags[0], value, flags[-1], value)

        assert (status, f"{flags[-1]} is given twice" in line) == (USAGE, True), line


@pytest.mark.parametrize(
    ("written", "known", "meant"),
    [
        ("--predicton", ["--prediction-column", "--predictions"], "--predictions"),
        (
            "--pred",
            ["--prediction-column", "--predictions"],
            "--prediction-column or --predictions",
        ),
        ("--stem", ["--seed", "--use-stemmer"], "--use-stemmer"),
        ("-o", ["--encoding", "--output"], "--output"),
        ("--xyz", ["--output"], ""),
    ],
)
def test_the_nearest_is_one_misspelt_or_those_of_which_it_is_a_part(written, known, meant):
    assert nearest(written, known) == meant


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param([], "a command is missing; they are score, compare", id="nothing"),
        pytest.param(["scores"], "'scores' is no command; did you mean score?", id="command"),
        pytest.param(["--vesion"], "did you mean --version?", id="flag without a command"),
        pytest.param(["--target_filepaten=x"], "target_filepattern", id="flag of rouge_score"),
        pytest.param(["explain", "--prediction", "-5%"], "--prediction=-...", id="hyphen"),
        pytest.param(["score"], "no files: give PREDICTIONS REFERENCES", id="no files"),
        pytest.param(["score", "predictions.txt"], "no references", id="one text file"),
        pytest.param(["score", *FILES, "--what"], "unrecognized arguments: --what", id="flag"),
        pytest.param(["score", *FILES, "--tpyes", "rouge1"], "did you mean --types?", id="typo"),
        pytest.param(["score", *FILES, "--use_stemer"], "did you mean --use-stemmer", id="stemmer"),
        pytest.param(
            ["explain", "--prediction", "a", "--reference", "a", "--seed", "1"],
            "unrecognized arguments: --seed (see", id="a flag of another command",
        ),
        pytest.param(["recall", "--types", "rouge1"], "--types", id="recall has no types"),
        *(
            pytest.param(["score", *FILES, *given], message, id=f"{given[0]} unused")
            for given, message in [
                (["--prediction-column", "a"], 'a text a line, so it has no column "a"'),
                (["--reference-column", "a"], 'a text a line, so it has no column "a"'),
                (["--group-by", "a"], 'a text a line, so it has no column "a"'),
                (["--key", "a"], 'a text a line, so it has no column "a"'),
                (["--id-column", "a"], "--id-column goes into --output, and there is none"),
                (["--delimiter", ";"], "--delimiter is for csv and tsv"),
                (["--quoting", "none"], "--quoting is for csv and tsv"),
                (["--encoding", "utf-99"], "is no encoding"),
                (["--noaggregate", "--seed", "1"], "--seed has no use with --no-aggregate"),
                (["--noaggregate", "--resamples", "9"], "--resamples has no use"),
                (["--noaggregate", "--confidence", "0.9"], "--confidence has no use"),
                (["--strip-tags", "<a>"], "the name of a tag"),
            ]
        ),
        *(
            pytest.param([*command, *twice, *twice], "twice", id=f"{command[0]} {twice[0]} twice")
            for command, twice in [
                (("score", "pairs.csv"), ("--reference-column", "second")),
                (("compare", "pairs.csv"), ("--prediction-column", "answer")),
            ]
        ),
        *(
            pytest.param(
                [*command, "--output", "-", *flag], f"{flag[0]} has no use with --output -",
                id=f"{flag[0]} of no table",
            )
            for command, flags in [
                (("score", *FILES), [("--format", "table"), ("--resamples", "9"), ("--seed", "1"),
                                     ("--confidence", "0.9")]),
                (("compare", *FILES, "system.txt"), [("--format", "csv"), ("--resamples", "9"),
                                                     ("--all-pairs",), ("--baseline", "x")]),
            ]
            for flag in flags
        ),
        pytest.param(
            ["explain", "--prediction", "a", "--reference", "a", "--multi-reference", "average"],
            "unrecognized arguments: --multi-reference", id="one reference alone",
        ),
        pytest.param(["score", "pairs.csv", "--key", "a"], "one file alone", id="key of one"),
        pytest.param(["compare", *FILES, "system.txt", "--baseline", "x"], "none of", id="base"),
        pytest.param(["score", "-x"], "unrecognized arguments: -x", id="short flag"),
        pytest.param(["recall", "a.txt"], "unrecognized arguments: a.txt", id="recall of a file"),
        pytest.param(["score", *FILES, "--format", "xml"], "invalid choice: 'xml'", id="format"),
        pytest.param(["score", *FILES, "--types", "rougeX"], "'rougeX'", id="unknown type"),
        pytest.param(["score", *FILES, "--types", "rouge0"], "positive n", id="rouge0"),
        pytest.param(["score", *FILES, "--types", ","], "names no type", id="no type"),
        pytest.param(
            ["score", "--types", "rouge1", *FILES], "name files before --types", id="files eaten"
        ),
        pytest.param(["score", *FILES, "--seed", "x"], "--seed: invalid int", id="seed"),
        pytest.param(["score", *FILES, "--seed", "-1"], "--seed is -1", id="negative seed"),
        pytest.param(["score", *FILES, "--beta", "-1"], "--beta is -1", id="negative beta"),
        pytest.param(["score", *FILES, "--tokenizer", "x"], "--tokenizer is 'x'", id="enum"),
        pytest.param(
            ["score", *FILES, "--multi-reference", "bets"],
            "--multi-reference is 'bets'; did you mean 'best'?", id="nearest",
        ),
        pytest.param(
            ["score", *FILES, "--tokenizer", "default", "--language", "ru"],
            "--language is 'ru' and --tokenizer is 'default'", id="language of the default",
        ),
        pytest.param(["score", *FILES, "--resamples", "0"], "--resamples is 0", id="resamples"),
        pytest.param(["score", *FILES, "--confidence", "95"], "--confidence is 95", id="percent"),
        pytest.param(["score", *FILES, "--output", "a.txt"], "must end in .csv", id="ending"),
        pytest.param(
            ["score", "pairs.csv", "--prediction-column", "answer", "--output", "pairs.csv"],
            "pairs.csv is also read", id="output over input",
        ),
        pytest.param(["score", "-", "-"], "read only once", id="stdin twice"),
        pytest.param(["score", *FILES, "--check", "x"], "not a signature", id="no signature"),
        pytest.param(["score", FILES[0], "."], ". is a folder of documents, and", id="folder"),
        pytest.param(["compare", "references.txt"], "0 system given", id="no system"),
        pytest.param(["compare", *FILES], "1 system given", id="one system"),
        pytest.param(["explain", "--prediction", "a"], "required: --reference", id="no reference"),
        pytest.param(
            ["--target_filepattern=a", "--output_filename=b"],
            "--prediction_filepattern is missing", id="rouge_score without predictions",
        ),
        pytest.param(["--target_filepattern=a", "--what"], "'what'", id="rouge_score, flag"),
        pytest.param(["--target_filepattern=a", "b"], "too many arguments: 'b'", id="and a file"),
    ],
)  # fmt: skip
def test_wrong_usage(fail, arguments, message):
    status, line = fail(*arguments)

    assert status == USAGE
    assert message in line


@pytest.mark.parametrize("is_missing", [True, False], ids=["missing", "closed"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "-", FILES[1]],
        ["score", FILES[0], "-"],
        ["compare", "-", *FILES],
        ["compare", FILES[1], "-", FILES[0]],
        ["tokens", "-"],
        ["recall"],
    ],
    ids=" ".join,
)
def test_stdin_that_is_not_open(fail, monkeypatch, arguments, is_missing):
    closed = cli_samples.stdin_of("a\n")
    closed.close()
    monkeypatch.setattr(sys, "stdin", None if is_missing else closed)

    status, line = fail(*arguments)

    assert status == USAGE
    assert "standard input is closed: give a file in the place of '-'" in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["score", "predictions.txt", "no.txt"], "no.txt: no such file", id="missing"),
        pytest.param(["score", "binary", "references.txt"], "binary:1:2: a null", id="binary"),
        pytest.param(["score", "latin.txt", FILES[1]], "latin.txt:2:3: not UTF-8", id="latin-1"),
        pytest.param(
            ["score", "pairs.csv"], 'columns are "answer", "reference", "second"', id="usual names"
        ),
        pytest.param(
            ["score", "pairs.csv", "--prediction-column", "ans"],
            'pairs.csv:1: no column "ans"; the columns are "answer", "reference", "second"',
            id="missing column",
        ),
        pytest.param(
            ["score", "predictions.txt", "short.txt"],
            "predictions.txt has 5, short.txt has 2", id="unequal numbers",
        ),
        pytest.param(
            ["compare", "references.txt", "baseline.txt", "short.txt"],
            "references.txt has 5, baseline.txt has 5, short.txt has 2", id="unequal systems",
        ),
        pytest.param(["score", "empty.txt", "empty2.txt"], "empty.txt: no pairs", id="no pairs"),
        pytest.param(
            ["compare", "empty.txt", "empty2.txt", "empty3.txt"], "no pairs", id="none to compare"
        ),
        pytest.param(
            ["score", *FILES, "--output", "no/scores.csv"], "no/scores.csv: no such file",
            id="output in no folder",
        ),
        pytest.param(
            ["score", *FILES, "--output", "folder.csv"], "folder.csv: is a directory",
            id="output is a folder",
        ),
        pytest.param(
            ["score", *FILES, "--output", "/dev/full"], "/dev/full: no space left", id="full disk"
        ),
        pytest.param(
            ["score", "predictions.txt", "short.txt", "--output", "old.csv"], "short.txt has 2",
            id="an old output survives",
        ),
        pytest.param(
            ["--target_filepattern=no*", "--prediction_filepattern=p*.txt", "--output_filename=b"],
            "0 target files match no* and 1 prediction files match p*.txt", id="patterns",
        ),
        pytest.param(
            ["--target_filepattern=short.txt", "--prediction_filepattern=predictions.txt",
             "--output_filename=b"], "short.txt has 2, predictions.txt has 5", id="rouge_score",
        ),
        pytest.param(
            ["--target_filepattern=references.txt", "--prediction_filepattern=predictions.txt",
             "--output_filename=/dev/full"], "/dev/full: no space left", id="rouge_score, full",
        ),
    ],
)  # fmt: skip
def test_bad_data(fail, samples, arguments, message):
    if "/dev/full" in message and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    (samples / "short.txt").write_text("a\nb\n")
    for name in ("empty.txt", "empty2.txt", "empty3.txt"):
        (samples / name).write_text("")
    (samples / "old.csv").write_text("old")
    (samples / "folder.csv").mkdir()
    (samples / "binary").write_bytes(b"a\0b")
    (samples / "latin.txt").write_bytes("a\nab\xe4\n".encode("latin-1"))

    status, line = fail(*arguments)

    assert status == DATA
    assert message in line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("5\na\nb\n", "1:1: n is '5'; a whole number from 1 to 4", id="n of 5"),
        pytest.param("0\na\nb\n", "n is '0'; a whole number from 1 to 4", id="n of 0"),
        pytest.param("-1\na\nb\n", "from 1 to 4", id="negative"),
        pytest.param("1.0\na\nb\n", "from 1 to 4", id="no whole number"),
        pytest.param("one\na\nb\n", "n is 'one'", id="no number"),
        pytest.param("\u0662\na\nb\n", "from 1 to 4", id="a digit of another script"),
        pytest.param("", "1:1: n is missing", id="nothing"),
        pytest.param("1\n", "2:1: the reference is missing", id="one line"),
        pytest.param("1\na\n", "3:1: the candidate is missing", id="two lines"),
        pytest.param("1\na\nb\nc\n", "4:1: one line too many", id="four lines"),
        pytest.param(b"1\na\n\xff\n", "3:1: not UTF-8", id="no UTF-8"),
    ],
)
def test_recall_of_what_is_no_exercise(fail, monkeypatch, text, message):
    monkeypatch.setattr(sys, "stdin", cli_samples.stdin_of(text))

    status, line = fail("recall")

    assert status == DATA
    assert line.startswith("standard input:")
    assert message in line


def test_messages_stay_on_one_line(fail):
    name = "no\nsuch\x1b[31mfile"

    _, line = fail("score", name, "references.txt")

    assert "no such\ufffd[31mfile: no such file" in line


# --- users without rights ---------------------------------------------------------


@pytest.fixture
def as_nobody(capsys, monkeypatch):
    """Run a command that must fail as a user who may not read or write everything."""
    if os.name != "posix":
        pytest.skip("needs users as POSIX has them")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        cli_samples.write_samples(Path(folder))
        monkeypatch.chdir(folder)
        main(["score", *FILES])  # imports all that this user may not be able to read
        capsys.readouterr()

        def as_nobody(*arguments: str) -> tuple[int, str]:
            user = os.geteuid()
            if user == 0:
                os.seteuid(65534)
            try:
                return status_and_line(main(arguments), capsys)
            finally:
                os.seteuid(user)

        yield as_nobody
        monkeypatch.undo()


def test_an_unreadable_file(as_nobody):
    Path("references.txt").chmod(0)

    assert as_nobody("score", *FILES) == (DATA, "references.txt: permission denied")


def test_an_output_in_a_folder_that_is_read_only(as_nobody):
    Path("closed").mkdir(mode=0o555)

    status, line = as_nobody("score", *FILES, "--output", "closed/scores.csv")

    assert (status, line) == (DATA, "closed/scores.csv: permission denied")


def test_an_output_that_is_read_only(as_nobody):
    """A rename would replace it although nobody may write to it."""
    Path("open").mkdir()
    Path("open").chmod(0o777)
    output = Path("open", "scores.csv")
    output.write_text("old")
    output.chmod(0o444)

    status, line = as_nobody("score", *FILES, "--output", "open/scores.csv")

    assert (status, line) == (DATA, "open/scores.csv: permission denied")
    assert output.read_text() == "old"


# --- outputs ----------------------------------------------------------------------


def test_an_output_that_another_program_has_locked(fail, samples):
    fcntl = pytest.importorskip("fcntl")
    output = samples / "scores.csv"
    output.write_text("old")

    with output.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        status, line = fail("score", *FILES, "--output", "scores.csv")

    assert status == DATA
    assert "scores.csv: locked by another program" in line


def test_a_full_disk_leaves_the_old_output(samples, monkeypatch):
    """The disk fills up while the new file is written aside."""
    output = samples / "scores.csv"
    output.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(DataError, match="no space left"), outputs.aside(str(output)) as file:
        file.write("new")

    assert output.read_text() == "old"
    assert sorted(path.name for path in samples.glob("*scores*")) == ["scores.csv"]


@pytest.mark.parametrize("group_rows", [1, 2, 100])
def test_ids_of_several_kinds_do_not_fit_into_parquet(fail, samples, monkeypatch, group_rows):
    """In one block, in blocks of a group, and in groups."""
    pytest.importorskip("pyarrow", reason="parquet needs pyarrow")
    monkeypatch.setattr(outputs, "GROUP_ROWS", group_rows)
    rows = [{"id": 1 if k < 3 else "x", "prediction": "a", "reference": "a"} for k in range(5)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (samples / "ids.jsonl").write_text(lines, encoding="utf-8")
    command = ("score", "ids.jsonl", "--id-column", "id", "--output", "scores.parquet")
    for n_block in (5, 1):
        monkeypatch.setattr(sources, "BLOCK", n_block)
        status, line = fail(*command)

        assert status == DATA
        assert "column 'id' holds values of several kinds" in line and ".jsonl" in line
        assert not list(samples.glob("*scores*"))


@pytest.mark.parametrize(
    "command", [("score", *FILES), ("compare", "references.txt", "baseline.txt", "system.txt")]
)
def test_standard_output_that_is_full(samples, command):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")

    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "evaluate_rouge", *command],
            cwd=samples,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )

    assert done.returncode == DATA
    assert done.stderr == "evaluate-rouge: standard output: no space left on device\n"


def test_a_reader_that_goes_away_is_no_error(samples):
    done = cli_samples.run_shell(
        "evaluate-rouge score predictions.txt references.txt | true", samples
    )

    assert done.stderr == ""
    assert done.returncode in (0, 141)


def test_a_terminal_without_unicode(samples):
    (samples / "Dvořák.txt").write_bytes((samples / "system.txt").read_bytes())

    done = cli_samples.run_program(
        "compare", "references.txt", "baseline.txt", "Dvořák.txt", folder=samples,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert "Dvo??k.txt" in done.stdout


def test_a_real_process_reports_as_main_does(samples):
    done = cli_samples.run_program("score", "predictions.txt", "no.txt", folder=samples)

    assert (done.returncode, done.stdout) == (DATA, "")
    assert done.stderr == "evaluate-rouge: no.txt: no such file or directory\n"


# --- interruption -----------------------------------------------------------------


def interrupt(process, seconds):
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=60)


def test_ctrl_c_leaves_nothing_half_written(samples):
    """Input comes through a pipe that stays open, so that the run is caught in the middle."""
    if os.name != "posix":
        pytest.skip("SIGINT is sent as POSIX has it")
    (samples / "references.txt").write_text("the cat sat on the mat\n" * 200_000)
    output = samples / "scores.csv"
    output.write_text("old")
    with subprocess.Popen(
        [sys.executable, "-m", "evaluate_rouge", "score", "-", "references.txt", "--output",
         "scores.csv"],
        cwd=samples, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        process.stdin.write(b"the cat sat\n" * 190_000)
        process.stdin.flush()
        wait_for(lambda: any(path.stat().st_size for path in samples.glob(".scores.csv.*.partial")))
        printed, errors = interrupt(process, seconds=0.1)

    assert process.returncode == 130
    assert printed == b""
    assert errors == b"evaluate-rouge: interrupted\n"
    assert output.read_text() == "old"
    assert sorted(path.name for path in samples.glob("*scores*")) == ["scores.csv"]


def wait_for(happens, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_sigterm_leaves_nothing_half_written(samples):
    """As a scheduler ends a job: what was written aside is taken away."""
    if os.name != "posix":
        pytest.skip("SIGTERM is sent as POSIX has it")
    (samples / "references.txt").write_text("the cat sat on the mat\n" * 200_000)
    with subprocess.Popen(
        [sys.executable, "-m", "evaluate_rouge", "score", "-", "references.txt", "--output",
         "scores.csv"],
        cwd=samples, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        process.stdin.write(b"the cat sat\n" * 190_000)
        process.stdin.flush()
        wait_for(lambda: any(path.stat().st_size for path in samples.glob(".scores.csv.*.partial")))
        process.send_signal(signal.SIGTERM)
        printed, errors = process.communicate(timeout=60)

    assert (process.returncode, printed) == (143, b"")
    assert errors == b"evaluate-rouge: terminated\n"
    assert not list(samples.glob("*scores*")) + list(samples.glob(".scores*"))


SIGNALLED_AT_AN_IMPORT = """
import os, runpy, signal, sys

signum, module = int(sys.argv.pop(1)), sys.argv.pop(1)

def strike(event, arguments):
    if event == "import" and arguments[0] == module:
        os.kill(os.getpid(), signum)

sys.addaudithook(strike)
runpy.run_module("evaluate_rouge", run_name="__main__", alter_sys=True)
"""


@pytest.mark.fresh
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("module", ["evaluate_rouge.cli", "numpy", "evaluate_rouge.scorer"])
def test_a_signal_while_libraries_are_imported_is_told_in_a_line(samples, module, name):
    if os.name != "posix":
        pytest.skip("signals are sent as POSIX has them")
    signum = getattr(signal, name)
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED_AT_AN_IMPORT, str(int(signum)), module, "score", *FILES],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    ended = {"SIGINT": "interrupted", "SIGTERM": "terminated"}[name]
    assert (done.returncode, done.stdout) == (128 + signum, "")
    assert done.stderr == f"evaluate-rouge: {ended}\n"


@pytest.mark.fresh
def test_a_signal_that_the_shell_ignores_is_ignored(samples):
    """As for a job in the background of a script."""
    if os.name != "posix":
        pytest.skip("signals are sent as POSIX has them")
    done = subprocess.run(
        ["bash", "-c", """trap '' INT; "$@" """, "bash", sys.executable, "-c",
         SIGNALLED_AT_AN_IMPORT, str(int(signal.SIGINT)), "numpy", "score", *FILES],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["score - references.txt", "recall", "tokens -"])
def test_a_closed_standard_input_is_told(samples, command):
    done = cli_samples.run_shell(f"evaluate-rouge {command} <&-", samples)

    assert done.returncode in (1, 2)
    assert "standard input" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_closed_standard_output_is_told(samples):
    done = cli_samples.run_shell("evaluate-rouge score predictions.txt references.txt >&-", samples)

    assert done.returncode == 1
    assert done.stderr == "evaluate-rouge: standard output is closed\n"
