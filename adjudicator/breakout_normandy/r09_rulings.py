"""What a pair of dice would do to the assault of a position, told without carrying it out (9.1-9.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.breakout_normandy import r08_mf, r09_retreats, terms
from adjudicator.breakout_normandy.r09_casualties import capacity
from adjudicator.breakout_normandy.r09_chances import casualty_points
from adjudicator.breakout_normandy.r09_results import overrun_bar, resolve
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position
from adjudicator.ruling import Ruling
from module_builder.vassal.values import dataclass

__all__ = ["result"]


@dataclass(frozen=True, slots=True)
class _Fight:
    """An assault whose dice are due, and what they show."""

    inquiry: Inquiry
    data: Mapping[str, Any]
    margin: int

    @property
    def area(self) -> str:
        return str(self.data["area"])

    def pieces(self) -> list[Piece]:
        """Assaulting units."""
        return [self.inquiry.pieces[u] for u in self.data["units"]]


def result(position: Position, values: tuple[int, int], *, strict: bool = False) -> Ruling:
    """Rule on the dice of the assault that is to be rolled for: totals, losses, statuses, retreats (9.4).

    Parameters
    ----------
    values
        Attacker's and defender's DR.

    Returns
    -------
    Ruling
        Its answer holds ``result``, ``points``, ``capacity``, ``overrun``, ``statuses``, ``must_retreat``,
        ``may_retreat`` and ``won`` (bridges and rivers).

    Raises
    ------
    MalformedAction
        No assault waits for its dice.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> result(GAME.scenario("d-day"), (7, 7))
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: no assault waits for its dice. Announce one and name the Forward Unit
    """
    top = position.decision
    if top is None or top.data.get("what") != "assault":
        raise MalformedAction("no assault waits for its dice", "Announce one and name the Forward Unit")
    inquiry = Inquiry(position, strict=strict)
    fight = _Fight(inquiry, top.data, _totals(inquiry, top.data, values))
    after = position.draft()
    resolve(after, after.settle().data, values)
    answer = {"margin": fight.margin, **_tell(fight), **_changes(position, after, fight)}
    name = inquiry.board.name(fight.area)
    verdict = f"The assault on {name}: {answer['result']}."
    return inquiry.ruling(f"result {name} --roll {values[0]},{values[1]}", verdict, answer)


@rule("9.1", "9.4")
def _totals(inquiry: Inquiry, data: Mapping[str, Any], values: tuple[int, int]) -> int:
    """Both totals; the margin of the attacker."""
    totals = []
    for name, letter, value, dice in (
        ("Attack", "9.2", data["av"], values[0]),
        ("Defense", "9.3", data["dv"], values[1]),
    ):
        adding = inquiry.adding(f"{name} Total")
        adding.add(letter, f"{name} Value", value, "set")
        adding.add("9.11", f"DR of the {name} Total", dice)
        totals.append(adding.value)
    inquiry.note("9.4", f"Attack Total {totals[0]} against Defense Total {totals[1]}", totals[0] - totals[1])
    return totals[0] - totals[1]


def _tell(fight: _Fight) -> dict[str, Any]:
    """Name of the result and the numbers that belong to it, each with its section."""
    inquiry = fight.inquiry
    if fight.margin < 0:
        inquiry.note("9.41", "the attacker is repulsed: all assaulting units are disrupted")
        return {"result": "failure", "points": 0, "overrun": False}
    if fight.margin == 0:
        point = inquiry.pieces[fight.data["point"]].printed.title
        inquiry.note("9.42", f"stalemate: {point}, the Point Unit, is disrupted and the others are Spent")
        return {"result": "stalemate", "points": 0, "overrun": False}
    return _tell_success(fight)


@rule("9.43", "9.5", "9.8", "8.53")
def _tell_success(fight: _Fight) -> dict[str, Any]:
    """What the defender owes, and whether he is overrun."""
    inquiry, name = fight.inquiry, fight.inquiry.board.name(fight.area)
    inquiry.note("9.43", "success: the defender loses the difference in CP", fight.margin)
    bocage = terms.is_bocage(inquiry, fight.area, "9.5")
    points = casualty_points(fight.margin, bocage=bocage)
    if bocage:
        inquiry.note("9.5", f"{name} is Bocage, which forgives one", points)
    most = capacity(terms.enemies(inquiry, fight.area, fight.data["attacker"]))
    if points <= most:
        inquiry.note("9.5", f"the defenders can absorb {most} CP", most)
        return {"result": "success", "points": points, "capacity": most, "overrun": False}
    inquiry.note("9.8", f"the defenders can absorb only {most} CP: all are eliminated", most)
    section, text = overrun_bar(inquiry, fight.area)
    inquiry.note(section or "8.53", text or f"Overrun: the assaulting units may go on from {name}")
    name = "success without Overrun" if section else "Overrun"
    left = {} if section else _mf_left(fight)
    return {"result": name, "points": points, "capacity": most, "overrun": not section, "mf_left": left}


@rule("8.33", "8.53")
def _mf_left(fight: _Fight) -> dict[str, int]:
    """MF with which the victors of an Overrun may go on."""
    left = {}
    for piece in (p for p in fight.pieces() if p.printed.mf is not None):
        used = r08_mf.mf_used(fight.inquiry, piece)
        left[piece.uid] = r08_mf.allowance(fight.inquiry, piece) - used
        fight.inquiry.note("8.53", f"{piece.printed.title} has used {used} MF; left", left[piece.uid])
    return left


def _changes(position: Position, after: Draft, fight: _Fight) -> dict[str, Any]:
    """What the roll does by itself, and who may choose."""
    side, units = fight.data["attacker"], [*fight.data["units"], *fight.data["support"]]
    units += [u for u in sorted(position.pieces) if u not in units and _affected(position, after, u, side)]
    statuses = {u: after.pieces[u].status for u in units}
    forced = {u: after.pieces[u].space for u in units if after.pieces[u].space != position.pieces[u].space}
    for uid in units:
        _tell_status(fight, position.pieces[uid], statuses[uid])
    may = {} if fight.margin > 0 else _may_retreat(fight, forced)
    won = [e.id for e in position.board.edges.values() if _holder(after, e.id) != _holder(position, e.id)]
    for uid, space in forced.items():
        title, name = position.pieces[uid].printed.title, position.board.name(space)
        fight.inquiry.note("8.51", f"{title} lost a Mandatory Assault and retreats to {name}")
    for edge in won:
        fight.inquiry.note("8.511", f"the crossing {edge} becomes friendly")
    _tell_inside(fight, after)
    return {"statuses": statuses, "must_retreat": forced, "may_retreat": may, "won": won}


def _affected(position: Position, after: Draft, uid: str, side: str) -> bool:
    """Whether the roll changed a unit of the attacker that did not take part."""
    before, now = position.pieces[uid], after.pieces[uid]
    return before.side == side and (before.status, before.space) != (now.status, now.space)


@rule("12.3", "8.52", "9.7", "16.1", "21.5")
def _tell_status(fight: _Fight, piece: Piece, status: str) -> None:
    """One step about the new status of one unit of the attacker."""
    if status == piece.status:
        return
    if piece.uid in fight.data["support"]:
        section = "9.7"
    elif piece.uid in fight.data["units"]:
        section = "12.3"
    elif status == terms.SPENT:
        section = "8.52"
    else:
        section = "21.5" if fight.inquiry.text("phase") == "amphibious" else "16.1"
    fight.inquiry.note(section, f"{piece.printed.title}: {piece.status} to {status}")


def _holder(state: Position | Draft, edge: str) -> tuple[str, str]:
    return state.text("bridge", edge), state.text("river", edge)


@rule("9.41", "9.42", "9.61", "21.2", "21.5")
def _may_retreat(fight: _Fight, forced: Mapping[str, str]) -> dict[str, str]:
    """Units that may choose to retreat, with the reason of those that may not."""
    inquiry, may = fight.inquiry, {}
    phase = {"airborne": "21.2", "amphibious": "21.5"}.get(inquiry.text("phase"))
    for piece in fight.pieces():
        if piece.uid in forced:
            continue
        title, to = piece.printed.title, r09_retreats.attacker_destination(inquiry, piece, forced=False)
        if to:
            may[piece.uid] = to
            inquiry.note("9.61", f"{title} may retreat to {inquiry.board.name(to)}")
        elif phase:
            inquiry.note(phase, f"{title} does not retreat in this phase of D-Day")
        elif terms.started_in(inquiry, piece) == piece.space:
            inquiry.note("9.61", f"{title} began the impulse there and stays")
        else:
            inquiry.note("9.41", f"{title} has no Area to go back to and stays")
    return may


@rule("8.54")
def _tell_inside(fight: _Fight, after: Draft) -> None:
    """What an assault inside the Active Area leaves to the other units that began there."""
    cost, name = after.number("assault-mf", fight.area), fight.inquiry.board.name(fight.area)
    if cost:
        fight.inquiry.note(
            "8.54", f"every unit that began in {name} and moves later has used {cost} MF", cost
        )
