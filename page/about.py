"""Tab 4: what the page shows, what it does with texts, and where more is written.

The text is the page's own. Whoever reads it may sit inside the Hub's frame, so
every link is a whole address; those into the repository are made of one setting.
"""

from __future__ import annotations

from ..text import VERSION, engine
from .files import LIMITS
from .repository import SPACE, link, repository
from .reproduce import METRIC
from .stored import KEPT_SECONDS
from .workers import PROMPT_SECONDS, SECONDS

_DOCS = {
    "docs/which_rouge.md": "Which ROUGE to choose, and what tools differ in",
    "docs/reporting.md": "How to report it: intervals, tests, signatures",
    "docs/languages.md": "Other languages and scripts",
    "docs/robustness.md": "What happens to odd texts",
    "docs/space.md": "This page, its limits, and how programs call it",
    "docs/cli.md": "The command line",
    "benchmarks/results.md": "How fast it is",
    "CHANGELOG.md": "What has changed",
}
_PAPERS = """
- Lin (2004), [ROUGE: A Package for Automatic Evaluation of Summaries](https://aclanthology.org/W04-1013/)
- Google's [rouge_score](https://github.com/google-research/google-research/tree/master/rouge), whose
  numbers these are, to the last bit
"""  # noqa: E501

TEXT = f"""
## What ROUGE measures

How much of a *reference* a *prediction* repeats. It counts words, not meaning: a false sentence
in the words of the reference scores high, and a good paraphrase in other words scores low. The
examples of the first tab show both.

| type | what is counted |
|---|---|
| `rouge1`, `rouge2`, ... | words, word pairs, ... that both texts hold |
| `rougeL` | the longest sequence of words that stands in both in the same order |
| `rougeLsum` | the same sentence by sentence: a sentence ends where its line does |
| `rougeW` | as `rougeL`; words side by side count for more |
| `rougeS`, `rougeSU` | pairs of words with others between them; with single words |

**Precision** is the share of the prediction's words that were matched, **recall** the share of
the reference's, **F** their harmonic mean. What is usually reported is F, averaged over many
pairs. Scores of different tools, options or languages are not comparable; the *signature* under
each result names everything that decides a digit.

## Without the page

```python
import evaluate

rouge = evaluate.load("{METRIC}")
rouge.compute(predictions=["the cat sat"], references=["the cat slept"])
```

A command, `evaluate-rouge score`, does the same with files. "Copy as Python" and "Copy as command"
beside a result write out what repeats it. "Use via API" at the foot of the page lists what programs
can call.

## What happens to your texts

They are scored on the server that shows this page, and sent nowhere else. Typed texts stay in its
memory for the time of your visit. Files, and what was scored, are kept for you alone and dropped
after {KEPT_SECONDS // 60} to {2 * KEPT_SECONDS // 60} minutes. "Make a link" puts the texts into
an address: whoever has it can read them. The page asks no other host for anything.

{LIMITS} A run of a file ends after {SECONDS:.0f} seconds, a comparison after {PROMPT_SECONDS:.0f}.
"""


def about() -> str:
    """Write the tab as Markdown."""
    parts = [TEXT, "## Read on", _PAPERS.strip()]
    if repository():
        parts.append("\n".join(f"- [{said}]({link(path)})" for path, said in _DOCS.items()))
        parts.append(f"[The code and its license]({repository()}/tree/main)")
        if SPACE:
            parts[-1] += f", and a place to [ask or tell]({repository()}/discussions)"
        parts[-1] += "."
    parts.append(f"evaluate_rouge {VERSION}, counting with its {engine()} engine.")
    return "\n\n".join(parts)
