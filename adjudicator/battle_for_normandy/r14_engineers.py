"""Sections 14.1, 14.2 and 14.2.1: Engineers destroy and repair bridges; an Allied HQ bridges a river."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import in_ezoc
from adjudicator.battle_for_normandy.r14_bridges import WATER
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.board import Edge
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS", "PHASE", "ROLLS", "BridgeRiver", "DestroyBridge", "RepairBridge", "attempt_chance",
    "bridges_beside", "engineer_faults", "waters_beside",
]  # fmt: skip

PHASE = frozenset({"engineering"})
_ROLL = "bridge-work"
_PATH = Path(__file__).parent / "engineering.toml"


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_PATH), {"attempt": {"most": int}})


def attempt_chance(view: View, work: str, section: str) -> int:
    """The highest number of the ten-sided die that succeeds.

    Parameters
    ----------
    work
        ``destroy``, ``repair`` or ``mine``.
    """
    row = _chart(view)["attempt"][work]
    cite(view, row, "most", section)
    return row.number("most")


@dataclass(frozen=True, slots=True)
class DestroyBridge(Action):
    """Try to destroy a bridge beside an Engineer.

    Examples
    --------
    >>> DestroyBridge("ge-pi", "c2913", "c3014").b
    'c3014'
    """

    unit: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class RepairBridge(Action):
    """Try to repair a destroyed bridge beside an Engineer.

    Examples
    --------
    >>> RepairBridge("br-re", "c2913", "c3014").a
    'c2913'
    """

    unit: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class BridgeRiver(Action):
    """Declare the unbridged river or stream beside an Allied HQ bridged while the HQ stays.

    Examples
    --------
    >>> BridgeRiver("br-6-hq", "c2913").to
    'c2913'
    """

    unit: str
    to: str


# --- what may be done -------------------------------------------------------------------------------------


@rule("14.1", "14.2")
def bridges_beside(view: View, space: str) -> Iterator[Edge]:
    """Printed bridges on the hexsides of a hex, standing or not."""
    return (edge for edge, _ in view.board.neighbours(space) if edge.bridge)


@rule("14.2.1")
def waters_beside(view: View, space: str) -> Iterator[tuple[Edge, str]]:
    """Hexsides of a hex with a stream or river that no standing bridge crosses, and the hexes beyond."""
    for edge, to in view.board.neighbours(space):
        if edge.boundary in WATER and not (edge.bridge and not view.flag("blown", edge.id)):
            yield edge, to


@rule("14.0", "14.1", "14.2")
def engineer_faults(view: View, piece: Piece, *, clear: bool = True) -> list[Fault]:
    """What keeps a unit from an Engineering attempt.

    Parameters
    ----------
    clear
        Whether it has to be out of EZOCs: bridges, not Entrenchments.
    """
    title, found = piece.printed.title, list[Fault]()
    if not terms.is_engineer(piece.printed) or not terms.on_map(view, piece):
        found.append(Fault("14.0", f"{title} is no Engineer unit on the map"))
    if piece.side != view.text("side"):
        found.append(Fault("14.0", f"it is not the Engineering Phase of {title}"))
    if view.flag("acted", piece.uid):
        found.append(Fault("14.0", f"{title} has made its one attempt"))
    if clear and terms.on_map(view, piece) and in_ezoc(view, piece.space, piece.side):
        found.append(Fault("14.1", f"{title} is in an EZOC"))
    return found


def _check_bridge(inquiry: Inquiry, uid: str, a: str, b: str, *, standing: bool) -> None:
    piece = inquiry.pieces[uid]
    section = "14.1" if standing else "14.2"
    for fault, text in engineer_faults(inquiry, piece):
        inquiry.refuse(section if fault == "14.1" else fault, text, units=[uid])
    edge = inquiry.board.edge(a, b)
    name = f"{inquiry.board.name(a)}/{inquiry.board.name(b)}"
    printed = edge is not None and edge.bridge
    said = f"a bridge crosses {name}", f"no bridge crosses {name}"
    inquiry.require(section, printed, *said, spaces=[a, b])
    inquiry.require(section, piece.space in {a, b}, f"it is next to {piece.printed.title}",
                    f"{piece.printed.title} is not next to {name}", units=[uid])  # fmt: skip
    if edge is not None and edge.bridge:
        down = inquiry.flag("blown", edge.id)
        said = ("the bridge stands", "the bridge is destroyed")
        said = said if standing else (said[1], said[0])
        inquiry.require(section, down != standing, *said, spaces=[a, b])
    work = "destroy" if standing else "repair"
    most = attempt_chance(inquiry, work, section)
    inquiry.note(section, f"a die of {most} or less succeeds: {most}/10", most)


@rule("14.1")
def _check_destroy(inquiry: Inquiry, action: DestroyBridge) -> None:
    _check_bridge(inquiry, action.unit, action.a, action.b, standing=True)


@rule("14.2")
def _check_repair(inquiry: Inquiry, action: RepairBridge) -> None:
    _check_bridge(inquiry, action.unit, action.a, action.b, standing=False)


def _attempt(draft: Draft, uid: str, edge: Edge | None, work: str) -> None:
    assert edge is not None  # noqa: S101 - the check saw it
    draft.set("acted", True, uid)
    ask_roll(draft, _ROLL, [terms.D10], work=work, edge=edge.id)


def _destroy(draft: Draft, action: DestroyBridge) -> None:
    _attempt(draft, action.unit, draft.board.edge(action.a, action.b), "destroy")


def _repair(draft: Draft, action: RepairBridge) -> None:
    _attempt(draft, action.unit, draft.board.edge(action.a, action.b), "repair")


@rule("14.1", "14.2")
def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    work, edge = str(data["work"]), str(data["edge"])
    if values[0] <= attempt_chance(draft, work, "14.1"):
        draft.set("blown", work == "destroy", edge)


def _why(state: State, data: Mapping[str, Any]) -> str:
    name = " - ".join(map(state.board.name, str(data["edge"]).split("/")))
    return f"the attempt to {data['work']} the bridge {name}"


def _bridge_options(state: State, *, standing: bool) -> Iterator[tuple[str, str, str]]:
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if not terms.is_engineer(piece.printed) or engineer_faults(state, piece):
            continue
        for edge in bridges_beside(state, piece.space):
            if state.flag("blown", edge.id) != standing:
                yield uid, edge.a, edge.b


def _destroy_options(state: State) -> Iterator[DestroyBridge]:
    return (DestroyBridge(*found) for found in _bridge_options(state, standing=True))


def _repair_options(state: State) -> Iterator[RepairBridge]:
    return (RepairBridge(*found) for found in _bridge_options(state, standing=False))


# --- HQs --------------------------------------------------------------------------------------------------


@rule("14.2.1")
def _check_river(inquiry: Inquiry, action: BridgeRiver) -> None:
    piece = inquiry.pieces[action.unit]
    title = piece.printed.title
    allied = piece.side == terms.ALLIED and terms.is_hq(piece.printed) and terms.on_map(inquiry, piece)
    said = f"{title} is an Allied HQ", f"{title} is no Allied HQ on the map"
    inquiry.require("14.2.1", allied, *said, units=[action.unit])
    inquiry.require("14.2.1", inquiry.text("side") == terms.ALLIED, "it is the Allied Engineering Phase",
                    "it is not the Allied Engineering Phase")  # fmt: skip
    beyond = {to for _, to in waters_beside(inquiry, piece.space)} if allied else set()
    name = inquiry.board.name(action.to)
    inquiry.require("14.2.1", action.to in beyond, f"unbridged water lies before {name}",
                    f"no unbridged water lies between {title} and {name}", spaces=[action.to])  # fmt: skip


def _river(draft: Draft, action: BridgeRiver) -> None:
    edge = draft.board.edge(draft.pieces[action.unit].space, action.to)
    assert edge is not None  # noqa: S101 - the check saw it
    draft.set("bridging", edge.id, action.unit)


def _river_options(state: State) -> Iterator[BridgeRiver]:
    if state.text("side") != terms.ALLIED:
        return
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == terms.ALLIED and terms.is_hq(piece.printed) and terms.on_map(state, piece):
            for edge, to in waters_beside(state, piece.space):
                if state.text("bridging", uid) != edge.id:
                    yield BridgeRiver(uid, to)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(DestroyBridge, _check_destroy, _destroy, _destroy_options, "14.1", phases=PHASE),
    Handler(RepairBridge, _check_repair, _repair, _repair_options, "14.2", phases=PHASE),
    Handler(BridgeRiver, _check_river, _river, _river_options, "14.2.1", phases=PHASE),
)
ROLLS: dict[str, RollRule] = {_ROLL: RollRule(_rolled, _why, "14.1")}
