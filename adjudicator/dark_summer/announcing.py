"""The actions that questions suppose, each in the position in which it would be announced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.dark_summer import terms
from adjudicator.position import Piece, Position
from adjudicator.supposing import Supposed, suppose

__all__ = ["attack", "best", "journey", "landing_force", "placing"]

_WAVES = frozenset({"first-wave", "second-wave"})


def best(position: Position, actions: Iterable[Action]) -> Iterator[Supposed]:
    """Of several actions of which one is enough, the first that nothing but the moment is against.

    Yields
    ------
    Supposed
        One, or none where there is no action.
    """
    known = list(actions)
    able = (action for action in known if not suppose(position, action).violations)
    if known:
        yield Supposed(position, next(able, known[0]))


def attack(position: Position, target: str, units: Sequence[str], *, wave: str = "") -> Iterator[Supposed]:
    """The attack of units on a hex, or the Combat in the Cherbourg Box.

    Parameters
    ----------
    wave
        ``first-wave`` or ``second-wave`` where that Round is meant.
    """
    from adjudicator.dark_summer.r09_first_wave import AssaultBeach
    from adjudicator.dark_summer.r11_attack import Attack
    from adjudicator.dark_summer.r11_cherbourg_combat import CherbourgCombat

    kind = wave or position.text("round-kind")
    if target == terms.CHERBOURG:
        yield Supposed(position, CherbourgCombat())
    elif kind == "first-wave" and {*units} in ({p.uid for p in landing_force(position, target, wave)}, set()):
        yield Supposed(_in_wave(position, wave), AssaultBeach(target))
    elif units:
        yield Supposed(_in_wave(position, wave), Attack(target, tuple(units)))


def landing_force(position: Position, target: str, wave: str = "") -> tuple[Piece, ...]:
    """Units that attack a hex together in the 1st Wave Round; empty in any other.

    Parameters
    ----------
    wave
        As in `attack`.
    """
    from adjudicator.dark_summer.r09_first_wave import assailants

    if (wave or position.text("round-kind")) != "first-wave":
        return ()
    return assailants(_in_wave(position, wave), target)


def _in_wave(position: Position, wave: str) -> Position:
    """The position in the Wave Round that a question means, where another Round is being played."""
    from adjudicator.dark_summer.r09_moment import in_round

    if wave not in _WAVES or position.raw("round-kind") == wave:
        return position
    draft = position.draft()
    in_round(draft, wave, terms.ALLIED, "combat")
    return draft.finish()


def journey(position: Position, uid: str, to: str = "") -> Iterator[Supposed]:
    """The Movement of a unit to a space, or to the first that it reaches; none where it reaches none.

    Parameters
    ----------
    position, uid, to
        The position, the unit, and the space; empty for any.
    """
    from adjudicator.dark_summer.r10_movement import Move
    from adjudicator.dark_summer.r10_reach import reach

    found = reach(position, uid)
    for space in [to] if to else [*found.destinations][:1]:
        if space in found.destinations:
            yield Supposed(position, Move(uid, tuple(found.path(space))))


def placing(position: Position, uids: Iterable[str]) -> Iterator[Supposed]:
    """The entry of one of several units in one of the hexes that are open to it.

    Parameters
    ----------
    position, uids
        The position, and ids of units that wait.
    """
    from adjudicator.dark_summer import r08_entry, r08_hexes, r08_placement, r08_third_wave

    actions = list[Action]()
    for uid in uids:
        piece = position.pieces[uid]
        if r08_entry.is_offshore_third_wave(piece):
            hexes = r08_third_wave.landing_hexes(position, piece)
            actions += [r08_third_wave.LandThirdWave(uid, where) for where in hexes]
        else:
            hexes = r08_hexes.entry_hexes(position, piece)
            actions += [r08_placement.PlaceReinforcement(uid, where) for where in hexes]
    return best(position, actions)
