"""Questions about combat: odds, results, losses, retreats, Support Points; the worked examples among them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.game import apply
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME
from adjudicator.storm_over_normandy.hypothesis import card_named
from adjudicator.storm_over_normandy.r06_play import PlayCard
from adjudicator.storm_over_normandy.r09_fire import AddSupport, FireAttack
from maps.filing import OURS
from tests.storm_over_normandy.asking import PLAIN, TILLY, ask, sections, sketch, texts

ALLIES = ", ".join(f"us inf 1-9-4 '{n}' fresh 1div" for n in (1, 2, 3))
GERMANS = "ge inf 2-10-4/9 '22' spent, ge inf 2-10-4/9 'other' fresh"
FIRE = (
    f"16: german, dv 3 bocage red no-star start german | {ALLIES}, {GERMANS}",
    f"11: allied, dv 2 {PLAIN}",
    f"17: allied, dv 2 {PLAIN}",
    f"15: german, dv 2 {PLAIN}",
    "11-16: open",
    "16-17: open",
    "15-16: open",
)


def invasion() -> Position:
    return GAME.scenario("invasion")


# --- odds -------------------------------------------------------------------------------------------------


def test_bare_numbers() -> None:
    ruling = ask(None, "odds", kind="fire", attack=7, defense=12)
    assert (ruling.answer["damage"]["0"], ruling.answer["at_least"]["1"]) == (10, 26)
    ruling = ask(
        None, "odds", kind="fire", attack=5, defense=12, support=("2",), defenders=("regiment spent",)
    )
    assert (ruling.answer["attack"], ruling.answer["at_least"]["1"]) == (7, 26)
    with pytest.raises(MalformedAction, match="describes no unit"):
        ask(None, "odds", kind="fire", attack=5, defense=12, defenders=("mule",))
    with pytest.raises(MalformedAction, match="odds of 'barrage'"):
        ask(None, "odds", kind="barrage", attack=5, defense=12)


def test_a_fire_attack_with_the_support_that_is_left() -> None:
    """SON-E09 before the roll."""
    here = sketch(*FIRE)
    ruling = ask(here, "odds", kind="fire", area="16", support=("2",))
    assert ruling.ok
    assert (ruling.answer["attack"], ruling.answer["defense"]) == (6, 13)
    assert "9.3.2 division integrity" in texts(ruling)
    assert list(ask(here, "odds", kind="fire", area="16").answer["support"]) == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("points", "left", "refused"), [("3", 4, ["9.3.3"]), ("3", 1, ["9.3.3", "9.3.3"]), ("2", 2, [])]
)
def test_too_many_support_points(points: str, left: int, refused: list[str]) -> None:
    ruling = ask(sketch(*FIRE), "odds", kind="fire", area="16", support=(points,), given=[f"support={left}"])
    assert sections(ruling) == refused
    assert ruling.verdict.startswith("Illegal") == bool(refused)


def test_one_more_unit_is_weighed() -> None:
    here = sketch(*FIRE)
    ruling = ask(here, "odds", kind="fire", area="16", with_units=("1", "2"), add=("3", "22"))
    assert ruling.answer["attack"] == 2
    assert list(ruling.answer["added"]) == ["us-3"]
    assert "22 (ge inf) may not join" in texts(ruling)


def test_units_elsewhere_do_not_fire() -> None:
    ruling = ask(sketch(*TILLY), "odds", kind="fire", area="11", with_units=("4",))
    assert "9.1" in sections(ruling)
    nobody = ask(sketch(*TILLY), "odds", kind="fire", area="16")
    assert (nobody.answer, sections(nobody)) == (None, ["9.1"])
    with pytest.raises(MalformedAction, match="no unit of the Allied side may fire in 12"):
        ask(sketch(*TILLY), "odds", kind="fire", area="12")


def test_an_assault_and_every_reason_against() -> None:
    ruling = ask(sketch(*TILLY), "odds", kind="assault", area="11", with_units=("4", "5", "6"))
    assert ruling.ok
    assert (ruling.answer["attack"], ruling.answer["defense"]) == (4, 12)
    assert "11.0 the Allied player discards a card" in texts(ruling)
    both = ask(sketch(*TILLY), "odds", kind="assault", area="11", with_units=("1", "4"))
    assert sections(both) == ["7.1"]
    empty = ask(sketch(*TILLY), "odds", kind="assault", area="12", with_units=("4",))
    assert (empty.answer, empty.verdict) == (None, "No attack comes about in 12.")
    assert sections(empty)[:1] == ["11.0"]
    with pytest.raises(MalformedAction, match="nobody assaults 11"):
        ask(sketch(*TILLY), "odds", kind="assault", area="11")


def test_a_shock_assault_and_two_bocage_cards() -> None:
    here, units = sketch(*TILLY), ("1", "2", "3", "4", "5", "6")
    plan: dict[str, Any] = {"kind": "assault", "area": "11", "with_units": units, "card": ("shock assault",)}
    whole = ask(here, "odds", **plan)
    assert whole.ok
    assert whole.answer["attack"] == 7
    stopped = ask(here, "odds", **plan, against=("bocage:16",))
    assert stopped.ok
    assert stopped.answer["attack"] == 4
    assert "spent, and still in 16: 1 (us inf), 2 (us inf), 3 (us inf)" in texts(stopped)
    twice = ask(here, "odds", **plan, against=("bocage:16", "bocage:17"))
    assert sections(twice) == ["14.2"]
    assert "stops no unit in 17" in twice.violations[0].text


def test_defensive_fire_comes_before_the_assault() -> None:
    """SON-E19 and E20: 4 and two dice against 9; then two units without the bonus against 12."""
    plan: dict[str, Any] = {"kind": "assault", "area": "11", "with_units": ("4", "5", "6")}
    ruling = ask(sketch(*TILLY), "odds", **plan, against=("defensive-fire",))
    assert ruling.ok
    assert ruling.answer["of"] == 36 * 36
    assert ruling.answer["left"] == {"us-4 us-5 us-6": 10, "us-4 us-5": 23, "us-4": 3}
    assert sum(ruling.answer["damage"].values()) == 36 * 36
    assert ruling.answer["damage"]["0"] == 10 * (36 - 10) + 23 * (36 - 3) + 3 * (36 - 1)
    twice = ask(sketch(*TILLY), "odds", **plan, against=("defensive-fire", "defensive-fire"))
    assert twice.answer["of"] == 36**3
    assert Fraction(twice.answer["mean"]) < Fraction(ruling.answer["mean"])
    stronger = ask(sketch(*TILLY), "odds", **plan, against=("defensive-fire", "nebelwerfer"))
    assert Fraction(stronger.answer["mean"]) < Fraction(ruling.answer["mean"])


def test_cards_that_change_an_attack() -> None:
    here = sketch(*FIRE)
    plan: dict[str, Any] = {"kind": "fire", "area": "16"}
    assert ask(here, "odds", **plan, card=("massed-guns",)).answer["attack"] == 6
    assert ask(here, "odds", **plan, card=("massed-guns", "massed-guns")).answer["attack"] == 8
    doubled = ask(here, "odds", **plan, against=("bocage",))
    assert (doubled.ok, doubled.answer["defense"]) == (True, 16)
    twice = ask(here, "odds", **plan, against=("bocage", "bocage"))
    assert (sections(twice), twice.answer["defense"]) == (["6.2"], 16)
    assert ask(here, "odds", **plan, card=("more shells",)).answer["support"]["2"]
    assert sections(ask(here, "odds", **plan, card=("shock-assault",))) == ["6.2"]
    assert sections(ask(here, "odds", **plan, against=("artillery",))) == ["6.2"]
    assert sections(ask(here, "odds", **plan, card=("more-shells", "more-shells"))) == ["6.2"] * 2
    fresh = ask(here, "odds", kind="fire", area="16", side="german", card=("defensive-fire",))
    assert "6.2 the units stay fresh afterwards" in texts(fresh)


def test_a_card_that_has_gone_is_not_in_a_plan() -> None:
    gone = [f"card:allied-massed-guns-{n}=discard" for n in (1, 2, 3)]
    ruling = ask(sketch(*FIRE), "odds", kind="fire", area="16", card=("massed-guns",), given=gone)
    assert sections(ruling) == ["6.2"]


def test_an_attack_by_a_card() -> None:
    ruling = ask(sketch(*TILLY), "odds", kind="card", area="16", card=("artillery",))
    assert ruling.ok
    assert (ruling.answer["attack"], ruling.answer["defense"], ruling.answer["elimination"]) == (6, 12, 0)
    with pytest.raises(MalformedAction, match="which card attacks"):
        ask(sketch(*TILLY), "odds", kind="card", area="16")
    assert sections(ask(sketch(*TILLY), "odds", kind="card", area="12", card=("artillery",))) == ["9.2"]


def test_attacks_of_the_invasion_phase() -> None:
    bombed = ask(invasion(), "odds", kind="bombardment", area="omaha-1", support=("2",))
    assert bombed.ok
    assert bombed.answer["attack"] == 2
    over = ask(invasion(), "odds", kind="bombardment", area="omaha-1", support=("13",))
    assert sections(over) == ["9.3.3"]
    fired = ask(invasion(), "odds", kind="strongpoints", area="omaha-2")
    assert fired.ok
    assert fired.answer["elimination"] == 0
    landed = ask(invasion(), "odds", kind="landed", area="omaha-2")
    assert landed.ok
    with pytest.raises(MalformedAction, match="no card is played in the invasion phase"):
        ask(invasion(), "odds", kind="landed", area="omaha-2", card=("massed-guns",))


def test_what_cannot_be_asked() -> None:
    here = sketch(*FIRE)
    for args, words in (
        ({}, "no attack is under way"),
        ({"kind": "barrage", "area": "16"}, "odds of 'barrage'"),
        ({"kind": "fire"}, "fire against what"),
        ({"kind": "fire", "area": "16", "side": "swiss"}, "there is no side 'swiss'"),
        ({"kind": "fire", "area": "16", "support": ("x",)}, "--support"),
        ({"kind": "fire", "area": "16", "card": ("nonsense",)}, "there is no card 'nonsense'"),
    ):
        with pytest.raises(MalformedAction, match=words):
            ask(here, "odds", **args)


def test_cards_are_found_by_part_of_their_title() -> None:
    assert card_named(OURS, "german-bocage-3").id == "bocage"
    with pytest.raises(AmbiguousAction):
        card_named(OURS, "n")
    with pytest.raises(MalformedAction, match="Did you mean Artillery"):
        card_named(OURS, "artilery")


def test_the_attack_under_way_needs_no_words() -> None:
    here = apply(sketch(*FIRE), FireAttack(("us-1", "us-2", "us-3")))
    ruling = ask(here, "odds", support=("1",))
    assert (ruling.ok, ruling.answer["attack"]) == (True, 5)
    assert ask(here, "result", roll="11").answer["damage"] == 2
    given = ["support=1"]
    assert list(ask(here, "odds", given=given).answer["support"]) == ["0", "1"]
    assert list(ask(here, "odds", card=("more shells",), given=given).answer["support"]) == ["0", "1", "2"]


def test_a_card_of_the_other_side() -> None:
    plan: dict[str, Any] = {"kind": "fire", "area": "16", "side": "allied"}
    for option, card in (("card", "nebelwerfer"), ("against", "massed-guns")):
        words: dict[str, Any] = {**plan, option: (card,)}
        ruling = ask(sketch(*FIRE), "odds", **words)
        assert set(sections(ruling)) == {"6.2"}
        assert " deck, not of the " in ruling.reasons[0]


# --- results ----------------------------------------------------------------------------------------------


def test_the_fire_attack_example() -> None:
    """SON-E09 and E10."""
    ruling = ask(sketch(*FIRE), "result", kind="fire", area="16", support=("2",), roll="6,5")
    assert (ruling.answer["attack"], ruling.answer["defense"], ruling.answer["damage"]) == (17, 13, 4)
    ways = {tuple(sorted(w["losses"].items())): w["points"] for w in ruling.answer["ways"]}
    assert ways[("ge-22", "eliminate"),] == 4
    assert ways[("ge-22", "retreat"), ("ge-other", "retreat")] == 5
    assert "10.2 22 (ge inf) would retreat to 15" in texts(ruling)


def test_the_artillery_example() -> None:
    """SON-E17: a brigade that cannot retreat stays, spent."""
    here = sketch(
        "16: allied, dv 3 bocage red no-star start german | br inf 1-9-4/8 'Bde' fresh brigade",
        f"11: german, dv 2 {PLAIN}",
        f"beyond: allied, dv 2 {PLAIN}",
        "11-16: open",
        "16-beyond: odl",
    )
    ruling = ask(here, "result", kind="card", area="16", card=("artillery",), roll="9")
    assert (ruling.answer["attack"], ruling.answer["defense"], ruling.answer["damage"]) == (15, 12, 3)
    assert {"losses": {"br-bde": "retreat"}, "points": 3} in ruling.answer["ways"]
    assert "has no place to retreat to, and stays where it is" in texts(ruling)


def test_no_damage_and_bare_results() -> None:
    ruling = ask(sketch(*TILLY), "result", kind="assault", area="11", with_units=("4", "5"), roll="6")
    assert (ruling.answer["attack"], ruling.answer["defense"], ruling.answer["damage"]) == (8, 12, 0)
    assert ruling.answer["ways"] == []
    bare = ask(None, "result", attack=6, defense=13, roll="11")
    assert bare.answer == {"attack": 17, "defense": 13, "damage": 4}
    for roll in ("13", "1", "7,1", "x", "6,"):
        with pytest.raises(MalformedAction, match="--roll"):
            ask(None, "result", attack=6, defense=13, roll=roll)
    with pytest.raises(MalformedAction, match="Defensive Fire comes first"):
        ask(
            sketch(*TILLY),
            "result",
            kind="assault",
            area="11",
            with_units=("4",),
            against=("defensive-fire",),
            roll="7",
        )
    empty = ask(sketch(*TILLY), "result", kind="assault", area="12", with_units=("4",), roll="7")
    assert empty.answer is None


# --- losses -----------------------------------------------------------------------------------------------


def test_every_way_to_take_damage() -> None:
    """SON-E14 and E16: two fresh regiments."""
    here = sketch(f"A: allied, dv 1 {PLAIN} | us inf 1-9-4/8 '1' fresh, us inf 1-9-4/8 '2' fresh")
    four = {w["points"] for w in ask(here, "losses", area="A", points=4).answer["ways"]}
    assert min(four) == 4
    five = [w for w in ask(here, "losses", area="A", points=5).answer["ways"] if w["points"] == 5]
    assert [list(w["losses"].values()) for w in five] == [["eliminate"]]
    none = ask(here, "losses", area="A", points=0)
    assert none.answer == {"ways": []}
    assert "nobody may retreat" in none.verdict


@pytest.mark.parametrize(
    ("take", "refused"),
    [
        (("22=eliminate",), []),
        (("22=retreat:15", "other=spent+retreat:15"), []),
        (("22=retreat:11", "other=retreat"), ["10.2"]),
        (("22=retreat", "other=flip"), ["10.1"]),
        (("22=flip",), ["10.0"]),
        (("22=eliminated", "other=flip"), []),
    ],
)
def test_one_way_to_take_damage(take: tuple[str, ...], refused: list[str]) -> None:
    ruling = ask(sketch(*FIRE), "losses", area="16", side="german", points=4, take=take)
    assert sections(ruling) == refused
    assert ruling.answer == (not refused)


def test_losses_that_are_due_need_no_words() -> None:
    here = apply(sketch(*FIRE), FireAttack(("us-1", "us-2", "us-3")))
    here = apply(here, AddSupport(0))
    here = apply(here, Roll((6, 5)))
    ruling = ask(here, "losses")
    assert ruling.verdict == "2 damage points in 16 can be taken in 10 ways."
    assert ask(here, "losses", take=("22=retreat",)).ok


def test_losses_to_a_card_and_of_nobody() -> None:
    here = sketch(*FIRE)
    ruling = ask(here, "losses", area="16", side="allied", points=3, card="artillery", take=("1=retreat",))
    assert sections(ruling) == ["10.2"]
    assert sections(ask(here, "losses", area="16", side="german", points=0, take=("22=retreat",))) == [
        "9.3.5"
    ]
    assert sections(ask(here, "losses", area="11", side="german", points=2)) == ["9.1"]
    for args, words in (
        ({"points": 2}, "losses of whom"),
        ({"area": "16"}, "how much damage"),
        ({"area": "16", "points": 2, "take": ("22",)}, "--take"),
        ({"area": "16", "points": 2, "take": ("22=vanish",)}, "--take"),
        ({"area": "16", "points": 2, "card": "bocage"}, "is no attack by a card"),
    ):
        with pytest.raises(MalformedAction, match=words):
            ask(here, "losses", **args)


def test_landed_units_retreat_to_their_box() -> None:
    """SON-E24: in the invasion phase."""
    here = sketch(
        "omaha-2: german, dv 1 star open red start german | ge sp 0-7-/7 'S' fresh, "
        "us ranger 1-8-5/7 'R' fresh landed landing-omaha-2, "
        "us inf 1-9-4/8 '115' fresh landed landing-omaha-2",
        more=", strongpoints",
    )
    ruling = ask(here, "losses", area="omaha-2", side="allied", points=2, take=("R=retreat:landing-omaha-2",))
    assert ruling.ok
    assert ask(here, "odds", kind="strongpoints", area="omaha-2").answer["attack"] == 0
    assert ask(here, "result", kind="strongpoints", area="omaha-2", roll="11").answer["damage"] == 2


# --- retreats ---------------------------------------------------------------------------------------------


def test_where_a_unit_retreats() -> None:
    here = sketch(*FIRE)
    ruling = ask(here, "retreats", unit="22")
    assert ruling.answer == {"to": ["15"], "ends": [["15"]], "eliminated": False}
    assert "10.2 not to 11: 11 is not controlled by the German side" in texts(ruling)
    assert sections(ask(here, "retreats", unit="22", to=("11",))) == ["10.2"]
    assert ask(here, "retreats", unit="22", to=("15",)).ok
    moved = ask(here, "retreats", unit="22", origin="15")
    assert moved.answer["to"] == ["16"]


def test_no_place_and_no_room() -> None:
    full = ", ".join(f"ge inf 1-9-4/8 'F{n}' fresh" for n in range(6))
    lines = (
        f"A: german, dv 1 {PLAIN} | ge inf 1-9-4/8 'X' spent, us inf 1-9-4/8 'Y' fresh",
        f"B: german, dv 1 {PLAIN} | {full}",
        f"C: german, dv 1 {PLAIN}",
        "A-B: open",
        "B-C: open",
    )
    chain = ask(sketch(*lines), "retreats", unit="X")
    assert chain.answer["ends"] == [["b", "c"]]
    assert "no room in B: it retreats on to C" in texts(chain)
    lost = ask(sketch(*lines[:2], "A-B: open"), "retreats", unit="X")
    assert lost.answer["eliminated"]
    stays = ask(sketch(*lines[:2], "A-B: impassable"), "retreats", unit="Y", card="artillery")
    assert (stays.answer["eliminated"], stays.answer["to"]) == (False, [])
    strong = sketch(f"A: german, dv 1 {PLAIN} | ge sp 1-8-/7 'S' fresh")
    assert sections(ask(strong, "retreats", unit="S")) == ["10.0"]


# --- Support Points ---------------------------------------------------------------------------------------


def test_how_many_support_points() -> None:
    here = sketch(*TILLY)
    assert ask(here, "support", area="16").answer == {"cap": 2, "left": 4, "most": 2}
    assert ask(here, "support", area="17").answer["most"] == 1
    assert ask(here, "support", area="17", side="german").answer["cap"] == 0
    assert sections(ask(here, "support", area="17", points=2)) == ["9.3.3"]
    assert ask(here, "support", area="16", points=2).ok
    assert ask(here, "support").answer == 4
    assert ask(invasion(), "support", given=["turn=2"]).answer == 4
    bombing = ask(invasion(), "support", area="utah", given=["phase=bombardment"])
    assert bombing.answer == {"cap": 12, "left": 24, "most": 12}
    assert sections(ask(invasion(), "support", area="zone-a")) == ["12.3"]


# --- what seldom happens ----------------------------------------------------------------------------------


def test_out_of_a_landing_box_nothing_is_discarded() -> None:
    landed = ["phase=impulses", "support=0"]
    ruling = ask(invasion(), "odds", kind="assault", area="utah", with_units=("8/4",), given=landed)
    assert ruling.ok
    assert "11.0 an Assault out of Utah Invasion needs no discard" in texts(ruling)


def test_a_march_lets_slow_units_assault() -> None:
    here = sketch(
        f"A: allied, dv 1 {PLAIN} | us inf 1-9-1/8 'slow' fresh",
        f"B: german, dv 1 {PLAIN} | ge inf 1-8-3/7 'G' fresh",
        "A-B: open",
    )
    plan: dict[str, Any] = {"kind": "assault", "area": "B", "with_units": ("slow",)}
    assert sections(ask(here, "odds", **plan)) == ["8.0"]
    assert ask(here, "odds", **plan, card=("fast column",)).ok
    assert ask(here, "odds", **plan, card=("fast column", "prepared assault")).ok


def test_a_card_in_the_hand_is_not_supposed() -> None:
    plan: dict[str, Any] = {"kind": "fire", "area": "16", "card": ("massed-guns",)}
    held = ask(sketch(*FIRE), "odds", **plan, given=["card:allied-massed-guns-1=hand"])
    assert "supposed: Armour Support" not in texts(held)
    wrong = ask(sketch(*TILLY), "odds", kind="card", area="16", card=("artillery", "nebelwerfer"))
    assert sections(wrong) == ["6.2"]


def test_no_attack_and_no_card_goes_into_a_box() -> None:
    plan: dict[str, Any] = {"kind": "assault", "area": "landing-utah", "with_units": ("8/4",)}
    ruling = ask(invasion(), "odds", **plan, against=("bocage",), given=["phase=impulses"])
    assert (ruling.answer, sections(ruling)) == (None, ["11.0", "6.2"])  # the German hand is empty
    zone = ask(invasion(), "odds", kind="card", area="zone-a", card=("artillery",))
    assert (zone.answer, "12.3" in sections(zone)) == (None, True)


def test_points_for_an_attack_that_units_do_not_make() -> None:
    """A card attack that is under way takes no attack bonus."""
    here = sketch(*TILLY, more=", german impulse")
    draft = here.draft()
    for copy in ("german-artillery-1", "german-nebelwerfer-1"):
        draft.set("card", "hand", copy)
    under = apply(draft.finish(), PlayCard("german-artillery-1", "16"))
    ruling = ask(under, "odds", card=("nebelwerfer",))
    assert sections(ruling) == ["6.2"]


def test_strongpoints_have_a_price_and_no_retreat() -> None:
    here = sketch(f"A: german, dv 1 {PLAIN} | ge sp 1-8-/7 'S' spent, ge inf 1-8-3/7 'G' fresh battalion")
    ruling = ask(here, "losses", area="A", points=2)
    assert "10.0 S (ge sp), spent: eliminate 2" in texts(ruling)
    assert {"losses": {"ge-s": "eliminate"}, "points": 2} in ruling.answer["ways"]
    taken = ask(here, "losses", area="A", points=4, take=("S=eliminate", "G=retreat"))
    assert taken.ok
    assert "G (ge inf) finds no place to retreat to: it is eliminated" in texts(taken)


def test_a_missing_symbol_in_the_other_reading() -> None:
    lines = (
        f"A: german, dv 1 {PLAIN} | us para 1-9-3/8 'P' spent, ge inf 1-8-3/7 'G' fresh",
        f"B: allied, dv 1 {PLAIN} no-airborne",
        "A-B: open",
    )
    for reading in ("A", "B"):
        there = sketch(*lines, more=f", option airborne-retreat={reading}")
        draft = there.draft()
        piece = draft.pieces["us-p"]
        draft.pieces["us-p"] = replace(piece, printed=replace(piece.printed, airborne=True))
        ruling = ask(draft.finish(), "retreats", unit="P")
        assert ruling.answer["eliminated"], reading
        assert ruling.answer["to"] == ([] if reading == "A" else ["b"])
