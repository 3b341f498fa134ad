"""Questions about June 6: drops, gliders, landings, fire, Strongpoints, batteries, the End Phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import german_movement as r18_german_movement
from adjudicator.battle_for_normandy.r18 import landing as r18_landing
from adjudicator.battle_for_normandy.r18 import rulings as r18_rulings
from adjudicator.battle_for_normandy.r18 import volley_rulings as r18_volley_rulings
from adjudicator.battle_for_normandy.r18.fire import Volley
from adjudicator.battle_for_normandy.r18.german_movement import March as GermanMarch
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus
from adjudicator.errors import MalformedAction
from adjudicator.names import find_hex, find_on_map, find_space, find_unit
from adjudicator.position import UNKNOWN, Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Violation
from adjudicator.supposing import Supposed

__all__ = [
    "Batteries",
    "Dives",
    "Drop",
    "Glider",
    "Landing",
    "March",
    "Pegasus",
    "Regroup",
    "Strongpoints",
    "VolleyOf",
]

_Unit = Annotated[str, Meta(description="one unit", extra={"word": True})]
_Die = Annotated[int, Meta(ge=1, le=6)]


@question("drop")
class Drop(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a Pathfinder or a parachute battalion comes down: every hex, its chance and its casualties.

    Example: adjudicator drop battle-for-normandy:campaign "505 Pathfinder" --roll 4 5
    """

    unit: _Unit
    at: Annotated[str, Meta(description="the hex aimed at, or the hex of the Pathfinder")] = ""
    dice: Annotated[tuple[_Die, ...], Meta(description="accuracy and direction, if they have fallen")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, strict = asking.position, asking.strict
        piece = find_unit(position, self.unit)
        at = find_space(position.board, self.at).id if self.at else ""
        if at and not terms.is_hex(position.board.spaces[at]):
            raise MalformedAction(f"{position.board.name(at)} is no hex", "Name a hex: --at A4118")
        if r17_pathfinders.is_pathfinder(piece) or r19_pegasus.is_coup(piece):
            return r18_rulings.pathfinder_ruling(position, piece, at, dice=self.dice, strict=strict)
        return r18_rulings.drop_ruling(position, piece, at or _pathfinder(position, piece), strict=strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The drop: of a Pathfinder at the hex that is named, of a battalion around its Pathfinder."""
        from adjudicator.battle_for_normandy.r17.drop import Drop as DropUnits
        from adjudicator.battle_for_normandy.r17.drop import pathfinders_of
        from adjudicator.battle_for_normandy.r17.pathfinders import DropPathfinder

        position, piece = asking.position, find_unit(asking.position, self.unit)
        at = find_space(position.board, self.at).id if self.at else ""
        if r17_pathfinders.is_pathfinder(piece) or r19_pegasus.is_coup(piece):
            draft = position.draft()
            if at and position.raw("target", piece.uid) is UNKNOWN:
                draft.set("target", at, piece.uid)  # a sketch names its set-up hex so
            yield Supposed(draft.finish(), DropPathfinder(piece.uid, at))
            return
        for guide in pathfinders_of(position, piece):
            if at in {"", guide.space}:
                yield Supposed(position, DropUnits(piece.uid, guide.uid))
                return


def _pathfinder(position: Position, piece: Piece) -> str:
    """Hex of the Pathfinder around which a unit drops; its set-up hex while it has not landed."""
    from adjudicator.battle_for_normandy.r17 import drop as r17_drop

    found = r17_drop.pathfinders_of(position, piece)
    if not found:
        raise MalformedAction(f"no Pathfinder of {piece.printed.title} has landed", "Name a hex: --at A4118")
    return found[0].space


@question("glider")
class Glider(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a glider unit may aim at a hex, where it comes down, and its chance to stay whole.

    Example: adjudicator glider battle-for-normandy:campaign "1/325" A4218
    """

    unit: _Unit
    to: Annotated[str, Meta(description="the hex aimed at", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        to = find_hex(position.board, self.to).id
        return r18_rulings.glider_ruling(position, find_unit(position, self.unit), to, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The glider landing."""
        from adjudicator.battle_for_normandy.r17.gliders import LandGlider

        to = find_space(asking.position.board, self.to).id
        yield Supposed(asking.position, LandGlider(find_unit(asking.position, self.unit).uid, to))


@question("landing")
class Landing(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Survival of DD Tanks, Drift and expected arrivals of a beach in Phase 1.

    Example: adjudicator landing tests/saves/epsom.vsav king-red
    """

    beach: Annotated[str, Meta(description="a beach: its name or its Beach hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, slug = asking.position, _beach(asking.position, self.beach)
        there = supposed.at_moment(position, self._action(position))
        beach = r18_beaches.beaches(position)[slug]
        ruling = r18_rulings.landing_ruling(there, slug, strict=asking.strict)
        why = r18_landing.waits(there, beach) if there.number("invasion") == 1 else ""
        return replace(ruling, moment=(Violation("18.3.1", why),)) if why else ruling

    def _action(self, position: Position) -> r18_landing.ComeAshore:
        return r18_landing.ComeAshore(r18_beaches.beaches(position)[_beach(position, self.beach)].hex)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That units land there, where one is left in the first Assault Hex."""
        position, slug = asking.position, _beach(asking.position, self.beach)
        if r18_landing.distribution(position, slug):
            draft = position.draft()
            r18_landing.landed_before(draft, r18_beaches.beaches(position)[slug])
            yield Supposed(draft.finish(), self._action(position))


def _beach(position: Position, word: str) -> str:
    known = r18_beaches.beaches(position)
    slug = word.casefold().replace(" ", "-")
    if slug in known:
        return slug
    hexes = {b.hex: b.slug for b in known.values()}
    if word.casefold() in hexes:
        return hexes[word.casefold()]
    raise MalformedAction(f"there is no beach {word!r}", f"Known: {', '.join(known)}")


@question("volley")
class VolleyOf(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fire Combat of June 6: the Hit Number line by line, the chance, and who may be the loss.

    Example: adjudicator volley battle-for-normandy:campaign C1829 --with I/916
    """

    target: Annotated[str, Meta(description="the hex fired at", extra={"word": True})]
    units: Annotated[tuple[str, ...], Meta(description="who fires, all in one hex")]
    support: Annotated[tuple[str, ...], Meta(description="artillery or ships that add their strength")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, volley = asking.position, self._volley(asking.position)
        side = position.pieces[volley.units[0]].side
        if r18_volley_rulings.fires_alone(position, side):
            return r18_volley_rulings.shot_ruling(position, volley, strict=asking.strict)
        there = supposed.at_moment(position, self._fire(position))
        return r18_volley_rulings.volley_ruling(there, volley, strict=asking.strict)

    def _volley(self, position: Position) -> Volley:
        if not self.units:
            raise MalformedAction("no unit fires", "Name them: --with ...")
        units = tuple(find_unit(position, u).uid for u in self.units)
        support = [find_unit(position, u) for u in self.support]
        ships = tuple(p.uid for p in support if terms.is_naval(p.printed))
        guns = next((p.uid for p in support if p.uid not in ships), "")
        return Volley(units, find_space(position.board, self.target).id, guns, ships)

    def _fire(self, position: Position) -> InvasionFire:
        volley, support = self._volley(position), [find_unit(position, u).uid for u in self.support]
        return InvasionFire(volley.units, volley.target, tuple(support))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The Fire Combat of all; in the Airborne and Reaction Combat Segments the shot of each alone."""
        from adjudicator.battle_for_normandy.r17.airborne import Shoot, shoot_faults

        position, volley = asking.position, self._volley(asking.position)
        side = position.pieces[volley.units[0]].side
        if not r18_volley_rulings.fires_alone(position, side):
            yield Supposed(position, self._fire(position))
            return
        marks = [p.uid for p in r18_volley_rulings.marks_of(position, volley, side)]
        for uid in volley.units if marks else ():
            there = supposed.at_moment(position, Shoot(uid, marks[0]))
            fit = (mark for mark in marks if not shoot_faults(there, uid, mark))
            yield Supposed(position, Shoot(uid, next(fit, marks[0])))


@question("dives")
class Dives(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chances that the bridges over the Dives are blown, with none, one or two CSPs.

    Example: adjudicator dives tests/saves/epsom.vsav --points 2
    """

    points: Annotated[int, Meta(description="CSPs spent, 0 to 2")] = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r18_rulings.dives_ruling(asking.position, self.points, strict=asking.strict)


@question("strongpoints")
class Strongpoints(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where Strongpoints may be placed, whether one may stand in a hex, or whether it is isolated.

    Example: adjudicator strongpoints battle-for-normandy:campaign
    """

    subject: Annotated[str, Meta(description="a Strongpoint, or an area: omaha", extra={"word": True})] = ""
    to: Annotated[str, Meta(description="the hex where it is to be placed")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, strict = asking.position, asking.strict
        areas = {"", "cherbourg", *terms.SITES}
        if self.subject.casefold() in areas:
            return r18_rulings.strongpoints_ruling(position, self.subject.casefold(), strict=strict)
        to = find_space(position.board, self.to).id if self.to else ""
        piece = find_unit(position, self.subject)
        return r18_rulings.strongpoint_ruling(position, piece, to, strict=strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That the Strongpoint is placed in the hex that is named."""
        from adjudicator.battle_for_normandy.r18.strongpoints import PlaceStrongpoint

        position = asking.position
        if self.to and self.subject.casefold() not in {"", "cherbourg", *terms.SITES}:
            to = find_space(position.board, self.to).id
            yield Supposed(position, PlaceStrongpoint(find_unit(position, self.subject).uid, to))


@question("pegasus")
class Pegasus(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chance that the company of the 2nd O&B takes Pegasus Bridge.

    Example: adjudicator pegasus battle-for-normandy:campaign
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r18_rulings.pegasus_ruling(asking.position, strict=asking.strict)


@question("battery")
class Batteries(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What holds for a fixed battery, and whether it may fire at a hex.

    Example: adjudicator battery battle-for-normandy:campaign merville
    """

    unit: _Unit
    at: Annotated[str, Meta(description="the hex fired at")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        at = find_hex(position.board, self.at).id if self.at else ""
        return r18_rulings.battery_ruling(
            position, find_on_map(position, self.unit), at, strict=asking.strict
        )

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That it fires alone at the enemies there; in the invasion guns only support: see `volley`."""
        from adjudicator.battle_for_normandy.r13.fire import FireAlone
        from adjudicator.battle_for_normandy.r13.ships import FireAtShip
        from adjudicator.battle_for_normandy.r16_june_6 import PHASES

        position = asking.position
        if not self.at or position.text("phase") in PHASES:
            return
        gun, at = find_unit(position, self.unit), find_space(position.board, self.at).id
        there = terms.enemies(position, at, gun.side)
        ship = next((p for p in there if terms.is_naval(p.printed)), None)
        if there:
            yield Supposed(position, FireAtShip(gun.uid, ship.uid) if ship else FireAlone(gun.uid, at))


@question("june-6-march")
class March(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a German unit may move in the reaction to the drop or in a Beach Invasion Phase.

    Example: adjudicator june-6-march battle-for-normandy:campaign I/916
    """

    unit: _Unit
    path: Annotated[tuple[str, ...], Meta(description="the hexes that it would enter")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        path = [find_space(position.board, word).id for word in self.path]
        piece = find_unit(position, self.unit)
        probe = GermanMarch(piece.uid, tuple(path) or (piece.space,))
        there = supposed.at_moment(position, probe)
        ruling = r18_rulings.march_ruling(there, piece, path, strict=asking.strict)
        return supposed.remarked(ruling, position, [probe])

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The march along the path that is named; else into the nearest hex, where there is one."""
        position, piece = asking.position, find_unit(asking.position, self.unit)
        path = tuple(find_space(position.board, word).id for word in self.path)
        if not path and terms.on_map(position, piece):
            there = supposed.at_moment(position, GermanMarch(piece.uid, (piece.space,)))
            path = next((way for _, way in r18_german_movement.reach(there, piece).values() if way), ())
        if path:
            yield Supposed(position, GermanMarch(piece.uid, path))


@question("regroup")
class Regroup(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The check list of the End Phase of the invasion.

    Example: adjudicator regroup tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r18_rulings.regroup_ruling(asking.position, strict=asking.strict)
