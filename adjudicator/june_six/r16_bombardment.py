"""Sections 16.4, 17.22 and 18.22: bombardments by US Corps HQs, Nebelwerfer, air and naval markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r07_activation import require_active, taken_active
from adjudicator.june_six.r13_losses import ask_reduced, disorder
from adjudicator.june_six.r17_support import in_naval_range, nearest_coast
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "Bombard",
    "FireMission",
    "Suffer",
    "bombard_options",
    "check_mission",
    "mission_of",
    "modifier",
    "outcomes",
    "require_enemies",
    "require_target",
    "row_of",
    "section_of",
    "targets",
    "text_of",
]

AIR, NAVAL, TOT, NW = "air", "naval", "tot", "nw"
MOST_MARKERS = 2
_ROLL = "bombardment"
_RANGE = {TOT: 8, NW: 4}
_SECTION = {AIR: "17.22", NAVAL: "18.22", TOT: "16.42", NW: "16.43"}
_BARRING = (("disorder", "Disorder"), ("pinned", "Pinned"), ("isolated", "Isolated"))
_FILE = Path(__file__).with_name("bombardment.toml")
_FIELDS = {"row": {"from": int, "results": str, "text": str}, "drm": {"value": int, "text": str}}


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """One or two air or naval markers bombard a hex in the Bombardment Phase (17.22, 18.22).

    Parameters
    ----------
    kind
        ``air`` or ``naval``.
    markers
        1 or 2.

    Examples
    --------
    >>> Bombard("air", 2, "e1940").markers
    2
    """

    kind: str
    markers: int
    target: str


@dataclass(frozen=True, slots=True)
class FireMission(Action):
    """An active US Corps HQ (TOT) or Nebelwerfer unit bombards a hex (16.41).

    Examples
    --------
    >>> FireMission("us-v-hq", "e1940").target
    'e1940'
    """

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Suffer(Action):
    """The owner names the unit of a bombarded hex that suffers a result of code F (13.71).

    Examples
    --------
    >>> Suffer("ge-352-916").unit
    'ge-352-916'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class _Bombarded:
    """Which units can suffer which result."""

    units: tuple[str, ...]
    result: str


_SUFFER = Frame("bombarded", "13.71", _Bombarded)


# --- the table --------------------------------------------------------------------------------------------


@by_filing
def _table(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _FIELDS)


@rule("16.42", "16.43")
def row_of(at: Located, modified: int) -> Record:
    """The row of the Bombardment Table for a modified roll.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> row_of(OURS, 0).values["text"], row_of(OURS, 5).id
    ('no effect', 'all-pinned')
    """
    return [r for r in _table(at)["row"].values() if modified >= r.number("from")][-1]


@rule("16.42", "17.22", "18.22", "19.41")
def modifier(view: View, kind: str, target: str, markers: int = 1) -> int:
    """Sum of the Die Roll Modifiers of a bombardment; an Inquiry records each.

    Parameters
    ----------
    kind
        ``air``, ``naval``, ``tot`` or ``nw``.
    markers
        Air or naval markers of the mission.
    """
    applies = {
        "second-marker": markers == MOST_MARKERS,
        "tot": kind == TOT,
        "strongpoint": kind != NW and _in_strongpoint(view, target),
        "city": terms.terrain(view, target, _SECTION[kind]) == "city",
    }
    total = 0
    for id_, holds in applies.items():
        if holds:
            record = _table(view)["drm"][id_]
            section = "19.41" if id_ == "strongpoint" else _SECTION[kind]
            value = cite(view, record, "value", section)
            total += value
            if isinstance(view, Inquiry):
                view.note(section, f"DRM: {record.values['text']}", value)
    return total


def _in_strongpoint(view: View, target: str) -> bool:
    """Whether Germans in a hex are protected by a printed Strongpoint that stands."""
    space = view.board.spaces[target]
    return bool(view.feature(space, "strongpoint", "19.41")) and not view.flag("strongpoint-gone", target)


@rule("16.42", "16.43", "17.22", "18.22")
def outcomes(at: Located, drm: int) -> Mapping[str, int]:
    """Rows of the table with their ways among the ten faces of the die.

    Parameters
    ----------
    drm
        Sum of the modifiers.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> sum(outcomes(OURS, 2).values())
    10
    """
    found: dict[str, int] = {}
    for face in range(10):
        id_ = row_of(at, face + drm).id
        found[id_] = found.get(id_, 0) + 1
    return found


# --- air and naval markers --------------------------------------------------------------------------------


def section_of(kind: str) -> str:
    """Section of a kind of bombardment.

    Examples
    --------
    >>> section_of("air")
    '17.22'
    """
    return _SECTION[kind]


def text_of(at: Located, row: str) -> str:
    """What a row of the table says.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> text_of(OURS, "none")
    'no effect'
    """
    return str(_table(at)["row"][row].values["text"])


@rule("17.12", "17.22", "18.12", "18.13", "18.22")
def require_target(inquiry: Inquiry, kind: str, markers: int, target: str) -> bool:
    """Whether air or naval markers may bombard a hex now; every failure is a violation.

    Parameters
    ----------
    kind, markers, target
        As in `Bombard`.
    """
    section, name = _SECTION[kind], inquiry.board.name(target)
    counted = 1 <= markers <= MOST_MARKERS
    inquiry.require(section, counted, many(markers, f"{kind} marker"), "a mission has one or two")
    left, number = inquiry.number(kind), "17.12" if kind == AIR else "18.12"
    inquiry.require(
        number,
        left >= markers,
        "",
        f"only {many(left, f'{kind} marker is', f'{kind} markers are')} available",
    )
    _check_target(inquiry, section, target, terms.ALLIED)
    failed = f"{name} has been bombarded by air or sea this turn"
    inquiry.require(section, not inquiry.flag("bombed", target), "", failed, spaces=[target])
    if kind == NAVAL:
        reached, text = in_naval_range(inquiry, target), f"{name} is out of naval range"
        inquiry.require("18.13", reached, _range_told(inquiry, target), text, spaces=[target])
    return not inquiry.violations


@rule("18.13")
def _range_told(inquiry: Inquiry, target: str) -> str:
    """From which Coastal hex a hex is in naval range, and at which count."""
    coast, name = nearest_coast(inquiry, target), inquiry.board.name
    if not coast:
        return f"{name(target)} is in naval range"
    inquiry.feature(inquiry.board.spaces[coast], "coastal", "18.13")
    return f"{name(target)} is hex {terms.distance(coast, target) + 1} from {name(coast)}, both counted"


@rule("3.32", "17.22", "18.22")
def _check_bombard(inquiry: Inquiry, action: Bombard) -> None:
    known = inquiry.require("17.22", action.kind in {AIR, NAVAL}, "", "markers are air or naval")
    if not known:
        return
    side = inquiry.text("side")
    inquiry.require("3.32", side == terms.ALLIED, "", "the German player names his Entry hexes first")
    if require_target(inquiry, action.kind, action.markers, action.target):
        modifier(inquiry, action.kind, action.target, action.markers)


@rule("16.41", "16.42", "16.43")
def require_enemies(inquiry: Inquiry, kind: str, target: str) -> bool:
    """Whether a hex holds units that a TOT, or a Nebelwerfer, may bombard; failure is a violation.

    Parameters
    ----------
    kind
        ``tot`` of the Allied side, or ``nw`` of the German side.
    target
        Id of the hex.
    """
    return _check_target(inquiry, _SECTION[kind], target, terms.ALLIED if kind == TOT else terms.GERMAN)


def _check_target(inquiry: Inquiry, section: str, target: str, side: str) -> bool:
    space = inquiry.board.spaces.get(target)
    on = space is not None and terms.is_hex(space)
    there = terms.enemies(inquiry, target, side) if on else ()
    failed = "no enemy unit is in the target hex" if on else f"{target} is no hex of the map"
    return inquiry.require(
        section, bool(there), f"target: {terms.titles(there)}", failed, spaces=[target] if on else []
    )


def _perform_bombard(draft: Draft, action: Bombard) -> None:
    draft.set(action.kind, draft.number(action.kind) - action.markers)
    draft.set("bombed", True, action.target)
    data = {"by": action.kind, "markers": action.markers, "target": action.target, "side": terms.ALLIED}
    ask_roll(draft, _ROLL, [terms.DIE], **data)


@rule("17.22", "18.22")
def targets(view: View, kind: str) -> tuple[str, ...]:
    """Hexes that air or naval markers may bombard now.

    Parameters
    ----------
    kind
        ``air`` or ``naval``.
    """
    state = terms.state_of(view)
    held = [s for s in _held(state, terms.ALLIED) if not state.flag("bombed", s)]
    return tuple([s for s in held if kind == AIR or in_naval_range(state, s)])


def bombard_options(state: State) -> Iterator[Bombard]:
    """Every bombardment by air or naval markers that may be made now."""
    if state.text("side") != terms.ALLIED:
        return
    for kind in (AIR, NAVAL):
        left = min(state.number(kind), MOST_MARKERS)
        for target in targets(state, kind) if left else ():
            yield from (Bombard(kind, n, target) for n in range(1, left + 1))


# --- US Corps HQs and Nebelwerfer -------------------------------------------------------------------------


@rule("16.41")
def mission_of(view: View, piece: Piece) -> str:
    """``tot`` or ``nw`` for a unit that bombards; empty for others."""
    unit = piece.printed
    if terms.is_corps_hq(unit) and unit.nationality == terms.US:
        return TOT
    if unit.type != "nebelwerfer":
        return ""
    rocket = "StW" in unit.name or "StW" in unit.title
    return NW if not rocket or view.option("stw-bombard") == "A" else ""


@rule("16.12", "16.13", "16.26", "16.41", "16.42", "16.43", "7.56")
def check_mission(inquiry: Inquiry, action: FireMission) -> None:
    """Rule on a bombardment by a US Corps HQ or a Nebelwerfer unit."""
    if not require_active(inquiry, "16.41", action.unit, part=""):
        return
    piece = inquiry.pieces[action.unit]
    kind, title = mission_of(inquiry, piece), piece.printed.title
    failed = f"{title} is neither a US Corps HQ nor a Nebelwerfer unit"
    passed = f"{title} may bombard when it is activated"
    if not inquiry.require("16.41", bool(kind), passed, failed, units=[action.unit]):
        return
    on = terms.on_map(inquiry, piece)
    inquiry.require("16.41", on, "", f"{title} is not on the map", units=[action.unit])
    if not _check_target(inquiry, _SECTION[kind], action.target, piece.printed.side) or not on:
        return
    away = terms.distance(piece.space, action.target)
    near = away <= _RANGE[kind]
    inquiry.require("16.12", near, f"range {away}", f"range {away}: more than {_RANGE[kind]} hexes")
    for item, word in _BARRING if inquiry.option("bombard-markers") == "A" else ():
        borne = inquiry.fact(item, action.unit)
        inquiry.require("16.13", not borne, "", f"{title} bears a {word} marker", units=[action.unit])
    fired = inquiry.flag("fired", action.unit)
    inquiry.require(_SECTION[kind], not fired, "", f"{title} has fired this turn", units=[action.unit])
    if kind == TOT and inquiry.text("activation") == "corps":
        first = inquiry.text("corps-group") == "tot"
        inquiry.require("7.56", first, "", "in a Corps Activation the TOT comes before any movement")
        once = not inquiry.flag("tot", action.unit)
        inquiry.require("16.26", once, "", "a Corps Activation brings one TOT")
    if not inquiry.violations:
        modifier(inquiry, kind, action.target)


def _perform_mission(draft: Draft, action: FireMission) -> None:
    piece = draft.pieces[action.unit]
    kind = mission_of(draft, piece)
    free = kind == TOT and draft.text("activation") == "corps"
    if free:
        draft.set("tot", True, action.unit)
    else:
        draft.set("fired", True, action.unit)
    data = {"by": kind, "markers": 1, "target": action.target, "side": piece.printed.side}
    ask_roll(draft, _ROLL, [terms.DIE], **data)


def _mission_options(state: State) -> Iterator[FireMission]:
    for uid in taken_active(state):
        piece = state.pieces[uid]
        if state.flag("fired", uid):
            continue
        reach = _RANGE.get(mission_of(state, piece), 0)
        if reach and terms.on_map(state, piece):
            side, at = piece.printed.side, piece.space
            yield from (FireMission(uid, s) for s in _held(state, side) if terms.distance(at, s) <= reach)


def _held(state: State, side: str) -> list[str]:
    """Hexes with enemies of a side."""
    there = [s for s in state.occupied() if terms.is_hex(state.board.spaces[s])]
    return sorted(s for s in there if terms.enemies(state, s, side))


# --- the result -------------------------------------------------------------------------------------------


@rule("16.42", "16.43", "17.22", "18.22", "13.71")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    modified = values[0] + modifier(draft, data["by"], data["target"], data["markers"])
    section, results = _SECTION[data["by"]], str(row_of(draft, modified).values["results"])
    units = [p.uid for p in terms.enemies(draft, data["target"], data["side"])]
    told = [word.split() for word in results.split(", ") if word]
    for _, result in (pair for pair in told if pair[0] == "A"):
        for uid in units:
            _suffer(draft, uid, result)
    for _, result in reversed([pair for pair in told if pair[0] == "F"]):
        _ask(draft, [u for u in units if terms.on_map(draft, draft.pieces[u])], result, section)


def _ask(draft: Draft, units: Sequence[str], result: str, section: str) -> None:
    if result == "reduced":
        ask_reduced(draft, units, section)
    elif len(units) == 1:
        _suffer(draft, units[0], result)
    elif units:
        side = draft.pieces[units[0]].printed.side
        _SUFFER.push(draft, _Bombarded(tuple(units), result), side, rule=section)


def _suffer(draft: Draft, uid: str, result: str) -> None:
    if not terms.on_map(draft, draft.pieces[uid]):
        return
    if result == "pinned":
        draft.set("pinned", True, uid)
    else:
        disorder(draft, uid, 1)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the bombardment of {state.board.name(data['target'])}"


@rule("13.71")
def _check_suffer(inquiry: Inquiry, action: Suffer) -> None:
    top, asked = inquiry.decision, _SUFFER.asked(inquiry)
    if top is None or asked is None:
        return
    able = asked.units
    titles = terms.titles(inquiry.pieces[u] for u in able)
    chosen = action.unit in able
    passed = f"{inquiry.pieces[action.unit].printed.title} suffers it: its owner's choice" if chosen else ""
    inquiry.require(top.rule, chosen, passed, f"one of {titles} suffers it", units=[action.unit])


def _perform_suffer(draft: Draft, action: Suffer) -> None:
    _suffer(draft, action.unit, _SUFFER.settle(draft).result)


def _suffer_options(state: State) -> Iterator[Suffer]:
    asked = _SUFFER.asked(state)
    if asked is not None:
        yield from (Suffer(uid) for uid in asked.units)


HANDLERS = (
    Handler(
        Bombard, _check_bombard, _perform_bombard, bombard_options, "17.22", phases=frozenset({"bombardment"})
    ),
    Handler(
        FireMission,
        check_mission,
        _perform_mission,
        _mission_options,
        "16.41",
        phases=frozenset({"me", "re"}),
    ),
    Handler(
        Suffer, _check_suffer, _perform_suffer, _suffer_options, "13.71", answers=frozenset({_SUFFER.kind})
    ),
)
ROLLS = {_ROLL: RollRule(_resolve, _why, "16.42")}
