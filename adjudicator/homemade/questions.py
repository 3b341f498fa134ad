"""Questions about a game of one's own, as far as its ``rules.toml`` answers them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.contract import Game
from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.homemade import stacking, terms, zoc
from adjudicator.homemade.attacking import attack_ruling, numbers_ruling
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.reaching import comers_ruling, distances, reach_ruling, shortest
from adjudicator.homemade.rules_file import needed
from adjudicator.homemade.supply import supply_ruling, unsupplied_ruling
from adjudicator.homemade.typed_numbers import read_shift, read_strength
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Layered, Question, question
from adjudicator.ruling import Ruling

__all__ = ["VERBS", "Distance", "Legal", "Odds", "Reach", "Stack", "Supply", "Zoc"]

VERBS = {
    "distance": "questions:Distance",
    "legal": "questions:Legal",
    "odds": "questions:Odds",
    "reach": "questions:Reach",
    "stack": "questions:Stack",
    "supply": "questions:Supply",
    "zoc": "questions:Zoc",
}
"""Verb -> its question in this package."""

_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_To = Annotated[str, Meta(description="one space: the way, or every reason against")]
_Side = Annotated[str, Meta(description="only units of this side")]


@question("distance")
class Distance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spaces between two spaces by the most direct way, terrain ignored; adjacency, and what lies between.

    Example: adjudicator distance docs/examples/hill-and-ford:dawn 0101 0503
    """

    area: Annotated[str, Meta(description="a space", extra={"word": True})]
    to: Annotated[str, Meta(description="the other space", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        board = position.board
        one, other = (find_space(board, word) for word in (self.area, self.to))
        for space in (one, other):
            if not terms.is_on_map(space):
                raise MalformedAction(f"{space.name} lies beside the map", "Name two spaces of the map")
        found, edge = distances(board, one.id).get(other.id), board.edge(one.id, other.id)
        asked, answer = f"distance {one.id} {other.id}", {"distance": found, "adjacent": edge is not None}
        way = " - ".join(map(board.name, shortest(board, one.id, other.id)))
        if found is None or found > 1:
            inquiry.note(terms.space_rule(position, one.id), f"from {one.name}")
            inquiry.note(terms.space_rule(position, other.id), f"the most direct way: {way or 'none'}")
        if edge is not None:
            rule = terms.edge_rule(position, one.id, other.id)
            bridge = ", with a bridge" if edge.bridge else ""
            road = f", along a road ({edge.road})" if edge.road else ""
            inquiry.note(rule, f"they are adjacent across: {inquiry.boundary(edge, rule)}{bridge}{road}")
        if found is None:
            verdict = f"No way of adjacent spaces leads from {one.name} to {other.name}."
            return inquiry.ruling(asked, verdict, answer)
        return inquiry.ruling(asked, f"{found} space{'' if found == 1 else 's'}.", answer)


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every space that a unit can reach with its cost, or why not one of them.

    Example: adjudicator legal docs/examples/hill-and-ford:dawn b-1-1 --to 0503
    """

    unit: _Unit
    to: _To = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return _reach(asking, find_unit(asking.position, self.unit), self.to)


@question("reach")
class Reach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a unit: every space that it reaches, with its cost; of a space: every unit that reaches it.

    Example: adjudicator reach docs/examples/hill-and-ford:dawn b-1-1 --to 0503

    Example: adjudicator reach docs/examples/hill-and-ford:dawn 0503 --side blue
    """

    subject: Annotated[str, Meta(description="a unit, or a space", extra={"word": True})]
    to: _To = ""
    side: _Side = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        found = _unit_or_space(position, self.subject)
        if isinstance(found, Piece):
            if self.side:
                raise MalformedAction("--side goes with a space", "Name a space, or leave it out")
            return _reach(asking, found, self.to)
        if self.to:
            raise MalformedAction("--to goes with a unit", "Name a unit, or leave it out")
        side = _side(asking.game, self.side)
        return comers_ruling(position, asking.game.title, found, side=side, strict=asking.strict)


def _reach(asking: Asking, piece: Piece, to: str) -> Ruling:
    there = find_space(asking.position.board, to).id if to else ""
    return reach_ruling(asking.position, asking.game.title, piece.uid, to=there, strict=asking.strict)


def _unit_or_space(position: Position, word: str) -> Piece | str:
    """The unit or the id of the space that a word names; a space goes first where it is named in full."""
    if word in position.board.spaces:
        return word
    try:
        return find_unit(position, word)
    except AmbiguousAction:
        raise
    except MalformedAction:
        pass
    try:
        return find_space(position.board, word).id
    except AmbiguousAction:
        raise
    except MalformedAction as fault:
        raise MalformedAction(
            f"there is no unit and no space {word!r}", str(fault).partition(". ")[2]
        ) from None


def _side(game: Game, word: str) -> str:
    """A side by its id; empty for an empty word."""
    sides, side = terms.sides_of(game.slug), word.casefold()
    if side and sides and side not in sides:
        raise MalformedAction(f"there is no side {word!r}", f"Write {' or '.join(sides)}")
    return side


@question("odds")
class Odds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of an attack: of units on a space, or of bare numbers.

    Example: adjudicator odds docs/examples/two-rivers:turn-four attack long-meadow --with n-wold-tanks

    Example: adjudicator odds docs/examples/two-rivers attack --strength 12:5 --boundary river --shift 1R
    """

    kind: Annotated[str, Meta(description="attack", extra={"word": True})]
    area: Annotated[str, Meta(description="the defending space", extra={"word": True})] = ""
    with_units: Annotated[tuple[str, ...], Meta(description="attacking units")] = ()
    strength: Annotated[str, Meta(description="12:5, both totals, without a position")] = ""
    terrain: Annotated[str, Meta(description="terrain of the defending space, without a position")] = ""
    boundary: Annotated[str, Meta(description="what is attacked across, without a position")] = ""
    shift: Annotated[tuple[str, ...], Meta(description="further column shifts such as 1R")] = ()
    drm: Annotated[int, Meta(description="what else is added to the roll")] = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.kind != "attack":
            raise MalformedAction(f"odds of {self.kind!r}", "Ask for attack")
        shift = sum(map(read_shift, self.shift))
        if self.strength:
            return self._numbers(asking, shift)
        if self.terrain or self.boundary:
            raise MalformedAction("--terrain and --boundary go with --strength", "Leave them out")
        if not self.area:
            raise MalformedAction("odds attack of what", "Name a space, or give --strength")
        position = asking.position
        target = find_space(position.board, self.area).id
        named = {piece.uid: piece for piece in (find_unit(position, word) for word in self.with_units)}
        return attack_ruling(
            position,
            asking.game.title,
            target,
            tuple(named.values()),
            shift=shift,
            modifier=self.drm,
            strict=asking.strict,
        )

    def _numbers(self, asking: Asking, shift: int) -> Ruling:
        if self.area or self.with_units:
            raise MalformedAction("--strength goes without a space and units", "Leave one out")
        slug, title = asking.game.slug, asking.game.title
        table = needed(rules_of(slug).crt, "crt", title)
        attack, defense = read_strength(self.strength)
        for key, word, lines in (
            ("terrain", self.terrain, table.terrain),
            ("boundary", self.boundary, table.boundary),
        ):
            known = {*lines, *_printed(asking, key)}
            if word and known and word not in known:
                raise MalformedAction(f"--{key} {word!r}", f"One of {', '.join(sorted(known))}")
        return numbers_ruling(
            slug,
            title,
            attack,
            defense,
            terrain=self.terrain,
            boundary=self.boundary,
            shift=shift,
            modifier=self.drm,
        )


def _printed(asking: Asking, key: str) -> set[str]:
    """Terrains, or boundaries, of the game's map."""
    board = asking.game.board(asking.overlay) if asking.given is None else asking.given.board
    if key == "terrain":
        return {str(s["terrain"]) for s in board.spaces.values() if s["terrain"]}
    return {edge.boundary for edge in board.edges.values()} - {""}


@question("supply")
class Supply(Layered, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit is in supply, by which line, or where the line is cut and why; of a side, who is not.

    Example: adjudicator supply docs/examples/hill-and-ford:dawn b-1-1

    Example: adjudicator supply docs/examples/hill-and-ford:dawn red
    """

    unit: Annotated[str, Meta(description="a unit; or a side, for all its units", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, title = asking.position, asking.game.title
        if (side := self.unit.casefold()) in terms.sides_of(asking.game.slug):
            return unsupplied_ruling(position, title, side, strict=asking.strict)
        return supply_ruling(position, title, find_unit(position, self.unit).uid, strict=asking.strict)

    @classmethod
    def lies(cls, game: Game) -> bool:
        """Where supply is traced; see `Layered.lies`."""
        return rules_of(game.slug).supply is not None


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether units of a side in a space are within the stacking limit, also with others that would come.

    Example: adjudicator stack docs/examples/hill-and-ford:dawn 0503 --adding b-1-1
    """

    area: Annotated[str, Meta(description="the space", extra={"word": True})]
    adding: Annotated[tuple[str, ...], Meta(description="units that would join it")] = ()
    side: Annotated[str, Meta(description="of which side; by default the one that is there or comes")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        rules = needed(rules_of(asking.game.slug).stacking, "stacking", asking.game.title)
        here = find_space(position.board, self.area).id
        adding = [find_unit(position, word) for word in self.adding]
        sides = dict.fromkeys(p.side for p in (*adding, *position.units_in(here)))
        side = _side(asking.game, self.side) or next(iter(sides), "")
        if not self.side and len(sides) > 1:
            raise MalformedAction(f"both sides stand in {position.board.name(here)}", "Name one with --side")
        counted = 0
        for piece in stacking.together(inquiry, here, side, adding):
            worth = stacking.count(inquiry, rules, piece)
            counted += worth
            rule = rules.counts.rule if worth else rules.exempt.rule
            inquiry.note(rule, f"{piece.printed.title} counts for {worth}", worth, total="stack")
        fault = stacking.overfull(inquiry, here, side, adding)
        terrain = terms.terrain_of(inquiry, here, stacking.limit_rule(rules)) if rules.terrain else ""
        on_map = terms.is_on_map(position.board.spaces.get(here))
        limit = rules.limit_of(side, terrain) if on_map else None
        inquiry.violations += [fault] if fault is not None else []
        if limit is not None and fault is None:
            inquiry.note(limit.rule, f"the limit of {position.board.name(here)} is {limit.value}")
        answer = {
            "legal": fault is None,
            "counted": counted,
            "limit": limit.value if limit is not None else None,
        }
        said = "too many" if fault is not None else "within the limit"
        most = f"{counted} of {limit.value}" if limit is not None else f"{counted}, and no limit"
        return inquiry.ruling(f"stack {here}", f"{position.board.name(here)}: {most}, {said}.", answer)


@question("zoc")
class Zoc(Layered, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a space is in an enemy ZOC; or which spaces the ZOC of a unit, or of a side, covers.

    Example: adjudicator zoc docs/examples/hill-and-ford:dawn 0505 --side blue

    Example: adjudicator zoc docs/examples/hill-and-ford:dawn r-1-5

    Example: adjudicator zoc docs/examples/hill-and-ford:dawn red
    """

    subject: Annotated[str, Meta(description="a space, a unit, or a side", extra={"word": True})]
    side: Annotated[str, Meta(description="side affected; by default the one that is there")] = ""
    purpose: Annotated[str, Meta(description="movement or supply")] = "movement"

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        rules = zoc.zoc_of(asking.game.slug, asking.game.title)
        if self.purpose not in {"movement", "supply"}:
            raise MalformedAction(f"--purpose {self.purpose!r}", "One of movement, supply")
        if (whose := self.subject.casefold()) in terms.sides_of(asking.game.slug):
            if self.side:
                raise MalformedAction("--side goes with a space", "Name a space, or leave it out")
            return zoc.side_ruling(inquiry, position, rules, whose, self.purpose)
        found, name = _unit_or_space(position, self.subject), position.board.name
        if isinstance(found, Piece):
            return zoc.zoc_ruling(inquiry, position, rules, found)
        side = _side(asking.game, self.side) or next((p.side for p in position.units_in(found)), "")
        if not side:
            raise MalformedAction(f"nobody stands in {name(found)}", "Name the side affected with --side")
        held = zoc.holder(position, found, side, self.purpose)
        if held:
            inquiry.note(rules.rule, f"{position.pieces[held].printed.title} has its ZOC there")
        said = f"is{'' if held else ' not'} in an enemy ZOC"
        return inquiry.ruling(f"zoc {found}", f"For {side}, {name(found)} {said}.", bool(held))

    @classmethod
    def lies(cls, game: Game) -> bool:
        """Where units have Zones of Control; see `Layered.lies`."""
        return zoc.has_zocs(game.slug)
