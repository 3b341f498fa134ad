"""How much of a rulebook is ruled, measured from the sections that executed cases cite."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.asking.casebook import Result, read_cases, run_case
from adjudicator.asking.explaining import plain_words
from adjudicator.citation import load_rulebook, registered_sections
from adjudicator.errors import MalformedAction
from adjudicator.game import Game
from adjudicator.homes import modules_of
from maps.games import home_of

__all__ = ["cases_folder", "explain_section", "measure", "registered", "table"]


def cases_folder(game: Game, folder: Path | None = None) -> Path:
    """Where the case files of a game lie.

    Parameters
    ----------
    game
        The game.
    folder
        A folder to use instead of ``tests/cases/GAME`` of the checkout.

    Returns
    -------
    Path

    Raises
    ------
    MalformedAction
        There is no such folder.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> cases_folder(GAME).name
    'breakout_normandy'
    """
    package = game.slug.replace("-", "_")
    ours = Path(__file__).parent.parent.parent / "tests" / "cases" / package
    place = folder or ours
    if not place.is_dir() or not any(place.glob("*.toml")):
        raise MalformedAction(f"there are no case files in {place}", "Give their folder with --cases")
    return place


def registered(game: Game) -> Mapping[str, list[str]]:
    """Sections that functions of a game are marked with.

    Parameters
    ----------
    game
        The game.

    Returns
    -------
    mapping
        Section -> names of functions.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> registered(GAME)["5.1"]
    ['r05_set_up.set_up']
    """
    found: dict[str, list[str]] = {}
    package = home_of(game.slug).packages["adjudicator"]
    for module_name in modules_of([str(game.folder)]):
        module = importlib.import_module(f"{package}.{module_name}")
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", "") == module.__name__:
                for section in registered_sections(thing):
                    found.setdefault(section, []).append(f"{module_name}.{name}")
    return found


def _run(game: Game, folder: Path | None) -> list[Result]:
    files = sorted(cases_folder(game, folder).glob("*.toml"))
    return [run_case(case) for file in files for case in read_cases(file)]


def measure(game: Game, folder: Path | None = None) -> dict[str, Any]:
    """State of every section of the rulebook.

    A section is ``ruled`` when a passing case cites it in a legal answer and another shows it refusing or
    changing the answer (one suffices where the register says why); ``reminded`` and ``description`` carry a
    reason; ``missing`` has neither. Marked functions whose section no case reaches are ``dead``.

    Parameters
    ----------
    game
        The game.
    folder
        Folder with case files.

    Returns
    -------
    dict
        ``{"sections": [{"section", "title", "state", "cases", "reason"}], "dead": [...], "counts": {...}}``.
    """
    results = [r for r in _run(game, folder) if r.passed]
    book = load_rulebook(game.folder / "rulebook.toml")
    rows = [_row(section, book[section], results) for section in book]
    reached = {s for r in results for s in (*r.cited, *r.refused)}
    dead = sorted(
        f"{name} ({section})"
        for section, names in registered(game).items()
        if section not in reached
        for name in names
    )
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["state"]] = counts.get(row["state"], 0) + 1
    return {"schema": 1, "game": game.slug, "sections": rows, "dead": dead, "counts": counts}


def _row(section: str, entry: Mapping[str, str], results: Sequence[Result]) -> dict[str, Any]:
    citing = [r for r in results if section in r.cited or section in r.refused]
    legal = [r for r in citing if not r.refused]
    refusing = [r for r in citing if section in r.refused]
    reason = entry.get("description") or entry.get("reminded") or entry.get("one", "")
    if "description" in entry:
        state = "description"
    elif "reminded" in entry:
        state = "reminded"
    elif legal and (refusing or len(citing) > 1 or "one" in entry):
        state = "ruled"
    elif citing:
        state = "half"
    else:
        state = "missing"
    cases = [r.case.id for r in citing]
    return {"section": section, "title": entry["title"], "state": state, "cases": cases, "reason": reason}


def table(report: Mapping[str, Any]) -> str:
    """The report for a person.

    Parameters
    ----------
    report
        As `measure` makes it.

    Returns
    -------
    str
    """
    return "\n".join(_lines(report))


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    for row in report["sections"]:
        cases = ", ".join(row["cases"][:4]) + (
            f" and {len(row['cases']) - 4} more" if len(row["cases"]) > 4 else ""
        )
        yield f"{row['section']:<7}{row['state']:<13}{row['title']}: {cases or row['reason']}"
    for name in report["dead"]:
        yield f"dead: {name}"
    total = len(report["sections"])
    shares = ", ".join(f"{n} {state} ({100 * n // total} %)" for state, n in sorted(report["counts"].items()))
    yield f"{total} sections: {shares}, {len(report['dead'])} dead functions"


def explain_section(game: Game, section: str) -> str:
    """Our note on a section: its title, the code that rules it, and its open points.

    Parameters
    ----------
    game
        The game.
    section
        Its number.

    Returns
    -------
    str

    Raises
    ------
    MalformedAction
        The rulebook has no such section.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> print(explain_section(GAME, "7.2").splitlines()[0])
    7.2 Stacking in Zones
    """
    book = load_rulebook(game.folder / "rulebook.toml")
    if section not in book:
        raise MalformedAction(f"{game.title} has no section {section!r}", f"From 1 to {list(book)[-1]}")
    entry = book[section]
    lines = [f"{section} {entry['title']}"]
    for key, words in (
        ("description", "rules nothing: "),
        ("reminded", "left to people: "),
        ("restored", ""),
    ):
        if key in entry:
            lines.append(words + entry[key])
    for name in registered(game).get(section, []):
        module, _, function = name.rpartition(".")
        package = home_of(game.slug).packages["adjudicator"]
        code = getattr(importlib.import_module(f"{package}.{module}"), function)
        lines.append(f"ruled: {plain_words(code.__doc__ or '')}")
    for reading in game.schema.readings.values():
        if reading.rule == section:
            lines.append(f"open: {reading.question} ({reading.id})")
            lines.extend(
                f"  {letter}{' (default)' if letter == reading.default else ''}: {text}"
                for letter, text in reading.options.items()
            )
    return "\n".join(dict.fromkeys(line for line in lines if line != "ruled: "))
