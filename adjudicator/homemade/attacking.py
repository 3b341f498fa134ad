"""The answer what an attack comes to: from a position, or from bare numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from adjudicator.errors import MalformedAction
from adjudicator.homemade import terms
from adjudicator.homemade.crt import Crt, Effect
from adjudicator.homemade.firing import Fire, fire_of
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.odds import (
    Attack,
    bonus_effect,
    chances,
    effects_of,
    losses,
    plain,
    table_steps,
)
from adjudicator.homemade.reading import Told
from adjudicator.homemade.rules_file import needed
from adjudicator.homemade.typed_numbers import number, result_words
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling, Step
from adjudicator.sides import titles
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["attack_ruling", "attackers_of", "numbers_ruling"]

_NOTHING = Effect()


@dataclass(frozen=True, slots=True)
class _Attacker:
    """A unit that attacks, the lines of what it attacks across, and how where it does so at range."""

    piece: Piece
    lines: Mapping[str, Told[Effect]] = field(default_factory=dict)
    fire: Fire = Fire()
    may: bool = True

    @property
    def far(self) -> bool:
        """Whether it attacks at range."""
        return bool(self.fire.way)


@dataclass(frozen=True, slots=True)
class _Sum:
    """An attack, and how its attackers take part in it."""

    attack: Attack
    attackers: tuple[_Attacker, ...]


def numbers_ruling(
    slug: str,
    title: str,
    attack: int,
    defense: int,
    *,
    terrain: str = "",
    boundary: str = "",
    shift: int = 0,
    modifier: int = 0,
) -> Ruling:
    """Odds of bare totals.

    Parameters
    ----------
    slug, title
        Of the game.
    attack, defense
        The totals, before what terrain and boundary do to them.
    terrain, boundary
        Of the defender's space, and what every attacker attacks across; empty for none.
    shift, modifier
        Other columns to the right, and what else is added to the roll.

    Returns
    -------
    Ruling

    Raises
    ------
    MalformedAction
        The game has no ``[crt]``.
    """
    table = needed(rules_of(slug).crt, "crt", title)
    effects = [*effects_of(table.terrain, [terrain]), *effects_of(table.boundary, [boundary])]
    more = Effect(shift, modifier)
    effects += [("the rest, as given", Told(more, ""))] if more != _NOTHING else []
    steps = [Step(table.rule, f"attack {attack}, defense {defense}, as given")]
    times = [_NOTHING.times, _NOTHING.times]
    for name, told in effects_of(table.boundary, [boundary]):
        times[0] *= told.value.times
        steps += _times(name, told, "the attack")
    for name, told in effects_of(table.terrain, [terrain]):
        times[1] *= told.value.times
        steps += _times(name, told, "the defense")
    fight = Attack(attack * times[0], defense * times[1], tuple(effects))
    found = chances(table, fight)
    steps += table_steps(table, fight)
    inquiry_question = f"odds attack --strength {attack}:{defense}"
    barred = [(name, told) for name, told in effects if told.value.barred]
    if barred or not found.legal:
        why = f"nobody attacks {barred[0][0]}" if barred else f"it is less than {table.columns.value[0]}"
        return Ruling(inquiry_question, f"No attack: {why}.", None, tuple(steps))
    verdict = (
        f"{attack}:{defense}, column {table.columns.value[found.column]}: {result_words(found.results)}."
    )
    return Ruling(inquiry_question, verdict, plain(table, fight, found), tuple(steps))


def _times(name: str, told: Told[Effect], what: str) -> list[Step]:
    if told.value.times == 1:
        return []
    return [Step(told.rule, f"{what} is multiplied by {number(told.value.times)} for {name}")]


def attackers_of(position: Position, table: Crt, target: str) -> list[Piece]:
    """Units that may attack a space: enemies of those that stand there, next to it or within their range.

    Parameters
    ----------
    position, table, target
        Where, the rules, and the space.

    Returns
    -------
    list of Piece

    Raises
    ------
    MalformedAction
        Nobody defends it, both sides stand there, or nobody is near.
    """
    board = position.board
    sides = {piece.side for piece in position.units_in(target)}
    if len(sides) != 1:
        whose = "both sides stand" if sides else "nobody stands"
        raise MalformedAction(
            f"{whose} in {board.name(target)}", "Name attackers with --with" if sides else ""
        )
    beside = table.place.value != "same"
    near = [other for _, other in board.neighbours(target) if terms.is_on_map(board.spaces.get(other))]
    found = [p for space in near for p in position.units_in(space) if p.side not in sides and beside]
    found += _far_off(position, table, target, found, sides)
    if not found:
        raise MalformedAction(f"nobody may attack {board.name(target)}", "Name units with --with")
    return found


def _far_off(
    position: Position, table: Crt, target: str, near: Sequence[Piece], sides: set[str]
) -> Iterator[Piece]:
    """Units of the others that attack a space at range."""
    if table.ranged is None:
        return
    inquiry, known = Inquiry(position), {piece.uid for piece in near}
    others = (p for p in position.pieces.values() if p.side not in sides and p.uid not in known)
    yield from (piece for piece in others if fire_of(inquiry, table, piece, target).way)


def attack_ruling(
    position: Position,
    title: str,
    target: str,
    attackers: Sequence[Piece] = (),
    *,
    shift: int = 0,
    modifier: int = 0,
    strict: bool = False,
) -> Ruling:
    """Odds of an attack of units on a space.

    Parameters
    ----------
    position, title, target
        The position, the title of its game, and the space.
    attackers
        Units; all that may attack it where none are named.
    shift, modifier
        Other columns to the right, and what else is added to the roll.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling
        Without an answer where there is no such attack.

    Raises
    ------
    MalformedAction
        The game has no ``[crt]``, or nobody defends the space.
    """
    table = needed(rules_of(position.game).crt, "crt", title)
    units = list(attackers) or attackers_of(position, table, target)
    inquiry, board = Inquiry(position, strict=strict), position.board
    side = units[0].side
    defenders = [piece for piece in position.units_in(target) if piece.side != side]
    if not defenders:
        raise MalformedAction(f"no enemy of {side} stands in {board.name(target)}", "Name another space")
    whole = _fight(inquiry, table, target, units, defenders, more=Effect(shift, modifier))
    fight = whole.attack
    found = chances(table, fight)
    if not inquiry.violations:
        inquiry.steps += table_steps(table, fight)
    uids = " ".join(p.uid for p in units)
    if not found.legal:
        text = f"{number(fight.attack)}:{number(fight.defense)} is less than {table.columns.value[0]}"
        inquiry.refuse(table.below.rule, text, spaces=(target,))
    asked, name = f"odds attack {target} --with {uids}", board.name(target)
    if inquiry.violations:
        return inquiry.ruling(asked, f"No such attack on {name}: {inquiry.violations[0].text}.")
    column = table.columns.value[found.column]
    totals = f"{number(fight.attack)}:{number(fight.defense)}"
    losers = [one.piece for one in whole.attackers if not _spared(table, one)]
    steps = [sum(terms.steps_left(position, p) for p in group) for group in (losers, defenders)]
    at_range = {one.piece.uid: one.fire.spaces for one in whole.attackers if one.far}
    answer = {
        "target": target,
        "attackers": [p.uid for p in units],
        **({"at_range": at_range} if at_range else {}),
        **plain(table, fight, found),
        **losses(table, found.results, *steps),
    }
    return inquiry.ruling(
        asked, f"{totals} on {name}, column {column}: {result_words(found.results)}.", answer
    )


def _fight(
    inquiry: Inquiry,
    table: Crt,
    target: str,
    units: Sequence[Piece],
    defenders: Sequence[Piece],
    *,
    more: Effect,
) -> _Sum:
    """Add both sides up, and gather what shifts and modifies."""
    attackers = tuple(_check(inquiry, table, piece, target, units[0].side) for piece in units)
    _alone(inquiry, table, attackers)
    attack = sum((_strength(inquiry, table, one) for one in attackers), Fraction(0))
    terrain = terms.terrain_of(inquiry, target, table.rule) if table.terrain else ""
    ground = effects_of(table.terrain, [terrain])
    defense = Fraction(0)
    for piece in defenders if table.kind.value != "strength" else ():
        value = terms.value_of(inquiry, piece, table.defense.value, table.defense.rule)
        rule = terms.unit_rule(inquiry.state, piece.uid, table.defense.value)
        inquiry.steps.append(Step(rule, f"defense of {piece.printed.title}", value, "+", total="defense"))
        defense += value
    for name, told in ground:
        inquiry.steps += _times(name, told, "the defense")
        defense *= told.value.times
        if told.value.barred:
            inquiry.refuse(told.rule, f"nobody attacks {name}", spaces=(target,))
    effects = [*ground, *_common(table, attackers)]
    effects += _bonuses(inquiry, table, units, defenders)
    effects += [("the rest, as given", Told(more, ""))] if more != _NOTHING else []
    inquiry.note(table.rule, f"attack {number(attack)}, defense {number(defense)}")
    return _Sum(Attack(attack, defense, tuple(effects)), attackers)


def _common(table: Crt, attackers: Sequence[_Attacker]) -> Iterator[tuple[str, Told[Effect]]]:
    """The lines of what every attacker attacks across; units at range attack across nothing."""
    apart = table.ranged is not None and table.ranged.crossed.value == "adjacent"
    counted = [one.lines for one in attackers if not (apart and one.far)]
    for name, told in counted[0].items() if counted else ():
        if all(name in lines for lines in counted):
            yield name, told


def _check(inquiry: Inquiry, table: Crt, piece: Piece, target: str, side: str) -> _Attacker:
    """Whether a unit can take part, the line of what it attacks across, and from how far."""
    board, title = inquiry.board, piece.printed.title
    if piece.side != side:
        inquiry.refuse(table.rule, f"{title} is of the other side", units=(piece.uid,))
        return _Attacker(piece, may=False)
    if piece.space == target:
        if inside := table.place.value == "adjacent":
            text = f"{title} stands in {board.name(target)} itself"
            inquiry.refuse(table.place.rule, text, units=(piece.uid,), spaces=(target,))
        return _Attacker(piece, may=not inside)
    edge = board.edge(piece.space, target)
    if edge is None or table.place.value == "same":
        return _at_range(inquiry, table, piece, target)
    found = dict(_crossed(inquiry, table, edge))
    for name, told in found.items():
        if told.value.barred:
            inquiry.refuse(told.rule, f"{title} does not attack across a {name}", units=(piece.uid,))
    return _Attacker(piece, found, may=not any(told.value.barred for told in found.values()))


def _at_range(inquiry: Inquiry, table: Crt, piece: Piece, target: str) -> _Attacker:
    """A unit that stands further away, which has to have the range."""
    board, title = inquiry.board, piece.printed.title
    fire = fire_of(inquiry, table, piece, target)
    if fire.way and table.ranged is not None:
        rule = terms.unit_rule(inquiry.state, piece.uid, table.ranged.column.value)
        told = " - ".join(map(board.name, fire.way))
        inquiry.note(rule, f"{title} attacks at range: {fire.spaces} of at most {fire.range}, {told}")
        return _Attacker(piece, fire=fire)
    inquiry.violations += fire.faults
    if not fire.faults:
        where = "in" if table.place.value == "same" else "next to"
        none = ", and prints no range" if table.ranged is not None else ""
        text = f"{title} in {board.name(piece.space)} does not stand {where} {board.name(target)}{none}"
        inquiry.refuse(table.place.rule, text, units=(piece.uid,), spaces=(target,))
    return _Attacker(piece, may=False)


def _alone(inquiry: Inquiry, table: Crt, attackers: Sequence[_Attacker]) -> None:
    """Refuse an attack of units at range alone where the file does not have it."""
    far = [one.piece for one in attackers if one.far]
    near = any(one.may and not one.far for one in attackers)
    if table.ranged is not None and far and not near and not table.ranged.alone.value:
        text = f"nobody attacks but at range: {titles(far)}"
        inquiry.refuse(table.ranged.alone.rule, text, units=[piece.uid for piece in far])


def _spared(table: Crt, one: _Attacker) -> bool:
    """Whether an attacker loses nothing."""
    return one.far and table.ranged is not None and not table.ranged.losses.value


def _crossed(inquiry: Inquiry, table: Crt, edge: Edge) -> Iterator[tuple[str, Told[Effect]]]:
    """The line of what an attack crosses: that of ``bridge`` where there is one."""
    if not table.boundary:
        return
    name = "bridge" if edge.bridge and "bridge" in table.boundary else inquiry.boundary(edge, table.rule)
    yield from effects_of(table.boundary, [name])


def _strength(inquiry: Inquiry, table: Crt, one: _Attacker) -> Fraction:
    piece, column = one.piece, table.attack
    if one.far and table.ranged is not None and table.ranged.attack.value:
        column = table.ranged.attack
    value = terms.value_of(inquiry, piece, column.value, column.rule)
    rule, title = terms.unit_rule(inquiry.state, piece.uid, column.value), piece.printed.title
    what = f"attack of {title}{' at range' * one.far}"
    inquiry.steps.append(Step(rule, what, value, "+", total="attack"))
    found = Fraction(value)
    for name, told in one.lines.items():
        inquiry.steps += _times(f"the {name}", told, f"that of {title}")
        found *= told.value.times
    return found


def _bonuses(
    inquiry: Inquiry, table: Crt, units: Sequence[Piece], defenders: Sequence[Piece]
) -> Iterator[tuple[str, Told[Effect]]]:
    for bonus in table.bonuses:
        group = units if bonus.side == "attacker" else defenders
        having = [piece for piece in group if not bonus.types or piece.printed.type in bonus.types]
        if bonus.column:  # a unit that prints nothing there has none of it
            having = [piece for piece in having if piece.printed.rating(bonus.column)]
        values = [terms.value_of(inquiry, p, bonus.column, bonus.rule) if bonus.column else 1 for p in having]
        if most := max(values, default=0):
            yield f"{bonus.text} ({titles(having)})", Told(bonus_effect(bonus, most), bonus.rule)
