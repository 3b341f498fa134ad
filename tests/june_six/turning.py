"""A small war for tests of the turn: two US divisions and a corps, two German ones, a beach and an edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.actions import Roll
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, position, unit

ON = board(
    hexes(30, 44, 8, 20),
    beaches={"e2034": "omaha"},
    features={"e0834": {"edge": "south"}, "e0840": {"edge": "south"}},
)
V = hq("us-v-hq", "us-v", size="corps", corps="us-v", artillery=5)
CAV = unit("us-v-102cav", "recon", division="us-v", corps="us-v", size="regiment")
ONE = hq("us-1-hq", "us-1", corps="us-v", steps=2)
ONE_16 = unit("us-1-16", division="us-1", corps="us-v")
ONE_18 = unit("us-1-18", division="us-1", corps="us-v")
TWO_A = hq("us-2a-hq", "us-2a", corps="us-v", steps=2)
TWO_A_66 = unit("us-2a-66", "armor", division="us-2a", corps="us-v")
LXXXIV = hq("ge-lxxxiv-hq", "ge-lxxxiv", size="corps")
SCHNELL = unit("ge-lxxxiv-30", division="ge-lxxxiv")
G352 = hq("ge-352-hq", "ge-352", steps=2)
G352_916 = unit("ge-352-916", division="ge-352")
G716 = hq("ge-716-hq", "ge-716", steps=2)
G716_736 = unit("ge-716-736", division="ge-716")


def placed(**elsewhere: str) -> list[tuple[Unit, str]]:
    """All units where they stand; `elsewhere` puts one, its id with underscores, into another space."""
    there = [
        (V, "e1933"), (CAV, "e1934"), (ONE, "e1934"), (ONE_16, "e1834"), (ONE_18, "e1835"), (TWO_A, "e1935"),
        (TWO_A_66, "e1836"), (LXXXIV, "e0834"), (SCHNELL, "e0933"), (G352, "e0834"), (G352_916, "e1034"),
        (G716, "e0840"), (G716_736, "e1040"),
    ]  # fmt: skip
    wanted = {uid.replace("_", "-"): space for uid, space in elsewhere.items()}
    return [(u, wanted.get(u.id, space)) for u, space in there]


def scene(
    phase: str = "me",
    *,
    turn: int = 5,
    cup: Iterable[str] = (),
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    more: Iterable[tuple[Unit, str]] = (),
    elsewhere: Mapping[str, str] | None = None,
    **items: Fact,
) -> Position:
    """The war in a phase, with markers in the cup and facts of the whole position."""
    known: dict[Key, Fact] = {("phase", ""): phase, ("turn", ""): turn}
    known |= {(name.replace("_", "-"), ""): value for name, value in items.items()}
    known |= {("am", chit): "cup" for chit in cup}
    at = position(ON, *placed(**(elsewhere or {})), *more, facts={**known, **(facts or {})})
    if not options:
        return at
    return Position(at.game, at.board, at.schema, at.pieces, at.facts, options=options)


def settled(at: Position) -> Position:
    """The position after what follows by itself."""
    from adjudicator.june_six.registry import rules

    draft = at.draft()
    rules().after(draft, at)
    return draft.finish()


def rolled(*values: int) -> Roll:
    """A roll."""
    return Roll(values)
