"""Section 13.4: who advances, who must, and the Bocage Ambush; 13.52 and 20.34; traps 62 and 63."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from adjudicator.game import check
from adjudicator.june_six.r13_advance import ambush_faults, candidates, is_over, obliged
from adjudicator.june_six.r13_advancing import Advance, EndAdvance
from adjudicator.june_six.r13_retreat import Retreat
from adjudicator.june_six.r14_counterattack import DeclareCounterattack
from adjudicator.position import Position
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, ground, play, sections, table, where
from tests.playing import decision, options

BACK = Retreat(("ge-1",), ("e2040", "e2140"))


def won(
    monkeypatch: pytest.MonkeyPatch, *more: Any, cell: dict[str, Any] | None = None, **others: Any
) -> Position:
    """US-1 and whoever else attacks have thrown GE-1 back by two hexes; nobody strikes back."""
    table(monkeypatch, **{"defender_retreat": 2, "advance": "optional", **(cell or {})})
    attackers = others.pop("attackers", ("us-1",))
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), *more, **others), attackers)
    return play(at, BACK)


def test_an_optional_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, on=ground(terrain={HERE: "town"}))
    assert options(at, Advance) == [Advance("us-1", HERE)]
    assert options(at, EndAdvance) == [EndAdvance()]
    assert where(play(at, EndAdvance()), "us-1") == [SOUTH]
    at = play(at, Advance("us-1", HERE))
    assert (where(at, "us-1"), decision(at)) == ([HERE], "")
    assert at.text("control", HERE) == "allied"


def test_a_mandatory_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, cell={"advance": "mandatory"})
    assert sections(at, EndAdvance()) == ["13.43"]
    assert obliged(at, current(at)) == ("us-1",)
    assert where(play(at, Advance("us-1", HERE)), "us-1") == [HERE]


def test_mandatory_as_far_as_stacking_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("us-2"), "e1841"), (unit("us-3"), "e1841"))
    at = won(monkeypatch, *more, cell={"advance": "mandatory"}, attackers=("us-1", "us-2", "us-3"))
    at = play(at, Advance("us-2", HERE), Advance("us-3", HERE))
    assert not decision(at)  # two combat units fill the hex
    assert where(at, "us-1") == [SOUTH]


def test_no_advance_without_the_result_or_a_vacant_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not decision(won(monkeypatch, cell={"advance": ""}))
    table(monkeypatch, advance="mandatory")
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)))
    assert not decision(at)  # no retreat: the hex is not vacant
    assert where(at, "us-1", "ge-1") == [SOUTH, HERE]


def test_a_hex_emptied_by_losses_is_vacant(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender=(("A", "reduced"),), advance="optional")
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1", steps=1), HERE)))
    assert options(at, Advance) == [Advance("us-1", HERE)]


@pytest.mark.parametrize(
    ("marker", "section"),
    [
        ({"disorder": 1}, "13.41"),
        ({"scattered": True}, "13.41"),
        ({"pinned": True}, "13.41"),
        ({"isolated": True}, "12.24"),
    ],
)
def test_markers_that_keep_a_unit_back(
    monkeypatch: pytest.MonkeyPatch, marker: dict[str, Any], section: str
) -> None:
    more = ((unit("us-2"), "e1841"),)
    at = won(monkeypatch, *more, attackers=("us-1", "us-2"), marks={"us-1": marker})
    assert candidates(at, current(at)) == ("us-2",)
    assert sections(at, Advance("us-1", HERE)) == [section]


def test_an_isolated_unit_by_the_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, marks={"us-1": {"isolated": True}}, options={"isolated-advance": "B"})
    assert options(at, Advance) == [Advance("us-1", HERE)]


def test_disorder_of_the_combat_itself_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, cell={"attacker": (("A", "dis-1"),)})
    assert not decision(at)
    assert where(at, "us-1") == [SOUTH]


def test_only_attackers_and_hqs_stacked_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((hq("us-hq", "us-1"), SOUTH), (unit("us-2"), SOUTH), (hq("us-hq2", "us-9"), "e1841"))
    at = won(monkeypatch, *more)
    assert set(candidates(at, current(at))) == {"us-1", "us-hq"}
    assert sections(at, Advance("us-2", HERE)) == ["13.41"]
    assert sections(at, Advance("us-hq2", HERE)) == ["13.41"]
    assert "13.41" in sections(at, Advance("ge-1", HERE))
    at = play(at, Advance("us-1", HERE), Advance("us-hq", HERE))
    assert where(at, "us-1", "us-hq") == [HERE, HERE]


def test_an_hq_whose_escort_cannot_advance_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, (hq("us-hq", "us-1"), SOUTH), marks={"us-1": {"disorder": 1}})
    assert not decision(at)


def test_enemy_zocs_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    at = won(monkeypatch, (unit("ge-2"), "e1939"))
    ruling = check(at, Advance("us-1", HERE))
    assert ruling.ok
    assert "13.45" in ruling.rules


def test_nobody_advances_where_it_may_not_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    on = ground(sides={"e1840/e1940": "cliff"})
    more = ((unit("us-2"), "e1841"),)
    table(monkeypatch, defender_retreat=2, advance="optional")
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), *more, on=on)
    at = play(attack(at, ("us-2",)), BACK)
    assert sections(at, Advance("us-1", HERE)) == ["13.41"]
    assert is_over(at, current(at)) == ""


def test_victors_cross_the_river_that_they_attacked_over(monkeypatch: pytest.MonkeyPatch) -> None:
    on = ground(sides={"e1840/e1940": "major-river"})
    ranger = (unit("us-1", "ranger"), SOUTH)
    table(monkeypatch, defender_retreat=2, advance="mandatory")
    at = fight(ranger, (unit("ge-1"), HERE), on=on)
    at = play(attack(at), BACK, Advance("us-1", HERE))
    assert where(at, "us-1") == [HERE]


def test_a_breakthrough_leads_motorized_attackers_two_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    tank, foot = unit("us-1", "armor", armor=3), unit("us-2")
    table(monkeypatch, defender_retreat=2, advance="mandatory", breakthrough=True)
    at = fight((tank, SOUTH), (foot, "e1841"), (unit("ge-1"), HERE), (unit("ge-2"), "e1939"))
    at = play(attack(at, ("us-1", "us-2")), BACK, Advance("us-2", HERE), Advance("us-1", HERE))
    goals = {a.to for a in options(at, Advance)}
    assert goals == {"e1840", "e1841", "e1941", "e2040", "e2041"}  # not E1939, which the enemy holds
    assert "13.51" in sections(at, Advance("us-2", "e2040"))
    at = play(at, Advance("us-1", "e2040"))
    assert where(at, "us-1", "us-2") == ["e2040", HERE]
    assert not options(at, Advance)


def test_no_second_hex_without_a_breakthrough(monkeypatch: pytest.MonkeyPatch) -> None:
    tank = unit("us-2", "armor", armor=3)
    at = won(monkeypatch, (tank, "e1841"), attackers=("us-1", "us-2"))
    at = play(at, Advance("us-2", HERE))
    assert "13.52" in sections(at, Advance("us-2", "e2040"))


# --- Bocage Ambush ----------------------------------------------------------------------------------------

BOCAGE = {"terrain": {HERE: "bocage"}}


def test_an_ambush_takes_effect_after_the_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=2, advance="mandatory")
    placed = ((unit("us-1", cohesion=5), SOUTH), (unit("us-2", cohesion=5), "e1841"), (unit("ge-1"), HERE))
    at = play(attack(fight(*placed, on=ground(**BOCAGE)), ("us-1", "us-2")), BACK)
    assert decision(at) == "roll"
    at = play(at, 5, 6)  # 5 is not higher than 5
    assert current(at).ambushed == ("us-2",)
    at = play(at, Advance("us-1", HERE))
    assert at.number("disorder", "us-2") == 0  # an ambushed unit still advances
    at = play(at, Advance("us-2", HERE))
    assert [at.number("disorder", u) for u in ("us-1", "us-2")] == [0, 1]


def test_an_ambush_without_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Note to 13.46: units that cannot advance are ambushed too."""
    table(monkeypatch, advance="mandatory")
    at = attack(fight((unit("us-1", cohesion=3), SOUTH), (unit("ge-1"), HERE), on=ground(**BOCAGE)))
    at = play(at, 4)
    assert (decision(at), at.number("disorder", "us-1"), where(at, "us-1")) == ("", 1, [SOUTH])


def test_a_unit_that_is_not_eligible_is_not_ambushed(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, advance="mandatory", attacker=(("A", "dis-1"),))
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), on=ground(**BOCAGE)))
    assert not decision(at)


@pytest.mark.parametrize(("letter", "rolls"), [("A", 1), ("B", 2)])
def test_an_hq_is_ambushed_by_the_second_reading_beside_an_eligible_unit(
    monkeypatch: pytest.MonkeyPatch, letter: str, rolls: int
) -> None:
    table(monkeypatch, advance="mandatory")
    head = hq("us-hq", "us-1")
    head = dataclasses.replace(head, ratings={**head.ratings, "cs": 1})
    placed, options_ = ((head, SOUTH), (unit("ge-1"), HERE)), {"hq-eligible": letter}
    alone = fight(*placed, on=ground(**BOCAGE), options=options_)
    assert not decision(attack(alone, ("us-hq",), roll=9))  # no combat unit leads it (13.41)
    led = fight((unit("us-1"), SOUTH), *placed, on=ground(**BOCAGE), options=options_)
    at = attack(led, ("us-1", "us-hq"), roll=9)
    assert [d.data["what"] for d in at.pending if d.kind == "roll"] == ["ambush"] * rolls


@pytest.mark.parametrize(
    ("terrain", "modes", "advance", "faults"),
    [
        ("bocage", "assault stand", "mandatory", 0),
        ("woods", "assault stand", "mandatory", 1),
        ("bocage", "probe stand", "mandatory", 1),
        ("bocage", "assault retreat", "mandatory", 1),
        ("bocage", "assault stand", "optional", 1),
        ("clear", "probe retreat", "", 4),
    ],
)
def test_when_there_is_an_ambush(
    monkeypatch: pytest.MonkeyPatch, terrain: str, modes: str, advance: str, faults: int
) -> None:
    from tests.june_six.fighting import under_way

    table(monkeypatch, advance=advance)
    first, second = modes.split()
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), on=ground(terrain={HERE: terrain}))
    at = under_way(at, attack_mode=first, defence_mode=second, modified=5, defenders=("ge-1",))
    assert len(ambush_faults(at, current(at))) == faults


def test_germans_are_not_ambushed(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, advance="mandatory")
    at = fight((unit("ge-1"), SOUTH), (unit("us-1"), HERE), on=ground(**BOCAGE), side="german")
    assert not decision(attack(at, ("ge-1",)))


def test_a_counterattack_makes_a_mandatory_advance_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    """14.28: more units may follow while the first holds the hex."""
    table(monkeypatch, defender_retreat=1, advance="mandatory", probe={})
    placed = ((unit("us-1"), SOUTH), (unit("us-2"), "e1841"), (unit("ge-1"), HERE))
    at = play(attack(fight(*placed), ("us-1", "us-2")), Retreat(("ge-1",), ("e2040",)), Advance("us-1", HERE))
    at = play(at, DeclareCounterattack(), "probe", "stand", 5)
    assert options(at, Advance) == [Advance("us-2", HERE)]
    assert options(at, EndAdvance) == [EndAdvance()]
