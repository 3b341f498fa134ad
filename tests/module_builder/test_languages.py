"""German and French words: every text that a module shows has them, and none is idle."""

from __future__ import annotations

import re
import zipfile

import pytest

from adjudicator.game import GAMES
from module_builder.languages import LANGUAGES, bundle, bundle_name, shown, translated
from module_builder.languages import _words as words
from module_builder.vassal.buildfile import descendants
from tests.every import quick_one
from tests.module_builder.building import built, tree_of


def read(data: bytes) -> dict[str, str]:
    """A properties file as Java reads it."""
    found = {}
    for line in data.decode("ascii").splitlines():
        key, text = re.fullmatch(r"((?:\\.|[^\\=])*)=(.*)", line).groups()  # type: ignore[union-attr]
        found[plain(key)] = plain(text)
    return found


def plain(text: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})|\\(.)", lambda m: chr(int(m[1], 16)) if m[1] else m[2], text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_shown_has_words(game: str, language: str) -> None:
    """`translated` refuses a text without words; a part that has none is a number or a name."""
    tree = tree_of(game)
    told = read(bundle(tree, language))
    assert set(told) == {key for key, _ in shown(tree)}
    for key, text in shown(tree):
        assert told[key] == translated(text, language)
        assert "{}" not in told[key]


def test_no_words_are_idle_and_both_languages_have_the_same() -> None:
    texts = {text for game in GAMES for _, text in shown(tree_of(game))}
    rows = {
        language: {*words(language)[0], *(p.pattern for p, _ in words(language)[1])} for language in LANGUAGES
    }
    assert len({frozenset(known) for known in rows.values()}) == 1
    for language in LANGUAGES:
        whole, parts = words(language)
        inside = {
            part
            for pattern, _ in parts
            for text in texts
            if (m := pattern.fullmatch(text))
            for part in m.groups()
        }
        assert set(whole) <= texts | inside, sorted(set(whole) - texts - inside)
        assert all(any(p.fullmatch(text) for text in texts) for p, _ in parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_parts_are_whole_too(language: str) -> None:
    """What is put into a text is translated, but for numbers, names of games and sections."""
    whole, parts = words(language)
    for game in GAMES:
        for _, text in shown(tree_of(game)):
            found = next((m for p, _ in parts if text not in whole and (m := p.fullmatch(text))), None)
            for part in found.groups() if found else ():
                assert (
                    part in whole or re.fullmatch(r"[\d.]+[A-Zo]?|\d+\.\S+", part) or text.startswith("About")
                ), text


@pytest.mark.parametrize("game", quick_one(GAMES, "dark-summer"))
def test_a_module_brings_its_languages_along(game: str) -> None:
    tree = tree_of(game)
    assert [node.get("locale") for node in descendants(tree, "Translation")] == [*LANGUAGES]
    with zipfile.ZipFile(built(game)) as archive:
        for language in LANGUAGES:
            assert read(archive.read(bundle_name(language)))["DoActionButton.New phase.text"] != "New phase"
