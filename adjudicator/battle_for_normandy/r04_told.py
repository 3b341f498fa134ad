"""Section 4.0: what nobody decides when one phase gives way to the next, told to who ends the phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.battle_for_normandy import r14_entrenchments, r23_swap, terms
from adjudicator.battle_for_normandy.r04_flow import NIGHT, PM, Moment
from adjudicator.battle_for_normandy.r09 import landing as r09_landing
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.battle_for_normandy.r16_june_6 import JUNE_6
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r18 import end as r18_end
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals
from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg
from adjudicator.battle_for_normandy.r20 import ost as r20_ost
from adjudicator.battle_for_normandy.r22 import bloody_omaha as r22_bloody_omaha
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, State
from adjudicator.ruling import Fault

__all__ = ["told"]


def told(step: Callable[[Draft], object], state: State, there: Moment) -> Iterator[Fault]:
    """What a step that opens or closes a phase does, with its section; nothing where it does nothing then.

    Parameters
    ----------
    step
        Of those that `r04_phases` takes by itself.
    state, there
        The position before, and the phase that the step opens or closes.
    """
    saying = _SAYINGS.get(step)
    if saying is not None:
        yield from saying(state, there)


@rule("9.2.2", "9.2.2o")
def _queues(state: State, there: Moment) -> Iterator[Fault]:
    if there.phase == "movement" or terms.has_option(state, "9.2.2o"):
        section = "9.2.2" if there.phase == "movement" else "9.2.2o"
        yield Fault(section, "units in the Landing Queues advance one hex, where there is room ahead")


@rule("12.5.2")
def _guns(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    yield Fault(
        "12.5.2", f"the artillery of the {there.side.capitalize()} player is turned to its Ready side"
    )


@rule("12.5.2")
def _ships(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes them
    yield Fault("12.5.2", "all ships are turned to their Ready side")


@rule("14.3")
def _entrenchments(state: State, there: Moment) -> Iterator[Fault]:
    if any(piece.side == there.side for piece in _digging(state)):
        yield Fault("14.3", "Entrenchments begun a day ago are ready, where the Engineer has stayed")


def _digging(state: State) -> Iterator[Piece]:
    known = (
        state.pieces.get(uid) for (item, uid), where in state.facts.items() if item == "digging" and where
    )
    yield from (piece for piece in known if piece is not None)


@rule("17.1")
def _pathfinders(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes them
    yield Fault("17.1", "Pathfinders that came down on enemy units are removed")


@rule("18.8.1", "18.8.4", "19.6.1o")
def _end_phase(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    yield Fault("18.8.4", "all artillery of both sides is turned to its Ready side")
    if terms.has_option(state, "19.6.1o"):
        yield Fault("19.6.1o", "Assault Engineers leave the game; three AVRE or Crocodiles may stay")
    else:
        yield Fault("18.8.1", "AVRE and Assault Engineers leave the game, Crocodiles stay")


@rule("19.1", "19.2")
def _withdrawals(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    if there.side != terms.ALLIED or there.time != NIGHT:
        return
    if there.date < r19_withdrawals.FIRST:
        yield Fault("19.1", "battleships and US Airborne divisions are withdrawn from 30 June on, not now")
    elif there.date >= r19_withdrawals.LAST:
        yield Fault("19.1", "the battleships that are left, but for those exempt, leave without a roll")
        yield Fault("19.2", "the US Airborne divisions that are left leave without a roll")
    else:
        yield Fault("19.1", "one die is rolled for all battleships but those exempt")
        yield Fault("19.2", "a die is rolled for each US Airborne division")


@rule("19.2")
def _leaving(state: State, there: Moment) -> Iterator[Fault]:
    late = there.time == PM or (there.time == NIGHT and there.date >= r19_withdrawals.LAST)
    if late and any(item == "leaving" and since for (item, _), since in state.facts.items()):
        yield Fault("19.2", "US Airborne divisions that were to leave are removed")


@rule("19.2")
def _leaving_before(state: State, there: Moment) -> Iterator[Fault]:
    if there.side == terms.GERMAN and there.time == PM:
        yield from _leaving(state, there)


@rule("18.9.4")
def _strongpoints(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    if there.date <= JUNE_6:
        yield Fault("18.9.4", "no Strongpoint is Isolated before the German Combat Phase of 7 June Night")
    else:
        yield Fault("18.9.4", "a die is rolled for each Isolated Strongpoint")


@rule("20.4")
def _port(state: State, there: Moment) -> Iterator[Fault]:
    scored = state.said("port-scored") is True
    if there.date == r20_cherbourg.SCORING_DAY and there.time == NIGHT and not scored:
        yield Fault("20.4", "the port of Cherbourg is scored, unless the Allied player has captured it")


@rule("20.7")
def _ost(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    if there.time == NIGHT:
        yield Fault("20.7", "no Ost battalion loses a step at the end of a Night turn")
    else:
        yield Fault("20.7", "Ost battalions that no line of any length supplies lose a step")


@rule("22.8o")
def _bloody_omaha(state: State, there: Moment) -> Iterator[Fault]:  # noqa: ARG001 - every saying takes it
    if terms.has_option(state, "22.8o"):
        yield Fault("22.8o", "the 30th Mobile Brigade is taken off the map: its HQ does not come back")


@rule("23.5")
def _swaps(state: State, there: Moment) -> Iterator[Fault]:
    if there.side == terms.ALLIED and there.time == NIGHT and terms.has_option(state, "23.5"):
        yield Fault("23.5", "towed guns whose day has come take the place of self-propelled ones")


_SAYINGS: Mapping[Callable[[Draft], object], Callable[[State, Moment], Iterator[Fault]]] = {
    r09_landing.close_movement: _queues,
    r12_ready.ready_guns: _guns,
    r12_ready.ready_ships: _ships,
    r14_entrenchments.finish: _entrenchments,
    r17_pathfinders.remove_from_enemies: _pathfinders,
    r18_end.open_phase: _end_phase,
    r18_strongpoints.end_of_combat: _strongpoints,
    r19_withdrawals.open_reinforcements: _withdrawals,
    r19_withdrawals.open_movement: _leaving_before,
    r19_withdrawals.end_of_turn: _leaving,
    r20_cherbourg.score: _port,
    r20_ost.dissolve: _ost,
    r22_bloody_omaha.withdraw: _bloody_omaha,
    r23_swap.swap: _swaps,
}
