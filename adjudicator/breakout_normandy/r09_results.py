"""Sections 9.4 to 9.43, 8.53, 8.54, 8.511 and 12.3: what an assault does to both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r09_retreats, r23_cards, terms
from adjudicator.breakout_normandy.r09_casualties import ask_losses, capacity, eliminate
from adjudicator.breakout_normandy.r09_chances import casualty_points
from adjudicator.citation import rule
from adjudicator.game import RollRule
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault

__all__ = ["ROLLS", "overrun_bar", "resolve", "win_crossings"]

FIELD_ARTILLERY = "field-artillery"


@rule("8.53", "14.4", "21.2", "21.5")
def overrun_bar(view: View, area: str) -> Fault:
    """Why there is no Overrun in an Area: Bocage, Zone, or the first phases of D-Day (8.53).

    Returns
    -------
    (section, sentence)
        Both empty when there may be one.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> overrun_bar(GAME.scenario("d-day"), "utah-beach")
    Fault(rule='21.2', text='no Overrun in the Airborne Phase')
    """
    phase = view.text("phase")
    if phase == "airborne":
        return Fault("21.2", "no Overrun in the Airborne Phase")
    if phase == "amphibious":
        return Fault("21.5", "no Overrun in the Amphibious Assault Phase")
    if terms.is_zone(view, area):
        return Fault("8.53", f"no Overrun in {view.board.name(area)}, a Zone")
    if terms.is_bocage(view, area, "8.53"):
        return Fault("8.53", f"no Overrun in {view.board.name(area)}, which is Bocage")
    return Fault("", "")


@rule("9.1", "9.11", "9.4")
def resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Let the dice of an assault take effect (9.4).

    Parameters
    ----------
    data
        The assault, with its Attack Value and Defense Value.
    values
        Attacker's and defender's DR.
    """
    r23_cards.record(draft, data["attacker"], values)
    margin = data["av"] + values[0] - data["dv"] - values[1]
    if margin < 0:
        _failure(draft, data)
    elif margin == 0:
        _stalemate(draft, data)
    else:
        _success(draft, data, casualty_points(margin, bocage=_bocage(draft, data["area"])))


def _bocage(view: View, area: str) -> bool:
    return terms.is_bocage(view, area, "9.5")


def _spend(draft: Draft, units: Iterable[str]) -> None:
    """Flip Fresh units to Spent (12.1)."""
    for uid in units:
        if draft.pieces[uid].status == terms.FRESH:
            draft.set_status(uid, terms.SPENT)


@rule("12.2")
def _disrupt(draft: Draft, units: Iterable[str]) -> None:
    """Mark units that are better off Disrupt 1; attackers never get worse than that."""
    for uid in units:
        if draft.pieces[uid].status in {terms.FRESH, terms.SPENT}:
            draft.set_status(uid, terms.D1)


def _entered(draft: Draft, area: str, side: str) -> list[str]:
    """Units of a side that entered the Area in this impulse."""
    there = terms.friends(draft, area, side)
    return [p.uid for p in there if draft.text("came-from", p.uid) and terms.started_in(draft, p) != area]


def _guns(draft: Draft, units: Iterable[str]) -> list[str]:
    return [u for u in units if draft.pieces[u].printed.type == FIELD_ARTILLERY]


def _release(draft: Draft, units: Iterable[str]) -> None:
    """The Mandatory Assaults have been made (8.51)."""
    for uid in units:
        draft.clear("mandatory", uid)


@rule("9.41", "8.51", "8.54", "12.3", "16.1", "21.2", "21.5")
def _failure(draft: Draft, data: Mapping[str, Any]) -> None:
    """All assaulting units are disrupted; those of a Mandatory Assault retreat."""
    area, units, side = data["area"], data["units"], data["attacker"]
    forced = [u for u in units if draft.flag("mandatory", u)]
    entered = _entered(draft, area, side)
    _disrupt(draft, units)
    _spend(draft, data["support"])
    if forced:
        guns = _guns(draft, entered)
        _disrupt(draft, guns)
        forced += [u for u in guns if draft.flag("mandatory", u)]
    if draft.text("phase") == "amphibious":
        _disrupt(draft, entered)
    _spend(draft, entered)
    for uid in forced:
        to = r09_retreats.attacker_destination(draft, draft.pieces[uid], forced=True)
        if to:
            r09_retreats.move_back(draft, uid, to)
    _release(draft, entered)
    r09_retreats.offer_attackers(draft, area, [u for u in units if u not in forced], side, lost=True)


@rule("9.42", "12.3")
def _stalemate(draft: Draft, data: Mapping[str, Any]) -> None:
    """Assaulting and supporting units are Spent, the Point Unit is disrupted; any may retreat."""
    area, units, side = data["area"], data["units"], data["attacker"]
    win_crossings(draft, area, units, side)
    _disrupt(draft, [data["point"]])
    entered = _entered(draft, area, side)
    _spend(draft, [*units, *data["support"], *entered])
    _release(draft, entered)
    r09_retreats.offer_attackers(draft, area, units, side)


@rule("9.43", "8.53", "8.54", "9.8", "12.3")
def _success(draft: Draft, data: Mapping[str, Any], points: int) -> None:
    """The defender pays; who overruns him goes on, everybody else is Spent."""
    area, units, side = data["area"], data["units"], data["attacker"]
    win_crossings(draft, area, units, side)
    defenders = terms.enemies(draft, area, side)
    too_much = points > capacity(defenders)
    entered = _entered(draft, area, side)
    overrun = too_much and not overrun_bar(draft, area)[0]
    if overrun:
        draft.set("attacked", "overrun", area)
        _spend(draft, [u for u in entered if u not in units])
    else:
        _spend(draft, [*units, *data["support"], *entered])
    _release(draft, entered)
    defender = terms.enemy_of(side)
    if too_much:
        for piece in defenders:
            eliminate(draft, piece.uid)
        r07.update_control(draft, area)
    elif points:
        ask_losses(draft, area, defender, points, data["forward"])
    else:
        r09_retreats.offer_defenders(draft, area, defender)


@rule("4.7", "8.511", "20.1")
def win_crossings(draft: Draft, area: str, units: Iterable[str], side: str) -> None:
    """Bridges and rivers crossed in a Mandatory Assault that is not repulsed become friendly (8.511).

    Parameters
    ----------
    area, units, side
        The attacked space, the assaulting units and their side.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "pont-labbe")
    >>> for item, value in {"mandatory": True, "crossed": "bridge", "came-from": "valognes"}.items():
    ...     draft.set(item, value, "us-4-8")
    >>> win_crossings(draft, "pont-labbe", ["us-4-8"], "allied"); draft.text("bridge", "pont-labbe/valognes")
    'allied'
    """
    for uid in units:
        edge = draft.board.edge(draft.text("came-from", uid), area)
        crossed = draft.text("crossed", uid)
        if edge is None or not draft.flag("mandatory", uid) or crossed not in {"bridge", "river"}:
            continue
        if edge.bridge and draft.text("bridge", edge.id) != "destroyed":
            draft.set("bridge", side, edge.id)
        if edge.boundary == "river":
            draft.set("river", side, edge.id)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the assault on {state.board.name(data['area'])}"


ROLLS = {"assault": RollRule(resolve, _why, "9.1", r23_cards.refusal, "23.31")}
