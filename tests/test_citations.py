"""Every section that code cites exists; every section of the register stands in the rulebook text."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudicator.asking.coverage import registered
from adjudicator.citation import load_rulebook
from adjudicator.game import GAMES, load
from maps.loader import Sources

ROOT = Path(__file__).parent.parent
BOOKS = ROOT.parent / "shared" / "rulebooks"
SECTION = re.compile(r"\d{1,2}(\.\d+){0,3}[A-Zo]?")
LEVELS = {"battle-for-normandy"}  # games in whose numbers each dot begins a level: 12.9 before 12.10
games = pytest.mark.parametrize("slug", GAMES)


@games
def test_registered_functions_name_sections_of_the_book(slug: str) -> None:
    game = load(slug)
    book = load_rulebook(game.folder / "rulebook.toml")
    unknown = {s: names for s, names in registered(game).items() if s not in book}
    assert not unknown


@games
def test_every_section_cited_in_code_exists(slug: str) -> None:
    game = load(slug)
    book = load_rulebook(game.folder / "rulebook.toml")
    methods = {"note", "refuse", "require", "add", "under", "ask"}
    for path in game.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if name in methods and isinstance(node, ast.Call):
                for argument in node.args[:3]:
                    value = getattr(argument, "value", None)
                    if isinstance(value, str) and SECTION.fullmatch(value):
                        assert value in book, f"{path.name}:{node.lineno} cites {value}"


@games
def test_state_readings_and_phases_cite_sections_of_the_book(slug: str) -> None:
    game = load(slug)
    book = load_rulebook(game.folder / "rulebook.toml")
    cited = [item.rule for item in game.schema.items.values()]
    cited += [reading.rule for reading in game.schema.readings.values()]
    cited += [phase.rule for phase in game.sequence.phases.values()]
    cited += [handler.rule for handler in game.handlers.values()]
    cited += [roll.rule for roll in game.rolls.values()]
    assert not [c for c in cited if c not in book]


def section_key(section: str) -> tuple[int, str, str]:
    """Sort key that puts sections in the order of the book: 8.221, 8.3, 9.3, 9.3C, 10.1."""
    found = re.fullmatch(r"(\d+)\.?(\d*)(.*)", section)
    assert found is not None, section
    return int(found[1]), found[2], found[3]


@games
def test_the_register_stands_in_the_rulebook(slug: str) -> None:
    path = BOOKS / f"{slug}.txt"
    if not path.is_file():
        pytest.skip("the rulebook text is not at hand")
    text = path.read_text(encoding="utf-8")
    book = load_rulebook(load(slug).folder / "rulebook.toml")
    assert list(book) == sorted(book, key=level_key if slug in LEVELS else section_key)
    for section, entry in book.items():
        if "restored" in entry:
            continue
        printed = entry.get("printed", section)
        if printed[-1].isupper():
            parent = book[printed[:-1]]
            assert parent, f"{section} is a bullet of no section"
            body = text[re.search(rf"(?m)^\W*{re.escape(printed[:-1])}\b", text).start() :]  # type: ignore[union-attr]
            assert re.search(rf"(?m)^[\W]*{printed[-1]}\. ", body[:3000]), section
        else:
            assert re.search(rf"(?m)^\W*{re.escape(printed)}[. ]", text), section


def level_key(section: str) -> tuple[tuple[int, ...], str]:
    """Sort key of numbers in levels; an optional rule comes after the rule of its number."""
    return tuple(int(n) for n in section.rstrip("o").split(".")), section[-1]


def test_sources_cite_sections_of_the_book() -> None:
    game = load("breakout-normandy")
    book = load_rulebook(game.folder / "rulebook.toml")
    position = game.scenario("d-day")
    sources: list[Sources] = [s.sources for s in position.board.spaces.values()]
    sources += [e.sources for e in position.board.edges.values()]
    sources += [p.printed.sources for p in position.pieces.values()]
    for each in sources:
        for source in (each.default, *each.columns.values()):
            if source.startswith("rule "):
                assert source.removeprefix("rule ") in book, source
            if source.startswith("example "):
                assert 1 <= int(source.removeprefix("example ")) <= 11
