"""Pairs to click: each shows one thing that a score does or does not say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Example(NamedTuple):
    """A pair of texts, and what it shows."""

    label: str
    prediction: str
    references: tuple[str, ...]
    shown_type: str
    lesson: str
    tokenizer: str = "default"


EXAMPLES = (
    Example(
        "Order: rougeL below rouge1",
        "After the storm had passed, the ferry left the harbour with forty passengers.",
        ("The ferry with forty passengers left the harbour after the storm had passed.",),
        "rougeL",
        "Both texts hold the same words, so rouge1 is 1. rougeL only counts words that stand in "
        "the same order in both, and the two halves have changed places.",
    ),
    Example(
        "Meaning: overlap is not truth",
        "The court did not find the company guilty of fraud.",
        ("The court did find the company guilty of fraud.",),
        "rouge1",
        "One small word turns the sentence around, and nearly every other word still matches: "
        "ROUGE counts words in common, not whether the prediction says the same.",
    ),
    Example(
        "Meaning: a paraphrase scores low",
        "Rents in the city climbed steeply, driving many young families away.",
        ("Housing costs rose sharply there, so lots of parents with children moved elsewhere.",),
        "rouge1",
        "The two say the same and share no words. A low score does not show that a text is wrong.",
    ),
    Example(
        "Several sentences: rougeLsum",
        "A new bridge opened on Monday.\nIt replaces a ferry that ran for ninety years.\n"
        "Tolls will pay for it.",
        (
            "The toll bridge that replaces the ferry opened on Monday.\n"
            "The ferry ran for ninety years.",
        ),
        "rougeLsum",
        "rougeLsum compares sentence with sentence, a line each, and unites what they share, so "
        "that the order of sentences does not matter. Struck words match but are not counted.",
    ),
    Example(
        "Another script: the tokenizer",
        "\u0627\u0644\u0642\u0637\u0629 \u062a\u062c\u0644\u0633 \u0639\u0644\u0649 "
        "\u0627\u0644\u0633\u062c\u0627\u062f\u0629",
        (
            "\u062c\u0644\u0633\u062a \u0627\u0644\u0642\u0637\u0629 \u0639\u0644\u0649 "
            "\u0627\u0644\u0633\u062c\u0627\u062f\u0629 \u0627\u0644\u062d\u0645\u0631\u0627\u0621",
        ),
        "rouge1",
        "The default tokenizer keeps only a to z and 0 to 9, so these texts would score 0. "
        "With the tokenizer \u201cunicode\u201d words of every script count.",
        "unicode",
    ),
    Example(
        "Repeats: counted once each",
        "the the the the the the",
        ("the cat sat on the mat",),
        "rouge1",
        "The reference holds \u201cthe\u201d twice, so two of the six count: repeating a word "
        "does not buy a score.",
    ),
)


def lesson_of(prediction: str, references: Sequence[str]) -> str:
    """Say what a pair shows if it is one of the examples; else an empty string."""
    given = tuple(text for text in references if text)
    for example in EXAMPLES:
        if (prediction, given) == (example.prediction, example.references):
            return example.lesson
    return ""
