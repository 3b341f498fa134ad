"""The scripts themselves: no markup from strings, no game in them, types that hold. No browser is needed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.game import GAMES, load

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "adjudicator" / "table" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
OURS = [*SCRIPTS, *sorted(PAGE.glob("*.j2")), *sorted(PAGE.glob("*.css"))]
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\("
    r"|new Function|javascript:|srcdoc"
)
COMMON = frozenset(
    "position next control stack check apply legal attacks odds supply cuts reach printed route".split()
)
"""Verbs of all games that the page may name."""
PLAIN = frozenset(["cost", "drop", "sources"])
"""Verbs that are words of every day: they may stand in a script as words."""
TSC = next(
    (p for p in (ROOT / "tests/browser/node_modules/.bin/tsc", Path("/usr/bin/tsc")) if p.exists()), None
)


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.name)
def test_no_markup_is_made_from_strings(path: Path) -> None:
    assert not MARKUP.search(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_no_script_knows_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for slug in GAMES:
        assert slug not in text
        assert load(slug).title.casefold() not in text.casefold()
        asked = re.findall(r'verb: "([\w-]+)"|form\("([\w-]+)"\)', text)
        assert {a or b for a, b in asked} <= COMMON
        own = set(load(slug).questions) - COMMON - PLAIN
        assert not {verb for verb in own if re.search(rf'["\'`]{re.escape(verb)}["\'`]', text)}
    assert not re.search(r"\b\d+\.\d+[A-Z\d]", re.sub(r"\b[01]\.\d+\b", "", text)), "a section of a rulebook"


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.j2")), ids=lambda p: p.name)
def test_the_page_has_no_inline_script_or_style(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)
    assert not re.search(r"https?://", page)


def test_scripts_are_short() -> None:
    assert {p.name: n for p in SCRIPTS if (n := len(p.read_text(encoding="utf-8").splitlines())) > 500} == {}


def test_the_library_came_with_its_licence() -> None:
    assert "OpenSeadragon" in (PAGE / "vendor" / "openseadragon-LICENSE.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(TSC is None or shutil.which("node") is None, reason="no tsc: npm ci in tests/browser")
def test_types_hold() -> None:
    assert TSC is not None
    line = [str(TSC), "-p", str(ROOT / "tests/browser/tsconfig.json")]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
