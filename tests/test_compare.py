"""`evaluate_rouge.compare`: scores in any shape, the numbers of the tests, errors by name."""

from __future__ import annotations

import inspect
import itertools

import evaluate_rouge
import numpy as np
import pytest
from evaluate_rouge import RougeScorer, compare, significance
from evaluate_rouge.significance import report

TARGETS = ["the cat sat on the mat", "a b c d", "it rained all day", "we went home", "x y"]
SYSTEMS = {
    "base": ["a cat", "a b", "it snowed", "we went", "x"],
    "new": ["the cat sat", "a b c d", "it rained", "we went home", "y x"],
    "third": ["a cat sat", "b a", "rained all day", "went", "z"],
}


@pytest.fixture(scope="module")
def scored():
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"])
    return {name: scorer.score_batch(TARGETS, texts) for name, texts in SYSTEMS.items()}


def test_numbers_are_those_of_the_tests(scored):
    found = compare(scored, n_resamples=500, seed=3)
    types = ["rouge1", "rouge2", "rougeL"]
    differences = [
        scored[name][kind][:, 2] - scored["base"][kind][:, 2]
        for kind in types
        for name in ("new", "third")
    ]

    assert [row.comparison for row in found] == significance.compare_differences(
        differences, 500, 0.95, 3
    )
    assert [(row.rouge_type, row.baseline, row.system) for row in found] == [
        (kind, "base", name) for kind in types for name in ("new", "third")
    ]
    assert found[0].system_mean == scored["new"].mean()["rouge1"].fmeasure
    assert len(found) == 6
    assert found[1:3] == found.rows[1:3]


def test_all_pairs_of_systems(scored):
    found = compare(scored, all_pairs=True, rouge_types="rouge1", n_resamples=100)

    assert [(row.baseline, row.system) for row in found] == list(itertools.combinations(SYSTEMS, 2))
    corrected = significance.holm([row.comparison.p_randomization for row in found])
    assert [row.comparison.p_randomization_holm for row in found] == corrected.tolist()


def test_any_shape_of_scores_gives_the_same_numbers(scored):
    kinds = {
        "batch": scored,
        "the metric's lists": {
            name: {
                **{kind: column[:, 2].tolist() for kind, column in scores.items()},
                "signature": "evaluate_rouge:...",
            }
            for name, scores in scored.items()
        },
    }
    found = {name: compare(systems, n_resamples=100).rows for name, systems in kinds.items()}
    arrays = {name: scores["rouge1"][:, 2] for name, scores in scored.items()}
    of_arrays = compare(arrays, n_resamples=100)
    of_one_type = compare(scored, rouge_types=["rouge1"], n_resamples=100)

    assert found["batch"] == found["the metric's lists"]
    assert [row.comparison for row in of_arrays] == [row.comparison for row in of_one_type]
    assert of_arrays[0].rouge_type == "score"


def test_measure_chooses_the_column(scored):
    found = compare(scored, measure="recall", rouge_types="rouge1", n_resamples=100)

    assert found[0].baseline_mean == scored["base"].mean()["rouge1"].recall
    assert "recall of baseline" in str(found)


def test_the_table(scored):
    found = compare(scored, rouge_types="rouge1", n_resamples=100)
    head, *rows, empty, pairs, tests, corrected = str(found).splitlines()

    assert len(rows) == 2 and empty == ""
    assert head.split()[:3] == ["type", "baseline", "system"]
    assert rows[0].split()[:3] == ["rouge1", "base", "new"]
    assert f"{found[0].comparison.difference:+.4f}" in rows[0]
    assert pairs == "5 pairs; seed 42. Both tests are two-sided."
    assert "100 resamples" in tests and "exact" in tests
    assert corrected == "Holm: corrected for 2 comparisons."
    assert repr(found) == str(found)


def test_no_two_columns_are_headed_alike(scored):
    found = compare(scored, n_resamples=10)
    heads = report.heads(found.rows, found.measure)

    assert len(set(heads)) == len(heads)


def test_latex_is_escaped(scored):
    found = compare({"a_1 & b": scored["base"], "50% <~new": scored["new"]}, n_resamples=10)
    table = found.to_latex()

    assert r"a\_1 \& b & 50\% \textless{}\textasciitilde{}new" in table
    assert table.count(r"\\") == 1 + len(found)
    assert r"\begin{tabular}{lllrrrrrrrr}" in table and table.startswith("% 5 pairs")


def test_html_is_escaped(scored):
    found = compare({"<b>": scored["base"], "new": scored["new"]}, n_resamples=10)

    assert "<td>&lt;b&gt;</td>" in found._repr_html_()


def test_records_hold_every_digit(scored):
    records = compare(scored, n_resamples=10).to_dicts()

    assert len(records) == 6
    assert records[0]["system"] == "new" and records[0]["n_pairs"] == 5
    assert type(records[0]["low"]) is float


def test_plot_shows_every_interval(scored):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    found = compare(scored, n_resamples=100)
    ax = found.plot()
    drawn = [line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_color() == "C0"]

    assert [tuple(line.get_xdata()) for line in drawn] == [
        (row.comparison.low, row.comparison.high) for row in found
    ]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels[0] == "rouge1: new - base"
    assert found.plot(ax) is ax
    plt.close("all")


@pytest.mark.parametrize(
    ("systems", "options", "error", "message"),
    [
        pytest.param([[1.0], [2.0]], {}, TypeError, "systems is a list; a dict", id="a list"),
        pytest.param({"a": [1.0]}, {}, ValueError, "systems names 1", id="one system"),
        pytest.param(
            {"a": [1.0, 2.0], "b": [1.0]},
            {},
            ValueError,
            "'b' has 1 scores and 'a' has 2; all systems",
            id="unequal",
        ),
        pytest.param({"a": [], "b": []}, {}, ValueError, "'a' has no scores", id="empty"),
        pytest.param(
            {"a": [1.0, 2.0], "b": [0.0, None]},
            {},
            ValueError,
            "scores of 'b' have nan in row 1",
            id="a missing score",
        ),
        pytest.param(
            {"a": {"rouge1": 0.5}, "b": {"rouge1": 0.6}},
            {},
            TypeError,
            "scores of 'a' by rouge1 are one number; .*use_aggregator=False",
            id="an aggregate",
        ),
        pytest.param(
            {"a": ["x"], "b": [1.0]}, {}, TypeError, "scores of 'a' are list, which", id="texts"
        ),
        pytest.param(
            {"a": np.ones((2, 3)), "b": np.ones((2, 3))},
            {},
            ValueError,
            r"'a' have shape \(2, 3\); give \(n,\)",
            id="all measures",
        ),
        pytest.param(
            {"a": {"rouge1": [1.0]}, "b": {"rouge2": [1.0]}},
            {},
            ValueError,
            "'b' has no scores by rouge1; it has rouge2",
            id="other types",
        ),
        pytest.param(
            {"a": {"rouge1": [1.0]}, "b": {"rouge1": [1.0], "rouge2": [1.0]}},
            {},
            ValueError,
            "'b' has scores by rouge2, which 'a' has not",
            id="more types",
        ),
        pytest.param(
            {"a": [1.0], "b": [1.0]}, {"rouge_types": []}, ValueError, "is empty", id="no types"
        ),
        pytest.param(
            {"a": [1.0], "b": [1.0]}, {"measure": "f1"}, ValueError, "measure is 'f1'", id="measure"
        ),
        pytest.param({"a": [1.0], "b": [1.0]}, {"seed": -1}, ValueError, "seed is -1", id="seed"),
    ],
)
def test_errors_name_the_system(systems, options, error, message):
    with pytest.raises(error, match=message):
        compare(systems, **options)


def test_it_is_exported():
    assert "compare" in evaluate_rouge.__all__
    assert "compare" in dir(evaluate_rouge)


def test_ten_thousand_resamples_if_nothing_is_said():
    assert inspect.signature(compare).parameters["n_resamples"].default == 10_000
