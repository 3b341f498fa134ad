"""Section 3.0: the ready-made set-up, the free one, and what every set-up keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.game import legal
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import r03_choices, r03_set_up, terms
from adjudicator.storm_over_normandy.r03_choices import DrawStrongpoints, EndSetUp, PlaceUnit
from maps.errors import DataError
from maps.filing import filing_of
from tests.playing import decision, play, reasons, rules


def faults(state: Position) -> list[str]:
    return [str(v) for v in r03_set_up.set_up_ruling(state).violations]


def moved(state: Position, **places: str) -> Position:
    draft = state.draft()
    for uid, space in places.items():
        draft.place(uid.replace("_", "-"), space)
    return draft.finish()


def test_the_ready_made_set_up_is_legal() -> None:
    state = r03_set_up.set_up()
    assert r03_set_up.set_up_ruling(state).ok
    assert (state.text("phase"), state.number("turn"), state.number("vp")) == ("airborne", 1, 0)
    assert all(len(terms.strongpoints(state, b)) == 3 for b in terms.beaches(state))
    assert {p.status for p in state.pieces.values()} == {"fresh"}


def test_area_28_is_allied_at_the_start_and_where_airborne_units_stand_alone() -> None:
    def allied(state: Position) -> list[object]:
        return [a["number"] for a in terms.areas(state) if terms.controller(state, a.id) == "allied"]

    assert allied(r03_set_up.free_set_up()) == [28]
    assert allied(r03_set_up.set_up()) == [28, 33]


def test_units_without_a_code_wait_for_their_cards_and_reinforcements_on_the_track() -> None:
    state = r03_set_up.set_up()
    assert {p.uid for p in state.units_in("set-aside")} == {"ge-goetz", "ge-composite"}
    assert all(p.printed.arrival for p in state.units_in("turn-track"))
    assert state.pieces["ge-21pz-22"].space == state.pieces["ge-21pz-22"].printed.entry[0]


def test_undrawn_strongpoints_stay_out_of_the_game() -> None:
    state = r03_set_up.set_up()
    assert not any(terms.on_map(p) for p in state.units_in("cup"))


def test_strongpoints_are_counted_on_every_beach() -> None:
    state = moved(r03_set_up.set_up(), ge_sp_12="omaha-2")
    found = faults(state)
    assert "Omaha-1 has 2 strongpoints, not 3 (3.0)" in found
    assert "Omaha-2 has 4 strongpoints, not 3 (3.0)" in found


def test_every_invasion_section_holds_one_to_six() -> None:
    state = r03_set_up.set_up()
    empty = moved(state, us_4_8="exploitation-utah", us_4_12="exploitation-utah", us_4_22="exploitation-utah")
    assert any("holds 0 units, not 1 to 6" in f for f in faults(empty))
    full = moved(state, br_3_cdo="landing-sword")
    assert any("holds 7 units, not 1 to 6" in f for f in faults(full))
    assert not faults(moved(state, br_4_cdo="exploitation-sword"))


def test_every_fault_is_named_at_once() -> None:
    state = moved(
        r03_set_up.set_up(),
        us_4_8="landing-gold",  # another beach
        us_82_505="ste-marie-du-mont",  # not where it is printed
        ge_goetz="caen",
        ge_21pz_22="caen",
        us_29_115="landing-omaha-1",  # Omaha has two boxes: no fault
    )
    draft = state.draft()
    draft.set_status("us-4-12", "spent")
    draft.set("turn", 2)
    draft.set("vp", -3)
    draft.set("control", "allied", "caen")
    found = " ".join(faults(draft.finish()))
    for part in ("8 Rgt", "505", "Götz", "22 Pz Rgt", "face up", "turn 2", "show -3", "Caen is German"):
        assert part in found, part
    assert "115" not in found


def test_a_unit_is_asked_about_by_itself() -> None:
    state = r03_set_up.set_up()
    units = {uid: p.printed for uid, p in state.pieces.items()}
    inquiry = Inquiry(state)
    assert set(r03_set_up.explain_set_up(inquiry, units["us-rng-5"])) == {
        "landing-omaha-1",
        "exploitation-omaha-1",
        "landing-omaha-2",
        "exploitation-omaha-2",
    }
    assert "cup" in r03_set_up.explain_set_up(inquiry, units["ge-sp-1"], "gold")
    assert r03_set_up.explain_set_up(inquiry, units["br-7arm-22"]) == ("turn-track",)
    assert r03_set_up.explain_set_up(inquiry, units["ge-goetz"]) == ("set-aside",)
    assert not inquiry.violations
    r03_set_up.explain_set_up(inquiry, units["us-rng-5"], "landing-utah")
    assert [v.rule for v in inquiry.violations] == ["3.0"]


# --- the free set-up --------------------------------------------------------------------------------------


def test_strongpoints_are_drawn_by_number_from_those_left() -> None:
    state = play(r03_set_up.free_set_up(), DrawStrongpoints("sword"))
    assert state.decision is not None
    assert state.decision.data["dice"] == ["d24", "d23", "d22"]
    first = r03_choices.in_cup(state)
    state = play(state, (1, 1, 22))
    assert {p.uid for p in terms.strongpoints(state, "sword")} == {first[0], first[1], first[-1]}
    assert reasons(state, DrawStrongpoints("sword")) == "Sword has its 3 strongpoints (3.0)"
    assert reasons(state, DrawStrongpoints("caen")) == "Caen is no beach Area (3.0)"


def test_chances_of_a_draw_are_exact() -> None:
    state = r03_set_up.free_set_up()
    ways = r03_choices.draw_chances(state)
    assert ways.total == 24 * 23 * 22 // 6
    by_hand: dict[int, int] = {}
    for uid in r03_choices.in_cup(state):
        rating = state.pieces[uid].printed.df or 0
        by_hand[rating] = by_hand.get(rating, 0) + 1
    assert ways[9, 8, 7] == by_hand[9] * by_hand[8] * by_hand[7]
    assert r03_choices.draw_ruling(state).answer["total"] == ways.total


def test_the_allied_player_places_after_the_draw() -> None:
    state = r03_set_up.free_set_up()
    swap = PlaceUnit("us-29-115", "landing-omaha-1")
    assert reasons(state, swap) == "the strongpoints are drawn first (3.0)"
    for beach in r03_choices.beaches_to_draw(state):
        assert rules(state, EndSetUp()) == {"3.0"}
        state = play(state, DrawStrongpoints(beach), (1, 1, 1))
    assert (state.text("side"), len(r03_choices.in_cup(state))) == ("allied", 6)
    state = play(state, swap, PlaceUnit("us-4-8", "exploitation-utah"), EndSetUp())
    assert (state.text("phase"), state.pieces["us-29-115"].space) == ("airborne", "landing-omaha-1")
    assert decision(state) == ""


def test_a_unit_is_placed_in_the_boxes_of_its_beach_only() -> None:
    state = r03_set_up.free_set_up()
    for beach in r03_choices.beaches_to_draw(state):
        state = play(state, DrawStrongpoints(beach), (1, 1, 1))
    assert "not set up in" in reasons(state, PlaceUnit("us-4-8", "landing-gold"))
    assert "does not begin" in reasons(state, PlaceUnit("us-82-505", "landing-utah"))
    assert "does not begin" in reasons(state, PlaceUnit("br-7arm-22", "landing-gold"))
    assert "stands in" in reasons(state, PlaceUnit("us-4-8", "landing-utah"))
    assert "no unit" in reasons(state, PlaceUnit("us-9-9", "landing-utah"))
    assert all("landing" in a.to or "exploit" in a.to for a in legal(state) if isinstance(a, PlaceUnit))


# --- the file ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("sword", "dieppe"), "not 'dieppe'"),
        (("us-4-12", "us-4-8"), "not 'us-4-8' twice"),
        (("exploitation =", "reserve ="), "the keys id"),
        (("reconstructed; inv", "hearsay; inv"), "a source"),
    ],
)
def test_a_wrong_deployment_is_refused(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    ours = Path(r03_set_up.__file__).parent / "deployment.toml"
    file = tmp_path / "deployment.toml"
    file.write_text(ours.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(DataError, match=said):
        r03_set_up.load_deployment(filing_of("storm-over-normandy", tmp_path))
