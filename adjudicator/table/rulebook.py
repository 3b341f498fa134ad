"""The rule panel: a section of a rulebook in our own words, its open readings, and the cases that show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.asking.casebook import Case, read_cases
from adjudicator.asking.coverage import cases_folder, explain_section
from adjudicator.citation import load_rulebook
from adjudicator.errors import BocageError
from adjudicator.game import Game, load
from maps.games import FolderHome, home_of, per_game

__all__ = ["section_json"]


def section_json(slug: str, section: str) -> dict[str, Any]:
    """What the panel shows of a section.

    Parameters
    ----------
    slug, section
        The game, and the number of the section; of a game in a folder the line that a ruling cites.

    Returns
    -------
    dict

    Raises
    ------
    MalformedAction
        There is no such game or section.

    Examples
    --------
    >>> section_json("breakout-normandy", "7.2")["title"]
    'Stacking in Zones'
    """
    game, home = load(slug), home_of(slug)
    if isinstance(home, FolderHome):
        from adjudicator.homemade.cited import cited_lines

        told = {"title": "", "notes": cited_lines(home, section), "readings": [], "cases": []}
        return {"section": section, **told}
    lines = explain_section(game, section).splitlines()
    title = load_rulebook(game.folder / "rulebook.toml")[section]["title"]
    readings = [reading for reading in game.schema.readings.values() if reading.rule == section]
    notes = [line for line in lines[1:] if not line.startswith((" ", "open: "))]
    return {
        "section": section,
        "title": title,
        "notes": notes,
        "readings": [_reading(reading) for reading in readings],
        "cases": [_case(case) for case in _cases(slug) if section in case.cites],
    }


def _reading(reading: Any) -> dict[str, Any]:
    return {
        "id": reading.id,
        "question": reading.question,
        "options": [{"letter": letter, "text": text} for letter, text in reading.options.items()],
        "default": reading.default,
        "chosen": reading.default,
    }


@per_game
def _cases(slug: str) -> tuple[Case, ...]:
    """Every case of a game; none where the case files did not come along."""
    folder = _folder(load(slug))
    files = sorted(folder.glob("*.toml")) if folder is not None else []
    return tuple(case for path in files for case in read_cases(path))


def _folder(game: Game) -> Path | None:
    try:
        return cases_folder(game)
    except BocageError:
        return None


def _case(case: Case) -> dict[str, str]:
    return {"id": case.id, "source": case.source}
