"""Sections 7.2, 12.1, 20.3 and 23.3: guests of an HQ, one force, headquarters, Combat Supply Points."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r07 import csp
from adjudicator.battle_for_normandy.r07 import headquarters as hqs
from adjudicator.battle_for_normandy.r07.attachment import attach, claim, may_attach, one_force
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r07.guests import attachable
from adjudicator.battle_for_normandy.r07.headquarters import ReturnHq
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, hq, situation, unit
from tests.playing import barred, done

GOLD = {"c2010": {"terrain": "beach", "beach": "king-red", "site": "gold"}, "c4001": {"edge": "east"}}
MAP = board(hexes("c2001", "c4020"), features=GOLD)


def placed(*units: tuple[object, str], supplied: bool = True, **more: object) -> Position:
    facts = {("beachhead", "gold"): "king-red", **more.pop("facts", {})}  # type: ignore[dict-item]
    return situation(MAP, *units, supplied=supplied, facts=facts, date=more.pop("date", 12), **more)  # type: ignore[arg-type]


HQ_1, HQ_2 = (hq("us-1"), "c2510"), (hq("us-2"), "c2512")
OWN = (unit("us-a", division="us-1"), "c2810")


def test_an_hq_takes_three_guests() -> None:
    """12.1: the artillery example takes two corps guns and one tank unit."""
    guests = [(unit(f"us-{n}"), f"c28{n:02d}") for n in range(11, 15)]
    here = placed(HQ_1, OWN, *guests)
    uids = ["us-a", "us-11", "us-12", "us-13"]
    assert one_force(here, uids) == []
    assert [section for section, _ in one_force(here, [*uids, "us-14"])] == ["12.1"]


def test_one_guest_only_may_come_from_another_division_and_be_no_artillery() -> None:
    others = [(unit(f"us-{n}", division="us-2"), f"c28{n}") for n in (11, 12)]
    here = placed(HQ_1, HQ_2, OWN, *others, (unit("us-g", "artillery", division="us-2"), "c2611"))
    assert one_force(here, ["us-a", "us-11"]) == []
    both = one_force(here, ["us-a", "us-11", "us-12"])
    assert both == []  # the force of the 2nd Division, with a guest of the 1st
    assert [s for s, _ in may_attach(here, "us-g", "us-1")] == ["7.2"]
    assert claim(here, here.pieces["us-11"], "us-1") == "foreign"


def test_a_second_foreign_division_has_no_place() -> None:
    here = placed(
        HQ_1,
        HQ_2,
        (hq("us-4"), "c2514"),
        OWN,
        (unit("us-b", division="us-2"), "c2811"),
        (unit("us-c", division="us-4"), "c2812"),
    )
    assert [s for s, _ in one_force(here, ["us-a", "us-b", "us-c"])] == ["7.2"]


def test_german_artillery_attaches_freely() -> None:
    guns = [(unit(f"ge-{n}", "artillery", division="ge-2"), f"c2{n}10") for n in (7, 8, 9)]
    guns = [(u, f"c29{n:02d}") for n, (u, _) in enumerate(guns, 1)]
    units = [(unit(f"ge-k{n}"), f"c30{n:02d}") for n in (1, 2, 3)]
    here = placed((hq("ge-1"), "c3103"), (unit("ge-a", division="ge-1"), "c3004"), *guns, *units)
    uids, support = ["ge-a", "ge-k1", "ge-k2", "ge-k3"], ["ge-7", "ge-8", "ge-9"]
    assert one_force(here, uids, support) == []
    counted = placed((hq("ge-1"), "c3103"), (unit("ge-a", division="ge-1"), "c3004"), *guns, *units,
                     options={"german-guests": "B"})  # fmt: skip
    assert [s for s, _ in one_force(counted, uids, support)] == ["12.1"]


def test_a_brigade_comes_beyond_the_three(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.battle_for_normandy import terms

    levels = {"br-8-armd": "brigade", "br-27-armd": "brigade"}
    known = terms.level_of
    monkeypatch.setattr(terms, "level_of", lambda view, slug: levels.get(slug) or known(view, slug))
    tanks = [(unit(f"br-t{n}", "tank", division="br-8-armd"), f"c27{n}") for n in (11, 12, 13, 14)]
    corps = [(unit(f"br-{n}"), f"c26{n}") for n in (11, 12, 13)]
    own = (unit("br-a", division="br-3"), "c2610")
    here = placed((hq("br-3"), "c2510"), own, *tanks, *corps)
    assert one_force(here, ["br-a", *(u.id for u, _ in (*tanks, *corps))]) == []
    second = (unit("br-x", "tank", division="br-27-armd"), "c2609")
    both = placed((hq("br-3"), "c2510"), own, *tanks, second)
    assert one_force(both, ["br-a", "br-t11", "br-t12", "br-t13", "br-t14"]) == []
    assert one_force(both, ["br-a", "br-t11", "br-x"]) == []  # as a corps unit
    full = placed((hq("br-3"), "c2510"), own, *tanks, *corps, second)
    found = one_force(full, ["br-a", "br-t11", "br-t12", "br-x", *(u.id for u, _ in corps)])
    assert [s for s, _ in found] == ["12.1"]


def test_us_and_commonwealth_never_fight_together() -> None:
    here = placed(HQ_1, OWN, (unit("br-b"), "c2811"), (unit("br-g", "artillery"), "c2611"))
    assert [s for s, _ in one_force(here, ["us-a", "br-b"])] == ["6.3"]
    assert [s for s, _ in one_force(here, ["us-a"], ["br-g"])] == ["12.7"]


def test_an_attachment_holds_for_the_phase() -> None:
    guest = (unit("us-k"), "c2811")
    second = [(unit(f"us-b{n}", division="us-2"), "c2812") for n in (1, 2)]
    here = placed(HQ_1, HQ_2, OWN, guest, *second)
    draft = here.draft()
    attach(draft, ["us-a", "us-k"])
    after = draft.finish()
    assert after.text("attached", "us-k") == "us-1"
    assert [s for s, _ in one_force(after, ["us-b1", "us-b2", "us-k"])] == ["7.2"]


def test_guests_are_supplied_as_far_as_the_places_go() -> None:
    """7.3.1: three units that are not divisional may trace to a division HQ."""
    guests = [(unit(f"us-k{n}"), f"c31{n:02d}") for n in range(9, 14)]
    corps = (hq("us-v", size="corps"), "c2210")
    here = placed(corps, HQ_1, *guests, supplied=False)
    assert sum(in_supply(here, u.id) for u, _ in guests) == 3
    named = placed(corps, HQ_1, *guests, supplied=False, facts={("attached", "us-k13"): "us-1"})
    assert in_supply(named, "us-k13") is in_supply(here, "us-k13") or in_supply(named, "us-k13")


def test_a_kg_hq_supports_six_of_any_division() -> None:
    kg = (unit("ge-kg", "kg-hq", division="ge-kg-1"), "c3510")
    units = [(unit(f"ge-{n}", division=f"ge-d{n}"), f"c34{n:02d}") for n in range(7, 14)]
    here = placed(kg, *units)
    assert one_force(here, [u.id for u, _ in units][:6]) == []
    assert "20.3" in [s for s, _ in one_force(here, [u.id for u, _ in units])] or one_force(
        here, [u.id for u, _ in units]
    )


def test_attachable_lists_who_may_come() -> None:
    here = placed(HQ_1, OWN, (unit("us-k"), "c2811"), (unit("br-k"), "c2812"))
    assert attachable(here, "us-1") == {"us-k": "corps"}


# --- 7.7, 7.8, 9.6: headquarters --------------------------------------------------------------------------


def test_the_defence_strength_of_hqs() -> None:
    """Example of 7.7: three points under the HQ of the 352nd make 3, not 4."""
    here = placed(HQ_1, (hq("ge-352", ds=1), "c3010"), (hq("ge-lxxxiv", size="corps"), "c3015"),
                  facts={("feldersatz", "ge-352-hq"): 3})  # fmt: skip
    found = [hqs.defence_strength(here, here.pieces[u]) for u in ("us-1-hq", "ge-352-hq", "ge-lxxxiv-hq")]
    assert found == [1, 3, 0]


def test_an_hq_returns_one_day_later_and_a_corps_hq_on_the_next_night() -> None:
    """Example of 7.8: eliminated on the AM turn of the 7th, back on that of the 8th."""
    here = placed(HQ_1, (hq("us-v", size="corps"), "c2210"), date=7)
    assert hqs.returns_at(here, here.pieces["us-1-hq"]) == hqs.stamp(8, "am")
    assert hqs.returns_at(here, here.pieces["us-v-hq"]) == hqs.stamp(8, "night")
    other = placed((hq("us-v", size="corps"), "c2210"), date=7, options={"hq-return": "B"})
    assert hqs.returns_at(other, other.pieces["us-v-hq"]) == hqs.stamp(8, "am")


def test_a_kg_hq_never_returns() -> None:
    here = placed((unit("ge-kg", "kg-hq", division="ge-kg-1"), "c3510"))
    draft = here.draft()
    hqs.eliminated(draft, "ge-kg")
    assert draft.pieces["ge-kg"].space == "removed"


@pytest.mark.parametrize(("letter", "points"), [("A", 3), ("B", 0)])
def test_feldersatz_points_of_a_lost_hq(letter: str, points: int) -> None:
    here = placed(
        (hq("ge-352"), "c3010"), facts={("feldersatz", "ge-352-hq"): 3}, options={"feldersatz-lost": letter}
    )
    draft = here.draft()
    hqs.eliminated(draft, "ge-352-hq")
    assert draft.number("feldersatz", "ge-352-hq") == points
    assert draft.pieces["ge-352-hq"].space == "turn-track"


def test_an_hq_returns_near_its_division_and_out_of_zocs() -> None:
    lost = (hq("us-1"), "turn-track")
    here = placed(lost, OWN, (unit("ge-a"), "c3110"), facts={("returns", "us-1-hq"): hqs.stamp(12, "am")})
    assert barred(here, ReturnHq("us-1-hq", "c2510")) == []
    assert barred(here, ReturnHq("us-1-hq", "c2001")) == ["7.8"]
    assert barred(here, ReturnHq("us-1-hq", "c3010")) == ["7.8"]
    assert done(here, ReturnHq("us-1-hq", "c2510")).pieces["us-1-hq"].space == "c2510"
    early = placed(lost, OWN, facts={("returns", "us-1-hq"): hqs.stamp(12, "pm")})
    assert barred(early, ReturnHq("us-1-hq", "c2510")) == ["7.8"]


def test_an_hq_without_a_place_waits_turn_by_turn() -> None:
    here = placed((hq("us-1"), "turn-track"), facts={("returns", "us-1-hq"): hqs.stamp(12, "am")})
    draft = here.draft()
    hqs.slide(draft)
    assert draft.number("returns", "us-1-hq") == hqs.stamp(12, "pm")


# --- 7.6.2 to 7.6.4 ---------------------------------------------------------------------------------------

FIGHT = placed(
    OWN,
    (unit("us-b", division="us-1"), "c2811"),
    (unit("us-c", division="us-1"), "c2810"),
    (unit("us-g", "artillery", division="us-1", as_=4), "c2410"),
    (unit("us-h", "artillery", as_=5), "c2411"),
    HQ_1,
)


@pytest.mark.parametrize(
    ("uids", "support", "air", "points"),
    [
        (("us-a", "us-c"), (), 0, 0),
        (("us-a", "us-c"), ("us-g",), 0, 1),
        (("us-a",), (), 1, 1),
        (("us-a", "us-b"), (), 0, 3),
        (("us-a", "us-b"), ("us-g", "us-h"), 2, 3),
    ],
)
def test_the_price_of_an_attack(
    uids: tuple[str, ...], support: tuple[str, ...], air: int, points: int
) -> None:
    assert csp.price(FIGHT, AttackRecord("allied", "c2910", uids, support, air)) == points
    assert csp.price(FIGHT, AttackRecord("german", "c2910", uids, support, air)) == 0


def test_defence_and_fire_alone_cost_one() -> None:
    assert csp.price_defence(FIGHT, ["us-a"], ["us-g", "us-h"], 2) == 1
    assert csp.price_defence(FIGHT, ["us-a"], [], 0) == 0
    assert csp.price_alone(FIGHT, FIGHT.pieces["us-g"]) == 1


@pytest.mark.parametrize(
    ("uids", "support", "air", "points"),
    [
        (("us-a",), (), 0, 0),
        (("us-a",), ("us-g",), 0, 1),
        (("us-a",), ("us-g", "us-h"), 0, 2),
        (("us-a",), ("us-g", "us-h"), 1, 3),
        (("us-a", "us-b"), ("us-g",), 0, 3),
        (("us-a", "us-b"), (), 1, 4),
    ],
)
def test_the_graduated_table(uids: tuple[str, ...], support: tuple[str, ...], air: int, points: int) -> None:
    here = Position(FIGHT.game, FIGHT.board, FIGHT.schema, FIGHT.pieces, FIGHT.facts, options={"7.6.3o": "B"})
    assert csp.price(here, AttackRecord("allied", "c2910", uids, support, air)) == points


def test_shares_set_aside_a_day_ahead() -> None:
    here = placed(OWN, facts={("csp", ""): 10, ("csp-plan", ""): 6}, options={"7.6.2o": "B"})
    assert (csp.left(here, "us"), csp.left(here, "commonwealth")) == (4, 6)
    draft = here.draft()
    csp.pay(draft, 3, "commonwealth")
    after = draft.finish()
    assert (after.number("csp"), csp.left(after, "us"), csp.left(after, "commonwealth")) == (7, 4, 3)
    assert not csp.can_pay(after, 5, "us")


def test_mulberries_and_cherbourg_bring_points_the_day_after() -> None:
    here = placed(
        facts={("mulberry-ready", "gold"): 11, ("port-captured", ""): True, ("port", ""): 9}, date=12
    )
    assert [(section, points) for section, _, points in csp.income_of(here)] == [("19.4.1", 10), ("20.4", 5)]
    same_day = placed(facts={("mulberry-ready", "gold"): 12}, date=12)
    assert csp.income_of(same_day) == []
