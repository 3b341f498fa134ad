"""Small games of a folder for tests of the verbs: a rules.toml, a board by hand, units by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.contract import Game
from adjudicator.homemade.questions import VERBS
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Verbs, read_question
from adjudicator.ruling import Ruling
from adjudicator.schema import Item, Schema
from adjudicator.sequence import Phase, Sequence
from counters.units import Unit
from maps.board import Board, Edge, Space, edge_id
from maps.games import open_folder

_GAME = """title = "Toy"
slug = "{slug}"
[[side]]
id = "north"
title = "North"
[[side]]
id = "south"
title = "South"
"""
_NUMBERS = itertools.count()
_OWN = {"type", "steps"}


@dataclass
class Toy:
    """A game in a folder of its own, with a board and units that a test gives it."""

    root: Path
    game: Game
    board: Board = field(default_factory=lambda: Board([], []))
    pieces: dict[str, Piece] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        return self.game.empty(self.board, self.pieces)

    def put(self, uid: str, space: str, *, side: str = "", status: str = "full", **more: Any) -> None:
        """A unit: ``n...`` is of the north; numbers are ratings, unless a unit has a field of that name."""
        own = side or ("north" if uid.startswith("n") else "south")
        named = {k: v for k, v in more.items() if k in _OWN}
        ratings = {k: v for k, v in more.items() if k not in _OWN}
        unit = Unit(uid, uid, f"Unit {uid}", own, own, ratings=ratings, **named)
        self.pieces[uid] = Piece(unit, space, status)

    def ask(self, verb: str, *, strict: bool = False, **words: Any) -> Ruling:
        asked = read_question(self.game.questions[verb], words)
        return asked.answer(Asking(self.game, self.position, strict=strict))


def toy(folder: Path, rules: str | None, board: Board | None = None) -> Toy:
    """A game of which only `rules` are told."""
    slug = f"toy-{next(_NUMBERS)}"
    root = folder / slug
    root.mkdir(parents=True)
    (root / "game.toml").write_text(_GAME.format(slug=slug), encoding="utf-8")
    if rules is not None:
        (root / "rules.toml").write_text(rules, encoding="utf-8")
    open_folder(root)
    side = Item("side", "", ("north", "south"), "north", "lasting", "game.toml", "north is to play", "", {})
    one = Sequence({"play": Phase("play", "Play", "", "alternating", "play", "")})
    game = Game(
        slug=slug,
        title="Toy",
        edition="first",
        folder=root,
        schema=Schema({"side": side}, {}),
        sequence=one,
        scenarios={},
        statuses=("full", "reduced"),
        questions=Verbs("adjudicator.homemade", VERBS),
    )
    return Toy(root, game, board or Board([], []))


def line(
    terrains: str,
    *,
    boundaries: Mapping[str, str] | None = None,
    roads: Iterable[str] = (),
    bridges: Iterable[str] = (),
) -> Board:
    """Spaces a, b, c ... in a row: ``clear woods`` says their terrains; borders are named ``ab``."""
    words = terrains.split()
    names = "abcdefghijklmnopqrstuvwxyz"[: len(words)]
    spaces = [Space(n, n.upper(), "hex", {"terrain": w}) for n, w in zip(names, words, strict=True)]
    edges = [
        Edge(
            x,
            y,
            (boundaries or {}).get(x + y, "open"),
            bridge=x + y in set(bridges),
            road="main" if x + y in set(roads) else "",
        )
        for x, y in itertools.pairwise(names)
    ]
    return Board([*spaces, Space("box", "Box", "box")], edges)


def grid(
    columns: int,
    rows: int,
    terrain: Mapping[str, str] | None = None,
    edges: Mapping[str, Mapping[str, Any]] | None = None,
) -> Board:
    """Hexes 0101 ... with flat sides above, even columns half a hex lower; `edges` say what is on a side."""
    names = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    spaces = [Space(n, n, "hex", {"terrain": (terrain or {}).get(n, "clear")}) for n in names]
    found = {}
    for name in names:
        c, r = int(name[:2]), int(name[2:])
        down = 0 if c % 2 else 1
        for cc, rr in ((c, r + 1), (c + 1, r - 1 + down), (c + 1, r + down)):
            other = f"{cc:02}{rr:02}"
            if other in names:
                a, b = sorted((name, other))
                more: dict[str, Any] = {"boundary": "open", **(edges or {}).get(edge_id(a, b), {})}
                found[edge_id(a, b)] = Edge(a, b, **more)
    return Board([*spaces, Space("box", "Box", "box")], [found[key] for key in sorted(found)])
