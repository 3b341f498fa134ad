from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six import r20_bridges as bridges
from adjudicator.june_six.r20_bridges import BuildBridge, Demolish
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, look, offered

BLOCK = hexes(34, 46, 12, 28)
BRIDGE, FORD, PLAIN = "e1940/e2040", "e1942/e2042", "e1740/e1840"
ON = board(BLOCK, sides={BRIDGE: "major-river", FORD: "major-river"}, roads=[BRIDGE])
GHQ, GCORPS = hq("ge-hq", "ge-352"), hq("ge-c", "ge-lxxxiv", size="corps")
DIV, CORPS = hq("us-hq", "us-1", corps="us-v"), hq("us-c", "us-v", size="corps", corps="us-v")


def german(*placed: tuple[Unit, str], at: str = "e1640", **kinds: Any) -> Position:
    return situation(ON, (GHQ, at), *placed, **{"side": "german", **kinds})


def allied(*placed: tuple[Unit, str], at: str = "e1640", **kinds: Any) -> Position:
    return situation(ON, (DIV, at), *placed, **kinds)


def held(one: str, other: str) -> list[tuple[Unit, str]]:
    words = {"friendly": "ge", "enemy": "us"}
    ends = zip((one, other), ("e1940", "e2040"), strict=True)
    return [(unit(f"{words[word]}-{space}"), space) for word, space in ends if word != "vacant"]


# --- demolition -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("friendly", "friendly", "automatic"), ("friendly", "vacant", "automatic"),
        ("vacant", "friendly", "automatic"),
        ("friendly", "enemy", "roll"), ("enemy", "friendly", "roll"), ("enemy", "enemy", "impossible"),
        ("enemy", "vacant", "impossible"), ("vacant", "vacant", "impossible"),
    ],
)  # fmt: skip
def test_who_stands_at_the_bridge_decides(one: str, other: str, how: str) -> None:
    now = german(*held(one, other))
    assert bridges.demolition(now, ON.edges[BRIDGE], "german") == how
    wanted = ["20.44"] if how == "impossible" else []
    assert barred(now, Demolish("ge-hq", BRIDGE)) == wanted
    assert (Demolish("ge-hq", BRIDGE) in offered(now, Demolish)) == (not wanted)


def test_a_vacant_bridge_is_a_reading() -> None:
    now = german(options={"vacant-bridge": "B"})
    assert bridges.demolition(now, ON.edges[BRIDGE], "german") == "roll"


def test_automatic_demolition() -> None:
    now = german(*held("friendly", "vacant"))
    after = done(now, Demolish("ge-hq", BRIDGE))
    assert after.flag("blown", BRIDGE)
    assert not after.pending
    assert after.number("demolitions", "ge-hq") == 1
    assert not bridges.passable(after, ON.edges[BRIDGE])
    assert "20.44" in barred(after, Demolish("ge-hq", BRIDGE))


@pytest.mark.parametrize(("roll", "gone"), [(0, True), (4, True), (5, False), (9, False)])
def test_a_roll_of_four_or_less_destroys(roll: int, gone: bool) -> None:
    asked = done(german(*held("friendly", "enemy")), Demolish("ge-hq", BRIDGE))
    assert asked.pending[-1].data["what"] == "demolition"
    assert "E1940 / E2040" in bridges.ROLLS["demolition"].why(asked, asked.pending[-1].data)
    draft = asked.draft()
    bridges.ROLLS["demolition"].resolve(draft, asked.pending[-1].data, [roll])
    assert draft.flag("blown", BRIDGE) == gone


def test_two_attempts_in_an_activation() -> None:
    spent: dict[str, dict[str, Fact]] = {"ge-hq": {"demolitions": 2}}
    now = german(*held("friendly", "enemy"), marks=spent)
    assert barred(now, Demolish("ge-hq", BRIDGE)) == ["20.41"]
    again = german(*held("friendly", "enemy"), marks={"ge-hq": {"demolitions": 1, "bridge-action": True}})
    assert barred(again, Demolish("ge-hq", BRIDGE)) == [], "it is outside of the Bridge Action (20.13)"


def test_the_hq_must_be_active_and_within_four_hexes() -> None:
    assert barred(german(*held("friendly", "vacant"), at="e1440"), Demolish("ge-hq", BRIDGE)) == ["20.42"]
    assert barred(german(*held("friendly", "vacant"), at="e1540"), Demolish("ge-hq", BRIDGE)) == []
    assert barred(
        german(*held("friendly", "vacant"), active=[], marks={"ge-hq": {"active": False}}),
        Demolish("ge-hq", BRIDGE),
    )
    assert barred(german(*held("friendly", "vacant"), at="eliminated"), Demolish("ge-hq", BRIDGE)) == [
        "20.42"
    ]
    assert barred(german(), Demolish("ge-9", BRIDGE)) == ["20.11"]
    assert barred(german(), Demolish("ge-hq", "e1/e2")) == ["20.42"]


def test_it_may_be_done_in_the_combat_part_too() -> None:
    now = german(*held("friendly", "vacant"), part="combat")
    assert barred(now, Demolish("ge-hq", BRIDGE)) == []
    assert Demolish("ge-hq", BRIDGE) in offered(now, Demolish)


def test_corps_engineers_near_the_division_do_it_too() -> None:
    now = german(*held("friendly", "enemy"), (GCORPS, "e1440"), marks={"ge-hq": {"demolitions": 2}})
    assert barred(now, Demolish("ge-hq", BRIDGE, "ge-c")) == []
    after = done(now, Demolish("ge-hq", BRIDGE, "ge-c"))
    assert after.number("demolitions", "ge-c") == 1
    far = german(*held("friendly", "enemy"), (GCORPS, "e2740"))
    assert barred(far, Demolish("ge-hq", BRIDGE, "ge-c")) == ["20.14"]
    assert barred(now, Demolish("ge-hq", BRIDGE, "ge-9")) == ["20.14"]
    other = hq("us-o", "us-vii", size="corps", corps="us-vii")
    wrong = allied((unit("us-1"), "e1940"), (other, "e1640"))
    assert barred(wrong, Demolish("us-hq", BRIDGE, "us-o")) == ["20.14"]


def test_there_must_be_a_bridge() -> None:
    assert barred(german((unit("ge-1"), "e1942")), Demolish("ge-hq", FORD)) == ["20.44"]
    pontoon = german((unit("ge-1"), "e1942"), facts={("pontoon", FORD): True})
    after = done(pontoon, Demolish("ge-hq", FORD))
    assert not after.flag("pontoon", FORD)
    assert not after.flag("blown", FORD)


# --- construction -----------------------------------------------------------------------------------------


def built(now: Position) -> Position:
    draft = now.draft()
    bridges.complete(draft)
    return draft.finish()


def test_a_pontoon_bridge_stands_after_movement() -> None:
    now = done(allied(), BuildBridge("us-hq", FORD))
    assert now.flag("building", FORD)
    assert now.flag("bridge-action", "us-hq")
    assert not bridges.passable(now, ON.edges[FORD])
    after = built(now)
    assert after.flag("pontoon", FORD)
    assert bridges.passable(after, ON.edges[FORD])
    assert not after.flag("building", FORD)


def test_a_printed_bridge_is_restored() -> None:
    after = built(done(allied(facts={("blown", BRIDGE): True}), BuildBridge("us-hq", BRIDGE)))
    assert not after.flag("blown", BRIDGE)
    assert not after.flag("pontoon", BRIDGE)
    assert bridges.passable(after, ON.edges[BRIDGE])


def test_what_stands_is_not_built() -> None:
    assert barred(allied(), BuildBridge("us-hq", BRIDGE)) == ["20.52"]
    assert barred(allied(facts={("pontoon", FORD): True}), BuildBridge("us-hq", FORD)) == ["20.52"]
    assert barred(allied(facts={("building", FORD): True}), BuildBridge("us-hq", FORD)) == ["20.52"]
    assert barred(allied(), BuildBridge("us-hq", PLAIN)) == ["20.51"]


def test_germans_build_none() -> None:
    assert barred(german(), BuildBridge("ge-hq", FORD)) == ["20.12"]
    assert offered(german(), BuildBridge) == set()


def test_one_bridge_action_a_turn() -> None:
    now = allied((CORPS, "e1540"), marks={"us-hq": {"bridge-action": True}})
    assert barred(now, BuildBridge("us-hq", FORD)) == ["20.13"]
    assert barred(now, BuildBridge("us-hq", FORD, "us-c")) == []
    assert offered(now, BuildBridge) == {
        BuildBridge("us-hq", FORD, "us-c"), BuildBridge("us-c", FORD)
    }  # fmt: skip
    after = done(now, BuildBridge("us-hq", FORD, "us-c"))
    assert after.flag("bridge-action", "us-c")


def test_no_more_than_four_hexes_and_in_the_movement_part() -> None:
    assert barred(allied(at="e1442"), BuildBridge("us-hq", FORD)) == ["20.51"]
    assert barred(allied(part="combat"), BuildBridge("us-hq", FORD))
    assert offered(allied(part="combat"), BuildBridge) == set()


def test_enemies_at_the_site() -> None:
    assert barred(allied((unit("ge-1"), "e2042")), BuildBridge("us-hq", FORD)) == ["20.51", "20.51"]
    near = (unit("ge-1"), "e2142")
    assert barred(allied(near), BuildBridge("us-hq", FORD)) == ["20.51"]
    assert barred(allied(near, (unit("us-1"), "e2042")), BuildBridge("us-hq", FORD)) == []
    support = (unit("ge-1", "flak"), "e2142")
    assert barred(allied(support), BuildBridge("us-hq", FORD)) == []


def test_a_site_left_to_the_enemy_gets_no_bridge() -> None:
    now = allied((unit("ge-1"), "e2142"), (unit("us-1"), "e2042"))
    draft = done(now, BuildBridge("us-hq", FORD)).draft()
    draft.place("us-1", "e1740")
    assert not built(draft.finish()).flag("pontoon", FORD)


def test_options_are_legal() -> None:
    now = allied((unit("us-1"), "e1940"), (CORPS, "e1540"), (unit("ge-1"), "e2040"))
    for kind in (Demolish, BuildBridge):
        found = offered(now, kind)
        assert found
        assert all(barred(now, action) == [] for action in found)
    assert not offered(allied(active=[], marks={"us-hq": {"active": False}}), Demolish)


def test_only_an_hq_builds() -> None:
    now = allied((unit("us-1"), "e1940"))
    assert barred(now, BuildBridge("us-1", FORD)) == ["20.11"]
    assert offered(allied(at="eliminated"), BuildBridge) == set()


def test_what_is_done_is_told() -> None:
    now = german(*held("friendly", "vacant"), (GCORPS, "e1440"))
    blown = {s.rule for s in look(now, Demolish("ge-hq", BRIDGE)).steps}
    assert {"20.11", "20.15", "20.41", "20.43", "20.44", "20.45"} <= blown
    lent = {s.rule for s in look(now, Demolish("ge-hq", BRIDGE, "ge-c")).steps}
    assert "20.14" in lent
    pontoon = german((unit("ge-1"), "e1942"), facts={("pontoon", FORD): True})
    assert "Pontoon" in next(
        s.text for s in look(pontoon, Demolish("ge-hq", FORD)).steps if s.rule == "20.45"
    )
    built_ = {s.rule for s in look(allied(), BuildBridge("us-hq", FORD)).steps}
    assert {"20.11", "20.12", "20.13", "20.52", "20.53"} <= built_
