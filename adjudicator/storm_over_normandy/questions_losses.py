"""Questions about damage: every way to take it, and where units retreat."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from adjudicator import showing
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    hypothesis,
    r05_flow,
    r10_damage,
    r10_retreat_areas,
    r10_retreats,
    terms,
)
from adjudicator.storm_over_normandy.r09_strength import Attack, current, targets_of
from adjudicator.supposing import Supposed
from adjudicator.wording import way_words

__all__ = ["QUESTIONS", "Losses", "Retreats", "count_of", "note_prices", "told_ways"]

_LISTED, _MOST = 200, 10_000  # ways that are listed, and that are listed with --all
_LEVELS = {
    "flip": "flip",
    "spent": "flip",
    "retreat": "retreat",
    "eliminate": "eliminate",
    "eliminated": "eliminate",
}
_Area = Annotated[str, Meta(description="the Area", extra={"word": True})]


# --- losses -----------------------------------------------------------------------------------------------


def count_of(ways: int) -> str:
    """How many ways there are, for a sentence.

    Examples
    --------
    >>> count_of(1), count_of(2345)
    ('1 way', '2,345 ways')
    """
    return f"{ways:,} way{'' if ways == 1 else 's'}"


def told_ways(
    inquiry: Inquiry, pieces: Sequence[Piece], damage: int, attack: Attack | None, *, whole: bool = False
) -> Iterator[dict[str, Any]]:
    """Legal ways to take damage, the fewest points first, two hundred at most, or ten thousand.

    Parameters
    ----------
    damage
        Damage points received, one or more.
    whole
        Whether a long list is wanted.

    Yields
    ------
    dict
        ``losses``: unit -> what happens to it; ``points`` that are applied.
    """
    found = r10_damage.ways_to_take(terms.state_of(inquiry), pieces, damage, attack)
    for losses in itertools.islice(found, _MOST if whole else _LISTED):
        spent = sum(r10_damage.levels_of(inquiry, inquiry.pieces[uid])[level] for uid, level in losses)
        yield {"losses": dict(losses), "points": spent}


def note_ways(inquiry: Inquiry, ways: Iterable[Mapping[str, Any]]) -> None:
    """Record each way to take damage, as `--take` takes it.

    Parameters
    ----------
    ways
        As `told_ways` tells them.
    """
    for way in ways:
        inquiry.steps.append(
            showing.way("10.1", way_words(inquiry.state, way["losses"].items()), way["points"])
        )


def note_prices(inquiry: Inquiry, pieces: Sequence[Piece], attack: Attack | None) -> None:
    """Record what damage does to each unit, and where it would retreat.

    Parameters
    ----------
    inquiry, pieces, attack
        Takes the steps; the units attacked; the attack.
    """
    for piece in pieces:
        levels = r10_damage.levels_of(inquiry, piece)
        prices = ", ".join(f"{word} {cost}" for word, cost in levels.items() if word)
        inquiry.note("10.0", f"{piece.printed.title}, {piece.status}: {prices}")
        if terms.is_strongpoint(piece.printed):
            continue
        told = r10_retreat_areas.told_ends(inquiry, piece.uid, piece.space, attack=attack)
        lives = r10_retreats.has_place(inquiry, piece.uid, piece.space, attack=attack)
        stays = attack is not None and attack.no_elimination
        lost = "is then eliminated" if told else "is eliminated if it must"
        fate = "stays where it is" if stays else lost
        text = f"would retreat to {' or '.join(told)}" if told else "has no place to retreat to"
        inquiry.note("10.2", f"{piece.printed.title} {text}{'' if lives else f', and {fate}'}")


def _context(position: Position, area: str, side: str, card: str) -> Attack:
    """The attack that damages units of a side: the one under way, or one that is supposed."""
    attack, enemy = current(position), terms.enemy_of(side)
    if card:
        known = hypothesis.card_named(position, card)
        if "eliminate" not in known.params:
            raise MalformedAction(f"{known.title} is no attack by a card")
        power = known.number("firepower")
        return Attack("card", enemy, area, firepower=power, no_elimination=not known.params["eliminate"])
    if attack is not None and (attack.area, attack.side) == (area, enemy):
        return attack
    if position.text("phase") == "strongpoints" and side == terms.ALLIED:
        from adjudicator.storm_over_normandy.r04_invasion import strongpoint_attack

        return strongpoint_attack(position, area)
    return Attack("fire", enemy, area)


def _require_owner(inquiry: Inquiry, side: str, card: str) -> None:
    """Refuse a card of the side whose units it would attack."""
    known = hypothesis.card_named(inquiry, card)
    owner, other = known.side.capitalize(), terms.enemy_of(known.side).capitalize()
    text = f"{known.title} is of the {owner} deck, and attacks {other} units"
    inquiry.require("6.2", known.side != side, "", text)


def _damaged_side(position: Position, area: str, card: str) -> str:
    if card:
        return terms.enemy_of(hypothesis.card_named(position, card).side)
    sides = {p.side for p in position.units_in(area)}
    return sides.pop() if len(sides) == 1 else terms.enemy_of(r05_flow.whose_impulse(position))


@question("losses")
class Losses(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every legal way to take damage points, or a check of one of them.

    Example: adjudicator losses tests/saves/storm.vsav bretteville --points 4 --take 25=eliminate

    Example: adjudicator losses tests/saves/storm.vsav bretteville --points 4 --take 26=flip
    25=retreat:evrecy
    """

    area: _Area = ""
    points: Annotated[int | None, Meta(description="damage points; by default those that are due")] = None
    side: Annotated[str, Meta(description="whose units; by default the side that is there alone")] = ""
    card: Annotated[str, Meta(description="the card that attacks, if one does")] = ""
    take: Annotated[
        tuple[str, ...], Meta(description="UNIT=flip, UNIT=retreat, UNIT=retreat:AREA, UNIT=eliminate")
    ] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, top = asking.position, asking.position.decision
        due = r10_damage.DUE.asked(position)
        if not self.area and due is None:
            raise MalformedAction("losses of whom", "Name an Area")
        area = find_space(position.board, self.area).id if self.area else (due.area if due else "")
        points = self.points if self.points is not None else (due.damage if due else None)
        if points is None:
            raise MalformedAction("how much damage", "Give --points NUMBER")
        hypothesis.no_less_than_none(points, "points")
        side = hypothesis.one_side(self.side) or (
            top.player if top and due and not self.card else _damaged_side(position, area, self.card)
        )
        attack = _context(position, area, side, self.card)
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name(area)
        pieces = targets_of(inquiry, attack)
        box = not terms.is_area(position.board.spaces[area])
        inquiry.require("12.3", not box, "", f"units in {name} are never attacked", spaces=[area])
        if self.card:
            _require_owner(inquiry, side, self.card)
        told = f"no {side.capitalize()} unit is attacked in {name}"
        section = "4.0" if attack.kind == "strongpoints" else "9.1"
        if not inquiry.require(section, bool(pieces), "", told):
            return inquiry.ruling(f"losses {name}", f"Nobody takes damage in {name}.", None)
        if self.take:
            return self._taken(inquiry, pieces, points, attack)
        note_prices(inquiry, pieces, attack)
        ways = list(told_ways(inquiry, pieces, points, attack, whole=asking.whole)) if points > 0 else []
        count = r10_damage.count_of_ways(inquiry, pieces, points, attack) if points > 0 else 0
        inquiry.note(
            "10.1",
            f"at least {many(points, 'point is', 'points are')} applied if that is possible; more may be",
            points,
        )
        note_ways(inquiry, ways)
        verdict = f"{many(points, 'damage point')} in {name} can be taken in {count_of(count)}."
        if not points:
            verdict = f"No damage in {name}: nothing is flipped, and nobody may retreat."
        if count > len(ways):
            inquiry.note(
                "10.1", f"the first {len(ways)} stand here; --all lists up to {_MOST:,}, --take checks any"
            )
        answer = {"ways": ways} | ({"count": count} if count > len(ways) else {})
        return inquiry.ruling(f"losses {name}", verdict, answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The way to take damage that is due there now; see `Question.supposes`."""
        position, top = asking.position, asking.position.decision
        due = r10_damage.DUE.asked(position)
        if top is None or due is None or not self.take or self.card:
            return
        here = not self.area or find_space(position.board, self.area).id == due.area
        if here and self.points in {None, due.damage} and self.side.casefold() in {"", top.player}:
            pieces = [position.pieces[uid] for uid in due.units]
            losses = [_loss(Inquiry(position), pieces, text)[:2] for text in self.take]
            yield Supposed(position, r10_damage.TakeDamage(tuple(losses)))

    def _taken(self, inquiry: Inquiry, pieces: Sequence[Piece], points: int, attack: Attack) -> Ruling:
        """Whether one way to take the damage is legal."""
        read = [_loss(inquiry, pieces, text) for text in self.take]
        if points <= 0:
            inquiry.refuse("9.3.5", "without damage points no unit takes anything")
        else:
            r10_damage.explain(inquiry, pieces, [(uid, level) for uid, level, _ in read], points, attack)
        for uid, _, to in read:
            if to:
                r10_retreats.explain(inquiry, uid, inquiry.pieces[uid].space, to, attack=attack)
        back = [uid for uid, level, _ in read if level == "retreat"]
        for uid in back:
            place = r10_retreats.has_place(inquiry, uid, inquiry.pieces[uid].space, attack=attack)
            fate = "stays, spent" if attack.no_elimination else "is eliminated"
            if not place:
                inquiry.note(
                    "10.2", f"{inquiry.pieces[uid].printed.title} finds no place to retreat to: it {fate}"
                )
        legal = not inquiry.violations
        told = ", ".join(self.take)
        return inquiry.ruling("losses", f"{'Legal' if legal else 'Illegal'}: {told}.", legal)


def _loss(inquiry: Inquiry, pieces: Sequence[Piece], text: str) -> tuple[str, str, str]:
    """Read ``22=retreat:caumont``, or ``22=spent+retreat:caumont``."""
    name, equals, what = text.partition("=")
    level, _, place = what.rpartition("+")[2].partition(":")
    word = _LEVELS.get(level, "")
    if not equals or not word or (place and word != "retreat"):
        raise MalformedAction(f"--take {text!r}", "Write UNIT=flip, UNIT=retreat:AREA or UNIT=eliminate")
    to = find_space(inquiry.board, place).id if place else ""
    return find_unit(inquiry, name, pieces).uid, word, to


# --- retreats ---------------------------------------------------------------------------------------------


@question("retreats")
class Retreats(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit must retreat, why nowhere else, and how it goes on where there is no room.

    Example: adjudicator retreats tests/saves/storm.vsav 25 evrecy
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    to: Annotated[tuple[str, ...], Meta(description="Areas asked about", extra={"word": True})] = ()
    origin: Annotated[str, Meta(description="where it retreats from; by default where it stands")] = ""
    card: Annotated[str, Meta(description="the card that attacks, if one does")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        if self.origin:
            draft = position.draft()
            draft.place(piece.uid, find_space(position.board, self.origin).id)
            position = draft.finish()
        uid, area, title = piece.uid, position.pieces[piece.uid].space, piece.printed.title
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name
        if terms.is_strongpoint(piece.printed):
            inquiry.refuse(
                "10.0", f"{title} is a strongpoint: it is eliminated, and does not retreat", units=[uid]
            )
            return inquiry.ruling(f"retreats {title}", f"{title} never retreats.", None)
        if not terms.is_area(position.board.spaces[area]):
            inquiry.refuse("12.3", f"units in {name(area)} are never attacked", units=[uid], spaces=[area])
            return inquiry.ruling(f"retreats {title}", f"{title} does not retreat out of {name(area)}.", None)
        attack, passed = self._bound(position, uid)
        if self.card:
            _require_owner(inquiry, piece.side, self.card)
        found = r10_retreats.explain_candidates(inquiry, uid, area, attack=attack, passed=passed)
        asked = [find_space(position.board, word).id for word in self.to]
        for to in asked:
            r10_retreats.explain(inquiry, uid, area, to, attack=attack, passed=passed)
        ways = r10_retreat_areas.ways(inquiry, uid, area, attack, passed)
        ends = sorted({way[len(passed) :] for way in ways})
        for way in ends:
            if len(way) > 1:
                full = " and ".join(map(name, way[:-1]))
                inquiry.note("10.2", f"no room in {full}: it retreats on to {name(way[-1])}")
        lost = not ends and not attack.no_elimination
        fate = "" if ends else "is eliminated" if lost else "stays, since the card eliminates nobody"
        if fate:
            inquiry.note("10.2", f"{title} has no legal place to retreat to, and {fate}")
        told = r10_retreat_areas.told_ends(inquiry, uid, area, attack=attack, passed=passed)
        answer = {"to": list(found), "ends": [list(w) for w in ends], "eliminated": lost}
        if asked and not any(way[0] in asked for way in ends):
            fate = "stays, since the card eliminates nobody" if attack.no_elimination else "is eliminated"
        return inquiry.ruling(f"retreats {title}", _where(inquiry, title, told, asked, fate), answer)

    def _bound(self, position: Position, uid: str) -> tuple[Attack, tuple[str, ...]]:
        """The attack that the unit retreats from, and the Areas through which it has come already."""
        piece = position.pieces[uid]
        if not (self.card or self.origin):
            attack, passed = r10_retreats.on_its_way(position, uid)
            if attack is not None and passed:
                return attack, passed
        return _context(position, piece.space, piece.side, self.card), ()

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The retreats asked about, where the unit has to choose one now; see `Question.supposes`."""
        position, choosing = asking.position, r10_retreats.CHOOSING.asked(asking.position)
        if choosing is None or self.origin or self.card:
            return
        uid = find_unit(position, self.unit).uid
        if uid in choosing.units:
            for word in self.to:
                yield Supposed(position, r10_retreats.Retreat(uid, find_space(position.board, word).id))


def _where(inquiry: Inquiry, title: str, told: Sequence[str], asked: Sequence[str], fate: str) -> str:
    """The verdict on a retreat; ``fate`` is what happens for want of a place, empty where there is one."""
    end = f", finds no place, and {fate}" if fate else ""
    if asked:
        may = "may" if not inquiry.violations else "may not"
        then = end if not inquiry.violations else ""
        return f"{title} {may} retreat to {' and '.join(map(inquiry.board.name, asked))}{then}."
    if told:
        return f"{title} must retreat to {' or '.join(told)}{f', and {fate}' if fate else ''}."
    return f"{title} cannot retreat and {fate}."


QUESTIONS: tuple[type[Question], ...] = (Losses, Retreats)
