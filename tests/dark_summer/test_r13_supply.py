"""Sections 13.0, 13.2 and 13.3."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from adjudicator.dark_summer.r13_lines import Route, openers, trace
from adjudicator.dark_summer.r13_sources import ground, possible_sources
from adjudicator.dark_summer.r13_supply import (
    any_supplied_german,
    automatic,
    brittany_line,
    explain_supply,
    in_supply,
    out_of_supply,
    supply_path,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import Board
from maps.dark_summer.grid import GRID
from tests.dark_summer.build import BEACHES, LETTERS, board, hexes, position, unit

BLOCK = hexes(28, 36, 3, 9)
SOUTH = {"3209": "S", "3409": "S"}
A, B = unit("ge-a"), unit("ge-b")
US, RANGER = unit("us-1"), unit("us-rng", "special-forces", size="battalion")
RING = ("3204/3205", "3105/3205", "3104/3205", "3205/3304", "3205/3305", "3205/3206")
OPEN: dict[Key, Fact] = {("beach", "3303"): "open"}


def field(
    *placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, on: Board | None = None
) -> Position:
    return position(on or board(BLOCK, letters=SOUTH), *placed, facts=facts)


def said(at: Position, uid: str) -> str:
    inquiry = Inquiry(at)
    assert explain_supply(inquiry, uid) == in_supply(at, uid)
    return "\n".join(step.text for step in inquiry.steps)


# --- lines ------------------------------------------------------------------------------------------------


def test_a_line_of_any_length_leads_to_a_source() -> None:
    at = field((A, "3205"))
    assert supply_path(at, "ge-a") == ("3205", "3206", "3207", "3208", "3209")
    assert "ge-a traces 3205 - 3206 - 3207 - 3208 - 3209" in said(at, "ge-a")


def test_a_unit_in_a_source_needs_no_further_hex() -> None:
    assert supply_path(field((A, "3209")), "ge-a") == ("3209",)
    assert in_supply(field((A, "3209"), (US, "3208")), "ge-a")


def around(at: str) -> list[str]:
    return [n for n in GRID.neighbours(at) if n in BLOCK]


def test_figure_5_a_surrounded_by_units_zocs_and_a_flooded_hex() -> None:
    on = board(BLOCK, letters=SOUTH, terrain={"3204": "flooded", "3104": "flooded"})
    at = field((A, "3205"), (US, "3106"), (unit("us-2"), "3304"), on=on)
    assert not in_supply(at, "ge-a")
    text = said(at, "ge-a")
    assert "Impassable: 3104 / 3205, 3204 / 3205" in text
    assert "3105, 3206: in the ZOC of us-1 (3106), not negated" in text
    assert "us-2 stands in 3304" in text


def _lane(*dry: str, letters: dict[str, str] | None = None) -> Board:
    """Land only in the given hexes."""
    return board(BLOCK, letters=letters or SOUTH, terrain={h: "flooded" for h in BLOCK if h not in dry})


GAP = board(
    BLOCK, letters=SOUTH, terrain=dict.fromkeys([h for h in around("3205") if h != "3206"], "flooded")
)


def test_figure_5_b_a_battalion_extends_no_zoc() -> None:
    assert in_supply(field((A, "3205"), (RANGER, "3306"), on=GAP), "ge-a")
    assert not in_supply(field((A, "3205"), (US, "3306"), on=GAP), "ge-a")


def test_figure_5_c_a_friend_negates_the_zoc_in_its_hex() -> None:
    at = field((A, "3205"), (B, "3206"), (US, "3306"), on=GAP)
    assert supply_path(at, "ge-a")[:2] == ("3205", "3206")
    assert "ge-b negates enemy ZOC in 3206" in said(at, "ge-a")


def test_no_line_crosses_an_impassable_hexside() -> None:
    sides = dict.fromkeys(RING, "sea")
    assert not in_supply(field((A, "3205"), on=board(BLOCK, letters=SOUTH, sides=sides)), "ge-a")


def test_major_rivers_and_hexes_of_the_enemy_are_no_obstacle() -> None:
    rivers = dict.fromkeys(RING, "major-river")
    facts: dict[Key, Fact] = {("control", h): "allied" for h in BLOCK}
    on = board(BLOCK, letters=SOUTH, sides=rivers)
    assert in_supply(field((A, "3205"), on=on, facts=facts), "ge-a")


def test_german_lines_do_not_enter_open_beaches() -> None:
    coast = _lane("3203", "3303", "3304", letters={"3304": "S"})
    assert supply_path(field((A, "3203"), on=coast), "ge-a")[-1] == "3304"
    shut = field((A, "3203"), on=coast, facts=OPEN)
    assert not in_supply(shut, "ge-a")
    assert "3303 is an Open Beach" in said(shut, "ge-a")


def test_german_lines_do_not_go_through_a_hex_with_an_exit_marker() -> None:
    on = _lane("3303", "3304", "3305", letters={"3304": "E", "3305": "E"})
    assert in_supply(field((A, "3303"), on=on), "ge-a")
    at = field((A, "3303"), on=on, facts={("exit-marker", "3304"): "us"})
    assert not in_supply(at, "ge-a")
    assert "an Exit marker stands in 3304" in said(at, "ge-a")


def test_a_german_unit_on_an_exit_marker_may_still_trace_out_of_its_hex() -> None:
    on = board(BLOCK, letters={"3304": "E", "3305": "E"})
    at = field((A, "3304"), on=on, facts={("exit-marker", "3304"): "us"})
    assert supply_path(at, "ge-a") == ("3304", "3305")


def test_allied_units_trace_to_beaches_of_their_own_nationality_across_the_boundary() -> None:
    on = board([*BLOCK, *hexes(37, 41, 2, 9)], letters=SOUTH)
    facts: dict[Key, Fact] = {("beach", "3303"): "open", ("beach", "4003"): "open"}
    british = unit("br-1")
    at = field((US, "3905"), (british, "3406"), on=on, facts=facts)
    assert supply_path(at, "us-1")[-1] == "3303"
    assert supply_path(at, "br-1")[-1] == "4003"
    assert not in_supply(field((US, "3905"), on=on, facts={("beach", "4003"): "open"}), "us-1")


def test_french_draw_from_us_beaches_and_poles_from_british_ones() -> None:
    at = field((unit("fr-1"), "3305"), (unit("po-1"), "3405"), facts=OPEN)
    assert in_supply(at, "fr-1")
    assert not in_supply(at, "po-1")


def test_a_closed_beach_feeds_nobody() -> None:
    at = field((US, "3305"), facts={("beach", "3303"): "closed"})
    assert not in_supply(at, "us-1")
    assert "there is no source" in said(at, "us-1")


def test_german_zoc_cuts_an_allied_line_and_a_friend_restores_it() -> None:
    on = _lane("3303", "3304", "3305", "3306", "3205")
    cut = field((US, "3306"), (A, "3205"), on=on, facts=OPEN)
    assert not in_supply(cut, "us-1")
    assert "if ge-a left 3205, the line 3306 - 3305 - 3304 - 3303 would be open" in said(cut, "us-1")
    again = field((US, "3306"), (RANGER, "3305"), (unit("us-2"), "3304"), (A, "3205"), on=on, facts=OPEN)
    assert in_supply(again, "us-1")


def test_when_two_stacks_close_a_line_neither_opens_it_alone() -> None:
    on = _lane("3303", "3304", "3305", "3306", "3205", "3405")
    at = field((US, "3306"), (A, "3205"), (B, "3405"), on=on, facts=OPEN)
    assert "no one enemy stack holds the line closed by itself" in said(at, "us-1")


# --- boxes ------------------------------------------------------------------------------------------------

WEST = hexes(12, 34, 0, 6)
MAP = board(WEST, letters={**LETTERS, "2406": "W", "3006": "S"})


def test_us_units_in_cherbourg_trace_from_a_c_hex() -> None:
    at = field((US, "cherbourg"), on=MAP, facts=OPEN)
    path = supply_path(at, "us-1")
    assert path[0] == "cherbourg"
    assert path[1] == "2000"
    assert path[-1] == "3303"
    assert not in_supply(field((US, "cherbourg"), on=MAP), "us-1")


def test_a_c_hex_with_a_german_unit_or_zoc_is_of_no_use() -> None:
    on = board(WEST, letters={**dict.fromkeys([f"{c}00" for c in range(12, 20)], ""), "2000": "C"})
    assert in_supply(field((US, "cherbourg"), on=on, facts=OPEN), "us-1")
    assert not in_supply(field((US, "cherbourg"), (A, "2000"), on=on, facts=OPEN), "us-1")
    near = field((US, "cherbourg"), (A, "2001"), on=on, facts=OPEN)
    assert not in_supply(near, "us-1")
    assert "from Cherbourg by any C hex: 2000: in the ZOC of ge-a (2001), not negated" in said(near, "us-1")
    assert in_supply(field((US, "cherbourg"), (unit("us-2"), "2000"), (A, "2100"), on=on, facts=OPEN), "us-1")


def test_us_units_in_brittany_trace_from_a_w_hex() -> None:
    at = field((US, "brittany-entered"), (unit("us-2"), "brittany-may-leave"), on=MAP, facts=OPEN)
    assert supply_path(at, "us-1")[:2] == ("brittany-entered", "2406")
    assert supply_path(at, "us-2")[:2] == ("brittany-may-leave", "2406")
    blocked = field((US, "brittany-entered"), (A, "2406"), on=MAP, facts=OPEN)
    assert not in_supply(blocked, "us-1")
    assert brittany_line(blocked) == ()


def cut_off(*more: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    """A US unit at the S hex 3006, cut off from the Beach; Brittany is in supply by 2406."""
    terrain = dict.fromkeys(["3005", "2905", "3105"], "flooded")
    sides = dict.fromkeys(["2906/3006", "3006/3106"], "sea")
    on = board(WEST, letters={"2406": "W", "3006": "S"}, terrain=terrain, sides=sides)
    return field((US, "3006"), *more, on=on, facts={**OPEN, ("via-brittany", "us-1"): True, **(facts or {})})


def test_units_back_from_brittany_are_supplied_through_it() -> None:
    path = supply_path(cut_off(), "us-1")
    assert path[:3] == ("3006", "brittany-may-leave", "2406")
    assert path[-1] == "3303"


def test_they_share_the_state_of_brittany() -> None:
    at = cut_off((A, "2406"))
    assert not in_supply(at, "us-1")
    text = said(at, "us-1")
    assert "from 3006 to an S hex a line leads: 3006" in text
    assert "from Brittany by any W hex: ge-a stands in 2406" in text


def test_only_units_back_from_brittany_trace_through_it() -> None:
    at = cut_off(facts={("via-brittany", "us-1"): False})
    assert not in_supply(at, "us-1")


def test_a_direct_line_serves_them_too() -> None:
    at = field((US, "3205"), on=MAP, facts={**OPEN, ("via-brittany", "us-1"): True})
    assert "brittany-may-leave" not in supply_path(at, "us-1")


# --- units that trace nothing -----------------------------------------------------------------------------


def islanded(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return field(*placed, on=board(BLOCK), facts=facts)


@pytest.mark.parametrize(("turn", "expected"), [(1, True), (2, True), (3, False)])
def test_strongpoints_on_turns_1_and_2_but_not_their_stack_mates(turn: int, expected: bool) -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1)
    at = islanded((strongpoint, "3205"), (A, "3205"), facts={("turn", ""): turn})
    assert in_supply(at, "ge-sp") is expected
    assert not in_supply(at, "ge-a")


def test_germans_in_cherbourg_isolated_or_not() -> None:
    at = islanded((A, "cherbourg"), facts={("cherbourg-isolated", ""): True})
    assert supply_path(at, "ge-a") == ("cherbourg",)


def test_allied_units_in_open_beaches() -> None:
    at = islanded((US, "3303"), (unit("br-1"), "3203"), facts={**OPEN, ("beach", "3203"): "open"})
    assert in_supply(at, "us-1")
    assert in_supply(at, "br-1")


def test_everybody_in_the_eastern_exit_box() -> None:
    at = islanded((US, "exit-allied"), (A, "exit-german"))
    assert in_supply(at, "us-1")
    assert in_supply(at, "ge-a")
    assert automatic(at, at.pieces["ge-a"])[0] == "13.3"


def test_units_that_are_not_in_play_need_nothing() -> None:
    at = islanded((US, "turn-track"), (A, "eliminated"))
    assert in_supply(at, "us-1")
    assert in_supply(at, "ge-a")


def test_units_in_a_beach_approach_hex() -> None:
    at = islanded((US, "approach-3303"))
    assert in_supply(at, "us-1")
    strict = Position(at.game, at.board, at.schema, at.pieces, at.facts, options={"offshore-supply": "B"})
    assert not in_supply(strict, "us-1")
    opened = Position(at.game, at.board, at.schema, at.pieces, OPEN, options={"offshore-supply": "B"})
    assert in_supply(opened, "us-1")
    assert "Open Beach" in said(opened, "us-1")


def test_an_inquiry_records_what_it_assumes() -> None:
    at = field((A, "3205"))
    partial = Position(at.game, at.board, at.schema, at.pieces, {}, unknown=["brittany-return-turn"])
    inquiry = Inquiry(partial)
    assert in_supply(inquiry, "ge-a")
    assert "come back from Brittany" in inquiry.ruling("supply", "").assumptions[0]


# --- a whole side -----------------------------------------------------------------------------------------


def test_out_of_supply_lists_a_side_and_works_on_a_draft() -> None:
    at = field((A, "3205"), (US, "3306"), (RANGER, "turn-track"))
    assert out_of_supply(at, "allied") == ("us-1",)
    draft = at.draft()
    assert out_of_supply(draft, "german") == ()
    draft.set("brittany-return-turn", 8)
    assert out_of_supply(draft, "german") == ("ge-a",)
    assert not any_supplied_german(draft)
    assert any_supplied_german(at)


def test_a_draft_is_explained_as_it_stands() -> None:
    draft = field((A, "3205"), (US, "3306")).draft()
    draft.set("brittany-return-turn", 8)
    inquiry = Inquiry(draft)
    assert not explain_supply(inquiry, "ge-a")
    assert inquiry.state is draft
    draft.place("ge-a", "cherbourg")
    assert explain_supply(inquiry, "ge-a")


_KINDS = (("infantry", "special-forces"), ("infantry", "strongpoint", "garrison"))
_SIZES = {
    "infantry": "regiment",
    "special-forces": "battalion",
    "strongpoint": "strongpoint",
    "garrison": "battalion",
}


def random_board(rng: random.Random) -> Position:
    """A board with water, rivers, sources and units anywhere."""
    block = hexes(26, 37, 2, 11)
    kinds = ["clear", "clear", "bocage", "city", "flooded"]
    terrain = {h: rng.choice(kinds) for h in block if rng.random() < 0.5}
    land = [h for h in block if terrain.get(h) != "flooded"]
    letters = {h: rng.choice(["C", "W", "S", "E", "(E)"]) for h in rng.sample(land, 12)}
    sides = {}
    for a in block:
        for b in GRID.neighbours(a):
            if a < b and b in block and rng.random() < 0.2:
                sides[f"{a}/{b}"] = rng.choice(["major-river", "minor-river", "sea"])
    on = board(block, terrain=terrain, sides=sides, letters=letters)
    facts: dict[Key, Fact] = {("turn", ""): rng.randint(1, 4)}
    facts |= {("beach", h): rng.choice(["open", "closed"]) for h in BEACHES if h in land}
    exits = [h for h, letter in letters.items() if letter == "E" and rng.random() < 0.4]
    facts |= {("exit-marker", h): "us" for h in exits}
    facts |= {(i, ""): 7 for i in ("brittany-turn", "brittany-return-turn") if rng.random() < 0.3}
    placed: list[tuple[Unit, str]] = []
    back = rng.random() < 0.5
    for number, space in enumerate(rng.sample(land, 24)):
        nation = rng.choice(["us", "br"] if facts.get(("beach", space)) == "open" else ["ge", "us", "br"])
        for copy in range(rng.randint(1, 2)):
            kind = rng.choice(_KINDS[nation == "ge"])
            size = _SIZES[kind]
            uid = f"{nation}-{number}-{copy}"
            placed.append((unit(uid, kind, size=size), space))
            if nation == "us" and back and rng.random() < 0.3:
                facts["via-brittany", uid] = True
    placed += [
        (unit("us-ch"), "cherbourg"),
        (unit("ge-ch"), "cherbourg"),
    ]
    placed += [(unit("us-br"), "brittany-may-leave")] if rng.random() < 0.5 else []
    return position(on, *placed, facts=facts)


class Slow:
    """The rules of supply once more, with a graph for each unit."""

    def __init__(self, at: Position) -> None:
        self.at, self.board = at, at.board
        self.spaces = {s.id: s for s in at.board.spaces.values() if s.kind == "hex"}
        self.graph = nx.Graph()
        self.graph.add_nodes_from(self.spaces)
        wet = {"flooded", "sea"}
        for e in at.board.edges.values():
            dry = all(s in self.spaces and self.spaces[s]["terrain"] not in wet for s in (e.a, e.b))
            if dry and e.boundary != "sea":
                self.graph.add_edge(e.a, e.b)

    def sides_in(self, space: str) -> set[str]:
        return {p.side for p in self.at.pieces.values() if p.space == space}

    def in_zoc(self, space: str, of: str) -> bool:
        here = self.spaces[space]
        if here["terrain"] == "city" or (of == "german" and self.at.facts.get(("beach", space)) == "open"):
            return False
        mine = [p for p in self.at.pieces.values() if p.space == space]
        if of == "allied" and any(p.printed.type == "strongpoint" for p in mine):
            return False
        for other in self.graph[space]:
            edge = self.board.edge(space, other)
            assert edge is not None
            strong = [p for p in self.at.pieces.values() if p.space == other and p.side == of]
            if edge.boundary != "major-river" and any(
                p.printed.size not in {"battalion", "strongpoint"} for p in strong
            ):
                return True
        return False

    def free(self, space: str, side: str) -> bool:
        enemy = "allied" if side == "german" else "german"
        there = self.sides_in(space)
        if enemy in there or (side not in there and self.in_zoc(space, enemy)):
            return False
        beach, marker = self.at.facts.get(("beach", space)), self.at.facts.get(("exit-marker", space))
        return side == "allied" or (beach != "open" and not marker)

    def joined(self, start: str, goals: set[str], side: str) -> bool:
        inside = {h for h in self.spaces if self.free(h, side)}
        live = self.graph.subgraph(inside | {start})
        return any(nx.has_path(live, start, g) for g in goals & inside)

    def letters(self, *wanted: str) -> set[str]:
        return {h for h, s in self.spaces.items() if s["letter"] in wanted}

    def beaches(self, names: set[str]) -> set[str]:
        named = {h for h, s in self.spaces.items() if s["beach-name"] in names}
        return {h for h in named if self.at.facts.get(("beach", h)) == "open"}

    def supplied(self, uid: str) -> bool:
        piece, facts = self.at.pieces[uid], self.at.facts
        us = self.beaches({"utah", "omaha"})
        if piece.side == "german":
            goals = self.letters("E", "(E)")
            back = facts.get(("brittany-return-turn", "")) or any(i == "via-brittany" for i, _ in facts)
            there = facts.get(("brittany-turn", "")) or self.sides_in("brittany-may-leave")
            goals |= set() if there or back else self.letters("W")
            goals |= set() if back else self.letters("S")
            early = piece.printed.type == "strongpoint" and int(facts["turn", ""]) <= 2
            return piece.space == "cherbourg" or early or self.joined(piece.space, goals, "german")
        brittany = any(self.free(w, "allied") and self.joined(w, us, "allied") for w in self.letters("W"))
        if piece.space == "brittany-may-leave":
            return brittany
        if piece.space == "cherbourg":
            return any(self.free(c, "allied") and self.joined(c, us, "allied") for c in self.letters("C"))
        if facts.get(("beach", piece.space)) == "open":
            return True
        goals = us if piece.printed.nationality == "us" else self.beaches({"gold", "juno", "sword"})
        if facts.get(("via-brittany", uid)) and brittany:
            goals = goals | self.letters("S")
        return self.joined(piece.space, goals, "allied")


@pytest.mark.parametrize("seed", range(25))
def test_it_agrees_with_a_slow_version_on_random_boards(seed: int) -> None:
    at = random_board(random.Random(seed))
    slow = Slow(at)
    for uid in at.pieces:
        assert in_supply(at, uid) == slow.supplied(uid), (seed, uid, at.pieces[uid].space)
    for uid in list(at.pieces)[::6]:
        said(at, uid)


@pytest.mark.parametrize("seed", range(6))
def test_every_line_is_a_chain_of_free_neighbours(seed: int) -> None:
    at = random_board(random.Random(100 + seed))
    slow = Slow(at)
    for uid, piece in at.pieces.items():
        on_map = [h for h in supply_path(at, uid) if h in slow.spaces]
        assert all(slow.free(h, piece.side) for h in on_map if h != piece.space)


@pytest.mark.parametrize("seed", range(12))
def test_stacks_that_open_a_line_are_those_whose_removal_does(seed: int) -> None:
    at = random_board(random.Random(200 + seed))
    cut = [p for u in out_of_supply(at, "german") if (p := at.pieces[u]).space in ground(at.board).ways]
    for piece in cut[:4]:
        route = Route("german", (piece.space,), possible_sources(at, "german"))
        found = {stack for stack, _ in openers(at, route, trace(at, route))}
        for space in {p.space for p in at.pieces.values() if p.side == "allied"}:
            draft = at.draft()
            for enemy in at.units_in(space):
                if enemy.side == "allied":
                    draft.place(enemy.uid, "eliminated")
            assert in_supply(draft, piece.uid) is (space in found), (seed, piece.uid, space)


def test_the_units_of_a_whole_side_share_one_flood() -> None:
    rng, block = random.Random(4), hexes(12, 61, 0, 27)
    on = board(block, letters={"6005": "E", "6010": "E"})
    spots = rng.sample([h for h in block if h not in BEACHES], 100)
    placed = [(unit(f"{'ge' if n % 2 else 'us'}-{n}-{k}"), h) for n, h in enumerate(spots) for k in (0, 1)]
    at = position(on, *placed, facts=OPEN)
    germans = [u for u, p in at.pieces.items() if p.side == "german"]
    assert len([in_supply(at, u) for u in germans]) == 100
    assert [layer for layer in at._cache if layer.startswith("supply:")] == ["supply:german"]
