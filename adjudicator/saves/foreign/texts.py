"""What is written on other people's pieces, taken apart: factors, dates and brackets off, words to ours."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from maps.board import fold
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Text", "Words", "load_words", "read_text", "tokens", "without_status"]

_FACTORS = re.compile(
    r"\(?(?<![\d/])\(?\*?\d{1,2}\*?\)?\s?-\s?\(?\d{1,2}\)?\s?-\s?\*?\(?\d{1,2}\*?\)?(?![\d/])\)?"
)
_PAIR = re.compile(r"[(\[]\s*(\d{1,2})\s?-\s?(\d{1,2})\s*[)\]]")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATES = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?[ ._-]?(?:{_MONTHS})[a-z]*\b(?:[ ._,]*(?:19)?44\b)?"
    rf"|\b(?:{_MONTHS})[a-z]*[ ._]?\d{{1,2}}(?:st|nd|rd|th)?\b(?:[ ._,]*(?:19)?44\b)?"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19)?44\b|\bd ?\+ ?\d{1,2}\b|\b(?:turn|gt|t) ?#?\d{1,2}\b|\b1944\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[(\[{]([^)\]}]*)[)\]}]")
_ORDINAL = re.compile(r"(\d)(?:st|nd|rd|th|e)\b", re.IGNORECASE)
_ROMAN = re.compile(r"(?=[ivxl])(xl|l?x{0,3})(ix|iv|v?i{0,3})")
_PARTS = re.compile(r"\d+|[a-z]+")


@dataclass(frozen=True, slots=True)
class Words:
    """What a word stands for.

    Parameters
    ----------
    kinds
        Word -> (arm, formation, size or nation; what it stands for).
    pairs
        Two words that belong together -> one.
    families
        Arm -> the families it belongs to.
    table
        The other tables of ``words.toml``.

    Examples
    --------
    >>> load_words().kinds["regt"]
    ('size', 'regiment')
    """

    kinds: Mapping[str, tuple[str, str]]
    pairs: Mapping[str, str]
    families: Mapping[str, frozenset[str]]
    table: Mapping[str, Any]


@functools.cache
def load_words() -> Words:
    """Read ``words.toml``.

    Returns
    -------
    Words
    """
    table = read_toml(Path(__file__).with_name("words.toml"))
    kinds: dict[str, tuple[str, str]] = {}
    for name, kind in (
        ("nations", "nation"),
        ("sizes", "size"),
        ("arms", "arm"),
        ("formations", "formation"),
    ):
        for meant, words in table[name].items():
            kinds |= dict.fromkeys(words, (kind, meant))
    families: dict[str, set[str]] = {arm: {arm} for arm in table["arms"]}
    for family, arms in table["families"].items():
        for arm in arms:
            families[arm].add(family)
    return Words(kinds, table["pairs"], {a: frozenset(f) for a, f in families.items()}, table)


@dataclass(frozen=True, slots=True)
class Text:
    """A text taken apart.

    Parameters
    ----------
    plain
        Its words, canonical, factors and dates off.
    numbers
        The numbers among them.
    arms, loose
        Arms that it names; those that may belong to the formation are loose.
    formations, sizes, nations
        Others that it names.
    factors
        What looked like the factors of a counter.
    names
        Words that stand for nothing else.

    Examples
    --------
    >>> text = read_text("1058th Gren. Regt/91 (4-4-4)")
    >>> text.plain, dict(text.numbers), text.factors
    (('1058', 'gren', 'regiment', '91'), {'1058': 1, '91': 1}, ((4, 4, 4),))
    """

    plain: tuple[str, ...]
    numbers: Mapping[str, int]
    arms: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    formations: frozenset[str] = frozenset()
    sizes: frozenset[str] = frozenset()
    nations: frozenset[str] = frozenset()
    factors: tuple[tuple[int, ...], ...] = ()
    names: frozenset[str] = field(default=frozenset())

    @property
    def all(self) -> frozenset[str]:
        """Everything in it that a name of ours may be made of."""
        return frozenset(self.plain) | self.arms | self.loose | self.formations


def tokens(text: str) -> list[str]:
    """Words and numbers of a text: ordinals and Roman numbers as numbers, letters apart from digits.

    Parameters
    ----------
    text
        Any name.

    Returns
    -------
    list of str

    Examples
    --------
    >>> tokens("II./919th, 12SS"), tokens("LXXXIV Korps 7a Armd")
    (['2', '919', '12', 'ss'], ['84', 'corps', '7', 'arm', 'arm'])
    """
    words = load_words()
    found: list[str] = []
    spaced = text.replace("/", " ").replace("_", " ").replace(".", " ").replace("?", " hidden ")
    for word in fold(_ORDINAL.sub(r"\1", spaced)).split():
        parts = _PARTS.findall(word)
        for before, part in zip(["", *parts], parts, strict=False):
            short = words.table["suffixes"].get(part) if before.isdigit() else None
            found.append(short or _canonical(part, words))
    return found


def _canonical(word: str, words: Words) -> str:
    """A number without leading noughts, a Roman number as a number, a size or formation by its one name."""
    if word.isdigit():
        return word.lstrip("0") or "0"
    if len(word) <= 7 and word not in {"l", "mix"} and (read := _ROMAN.fullmatch(word)):
        return str(_tens(read[1]) + _ones(read[2]))
    kind, meant = words.kinds.get(word, ("", word))
    return meant if kind in {"size", "formation", "nation"} else word


def _tens(text: str) -> int:
    return {"xl": 40}.get(text, 50 * ("l" in text) + 10 * text.count("x"))


def _ones(text: str) -> int:
    return {"ix": 9, "iv": 4}.get(text, 5 * ("v" in text) + text.count("i"))


@functools.lru_cache(maxsize=1 << 15)
def read_text(text: str) -> Text:
    """Take a text apart.

    Parameters
    ----------
    text
        The name of a piece, of a list, of an image file.

    Returns
    -------
    Text

    Examples
    --------
    >>> text = read_text("116th Infantry Regiment (29th Infantry Division) 6 June [4-6-4]")
    >>> text.plain, sorted(text.arms)
    (('116', 'infantry', 'regiment', '29', 'infantry', 'division'), ['infantry'])
    """
    factors = [tuple(map(int, re.findall(r"\d+", found))) for found in _FACTORS.findall(text)]
    factors += [(int(a), int(b)) for a, b in _PAIR.findall(text)]
    bare = _DATES.sub(" ", _PAIR.sub(" ", _FACTORS.sub(" ", text)))
    words = load_words()
    plain = tokens(_joined(bare, words))
    loose = _of_formation(plain, bare, words)
    found: dict[str, set[str]] = {"arm": set(), "formation": set(), "size": set(), "nation": set(), "": set()}
    for place, word in enumerate(plain):
        kind, meant = words.kinds.get(word, ("", word))
        if kind == "arm" and place in loose:
            continue
        if not (kind == "" and word.isdigit()):
            found[kind].add(meant)
    return Text(
        tuple(plain),
        Counter(word for word in plain if word.isdigit()),
        frozenset(found["arm"]),
        frozenset({words.kinds[plain[at]][1] for at in loose}),
        frozenset(found["formation"]),
        frozenset(found["size"]),
        frozenset(found["nation"]),
        tuple(factors),
        frozenset(found[""]),
    )


def _joined(text: str, words: Words) -> str:
    """A text with pairs of words that belong together made one."""
    plain = " ".join(re.sub(r"[-_ ]+", " ", text).split())
    low = plain.casefold()
    for pair, one in words.pairs.items():
        if pair in low:
            plain = re.sub(rf"\b{re.escape(pair)}\b", one, plain, flags=re.IGNORECASE)
            low = plain.casefold()
    return plain


def _of_formation(plain: list[str], text: str, words: Words) -> set[int]:
    """Places of arms that describe a division or corps: before its word, or behind a slash and number."""
    found: set[int] = set()
    arms = set(words.table["of-formations"]["arms"])
    ends = [i for i, word in enumerate(plain) if word in {"division", "corps"}]
    for end in ends:
        at = end - 1
        while (
            at >= 0
            and not plain[at].isdigit()
            and words.kinds.get(plain[at], ("",))[0] in {"arm", "formation"}
        ):
            if words.kinds[plain[at]][1] in arms:
                found.add(at)
            at -= 1
    behind = _BRACKETS.sub(" ", text).rpartition("/")
    tail = tokens(_joined(behind[2], words)) if behind[1] else []
    if len(tail) > 1 and tail[0].isdigit() and plain[-len(tail) :] == tail:
        start = len(plain) - len(tail)
        found |= {start + i for i, word in enumerate(tail) if words.kinds.get(word, ("", ""))[1] in arms}
    return found


@functools.lru_cache(maxsize=32_768)
def without_status(text: str, statuses: Sequence[str]) -> tuple[str, str]:
    """Take the word of a counter's side off a name.

    Parameters
    ----------
    text
        The name.
    statuses
        Words of the game for the sides of a counter, the first one the front.

    Returns
    -------
    tuple of str
        The rest, and the status; empty where the name says none.

    Examples
    --------
    >>> without_status("116/29 (reduced)", ("full", "reduced"))
    ('116/29', 'reduced')
    >>> without_status("116/29", ("full", "reduced"))
    ('116/29', '')
    """
    table = load_words().table["statuses"]
    for status in (*list(statuses)[1:][::-1], *list(statuses)[:1]):
        for sign in sorted(table.get(status, (status,)), key=len, reverse=True):
            flexible = re.escape(sign).replace(r"\ ", r"[ _-]?")
            found = re.compile(
                rf"(?:(?<=[\s_(\[\-\d])|^)[(\[]?{flexible}[)\]]?(?=$|[\s_)\].-])", re.IGNORECASE
            )
            rest = found.sub(" ", text)
            if rest != text:
                return " ".join(rest.replace("()", " ").replace("[]", " ").split()).strip("_- "), status
    return text, ""
