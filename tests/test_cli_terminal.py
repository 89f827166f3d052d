"""What a person at a terminal sees, through a real pseudo-terminal, and what a long run costs."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cli_samples
import forks
import pytest
from evaluate_rouge.cli import main, tables, terminal
from warm import warm

ESCAPE = "\x1b["
STREAMS = ("stdin", "stdout", "stderr")


@pytest.fixture(autouse=True)
def samples(tmp_path, monkeypatch):
    """A folder of sample files, which every test runs in."""
    cli_samples.write_samples(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def at_terminal(*arguments, to_terminal, folder, environment=None):
    """Run the command with stdout or stderr on a terminal: its status and what the terminal got."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    environment = {**cli_samples.plain_environment(), "TERM": "xterm", **(environment or {})}
    with open(os.devnull, "r+") as nothing, ThreadPoolExecutor(1) as pool:  # noqa: PTH123
        streams = [slave if name == to_terminal else nothing.fileno() for name in STREAMS]
        asked = ["-m", "evaluate_rouge", *arguments]
        running = pool.submit(forks.call, warm().address, asked, streams, str(folder), environment)
        received = drain(master, until=running.done)
        os.close(slave)  # which ends what there is to read
        received += drain(master)
    os.close(master)
    return running.result(), received.replace("\r\n", "\n")


def drain(master, until=lambda: False, seconds=120.0):
    """Read a terminal until its other end is closed, or something has happened."""
    deadline = time.monotonic() + seconds
    pieces = []
    while time.monotonic() < deadline and not until():
        ready, _, _ = select.select([master], [], [], 0.05)
        if not ready:
            continue
        try:
            piece = os.read(master, 1 << 16)
        except OSError:  # Linux says so when nobody holds the other end
            break
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces).decode()


SCORE = ("score", "predictions.txt", "references.txt")


def test_a_table_is_coloured_at_a_terminal(samples):
    status, text = at_terminal(*SCORE, to_terminal="stdout", folder=samples)

    assert status == 0
    assert text.startswith("\x1b[1mtype ")
    plain = re.sub(r"\x1b\[\d*m", "", text)
    assert plain == cli_samples.run_program(*SCORE, folder=samples).stdout


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        pytest.param([], {"NO_COLOR": "1"}, id="NO_COLOR"),
        pytest.param([], {"TERM": "dumb"}, id="dumb terminal"),
        pytest.param(["--format", "csv"], {}, id="csv"),
        pytest.param(["--format", "json"], {}, id="json"),
        pytest.param(["--format", "latex"], {}, id="latex"),
    ],
)
def test_no_colour(samples, arguments, environment):
    status, text = at_terminal(
        *SCORE, *arguments, to_terminal="stdout", folder=samples, environment=environment
    )

    assert status == 0
    assert ESCAPE not in text


def test_an_empty_no_color_is_none(samples):
    _, text = at_terminal(
        *SCORE, to_terminal="stdout", folder=samples, environment={"NO_COLOR": ""}
    )

    assert ESCAPE in text


def test_no_colour_in_a_pipe(samples):
    done = cli_samples.run_program(*SCORE, folder=samples)

    assert ESCAPE not in done.stdout
    assert done.stderr == ""


@pytest.fixture
def long_input(samples):
    """Pairs that take longer to score than the bar waits."""
    with (samples / "p.txt").open("w") as pred, (samples / "r.txt").open("w") as ref:
        for k in range(200_000):
            pred.write(f"the cat number {k} sat on the mat and slept\n" * 5)
            ref.write(f"a dog number {k} lay under the old mat\n" * 5)
    return samples


def test_a_bar_on_long_input_at_a_terminal(long_input):
    status, text = at_terminal(
        "score", "p.txt", "r.txt", "--noaggregate", to_terminal="stderr", folder=long_input
    )

    assert status == 0
    assert re.search(r"reading, [\d,]+ pairs", text)
    assert "aggregating rougeL, 1,000,000 pairs" in text
    shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text)
    assert shown.split("\r")[-1].strip() == "", "the bar is taken away"


@pytest.mark.parametrize(
    "command",
    [
        "score predictions.txt references.txt --resamples 45",
        "score topics.csv --group-by topic --types rouge1",
        "compare references.txt old.out new.out newer.out --resamples 70 --types rouge1 rougeL",
    ],
)
def test_the_bar_moves_through_resampling_to_its_end(command, monkeypatch, capsys):
    told, drawn = [], []
    monkeypatch.setattr(terminal.Progress, "now", lambda _, *doing: told.append(doing))
    monkeypatch.setattr(
        terminal.Progress, "drawn", lambda _, n_resamples: drawn.append(n_resamples)
    )

    assert main(command.split()) == 0

    assert {n_all for _, n_all in told} == {sum(drawn)}


def test_no_bar_in_a_pipe(long_input):
    done = cli_samples.run_program("score", "p.txt", "r.txt", "--noaggregate", folder=long_input)

    assert (done.returncode, done.stderr) == (0, "")


def test_no_bar_on_short_input(samples):
    status, text = at_terminal(*SCORE, to_terminal="stderr", folder=samples)

    assert (status, text) == (0, "")


def test_a_table_fits_the_width_of_its_terminal():
    """Names are folded; numbers are whole, in columns that stand below where there is no room."""
    name = "a summary of a very long name.txt"
    headers = ["type", "system", "F", "95% interval", "p (randomization)"]
    rows = [["rouge1", name, 0.5, "[0.1000, 0.9000]", 0.0312], ["rouge1", "b", 0.25, None, None]]
    table = tables.Table(headers, rows, [], [], {}, "signature", 2)

    wide = tables.render(table, "table")
    assert len(wide.splitlines()) == 5
    for columns in (34, 40, 60, 80, 90):
        narrow = tables.render(table, "table", columns=columns)
        assert max(map(len, narrow.splitlines())) <= columns
        for number in ("0.5000", "[0.1000, 0.9000]", "0.0312", "0.2500"):
            assert narrow.count(number) == 1
        n_blocks = narrow.count("type")
        assert n_blocks == narrow.count("system") == narrow.count("\n\n"), "names are repeated"
        assert (n_blocks > 1) == (columns < 90)


def test_the_table_of_a_comparison_fits_80_columns(samples):
    command = ("compare", "references.txt", "baseline.txt", "system.txt", "--types", "rouge1")
    _, text = at_terminal(
        *command, to_terminal="stdout", folder=samples, environment={"NO_COLOR": "1"}
    )

    drawn = text.partition("5 pairs")[0]
    assert max(map(len, drawn.splitlines())) <= 80
    assert "[0.5448, 0.8762]" in drawn and "[0.3200, 0.7143]" in drawn
    assert drawn.count("system.txt") == drawn.count("baseline.txt") > 1


# --- long runs --------------------------------------------------------------------


def peak_memory(*arguments, folder):
    """Run the command and give what it printed and the most memory it held, in MiB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of memory is read from /proc")
    program = (
        "import sys\n"
        "from evaluate_rouge.cli import main\n"
        "status = main(sys.argv[1:])\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print(*[l.split()[1] for l in lines if 'VmHWM' in l], file=sys.stderr)\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, int(done.stderr) / 1024


def write_many(folder, n_pairs):
    with (folder / "p.txt").open("w") as pred, (folder / "r.txt").open("w") as ref:
        for k in range(n_pairs):
            pred.write(f"the cat {k % 997} sat on the mat and slept\n")
            ref.write(f"a dog {k % 991} lay under the old mat all day\n")


@pytest.mark.slow
def test_memory_is_bounded_by_the_scores_of_one_type(samples):
    """Ten times the pairs cost the scores of one type more: 24 bytes a pair, held twice."""
    arguments = ("score", "p.txt", "r.txt", "--noaggregate", "--format", "json")
    write_many(samples, 100_000)
    _, few = peak_memory(*arguments, folder=samples)
    write_many(samples, 1_000_000)

    text, many = peak_memory(*arguments, folder=samples)

    assert json.loads(text)["pairs"] == 1_000_000
    # Four types spool 24 MB each; the texts alone are 80 MB.
    assert many - few < 150
