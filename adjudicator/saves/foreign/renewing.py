"""What was answered for a module is kept, and carried over to a newer version, which asks about the rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.errors import DataError
from adjudicator.saves.foreign.places import Guess
from adjudicator.saves.foreign.proposal import AS_SAID, Laid, Proposal, laid_by
from adjudicator.saves.foreign.shelf import place_of, write_adapter, write_beside
from adjudicator.saves.foreign.statuses import Turning, turning_as
from adjudicator.saves.foreign.units import Match
from adjudicator.saves.foreign.writing import ASKED, OWN, SETTLED, called, proposal_toml
from maps.loader import read_toml

__all__ = ["carried_over", "keep"]

_NO_UNIT = "no unit, as in the version before"


def keep(found: Proposal, module: Path | None) -> Path:
    """Keep an adapter under the name of its module.

    Parameters
    ----------
    found
        What it says.
    module
        The file; None where it may be gone soon, so that what a save needs of it is kept beside the adapter.

    Returns
    -------
    Path
        Where it lies.

    Raises
    ------
    SaveError
        The folder cannot be written.
    """
    path = place_of(found.module.name or found.module.file)
    if module is None:
        module = path.with_suffix(".vmod")
        write_beside(module, found.module)
    write_adapter(path, proposal_toml(found, module.resolve().as_posix()))
    return path


def carried_over(found: Proposal, old: Path) -> tuple[Proposal, list[str]]:
    """What was answered for an older version of a module holds for a newer one, where nothing changed.

    Parameters
    ----------
    found
        What was proposed for the newer version by itself.
    old
        The adapter of the older one.

    Returns
    -------
    tuple
        The proposal with the old answers in it, and what is gone from the module.

    Raises
    ------
    DataError
        The old adapter is of another game, or cannot be read.
    """
    data = read_toml(old)
    if data.get("game") != found.game.slug:
        raise DataError(old.name, "game", f"{found.game.slug}, as the adapter that is kept", "give --anew")
    before, settled = _answers(data), set(data.get("settled", ()))
    names = {name: key for key, name in data.get("called", {}).items()}
    matches: dict[str, Match] = {}
    met: set[str] = set()
    for counter in found.module.counters:
        name = called(counter)
        key = counter.key if data.get("called", {}).get(counter.key) == name else names.get(name)
        met.add(key or "")
        answer = before.get(key or "")
        guess = found.matches[counter.key]
        unasked = answer is not None and key not in settled and answer.units == guess.units
        matches[counter.key] = guess if answer is None or unasked else answer
    matches = _each_once(
        matches, {u for m in matches.values() if m.why == SETTLED[1] for u in m.units}, found
    )
    likely = {k for k in found.likely if not matches[k].units and matches[k].why != _NO_UNIT}
    gone = sorted(name for key, name in data.get("called", {}).items() if key not in met)
    places = {name: _old_place(data.get("places", {}), name) or guess for name, guess in found.places.items()}
    renewed = dataclasses.replace(
        found,
        matches=matches,
        likely=frozenset(likely),
        places=places,
        grids=[_old_grid(data.get("grid", ()), lay, found) or lay for lay in found.grids],
        layers=_old_layers(data.get("status", ()), found),
        own={name: data[name] for name in OWN if data.get(name)},
    )
    return renewed, gone


def _old_grid(rows: Sequence[Any], lay: Laid, found: Proposal) -> Laid | None:
    """How a grid was laid on our hexes, where its hexes are called as they were and nobody lays it now."""
    known = next((row.get("known") for row in rows if row.get("name") == lay.grid.key), None)
    if not known or lay.why == AS_SAID:
        return None
    try:
        return laid_by(found, lay.grid.key, known, SETTLED[1])
    except DataError:
        return None  # another grid of the same name: what was proposed for it stands, and is asked


def _old_layers(rows: Sequence[Any], found: Proposal) -> Sequence[Turning]:
    """What turned a counter over before; layers that are no more, or show other things, are proposed anew."""
    units = [c for c in found.module.counters if found.matches[c.key].units]
    statuses = found.game.statuses
    old = [turning_as(row["layer"], row["words"], row["off"], units, statuses) for row in rows]
    kept = [each for each in old if each is not None]
    if len(kept) < len(old):
        names = {each.layer for each in kept}
        kept += [each for each in found.layers if each.layer not in names]
    return kept if rows else found.layers


def _answers(data: Mapping[str, Any]) -> dict[str, Match]:
    found = {}
    for key, value in data.get("units", {}).items():
        texts = [str(v) for v in (value if isinstance(value, list) else [value])]
        if texts != [ASKED]:
            units = tuple(text.partition(" ")[0] for text in texts)
            found[key] = Match(units, 1.0, SETTLED[1], texts[0].partition(" ")[2])
    return found | {key: Match((), 1.0, _NO_UNIT) for key in data.get("others", {})}


def _each_once(matches: Mapping[str, Match], taken: set[str], found: Proposal) -> dict[str, Match]:
    """New guesses give way to old answers."""
    kept = {}
    for key, match in matches.items():
        ours = bool(match.units) and match.why != SETTLED[1] and set(match.units) <= taken
        title = found.units[match.units[0]].title if match.units else ""
        kept[key] = (
            Match((), 0.0, f"{title} is taken by a piece of the version before", match.status)
            if ours
            else match
        )
    return kept


def _old_place(places: Mapping[str, str], name: str) -> Guess | None:
    space = places.get(name)
    return Guess(space, 1.0, SETTLED[1]) if space and space != ASKED else None
