"""Sections 8.2 to 8.2.2: Replacements by the Weather, and which unit each of them rebuilds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r13_supply import explain_supply, in_supply
from adjudicator.game import Handler
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Used
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "TYPES",
    "Rebuild",
    "every_type",
    "ineligible",
    "left",
    "rebuildable",
    "rebuilding_table",
    "received",
    "replacements_table",
    "types_for",
]

TYPES: Mapping[str, tuple[str, ...]] = {
    "us": ("infantry", "mechanized", "armor"),
    "british": ("infantry", "mechanized", "armor"),
    "canadian": ("generic",),
    "german": ("infantry", "mechanized", "armor"),
}
PHASES: Mapping[str, str] = {terms.ALLIED: "replacement-allied", terms.GERMAN: "replacement-german"}
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Spend a Replacement to bring a reduced unit back to full strength (8.2.2).

    Parameters
    ----------
    type
        ``infantry``, ``mechanized``, ``armor``, or ``generic`` for Canadians.

    Examples
    --------
    >>> Rebuild("us-1-16", "infantry").type
    'infantry'
    """

    unit: str
    type: str


# --- the tables ---------------------------------------------------------------------------------------------


@by_filing
def replacements_table(filing: Filing) -> Mapping[str, Record]:
    """The Replacements Table: Weather -> numbers by nationality and type.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> replacements_table(OURS)["storm"].number("german_infantry")
    2
    """
    columns = {f"{n}_{t}": int for n, types in TYPES.items() for t in types}
    return load_records(filing.path(_HERE / "replacements.toml"), {"weather": columns})["weather"]


def every_type(at: object) -> tuple[str, ...]:  # noqa: ARG001 - every list takes it
    """Nationalities with their types of Replacement, as in ``us-infantry``.

    Parameters
    ----------
    at
        A position or a board; the same for each.
    """
    return tuple(f"{nationality}-{type_}" for nationality, types in TYPES.items() for type_ in types)


@by_filing
def rebuilding_table(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The Rebuilding Units Table: nationality -> class of unit -> types of Replacement.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> rebuilding_table(OURS)["us"]["armored-cavalry"].text("types")
    'mechanized, armor'
    """
    return load_records(filing.path(_HERE / "rebuilding.toml"), {n: {"types": str} for n in TYPES})


@rule("8.2.1")
def types_for(at: Located, nationality: str, type_: str) -> tuple[str, ...]:
    """Types of Replacement that rebuild a class of units.

    Parameters
    ----------
    nationality, type_
        As printed on the counter.

    Returns
    -------
    tuple of str
        Empty for a class that never qualifies.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> named = (("us", "armored-cavalry"), ("canadian", "armor"), ("polish", "armor"))
    >>> tuple(types_for(OURS, *words) for words in named)
    (('mechanized', 'armor'), ('generic',), ())
    """
    record = rebuilding_table(at).get(nationality, {}).get(type_)
    return tuple(record.text("types").split(", ")) if record else ()


@rule("8.2", "8.2.1")
def received(view: View, nationality: str, type_: str) -> int:
    """Replacements of a type that a nationality receives this turn.

    Returns
    -------
    int
        None on Turn 1.
    """
    if view.number("turn") <= 1 or type_ not in TYPES.get(nationality, ()):
        return 0
    return cite(view, replacements_table(view)[view.text("weather")], f"{nationality}_{type_}", "8.2")


def left(view: View, nationality: str, type_: str) -> int:
    """Replacements of a type that a nationality has not spent yet (8.2.2)."""
    spent = view.number("replacements-spent", f"{nationality}-{type_}")
    return max(0, received(view, nationality, type_) - spent)


# --- who may be rebuilt -------------------------------------------------------------------------------------


@rule("8.2", "8.2.1")
def ineligible(at: Located, piece: Piece) -> str:
    """Why a unit never receives Replacements; empty when it may.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> from counters.catalog import Unit
    >>> flak = Unit("ge-1", "1", "1 Flak", "german", "german", type="flak", steps=2)
    >>> ineligible(OURS, Piece(flak, "4009", "reduced"))
    'German Flak units are not rebuilt'
    """
    unit = piece.printed
    if piece.space == terms.ELIMINATED:
        return f"{unit.title} is eliminated, and eliminated units are not rebuilt"
    if unit.steps < 2:
        return f"{unit.title} has a single step"
    if unit.nationality in {"french", "polish"}:
        return f"{unit.nationality.capitalize()} units are not rebuilt"
    if unit.type == "flak":
        return "German Flak units are not rebuilt"
    if terms.is_airborne(unit):
        return "Allied paratrooper and glider units are not rebuilt"
    if unit.type == "special-forces" and unit.nationality == "british":
        return "Special Service units are not rebuilt"
    if "dot" in unit.marks:
        return f"the dot on {unit.title} means that its step losses are not replaced"
    return "" if types_for(at, unit.nationality, unit.type) else f"no Replacement rebuilds {unit.title}"


@rule("8.2", "8.2.2")
def rebuildable(view: View, side: str) -> tuple[tuple[Piece, str], ...]:
    """Every reduced unit that a side can rebuild now, with each type of Replacement that would do it.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    tuple of (Piece, str)
        Sorted by id of the unit.
    """
    found = []
    for piece in sorted(view.pieces.values(), key=lambda p: p.uid):
        unit = piece.printed
        if unit.side != side or piece.status != terms.REDUCED or piece.space in terms.OFF_MAP:
            continue
        types = [t for t in types_for(view, unit.nationality, unit.type) if left(view, unit.nationality, t)]
        if types and not ineligible(view, piece) and in_supply(view, piece.uid):
            found += [(piece, t) for t in types]
    return tuple(found)


# --- actions ------------------------------------------------------------------------------------------------


@rule("8.2", "8.2.1", "8.2.2", "13.4")
def _check(inquiry: Inquiry, action: Rebuild) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("8.2.2", f"there is no unit {action.unit!r}")
        return
    title, one = piece.printed.title, (piece.uid,)
    own = PHASES[piece.side] == inquiry.text("phase")
    whose = piece.side.capitalize()
    inquiry.require("8.2.2", own, "", f"it is not the {whose} part of the Replacement Phase", units=one)
    why = ineligible(inquiry, piece)
    inquiry.require("8.2", not why, f"{title} may receive Replacements", why, units=one)
    if piece.space == terms.ELIMINATED:
        return
    reduced = piece.status == terms.REDUCED
    inquiry.require("8.2.2", reduced, f"{title} is reduced", f"{title} is at full strength", units=one)
    if piece.space in terms.OFF_MAP:
        inquiry.refuse("8.2.2", f"{title} is not in play", units=one)
    elif not explain_supply(inquiry, piece.uid):
        inquiry.refuse("8.2.2", f"{title} is Out of Supply and receives no Replacements", units=one)
    if not why:
        _check_type(inquiry, piece, action.type)


@rule("8.2.1")
def _check_type(inquiry: Inquiry, piece: Piece, type_: str) -> None:
    unit = piece.printed
    record = rebuilding_table(inquiry)[unit.nationality][unit.type]
    wanted = types_for(inquiry, unit.nationality, unit.type)
    source = record.sources.of("types")
    if source in DOUBTFUL:
        what = f"type of Replacement for {unit.nationality} {unit.type} units"
        inquiry.source("8.2.1", Used(what, record.file, f"{record.group}.{record.id}", "types"), source)
    shown = " or ".join(w.capitalize() for w in wanted)
    passed, failed = f"{unit.title} takes {shown} Replacements", f"{unit.title} takes {shown}, not {type_!r}"
    if not inquiry.require("8.2.1", type_ in wanted, passed, failed, units=(piece.uid,)):
        return
    nation, kind = unit.nationality.capitalize() if unit.nationality != "us" else "US", type_.capitalize()
    rest = left(inquiry, unit.nationality, type_)
    passed = f"{rest} {nation} {kind} Replacement{'s' if rest > 1 else ''} left on {_weather(inquiry)}"
    inquiry.require("8.2.2", rest > 0, passed, f"no {nation} {kind} Replacement is left", units=(piece.uid,))


def _weather(view: View) -> str:
    return view.text("weather").capitalize()


@rule("8.2.2")
def _perform(draft: Draft, action: Rebuild) -> None:
    kind = f"{draft.pieces[action.unit].printed.nationality}-{action.type}"
    draft.set("replacements-spent", draft.number("replacements-spent", kind) + 1, kind)
    draft.set_status(action.unit, terms.FULL)


def _side_of_phase(view: View) -> str:
    return terms.GERMAN if view.text("phase") == PHASES[terms.GERMAN] else terms.ALLIED


def _options(state: State) -> Iterator[Rebuild]:
    yield from (Rebuild(p.uid, t) for p, t in rebuildable(state, _side_of_phase(state)))


HANDLERS = (Handler(Rebuild, _check, _perform, _options, "8.2.2", phases=frozenset(PHASES.values())),)
