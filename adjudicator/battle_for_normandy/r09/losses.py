"""Sections 9.3.5 and 12.9: the Step Loss Track and the REM Replacements that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r20 import cotentin as r20_cotentin
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from counters.catalog import Unit
from maps.filing import Filing, Located, by_filing

__all__ = [
    "ARM",
    "INF",
    "MOST",
    "POINT",
    "SECTIONS",
    "category",
    "chart",
    "explain_record",
    "is_counted",
    "kind_of_step",
    "pool_of",
    "record",
    "record_all",
    "section_of",
    "track_of",
]

INF, ARM = "inf", "arm"
POINT = 5  # losses that make a Replacement Point
MOST = 10
_FILE = Path(__file__).parents[1] / "replacements.toml"
_ALLIED = ("us_inf", "us_arm", "cw_inf", "cw_arm")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "step": {"title": str, "first": str, "reduced": str, "full": str, "times": int},
    "german": {"inf": int, "arm": int, "trucks": int},
    "allied": {**dict.fromkeys(_ALLIED, int), "motorized": int},
    "cap": dict.fromkeys(_ALLIED, int),
}
_BY_TYPE: Mapping[str, str] = {
    "mechanized-infantry": "mechanized-infantry",
    "tank": "tank",
    "tank-destroyer": "tank-destroyer",
    "assault-gun": "assault-gun",
    "heavy-weapons": "heavy-weapons",
    "anti-tank": "guns",
    "light-flak": "guns",
    "heavy-flak": "guns",
    "artillery": "artillery",
    "nebelwerfer": "artillery",
}
_NEVER = frozenset(
    {"naval", "strongpoint", "support", "pathfinder", "truck", "headquarters", "coastal-artillery"}
)
SECTIONS: Mapping[str, str] = {
    "cotentin": "20.2",
    "commando": "9.3.5o",
    "tiger": "15.4o",
    "us-airborne": "22.4o",
    "british-airborne": "22.4o",
}
_ASSAULT = frozenset({"us-1", "us-4", "us-29", "br-3", "ca-3", "br-50"})


@by_filing
def chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The charts of ``replacements.toml``."""
    return load_records(filing.path(_FILE), _GROUPS)


# --- kinds of units ---------------------------------------------------------------------------------------


@rule("9.3.1", "9.3.2", "9.3.3")
def category(unit: Unit) -> str:
    """Row of the Breakdown and Replacement Chart; empty for what has none: ships, static guns, HQs.

    Examples
    --------
    >>> category(Unit("a", "A", "A", "german", "german", type="nebelwerfer"))
    'artillery'
    """
    if unit.type in _NEVER or terms.is_static(unit):
        return ""
    if unit.type in {"commando", "ranger"} or terms.marked(unit, "commando", "ranger"):
        return "commando"
    if unit.type in _BY_TYPE:
        return _BY_TYPE[unit.type]
    if terms.is_recon(unit):
        return "armored-recon" if terms.is_mech(unit) else "recon"
    if terms.is_airborne(unit):
        return "airborne"
    return "tank" if terms.is_mech(unit) else "infantry"


@rule("9.3.5", "19.5")
def is_counted(view: View, unit: Unit) -> bool:
    """Whether the losses of a unit are recorded: Strongpoints, static guns, Commandos and Rangers are not."""
    row = category(unit)
    if row == "commando":
        return terms.has_option(view, "9.3.5o") and terms.group_of(unit) == terms.COMMONWEALTH
    return bool(row)


@rule("9.3.5", "9.4")
def kind_of_step(at: Located, piece: Piece) -> str:
    """Which loss marker moves for the next step of a unit: ``inf`` or ``arm``."""
    row = chart(at)["step"][category(piece.printed)]
    return row.text(_steps_of(piece)[0])


@rule("3.4", "9.3.5")
def _steps_of(piece: Piece) -> tuple[str, ...]:
    """Steps that a unit has left, in the order in which it loses them: ``full``, ``reduced``, ``first``."""
    if terms.is_company(piece.printed):
        return ("first",)
    steps = piece.printed.steps
    whole = piece.status == terms.FULL and steps > 1
    return (*(("full",) if whole else ()), "reduced", *(("first",) if steps > 2 else ()))


# --- tracks -----------------------------------------------------------------------------------------------


@rule("9.3", "9.3.5", "20.2", "22.4o", "15.4o", "9.3.5o")
def track_of(view: View, piece: Piece) -> str:
    """Whose loss markers move: ``us``, ``commonwealth``, ``german``, or a track of its own.

    Returns
    -------
    str
        ``cotentin``, ``commando``, ``tiger``, ``us-airborne`` and ``british-airborne`` by their rules.
    """
    unit = piece.printed
    row = category(unit)
    if row == "commando":
        return "commando"
    if row == "airborne" and terms.has_option(view, "22.4o") and unit.side == terms.ALLIED:
        return airborne_of(unit)
    if terms.marked(unit, "tiger") and terms.has_option(view, "15.4o"):
        return "tiger"
    if unit.side == terms.GERMAN:
        return "cotentin" if r20_cotentin.is_cut_off(view, piece.space) else terms.GERMAN
    return terms.group_of(unit)


def airborne_of(unit: Unit) -> str:
    """The Paratroop REM marker of a unit: ``us-airborne`` or ``british-airborne``."""
    return "us-airborne" if terms.group_of(unit) == terms.US else "british-airborne"


def pool_of(view: View, piece: Piece, space: str) -> str:
    """Whose Replacement Points restore a unit at a place; see `track_of`."""
    found = track_of(view, Piece(piece.printed, space, piece.status))
    if found == "commando" and terms.has_option(view, "19.5o"):
        return terms.group_of(piece.printed)
    return found


@rule("9.3.5", "9.4")
def record(draft: Draft, piece: Piece) -> None:
    """Record the loss of a step: the fifth of a kind makes a Replacement Point of the next phase."""
    _record(draft, piece, _steps_of(piece)[0])


@rule("9.3.5", "9.4")
def record_all(draft: Draft, piece: Piece, steps: int) -> None:
    """Record the loss of several steps of a unit at once, each of its own kind."""
    for step in _steps_of(piece)[:steps]:
        _record(draft, piece, step)


def _record(draft: Draft, piece: Piece, step: str) -> None:
    draft.clear("repple", piece.uid)
    _count_division(draft, piece)
    if not is_counted(draft, piece.printed):
        return
    kind = chart(draft)["step"][category(piece.printed)].text(step)
    track = track_of(draft, piece)
    if track == "tiger" and draft.number(f"{kind}-rem", track):
        return  # one Tiger point at a time: further losses add nothing until it is used (15.4o)
    losses = draft.number(f"{kind}-losses", track) + 1
    draft.set(f"{kind}-losses", losses % POINT, track)
    if losses >= POINT:
        keeper = _keeper(piece, kind, track)
        draft.set(f"{kind}-rem", min(MOST, draft.number(f"{kind}-rem", keeper) + 1), keeper)


@rule("9.3", "9.3.5")
def _keeper(piece: Piece, kind: str, track: str) -> str:
    """Who gets a point: one that an Airborne loss completes is kept apart, for it is retained."""
    airborne = category(piece.printed) == "airborne" and piece.side == terms.ALLIED and kind == INF
    return airborne_of(piece.printed) if airborne else track


@rule("12.9o")
def _count_division(draft: Draft, piece: Piece) -> None:
    """Count cumulative losses of a division; those of assault divisions in the invasion do not count."""
    unit, option = piece.printed, draft.option("12.9o")
    if option == "A" or unit.side != terms.ALLIED or terms.level_of(draft, unit.division) != "division":
        return
    if terms.is_airborne(unit) or (option == "B" and terms.group_of(unit) != terms.US):
        return
    invasion = draft.number("date") == 6 and draft.text("time") != "pm"
    if not (invasion and unit.division in _ASSAULT):
        draft.set("step-losses", draft.number("step-losses", unit.division) + 1, unit.division)


@rule("9.3.5", "9.3.5o", "15.4o", "20.2", "22.4o")
def section_of(track: str) -> str:
    """The section that keeps losses and points of a track.

    Examples
    --------
    >>> section_of("us"), section_of("cotentin")
    ('9.3.5', '20.2')
    """
    return SECTIONS.get(track, "9.3.5")


@rule("9.3.5")
def explain_record(view: View, piece: Piece) -> tuple[str, str, int, bool]:
    """What a further step loss of a unit would do on the Step Loss Track.

    Returns
    -------
    tuple
        Track, ``inf`` or ``arm``, where the marker comes to stand, and whether a point is earned. An empty
        track where nothing is recorded.
    """
    if not is_counted(view, piece.printed):
        return "", "", 0, False
    kind, track = kind_of_step(view, piece), track_of(view, piece)
    losses = view.number(f"{kind}-losses", track) + 1
    return track, kind, losses % POINT, losses >= POINT
