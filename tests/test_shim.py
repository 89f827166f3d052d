"""compat.install(): programs that import rouge_score get this package, and are told its limits."""

from __future__ import annotations

import subprocess
import sys
import textwrap

from loading import ROOT

PREFACE = "from evaluate_rouge import compat\nimport evaluate_rouge, sys\n"


def run(code: str) -> subprocess.CompletedProcess:
    """In a process of its own: other tests hold the real rouge_score."""
    program = PREFACE + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)


def test_imports_find_this_package():
    done = run(
        """
        compat.install()
        compat.install()
        import importlib.util
        import rouge_score.rouge_scorer
        from rouge_score import rouge_scorer, scoring, tokenize, tokenizers
        from rouge_score.scoring import BootstrapAggregator
        assert rouge_scorer.RougeScorer is evaluate_rouge.RougeScorer
        assert BootstrapAggregator is evaluate_rouge.BootstrapAggregator
        assert tokenizers.DefaultTokenizer is evaluate_rouge.DefaultTokenizer
        assert rouge_score.rouge_scorer.scoring.Score is evaluate_rouge.Score
        assert importlib.util.find_spec("rouge_score") is not None
        assert tokenize.tokenize("The Cats", None) == ["the", "cats"]
        assert tokenize.tokenize("The Cats", object()) == ["the", "cat"]
        """
    )

    assert done.returncode == 0, done.stderr


def test_the_official_metric_runs_on_it(tmp_path):
    """As written for evaluate, with the import that it cannot be talked out of."""
    (tmp_path / "official.py").write_text(
        "from rouge_score import rouge_scorer, scoring\n"
        "scorer = rouge_scorer.RougeScorer(rouge_types=['rouge1'], use_stemmer=True)\n"
        "aggregator = scoring.BootstrapAggregator()\n"
        "aggregator.add_scores(scorer.score('the cats sat', 'the cat slept'))\n"
        "print(type(scorer).__module__, aggregator.aggregate()['rouge1'].mid.fmeasure)\n"
    )
    done = run(f"compat.install(); sys.path.insert(0, {str(tmp_path)!r}); import official")

    assert done.stdout == "evaluate_rouge.scorer 0.6666666666666666\n", done.stderr


def test_too_late_is_said():
    done = run("import rouge_score\ncompat.install()")

    assert "RuntimeError: rouge_score is imported already, from " in done.stderr
    assert "call evaluate_rouge.compat.install() before" in done.stderr


def test_private_names_are_refused_with_a_word():
    done = run("compat.install()\nfrom rouge_score import rouge_scorer\nrouge_scorer._score_lcs")

    assert "AttributeError: rouge_score.rouge_scorer is evaluate_rouge here" in done.stderr
    assert "'_score_lcs'" in done.stderr


def test_it_can_be_taken_back():
    done = run(
        """
        compat.install()
        compat.uninstall()
        assert not [name for name in sys.modules if name.startswith("rouge_score")]
        from rouge_score import rouge_scorer
        assert rouge_scorer.RougeScorer is not evaluate_rouge.RougeScorer
        """
    )

    assert done.returncode == 0, done.stderr
