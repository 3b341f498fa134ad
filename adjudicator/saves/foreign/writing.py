"""A proposed adapter as TOML that is easy to edit: what is to be answered first, what is certain last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.saves.foreign.proposal import AS_SAID
from adjudicator.saves.foreign.units import SURE
from maps.board import fold

if TYPE_CHECKING:
    from adjudicator.saves.foreign.modules import Counter
    from adjudicator.saves.foreign.proposal import Laid, Proposal
    from adjudicator.saves.foreign.units import Match
    from adjudicator.schema import Item

__all__ = ["ASKED", "OWN", "SETTLED", "asked_items", "called", "proposal_json", "proposal_toml"]

ASKED = "?"
"""Stands for a unit or space that somebody has to name."""
SETTLED = (AS_SAID, "as in the version before")
"""Reasons of matches that somebody gave: now, or for an older version."""

OWN = ("ignore", "markers", "assumed", "facts")
"""Tables of an adapter that somebody writes himself, which nothing proposes."""


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def said(text: str) -> str:
    """Text of a comment: one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def called(counter: Counter) -> str:
    """By what a newer version of a module finds a piece again."""
    return " | ".join(
        filter(None, (counter.name or counter.entry, counter.pictures[0] if counter.pictures else ""))
    )


def proposal_toml(found: Proposal, file: str) -> str:
    """Write a proposal as an adapter.

    Parameters
    ----------
    found
        The proposal.
    file
        The module as the adapter names it.

    Returns
    -------
    str
    """
    return "\n".join(_lines(found, file)) + "\n"


def _lines(found: Proposal, file: str) -> Iterator[str]:
    module, units = found.module, found.units
    asked = sum(key in found.likely for key in found.matches)
    guesses = sum(bool(m.units) and not m.sure for m in found.matches.values())
    yield f"# {said(module.name or module.file)} read as {found.game.title}: how its names are ours."
    yield f'# "{ASKED}" is for you to answer ({asked}); lines below {SURE:.0%} are guesses ({guesses}).'
    yield f"# {len(found.found)} of {len(units)} units found among {len(found.matches)} pieces."
    yield f"game = {quoted(found.game.slug)}"
    yield f"file = {quoted(file)}"
    yield f"module = {quoted(module.name)}"
    yield f"version = {quoted(module.version)}"
    yield f"mark = {quoted(module.mark)}"
    yield ""
    yield "# Pieces of theirs that you do not want to hear of again, by name or number:"
    yield f"ignore = {inline(list(found.own.get('ignore', ())))}"
    settled = [key for key, match in found.matches.items() if match.why in SETTLED]
    yield "# Pieces of which you have said what they are:"
    yield f"settled = [{', '.join(map(quoted, settled))}]"
    yield ""
    yield from _unit_lines(found)
    yield ""
    yield from _place_lines(found)
    for lay in found.grids:
        yield ""
        yield from _grid_lines(lay)
    for layer in found.layers:
        yield ""
        yield "[[status]]"
        shown = said(", ".join(layer.images))
        yield f"layer = {quoted(layer.layer)}  # on {layer.units} units, pictures {shown}"
        yield f"words = [{', '.join(map(quoted, layer.words))}]  # {layer.known} of them by its own words"
        yield f"off = {quoted(layer.off)}"
    if not found.layers and not found.turned and not any(m.status for m in found.matches.values()):
        yield ""
        front = found.game.statuses[0]
        yield f"# No layer of the units looks like their other side: all are read as {front}."
    yield ""
    yield from _own_lines(found)
    yield ""
    yield "# What each piece was called, by which a newer version of the module finds it again: leave it."
    yield "[called]"
    yield from (f"{quoted(c.key)} = {quoted(called(c))}" for c in module.counters)


def inline(value: object) -> str:
    """A value as TOML writes it in one line.

    Examples
    --------
    >>> inline({"item": "control", "value": True, "places": {"Caen, 2": 3}})
    '{ "item" = "control", "value" = true, "places" = { "Caen, 2" = 3 } }'
    >>> inline([]), inline({})
    ('[]', '{}')
    """
    if isinstance(value, Mapping):
        rows = ", ".join(f"{quoted(str(name))} = {inline(each)}" for name, each in value.items())
        return f"{{ {rows} }}" if rows else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def _own_lines(found: Proposal) -> Iterator[str]:
    """What somebody wrote himself; and items of which nothing can be assumed, for whoever wants it."""
    own = found.own
    if own.get("markers"):
        yield "[markers]  # pieces that say something where they lie"
        yield from (f"{quoted(key)} = {inline(row)}" for key, row in own["markers"].items())
        yield ""
    yield "[assumed]  # what holds where nothing is told; every ruling says so"
    yield from (f"{quoted(name)} = {inline(value)}" for name, value in own.get("assumed", {}).items())
    for item in asked_items(found):
        if item.name not in own.get("assumed", {}):
            yield f"# {item.name} = {quoted(str(item.default))}"
    yield ""
    yield "[facts]  # what is so in your game, and their saves do not hold"
    yield from (f"{quoted(name)} = {inline(value)}" for name, value in own.get("facts", {}).items())


def asked_items(found: Proposal) -> list[Item]:
    """Items of which a save of theirs tells nothing, and for which no rule has a usual case.

    Parameters
    ----------
    found
        The proposal.

    Returns
    -------
    list of Item
    """
    items = found.game.schema.items.values()
    return [i for i in items if i.of in {"", "area", "hex", "boundary"} and not i.assumed and i.default != ""]


def _unit_lines(found: Proposal) -> Iterator[str]:
    counters = {c.key: c for c in found.module.counters}
    yield "[units]"
    rows = [(key, match) for key, match in found.matches.items() if match.units]
    for key, match in ((k, m) for k, m in found.matches.items() if k in found.likely):
        near = f"; {', '.join(match.near)}" if match.near else ""
        what = f"{counters[key].called}: {match.why}{near}"
        yield f"{quoted(key)} = {quoted(ASKED)}  # {said(what)}"
    for key, match in sorted((r for r in rows if not r[1].sure), key=lambda r: r[1].confidence):
        yield _unit_line(key, match, counters[key], found)
    for key, match in (r for r in rows if r[1].sure):
        yield _unit_line(key, match, counters[key], found)
    for gpid, (uid, status) in found.turned.items():
        yield f"{quoted(f'gpid:{gpid}')} = {quoted(f'{uid} {status}')}  # what {said(uid)} is replaced by"
    missing = [uid for uid in found.units if uid not in found.found]
    for uid in missing:
        yield f"# unit without a piece: {uid} {found.units[uid].title}"
    yield ""
    yield "[others]  # pieces taken for markers, which state nothing"
    for key, match in found.matches.items():
        if not match.units and key not in found.likely:
            yield f"{quoted(key)} = {quoted(said(counters[key].called))}"


def _unit_line(key: str, match: Match, counter: Counter, found: Proposal) -> str:
    status = f" {match.status}" if match.status else ""
    value = (
        quoted(match.units[0] + status)
        if len(match.units) == 1
        else f"[{', '.join(map(quoted, match.units))}]"
    )
    title = found.units[match.units[0]].title
    return (
        f"{quoted(key)} = {value}  # {match.confidence:.0%}, {match.why}: {said(counter.called)} -> {title}"
    )


def _place_lines(found: Proposal) -> Iterator[str]:
    board = found.start.board
    yield "[places]"
    folded: set[str] = set()
    for name, guess in sorted(found.places.items(), key=lambda row: (bool(row[1].id), row[1].score)):
        if fold(name) in folded:
            continue
        folded.add(fold(name))
        if guess.id:
            why = f"{guess.score:.0%}, {guess.why}: {board.name(guess.id)}"
            yield f"{quoted(name)} = {quoted(guess.id)}  # {why}"
        else:
            yield f"# place without a space: {quoted(name)} ({said(guess.why)})"
    if not found.grids:
        ours = {guess.id for guess in found.places.values()}
        for space in board.spaces.values():
            if space.id not in ours:
                yield f"# space without a place: {space.id} {space.name}"


def _grid_lines(lay: Laid) -> Iterator[str]:
    yield f"[[grid]]  # {f'{lay.score:.0%}, ' if lay.known else ''}{lay.why}"
    yield f"name = {quoted(lay.grid.key)}"
    pairs = ", ".join(f"{quoted(their)} = {quoted(our)}" for their, our in lay.known.items())
    yield f"known = {{ {pairs} }}  # three hexes of theirs and of ours, from which all others follow"


def proposal_json(found: Proposal) -> dict[str, Any]:
    """A proposal as plain data.

    Parameters
    ----------
    found
        The proposal.

    Returns
    -------
    dict
        Every piece, place, grid and layer with what it may be, how sure that is and why.
    """
    counters = {c.key: c for c in found.module.counters}
    return {
        "schema": 1,
        "game": found.game.slug,
        "module": {"name": found.module.name, "version": found.module.version, "mark": found.module.mark},
        "found": len(found.found),
        "units": [_row(key, match, counters[key], found) for key, match in found.matches.items()],
        "turned": [{"piece": f"gpid:{g}", "unit": u, "status": s} for g, (u, s) in found.turned.items()],
        "without": sorted(set(found.units) - found.found),
        "places": [
            {"name": n, "space": g.id, "confidence": round(g.score, 2), "why": g.why}
            for n, g in found.places.items()
        ],
        "grids": [
            {
                "name": g.grid.key,
                "known": dict(g.known),
                "confidence": round(g.score, 2),
                "why": g.why,
                "agree": g.agree,
                "tried": g.tried,
            }
            for g in found.grids
        ],
        "layers": [
            {"layer": t.layer, "words": list(t.words), "off": t.off, "units": t.units, "known": t.known}
            for t in found.layers
        ],
    }


def _row(key: str, match: Match, counter: Counter, found: Proposal) -> Mapping[str, Any]:
    state = (
        "certain" if match.sure else "guess" if match.units else "asked" if key in found.likely else "other"
    )
    return {
        "piece": key,
        "name": counter.called,
        "state": state,
        "units": list(match.units),
        "status": match.status,
        "confidence": match.confidence,
        "why": match.why,
        "near": list(match.near),
    }


def summary(found: Proposal) -> Iterable[str]:
    """What a person is told of a proposal: how much is certain, and what is left to do."""
    rows = proposal_json(found)["units"]
    count = {s: sum(r["state"] == s for r in rows) for s in ("certain", "guess", "asked", "other")}
    total = len(found.units)
    yield (
        f"{found.module.name or found.module.file}: {len(found.found)} of {total} units found, "
        f"{count['certain']} pieces certain, {count['guess']} guesses to look at, {count['asked']} to name, "
        f"{count['other']} taken for markers."
    )
    spaces = {g.id for g in found.places.values()} - {""}
    unknown = [n for n, g in found.places.items() if not g.id]
    total = len(found.start.board.spaces)
    yield f"Places: {len(spaces)} of {total} spaces by name, {len(unknown)} names unknown."
    for lay in found.grids:
        yield f"Grid {lay.grid.key}: {lay.why}" + (f" ({lay.score:.0%})." if lay.known else ".")
    if found.layers:
        yield (
            "Other side: "
            + "; ".join(f"layer {t.layer} = {', '.join(t.words)}" for t in found.layers[:3])
            + "."
        )
