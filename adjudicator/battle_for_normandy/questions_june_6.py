"""Questions about June 6: drops, gliders, landings, fire, Strongpoints, batteries, the End Phase."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import r17_pathfinders, r18_beaches, r18_rulings, r19_pegasus, terms
from adjudicator.battle_for_normandy.r18_fire import Volley
from adjudicator.errors import MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling

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

    Example: adjudicator drop battle-for-normandy:campaign "505 Pathfinder" --dice 4 --dice 5
    """

    unit: _Unit
    at: Annotated[str, Meta(description="the hex aimed at, or the hex of the Pathfinder")] = ""
    dice: Annotated[tuple[_Die, ...], Meta(description="accuracy and direction, if they have fallen")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, strict = asking.position, asking.strict
        piece = find_unit(position, self.unit)
        at = find_space(position.board, self.at).id if self.at else ""
        if r17_pathfinders.is_pathfinder(piece) or r19_pegasus.is_coup(piece):
            return r18_rulings.pathfinder_ruling(position, piece, at, dice=self.dice, strict=strict)
        return r18_rulings.drop_ruling(position, piece, at or _pathfinder(position, piece), strict=strict)


def _pathfinder(position: Position, piece: Piece) -> str:
    """Hex of the Pathfinder around which a unit drops; its set-up hex while it has not landed."""
    from adjudicator.battle_for_normandy import r17_drop

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
        to = find_space(position.board, self.to).id
        return r18_rulings.glider_ruling(position, find_unit(position, self.unit), to, strict=asking.strict)


@question("landing")
class Landing(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Survival of DD Tanks, Drift and expected arrivals of a beach in Phase 1.

    Example: adjudicator landing tests/saves/epsom.vsav king-red
    """

    beach: Annotated[str, Meta(description="a beach: its name or its Beach hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        slug = _beach(asking.position, self.beach)
        return r18_rulings.landing_ruling(asking.position, slug, strict=asking.strict)


def _beach(position: Position, word: str) -> str:
    known = r18_beaches.beaches(position.board)
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
        position = asking.position
        if not self.units:
            raise MalformedAction("no unit fires", "Name them: --units ...")
        units = tuple(find_unit(position, u).uid for u in self.units)
        support = [find_unit(position, u) for u in self.support]
        ships = tuple(p.uid for p in support if terms.is_naval(p.printed))
        guns = next((p.uid for p in support if p.uid not in ships), "")
        volley = Volley(units, find_space(position.board, self.target).id, guns, ships)
        return r18_rulings.volley_ruling(position, volley, strict=asking.strict)


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
        at = find_space(position.board, self.at).id if self.at else ""
        return r18_rulings.battery_ruling(position, find_unit(position, self.unit), at, strict=asking.strict)


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
        return r18_rulings.march_ruling(position, find_unit(position, self.unit), path, strict=asking.strict)


@question("regroup")
class Regroup(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The check list of the End Phase of the invasion.

    Example: adjudicator regroup tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r18_rulings.regroup_ruling(asking.position, strict=asking.strict)
