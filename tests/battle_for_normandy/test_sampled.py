"""What a list of actions leaves out, `check BEFORE AFTER` finds from the difference of two positions."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.actions import Action
from adjudicator.asking.between import between
from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.r07.headquarters import ReturnHq, due, spots
from adjudicator.battle_for_normandy.r11.allocation import AllocateAa, AllocateAir
from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r19.carpet import CarpetBomb
from adjudicator.battle_for_normandy.r20.kg import PlaceKg, placeable
from adjudicator.game import apply, check
from adjudicator.position import Fact, Position
from maps.battle_for_normandy.grid import direction
from tests.battle_for_normandy.fighting import EAST, TARGET, fought, troops


def _at(phase: str, side: str, time: str, facts: Mapping[str, Fact], name: str = "carentan") -> Position:
    """A scenario in some phase."""
    draft = GAME.scenario(name).draft()
    draft.pending = ()
    for item, value in {"phase": phase, "side": side, "time": time, **facts}.items():
        draft.set(item, value)
    return draft.finish()


def _found(here: Position, action: Action) -> tuple[Action, ...]:
    """The actions by which a legal action is explained; it is none of those listed."""
    assert check(here, action).ok, check(here, action).reasons
    assert action not in set(GAME.handlers[_kind(action)].options(here))
    explained = between(here, apply(here, action), nodes=60)
    assert explained.ok
    return explained.actions


def _kind(action: Action) -> str:
    return next(kind for kind, known in GAME.kinds.items() if isinstance(action, known))


def test_a_carpet_of_any_ten_hexes() -> None:
    here = _at("movement", terms.ALLIED, "am", {"date": 50, "csp": 20})
    rows = (_row(space) for space in sorted(here.board.spaces) if space[:1] == "b")
    row = next(row for row in rows if all(space in here.board.spaces for space in row))
    (first, *_) = _found(here, CarpetBomb(row))
    assert isinstance(first, CarpetBomb)
    assert sorted(first.hexes) == sorted(row)


def _row(space: str) -> tuple[str, ...]:
    """Ten hexes straight to the east."""
    found = [space]
    while len(found) < 10 and (other := direction(found[-1], 2)) is not None:
        found.append(other)
    return (*found, *["nowhere"] * (10 - len(found)))


def test_an_allotment_of_any_points() -> None:
    plan = AllocateAir((3, 1, 4, 1, 5), 9)
    assert _found(_at("air", terms.ALLIED, "night", {"air-points": 100}), plan) == (plan,)
    guns = AllocateAa((2, 7, 1, 8, 2))
    assert _found(_at("air", terms.GERMAN, "night", {"aa-points": 35}), guns) == (guns,)


def test_an_attack_with_fewer_planes_than_there_are() -> None:
    ours, theirs = (troops(8, "us-1"), EAST), (troops(2, "ge-1"), TARGET)
    here = fought(ours, theirs, facts={("csp", ""): 40, ("ground-support", ""): 3})
    action = Attack(("us-1",), TARGET, air=2)
    assert _found(here, action)[0] == action


def test_a_kampfgruppe_where_nobody_stands() -> None:
    here = _at("german-replacements", terms.GERMAN, "night", {"date": 8}, "campaign")
    hq = placeable(here)[0]
    places = (PlaceKg(hq.uid, space) for space in sorted(here.board.spaces) if not here.units_in(space))
    action = next(a for a in places if check(here, a).ok)
    assert _found(here, action) == (action,)


def test_every_hex_to_which_a_headquarters_may_return_is_listed() -> None:
    draft = _at("movement", terms.GERMAN, "am", {}).draft()
    pieces = sorted(draft.pieces.values(), key=lambda p: p.uid)
    hq = next(p for p in pieces if p.side == terms.GERMAN and terms.is_corps_hq(p.printed))
    draft.place(hq.uid, terms.TRACK)
    draft.set("returns", 1, hq.uid)
    here = draft.finish()
    assert hq.uid in due(here, terms.GERMAN)
    listed = {a.space for a in GAME.handlers["return-hq"].options(here)}
    able = {s for s in spots(here, hq.uid) if check(here, ReturnHq(hq.uid, s)).ok}
    assert len(listed) > 10
    assert listed <= able
