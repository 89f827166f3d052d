"""Train a tiny summarizer and keep the checkpoint with the best ROUGE.

Everything is made here, nothing is downloaded: a corpus of small reports, a
tokenizer of its words and an encoder-decoder of about 60,000 weights. It
learns, in about a minute on one core, to repeat the first sentence of a report and
the last. Put your own data set, tokenizer and model in their places; the
lines marked 1 to 4 stay as they are.

    pip install evaluate-rouge[torch]
    python examples/train_summarizer.py --output-dir summarizer
"""

from __future__ import annotations

import argparse
import itertools
import random

import datasets
from evaluate_rouge import for_trainer
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    DataCollatorForSeq2Seq,
    PreTrainedTokenizerFast,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

WHO = ["the cat", "a dog", "the old mayor", "our team", "the river"]
DID = ["crossed the bridge", "won the cup", "slept all day", "left the town"]
WHEN = ["today", "at noon", "late last night"]
SENTENCES = [" ".join(parts) + " ." for parts in itertools.product(WHO, DID, WHEN)]


def make_reports(n_reports: int, seed: int) -> datasets.Dataset:
    """Reports of two or three sentences; the summary is the first and the last of them."""
    chance = random.Random(seed)
    reports = [chance.sample(SENTENCES, k=chance.choice((2, 3))) for _ in range(n_reports)]
    return datasets.Dataset.from_dict(
        {
            "document": [" ".join(report) for report in reports],
            "summary": [f"{report[0]} {report[-1]}" for report in reports],
        }
    )


def make_tokenizer() -> PreTrainedTokenizerFast:
    """A word-level tokenizer that knows the words of the reports."""
    special = ["<pad>", "<s>", "</s>", "<unk>"]
    words = sorted({word for sentence in SENTENCES for word in sentence.split()})
    vocabulary = {token: k for k, token in enumerate(special + words)}
    backend = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=backend,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
    )


def make_model(tokenizer: PreTrainedTokenizerFast) -> BartForConditionalGeneration:
    """An encoder-decoder with one layer a side, from a config alone."""
    return BartForConditionalGeneration(
        BartConfig(
            vocab_size=len(tokenizer),
            d_model=48,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=4,
            decoder_attention_heads=4,
            encoder_ffn_dim=96,
            decoder_ffn_dim=96,
            max_position_embeddings=64,
            dropout=0.0,
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=tokenizer.bos_token_id,
            eos_token_id=tokenizer.eos_token_id,
            decoder_start_token_id=tokenizer.eos_token_id,
            forced_eos_token_id=None,
        )
    )


def encode(reports: datasets.Dataset, tokenizer: PreTrainedTokenizerFast) -> datasets.Dataset:
    """Texts -> input_ids, attention_mask and labels, each closed by the end mark."""

    def encode_rows(rows: dict[str, list[str]]) -> dict[str, list[list[int]]]:
        documents = [f"{text} {tokenizer.eos_token}" for text in rows["document"]]
        summaries = [f"{text} {tokenizer.eos_token}" for text in rows["summary"]]
        encoded = tokenizer(documents, return_token_type_ids=False)
        return {**encoded, "labels": tokenizer(summaries)["input_ids"]}

    return reports.map(encode_rows, batched=True, remove_columns=reports.column_names)


def train(output_dir: str, n_epochs: float, n_reports: int = 1500) -> Seq2SeqTrainer:
    """Train, and go back to the checkpoint that scored best on the validation set."""
    set_seed(0)
    tokenizer = make_tokenizer()
    model = make_model(tokenizer)

    trainer = Seq2SeqTrainer(
        model=model,
        args=Seq2SeqTrainingArguments(
            output_dir=output_dir,
            num_train_epochs=n_epochs,
            learning_rate=5e-3,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=50,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            # 1. ROUGE is about generated text, not about the next token given a perfect past.
            predict_with_generate=True,
            generation_max_length=32,
            # 2. Any key of for_trainer serves; the Trainer puts "eval_" before it.
            metric_for_best_model="rougeLsum",
            greater_is_better=True,
            load_best_model_at_end=True,
            report_to="none",
            disable_tqdm=True,
            dataloader_pin_memory=False,
            use_cpu=True,
        ),
        train_dataset=encode(make_reports(n_reports, seed=1), tokenizer),
        eval_dataset=encode(make_reports(100, seed=2), tokenizer),
        # 3. The collator pads labels with -100, so that the loss skips the padding.
        data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
        processing_class=tokenizer,
        # 4. Decodes ids, drops padding, breaks texts into sentences and scores them.
        compute_metrics=for_trainer(tokenizer),
    )
    trainer.train()
    return trainer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", default="summarizer")
    parser.add_argument("--epochs", type=float, default=6)
    arguments = parser.parse_args()
    trainer = train(arguments.output_dir, arguments.epochs)
    for name, value in trainer.evaluate().items():
        print(f"{name:30} {value:.4f}")


if __name__ == "__main__":
    main()
