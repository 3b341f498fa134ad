"""Questions about the set-up, the invasion phase, the end of a turn, Victory Points and markers."""

from __future__ import annotations

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME, r04_bombardment
from tests.storm_over_normandy.asking import PLAIN, ask, sections, sketch, texts


def invasion() -> Position:
    return GAME.scenario("invasion")


def set_up() -> Position:
    return GAME.scenario("set-up")


# --- set-up and invasion ----------------------------------------------------------------------------------


def test_the_set_up() -> None:
    assert ask(invasion(), "set-up").answer is True
    assert set(sections(ask(set_up(), "set-up"))) == {"3.0"}
    one = ask(invasion(), "set-up", unit="5 ranger")
    assert "landing-omaha-1" in one.answer["spaces"]
    assert sections(ask(invasion(), "set-up", unit="505", to="utah")) == ["3.0"]
    late = ask(invasion(), "set-up", unit="9/2")
    assert late.answer["arrival"] == 2


def test_strongpoints_are_drawn() -> None:
    chances = ask(set_up(), "strongpoints")
    assert sum(chances.answer["ways"].values()) == chances.answer["total"]
    drawn = ask(set_up(), "strongpoints", seed=7)
    assert {len(one["units"]) for one in drawn.answer.values()} == {3}
    assert drawn.answer == ask(set_up(), "strongpoints", seed=7).answer
    assert drawn.answer != ask(set_up(), "strongpoints", seed=8).answer
    assert ask(invasion(), "strongpoints", seed=7).answer == {}
    early = ask(set_up(), "strongpoints", seed=7, given=["phase=impulses"])
    assert not early.ok


def test_airborne_landings() -> None:
    every = ask(invasion(), "scatter")
    assert len(every.answer) == 4
    assert ask(invasion(), "scatter", area="amfreville", roll=5).answer == 1
    assert ask(invasion(), "scatter", area="ste-mere-eglise", roll=4).answer == 1
    assert sections(ask(invasion(), "scatter", area="ranville")) == ["4.0"]
    with pytest.raises(MalformedAction, match="a die for which Area"):
        ask(invasion(), "scatter", roll=3)


@pytest.mark.parametrize(
    ("points", "part", "refused", "left"),
    [
        (("omaha-1=2", "omaha-2=8"), True, [], 14),
        (("omaha-1=12", "omaha-2=12"), False, [], 0),
        (("omaha-1=13", "omaha-2=11"), False, ["9.3.3"], 0),
        (("omaha-1=12",), False, ["4.0", "4.0"], 12),
        (("caen=12", "utah=12"), False, ["4.0"], 0),
        (("omaha-1=12", "omaha-2=12", "utah=1"), False, ["4.0"], 0),
    ],
)
def test_bombardment(points: tuple[str, ...], part: bool, refused: list[str], left: int) -> None:
    ruling = ask(invasion(), "bombardment", points=points, part=part)
    assert sections(ruling) in (refused, refused[:1])
    assert ruling.answer == left


def test_a_bombardment_that_cannot_be_read_or_comes_too_late() -> None:
    for points in ((), ("omaha-1",), ("omaha-1=x",)):
        with pytest.raises(MalformedAction, match="BEACH=POINTS"):
            ask(invasion(), "bombardment", points=points)
    late = ask(invasion(), "bombardment", points=("utah=12", "gold=12"), given=["phase=impulses"])
    assert sections(late) == ["4.0"]


def test_a_landing_before_it_happens() -> None:
    ruling = ask(invasion(), "landing", beach="omaha-2")
    assert ruling.ok
    assert len(ruling.answer["landed"]) == 4
    assert ruling.answer["strongpoints"]["retreat_to"]["us-rng-5"] == "landing-omaha-2"
    assert set(ruling.answer["attack"]["attackers"]) == set(ruling.answer["landed"])
    assert "supposed: the Invasion sections have landed" in texts(ruling)
    assert sections(ask(invasion(), "landing", beach="caen")) == ["4.0"]


def test_who_may_join_the_attack_on_a_beach() -> None:
    draft = invasion().draft()
    r04_bombardment.land(draft)
    here, given = draft.finish(), ["phase=beaches"]
    every = ask(here, "landing", beach="omaha-2", given=given)
    assert len(every.answer["attack"]["attackers"]) == 4
    spent = ask(
        here, "landing", beach="omaha-2", with_units=("5 ranger", "116"), given=[*given, "unit:116=spent"]
    )
    assert sections(spent) == ["4.0"]
    assert spent.verdict.endswith("the landed units may not attack so.")
    one = ask(here, "landing", beach="omaha-2", with_units=("5 ranger",), given=given)
    assert (one.ok, one.answer["attack"]["attackers"]) == (True, ["us-rng-5"])
    late = ask(invasion(), "landing", beach="omaha-2", given=["phase=impulses"])
    assert late.verdict == "No strongpoint attacks in Omaha-2; the landed units may not attack so."


# --- release and reinforcements ---------------------------------------------------------------------------


def test_release() -> None:
    here = ["phase=impulses", "side=german", "turn=4"]
    assert ask(invasion(), "release", given=here).answer["chance"] == "1/2"
    freed = ask(invasion(), "release", roll=3, given=here)
    assert (freed.ok, freed.answer["released"]) == (True, True)
    held = ask(invasion(), "release", roll=4, given=here)
    assert (held.ok, held.answer["released"]) == (True, False)
    twice = ask(invasion(), "release", roll=3, given=[*here, "release=rolled"])
    assert sections(twice) == ["14.1"]
    with pytest.raises(MalformedAction, match="1 to 6"):
        ask(invasion(), "release", roll=7)


def test_reinforcements() -> None:
    both = ask(invasion(), "reinforcements", turn=2)
    german = ask(invasion(), "reinforcements", side="german", turn=2)
    assert set(german.answer) < set(both.answer)
    assert ask(invasion(), "arrivals", side="german", turn=2).answer == german.answer
    assert ask(invasion(), "reinforcements", side="german", turn=8).verdict.endswith("units arrive.")
    with pytest.raises(MalformedAction, match="8 turns"):
        ask(invasion(), "reinforcements", turn=9)


def test_the_end_phase_in_order() -> None:
    ruling = ask(invasion(), "end")
    assert [s.rule for s in ruling.steps][:4] == ["6.3", "6.3", "5.1", "15.0"]
    assert ruling.answer["total"] == ruling.answer["change"]


# --- Victory Points ---------------------------------------------------------------------------------------


def test_the_points_of_a_turn() -> None:
    here = sketch(
        "G: allied, dv 1 star open red start german vp 1 beach gold | br inf 1-9-4/8 'G' fresh",
        f"P: german, dv 1 {PLAIN} vp 3 | ge inf 1-9-4/8 'P' fresh",
        "zone-x: zone halves 1 | br inf 1-9-4/8 'X' fresh",
        "G-P: open",
        "G-zone-x: zone",
        "P-zone-x: zone",
        more=", vp 5",
    )
    ruling = ask(here, "tally", given=["lost:airborne=1"])
    assert ruling.answer["areas"] == {"g": 1, "p": -3}
    assert ruling.answer["boxes"] == {"zone-x": 1}
    assert ruling.answer["lost"] == {"non-airborne": 0, "airborne": 1}
    assert (ruling.answer["change"], ruling.answer["total"]) == (-3, 2)
    assert ruling.verdict == "The turn changes the Allied Victory Points by -3, from 5 to 2."


@pytest.mark.parametrize(("points", "winner"), [(30, "german"), (31, "allied")])
def test_who_has_won(points: int, winner: str) -> None:
    beaches = ("sword", "juno", "gold", "omaha-1", "omaha-2")
    over = ["phase=over", "turn=8", f"vp={points}", *(f"control:{b}=allied" for b in beaches)]
    stripped = invasion().draft()
    for beach in beaches:
        for piece in stripped.units_in(beach):
            stripped.place(piece.uid, "eliminated")
    ruling = ask(stripped.finish(), "victory", given=over)
    assert ruling.answer["winner"] == winner
    assert ruling.answer["beaches"] == list(beaches)
    assert "has won" in ruling.verdict


# --- markers ----------------------------------------------------------------------------------------------


def test_markers() -> None:
    assert ask(invasion(), "markers").ok
    late = ask(
        invasion(), "markers", given=["phase=impulses", "support=99", "turn=9", "control:amfreville=german"]
    )
    assert sections(late) == ["13.0", "2.2.2", "9.3.3"]
    assert "Amfreville is marked German" in late.reasons[0]
    below = ask(invasion(), "markers", given=["vp=-12"])
    assert "2.1.2 the Victory Point markers show 10 and 2, back, the negative side = -12" in texts(below)
    lying = ask(invasion(), "markers", given=["support-placed:utah=3"])
    assert sections(lying) == ["9.3.1"]
    free = ask(invasion(), "markers", given=["release=released"])
    assert "their marker is discarded" in texts(free)


def test_a_strongpoint_in_an_allied_area_and_a_marker_on_nobody() -> None:
    lines = "U: allied, dv 1 star open red start german | us inf 1-9-4/8 '1' fresh, ge sp 1-8-/7 'S' fresh"
    strong = sketch(lines)
    assert sections(ask(strong, "markers")) == ["13.0"]
    draft = invasion().draft()
    for uid in ("ge-711-731", "ge-711-744"):
        draft.place(uid, "eliminated")
    assert sections(ask(draft.finish(), "markers")) == ["14.1"]
