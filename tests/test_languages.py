"""What each language adds: its segmenter, its stemmer, and errors that say what to do."""

# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from evaluate_rouge import RougeScorer, scripts
from evaluate_rouge.scripts import LANGUAGES, named_tokenizer, versions
from nltk.stem.snowball import SnowballStemmer


def tokens(text: str, language: str | None, use_stemmer: bool = False) -> list[str]:
    tokenizer = named_tokenizer("unicode", language, use_stemmer)
    return tokenizer.words(text)[0]


@pytest.mark.parametrize(
    ("module", "language", "text", "expected"),
    [
        ("jieba", "zh", "我来到北京清华大学, GPT-4 3.5", "我 来到 北京 清华大学 gpt 4 3.5"),
        ("sudachipy", "ja", "東京都に住んでいるＧＰＴ", "東京 都 に 住ん で いる gpt"),
        ("kiwipiepy", "ko", "한국어를 공부했습니다. 3년", "한국어 를 공부 하 었 습니다 3 년"),
        ("pythainlp", "th", "ขอบคุณครับ GPT น้ำตาล", "ขอบคุณ ครับ gpt น้ำตาล"),
    ],
)
def test_segmenters_cut_the_writing_of_their_language(module, language, text, expected):
    """Writing of the language is segmented; all else is cut as "unicode" cuts it."""
    pytest.importorskip(module, reason="an extra of the package")

    assert tokens(text, language) == expected.split()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (None, "running dogs on the ice", "run dog on the ice"),
        ("en", "running dogs on the ice", "run dog on the ice"),
        ("de", "Die Mädchen hören Häuser", "die madch hor haus"),
        ("ru", "Книги лежали на столах", "книг лежа на стол"),
        ("ar", "المدرسة والمدرسين", "مدرس مدرس"),
    ],
)
def test_stemmers_of_nltk(language, text, expected):
    assert tokens(text, language, use_stemmer=True) == expected.split()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("hi", "लड़कियों ने किताबें", "लड़क ने किताब"),
        ("tr", "İstanbul evlerimizden", "istanbul ev"),
        ("fa", "کتاب‌ها", "کتاب"),
    ],
)
def test_stemmers_of_snowball(language, text, expected):
    pytest.importorskip("snowballstemmer", reason="an extra of the package")

    assert tokens(text, language, use_stemmer=True) == expected.split()


def test_words_of_three_characters_stay_as_in_rouge_score():
    assert SnowballStemmer("english").stem("its") == "it"
    assert tokens("its", "en", use_stemmer=True) == ["its"]
    assert SnowballStemmer("russian").stem("оса") == "ос"
    assert tokens("оса", "ru", use_stemmer=True) == ["оса"]


def test_turkish_knows_two_letters_i():
    """Full case folding would give i for I, and i with a second dot for a dotted capital."""
    assert tokens("İZMİR IĞDIR I\u0307", "tr") == ["izmir", "ığdır", "i"]
    assert tokens("İZMİR IĞDIR", None) == ["i\u0307zmi\u0307r", "iğdir"]


def test_arabic_stems_do_not_depend_on_the_words_before():
    """NLTK's Arabic stemmer remembers the word before: one for all words would fail here."""
    shared = SnowballStemmer("arabic")
    assert [shared.stem(word) for word in ("قاموا", "آراؤه", "قاموا")] == ["قام", "اراء", "قامو"]

    assert tokens("آراؤه قاموا", "ar", use_stemmer=True) == ["اراء", "قام"]


# ---------------------------------------------------------------- one call a word


@pytest.fixture
def counted(monkeypatch):
    """A segmenter of two letters a word that notes what it is asked."""
    asked: list[str] = []

    def segment(word: str) -> list[str]:
        asked.append(word)
        return [word[k : k + 2] for k in range(0, len(word), 2)]

    segmenter = scripts.SEGMENTERS["zh"]._replace(module="sys", load=lambda: segment)
    monkeypatch.setitem(scripts.SEGMENTERS, "zh", segmenter)
    forget()
    yield asked
    forget()


def forget() -> None:
    """Empty the caches of words."""
    for cache in (scripts._segmenter, scripts._spaced, scripts._stemmed):
        cache.cache_clear()


def test_each_distinct_stretch_is_segmented_once(counted):
    scorer = RougeScorer(["rouge1", "rougeLsum"], language="zh")
    texts = ["我来到北京,我来到北京", "我来到北京\n清华大学 abc", ""]
    scores = scorer.score_batch(texts, texts)

    assert sorted(counted) == ["我来到北京", "清华大学"]
    assert scores["rougeLsum"][:, 2].tolist() == [1.0, 1.0, 0.0]


def test_a_word_of_which_nothing_is_left_stays(monkeypatch):
    monkeypatch.setattr(scripts, "_stemmer", lambda language: lambda word: "")
    scripts._stemmed.cache_clear()
    found = tokens("nothing left", "en", use_stemmer=True)
    scripts._stemmed.cache_clear()

    assert found == ["nothing", "left"]


def test_lines_stay_lines(counted):
    words, sentences = named_tokenizer("unicode", "zh").words("\n我来到北京a\n\n。\n清 3.5")

    assert sentences == [["我来", "到北", "京", "a"], ["清", "3.5"]]
    assert len(words) == 6


def test_texts_keep_their_tokens(counted):
    runs = named_tokenizer("unicode", "zh").runs(["北京大", "", "a\nb", "清"])

    assert runs.offsets.tolist() == [0, 2, 2, 4, 5]
    assert len(runs.newlines) == 5


def test_each_distinct_word_is_stemmed_once(monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(scripts, "_stemmer", lambda _: lambda word: asked.append(word) or word)
    forget()
    scorer = RougeScorer(["rouge1"], use_stemmer=True, language="ru")
    scorer.score_batch(["книги книги", "столы"], ["столы книги", "Книги"])
    forget()

    assert sorted(asked) == ["книги", "столы"]


@pytest.mark.parametrize(
    ("module", "options", "words"),
    [
        ("sudachipy", {"language": "ja"}, ("東京都に{}人が住んでいる", "東京に{}人が住む")),
        ("snowballstemmer", {"language": "tr", "use_stemmer": True}, ("evler{}imizden", "ev{}ler")),
    ],
)
def test_a_scorer_is_shared_between_threads(module, options, words):
    pytest.importorskip(module, reason="an extra of the package")
    scorer = RougeScorer(["rouge1"], **options)
    letters = "".join(chr(ord("a") + k) for k in range(26))
    pairs = [
        tuple(word.format(letters[k % 26] * (k // 26 + 1)) for word in words) for k in range(400)
    ]
    alone = [scorer.score(*pair) for pair in pairs]
    forget()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda pair: scorer.score(*pair), pairs))
    finally:
        sys.setswitchinterval(interval)

    assert together == alone


def test_a_stretch_longer_than_sudachi_takes():
    pytest.importorskip("sudachipy", reason="an extra of the package")

    assert len(tokens("東京" * 30_000, "ja")) == 30_000


def test_scorers_with_a_language_pickle():
    scorer = pickle.loads(pickle.dumps(RougeScorer(["rouge1"], use_stemmer=True, language="ru")))

    assert scorer.score("книги", "книга")["rouge1"].fmeasure == 1.0


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param({"tokenizer": "words"}, ["'words'", "'unicode'", "'whitespace'"], id="name"),
        pytest.param({"tokenizer": 3}, ["tokenizer is 3", "callable"], id="no tokenizer"),
        pytest.param({"language": "xx"}, ["'xx'", "ar", "zh", "'unicode'"], id="language"),
        pytest.param(
            {"language": "zh", "use_stemmer": True}, ["'zh'", "no stemmer", "ru"], id="no stemmer"
        ),
        pytest.param(
            {"language": "zh", "tokenizer": "character"}, ["'zh'", "'character'"], id="character"
        ),
        pytest.param({"language": "en", "tokenizer": "default"}, ["'default'"], id="default"),
        pytest.param({"language": "en", "tokenizer": str.split}, ["'en'", "your own"], id="custom"),
    ],
)
def test_errors_name_what_was_found_and_what_is_allowed(options, words):
    with pytest.raises(ValueError) as error:
        RougeScorer(["rouge1"], **options)

    assert all(word in str(error.value) for word in words)


@pytest.mark.parametrize(
    ("language", "use_stemmer", "packages"),
    [
        ("zh", False, "jieba"),
        ("ja", False, "sudachipy sudachidict-core"),
        ("ko", False, "kiwipiepy"),
        ("th", False, "pythainlp"),
        ("hi", True, "snowballstemmer"),
        ("ru", True, "nltk"),
        ("en", True, "nltk"),
    ],
)
def test_a_missing_library_names_its_pip_line(monkeypatch, language, use_stemmer, packages):
    monkeypatch.setattr(scripts.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match=f"pip install {packages}"):
        named_tokenizer(None, language, use_stemmer)


def test_a_language_is_cut_without_its_stemmer(monkeypatch):
    monkeypatch.setattr(scripts.importlib.util, "find_spec", lambda _: None)

    assert tokens("लड़कियों ने", "hi") == ["लड़कियों", "ने"]


def test_every_language_has_a_tokenizer():
    assert len(LANGUAGES) == 51
    for language in LANGUAGES:
        if language not in scripts.SEGMENTERS:
            use_stemmer = language in scripts._NLTK
            assert named_tokenizer(None, language, use_stemmer).name == "unicode"


def test_other_tokenizers_leave_the_stemmer_aside():
    """As rouge_score does for any tokenizer but its own."""
    for name in ("character", "whitespace"):
        assert named_tokenizer(name, None, use_stemmer=True).stem is None


# ---------------------------------------------------------------- signature


def test_versions_name_what_decides_words_and_stems():
    assert versions(None, None, True) == {}
    assert versions("whitespace", None, False) == {}
    assert versions("character", None, True) == {"words": "unicode-18.0.0"}
    stemmed = versions("unicode", None, True)
    assert list(stemmed) == ["words", "stems"]
    assert stemmed["stems"].startswith("nltk-")


def test_versions_of_a_segmenter():
    pytest.importorskip("sudachipy", reason="an extra of the package")
    named = versions(None, "ja", False)["segmenter"]

    assert [part.rsplit("-", 1)[0] for part in named.split("+")] == [
        "sudachipy",
        "sudachidict-core",
    ]
