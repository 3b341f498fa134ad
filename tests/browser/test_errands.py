"""Nine errands of a player, from dropping a save to sharing the ruling."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.guest import ROOT, SAVES, Guest
from tests.every import quick_one

ENGINE = ROOT / "tests" / "engine"


@dataclass(frozen=True)
class Reach:
    """Where a unit may go, and where not, and what is said there."""

    save: str
    unit: str
    reached: str
    cost: str
    refused: str
    why: str
    viewpoint: str = "public"


REACHES = (
    Reach("bridges", "1058 Rgt, 91 Div", "montebourg", "1", "sainteny", "crossed only by a bridge"),
    Reach("june", "505/82 Abn", "w3420", "3", "w3219", "occupied by 1057/91"),
    Reach("summer", "901/Lehr", "3209", "1½", "2114", "0 MP of 7 MP are left"),
    Reach("storm", "69 Bde, 50 Inf Div", "bretteville", "2", "caen", "costs 5 of 4", "allied"),
    Reach("epsom", "10 HLI/15", "c3529", "2", "c3630", ""),
)


@pytest.mark.parametrize("case", quick_one(REACHES, "june"))
def test_a_unit_shows_where_it_may_go_and_why_not_elsewhere(guest: Guest, case: Reach) -> None:
    guest.open(SAVES / f"{case.save}.vsav")
    guest.look_as(case.viewpoint)
    guest.find(case.unit)
    assert case.cost in guest.marked(case.reached)
    assert case.why in guest.marked(case.refused)
    assert guest.page.locator("#legend li").count() >= 2
    if case.why:
        assert case.why in guest.hover(case.refused)


@dataclass(frozen=True)
class Attack:
    """An attack on a space: who may make it, whom to take away, and what is then said."""

    save: str
    target: str
    unit: str
    name: str
    words: str
    viewpoint: str = "public"


ATTACKS = (
    Attack("omaha", "omaha-beach", "us-29-116", "116 Rgt, 29 Div", "success"),
    Attack("june", "e1830", "br-50-69", "69/50", "ratio"),
    Attack("summer", "3305", "us-29-175", "175/29 Inf", "the hex is cleared"),
    Attack("storm", "bretteville", "br-50-69", "69 Bde, 50 Inf Div", "two dice", "allied"),
    Attack("epsom", "c3830", "br-31-tank-9-rtr", "9 RTR/31 Tk", "column"),
)


@pytest.mark.parametrize("case", quick_one(ATTACKS, "omaha"))
def test_an_attack_is_composed_by_clicks(guest: Guest, case: Attack) -> None:
    guest.open(SAVES / f"{case.save}.vsav")
    guest.look_as(case.viewpoint)
    guest.find(case.target)
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    whole = guest.verdict
    assert case.words in whole
    guest.page.locator("#composer").get_by_role("button", name=f"take away {case.name}").first.click()
    guest.settled()
    assert guest.verdict != whole
    assert guest.page.locator("#trail .rule").count() > 0


@pytest.mark.slow
def test_both_sides_choose_their_support_best(guest: Guest) -> None:
    guest.open(SAVES / "epsom.vsav")
    guest.find("c3830")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    plain = guest.verdict
    guest.page.locator('#composer [data-field="best"]').check()
    guest.settled()
    assert guest.verdict != plain
    assert "Ground Support of the attack" in guest.ruling
    assert guest.page.locator(".bar").count() > 3


@pytest.mark.slow
def test_a_click_on_the_map_adds_to_the_attack_and_takes_away(guest: Guest) -> None:
    """The attack begins with all who may make it: the tanks of the Corps with both brigades."""
    guest.open(SAVES / "june.vsav")
    guest.find("e1830")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    whole, tanks = guest.verdict, guest.page.get_by_role("button", name="take away 8")
    assert tanks.count() == 1
    _click_on_the_tanks(guest)
    assert guest.verdict != whole
    assert tanks.count() == 0
    _click_on_the_tanks(guest)
    assert guest.verdict == whole
    assert tanks.count() == 1


def _click_on_the_tanks(guest: Guest) -> None:
    guest.click("br-xxx-8")
    if guest.page.locator("#stack").is_visible():
        guest.page.locator('#stack [data-unit="br-xxx-8"]').click()
        guest.settled()


@dataclass(frozen=True)
class Supply:
    """A side that is asked for its supply, a unit, and what is said of it."""

    save: str
    side: str
    words: str
    unit: str
    line: str
    viewpoint: str = "public"


SUPPLIES = (
    Supply("june", "German", "Without a LOC", "505/82 Abn", "can trace a LOC"),
    Supply("contested", "Allied", "in supply", "115 Rgt, 29 Div", "supply"),
    Supply("summer", "Allied", "Out of Supply", "116/29 Inf", "upply"),
    Supply("storm", "German", "chained", "505 Para Rgt, 82 AB Div", "upply"),
    Supply("epsom", "German", "Out of supply", "10 HLI/15", "upply"),
)


@pytest.mark.slow
@pytest.mark.parametrize("case", quick_one(SUPPLIES))
def test_the_supply_of_a_side_of_a_unit_and_what_would_cut_it(guest: Guest, case: Supply) -> None:
    guest.open(SAVES / f"{case.save}.vsav")
    guest.press("Layers")
    guest.page.get_by_label(f"supply: {case.side}").check()
    guest.settled()
    assert case.words in (guest.page.text_content("#layer-list") or "")
    guest.press("Close", exact=True)
    guest.find(case.unit)
    guest.press("Supply", exact=True)
    assert case.line in guest.verdict
    guest.press("What would cut it")
    assert guest.verdict


WAYS = {
    "june": ("505/82 Abn", "w3421", "w3520"),
    "bridges": ("1058 Rgt, 91 Div", "montebourg", "st-pierre-eglise"),
}


@pytest.mark.slow
@pytest.mark.parametrize("save", quick_one([*WAYS], "bridges"))
def test_a_way_goes_through_the_spaces_that_are_clicked(guest: Guest, save: str) -> None:
    unit, first, second = WAYS[save]
    guest.open(SAVES / f"{save}.vsav")
    guest.find(unit)
    guest.press("Waypoints", exact=True)
    guest.click(first)
    once = guest.verdict
    assert "goes to" in once
    guest.click(second)
    assert "through" in guest.verdict
    assert guest.page.locator(".waypoints .chip").count() == 2
    guest.page.reload()
    guest.ready()
    guest.settled()
    assert guest.page.locator(".waypoints .chip").count() == 2
    guest.page.locator(".waypoints .chip").last.click()
    guest.settled()
    assert guest.verdict == once
    if guest.page.get_by_role("button", name="Try it").count():
        guest.press("Try it")
        assert guest.nodes().count() == 2


@pytest.mark.slow
def test_a_move_is_tried_gone_back_from_and_named(guest: Guest, tmp_path: Path) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")
    guest.click("montebourg")
    assert "Montebourg" in guest.now()
    guest.press("back")
    guest.find("1058 Rgt, 91 Div")
    guest.click("st-sauveur")
    assert guest.nodes().count() == 3
    guest.press("back")
    guest.press("forward")
    assert "sauveur" in guest.now(), "forward returns to the branch last seen"
    guest.page.click("#name-node")
    guest.page.fill("#node-name", "to the west")
    guest.press("Keep")
    assert "to the west" in guest.now()
    guest.page.click("#save-node")
    with guest.page.expect_download() as coming:
        guest.page.get_by_role("link", name="Saved game for VASSAL").click()
    kept = tmp_path / "branch.vsav"
    coming.value.save_as(kept)
    guest.open(kept)
    guest.find("1058 Rgt, 91 Div")
    assert "St. Sauveur" in guest.page.inner_text("#chosen")


@pytest.mark.slow
def test_dice_are_chosen_and_the_same_action_again_keeps_them(guest: Guest) -> None:
    guest.open(SAVES / "omaha.vsav")
    guest.find("omaha-beach")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    guest.press("Try this attack")
    guest.press("name forward")
    guest.page.locator("#acts .question").first.click()
    guest.settled()
    assert guest.nodes().count() == 3
    guest.page.fill("#dice", "11,3")
    guest.press("Choose", exact=True)
    assert "chosen" in guest.now()
    guest.press("back")
    guest.press("Roll", exact=True)
    rolled = guest.now()
    assert "rolled" in rolled
    assert "seed" in rolled
    guest.press("back")
    guest.press("Roll", exact=True)
    assert guest.now() == rolled


LOGS = ("breakout_normandy", "june_six", "dark_summer", "storm_over_normandy", "battle_for_normandy")


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(LOGS, "breakout_normandy"))
def test_a_log_is_stepped_through_to_its_first_step_against_the_rules(guest: Guest, game: str) -> None:
    guest.open(ENGINE / game / "offences.vlog")
    guest.page.locator("#line .node[aria-current=true]").focus()
    guest.page.keyboard.press("ArrowRight")
    guest.settled()
    guest.page.keyboard.press("ArrowLeft")
    guest.settled()
    guest.page.keyboard.press("i")
    guest.page.wait_for_selector(".judged", timeout=60_000)
    assert guest.page.locator(".judged").get_attribute("class") in {
        "judged verdict-illegal",
        "judged verdict-unexplained",
    }
    assert guest.page.locator(".judged p").count() > 0


def test_what_the_other_side_hides_never_reaches_the_browser(guest: Guest) -> None:
    guest.open(SAVES / "storm.vsav")
    guest.look_as("referee")
    node = [r for r in guest.received if r.url.endswith("?as=referee") and "/nodes/" in r.url]
    told = node[-1].json()["facts"]
    cards = {f["subject"]: f["value"] for f in told if f["item"] == "card" and "german" in f["subject"]}
    hand = {card for card, where in cards.items() if where == "hand"}
    pile = {card for card, where in cards.items() if where not in {"hand", "discard", "discarded", "removed"}}
    assert hand, "the referee sees the hand"
    guest.received.clear()
    guest.look_as("allied")
    guest.find("69 Bde, 50 Inf Div")
    got = [r.text() for r in guest.received if "/api/trees/" in r.url]
    assert got
    for body in got:
        often = {card: body.count(f'"{card}"') for card in hand | pile}
        assert len({often[card] for card in hand | pile}) == 1, "a card in hand is told as one in the pile is"
        assert not any(f'"{card}","value":"hand"' in body for card in hand)


@pytest.mark.slow
def test_a_value_is_stated_otherwise_and_the_ruling_follows(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")
    before = guest.verdict
    guest.press("Edit", exact=True)
    guest.page.fill("#edit-unit", "ge-1058")
    guest.page.fill("#edit-space", "carentan")
    guest.page.click("#edit-place")
    guest.page.click("#edit-make")
    guest.settled()
    guest.find("1058 Rgt, 91 Div")
    assert guest.verdict != before
    assert "Carentan" in guest.page.inner_text("#chosen")


@pytest.mark.slow
def test_a_doubtful_value_is_corrected_where_it_is_named(guest: Guest) -> None:
    guest.open(SAVES / "summer.vsav")
    guest.find("3305")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    before = guest.verdict
    guest.page.locator("#sources > summary").click()
    guest.page.get_by_role("button", name="correct AF of 116/29 Inf").click()
    guest.page.keyboard.type("9-6")
    guest.page.keyboard.press("Enter")
    guest.settled()
    assert guest.verdict != before
    assert "unit:us-29-116=9-6" in guest.page.inner_text(".assumed")
    guest.page.locator(".assumed input[type=checkbox]").first.click()
    guest.settled()
    assert guest.verdict == before


@pytest.mark.slow
@pytest.mark.parametrize("form", quick_one(["Markdown", "BBCode", "HTML"]))
def test_a_ruling_is_shared_in_words(guest: Guest, form: str) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")
    print_ = guest.page.inner_text("#fingerprint")
    guest.press("Share", exact=True)
    guest.press(form, exact=True)
    guest.page.wait_for_function("() => document.getElementById('shared-text')?.value")
    assert print_ in guest.page.input_value("#shared-text")


@pytest.mark.slow
def test_a_picture_and_a_page_that_works_alone_are_shared(guest: Guest, tmp_path: Path) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")
    guest.press("Share", exact=True)
    for name, begins in (("ruling.png", b"\x89PNG"), ("ruling.svg", b"<"), ("tree.html", b"<!doctype")):
        with guest.page.expect_download() as coming:
            guest.page.locator(f'[data-share="{name}"]').click()
        coming.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().lower().startswith(begins.lower())
    with Guest.sitting(
        guest.page.context.browser,  # type: ignore[arg-type]
        "",
        width=900,
        height=700,
        offline=True,
    ) as reader:
        reader.page.goto((tmp_path / "tree.html").as_uri())
        assert "bridges" in reader.page.inner_text("body")
        assert not reader.faults


@pytest.mark.slow
def test_a_sketch_is_put_together_on_the_page(guest: Guest) -> None:
    guest.page.goto(guest.address)
    guest.ready()
    guest.page.click("#open-button")
    guest.page.wait_for_selector("#sketch")
    guest.page.fill("#sketch", (SAVES / "river.txt").read_text(encoding="utf-8"))
    guest.press("Put it on the table")
    guest.settled()
    assert guest.stands
    guest.page.keyboard.press("/")
    guest.find("116")
    assert guest.verdict


@pytest.mark.slow
def test_an_assumption_is_a_switch(guest: Guest) -> None:
    guest.open(SAVES / "river.txt")
    guest.find("b")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()
    assert guest.page.get_by_role("button", name="take away 116").count() == 1  # it moves in, then assaults
    switch = guest.page.locator(".assumed input[type=checkbox]").first
    assumed = guest.page.locator(".assumed label.switch").first.inner_text()
    switch.click()
    guest.settled()
    assert guest.page.get_by_text("stated instead:").count() == 1
    assert assumed not in guest.page.inner_text(".assumed")


@pytest.mark.slow
def test_a_fault_is_one_line_with_the_way_out(guest: Guest, tmp_path: Path) -> None:
    guest.open(SAVES / "bridges.vsav")
    broken = tmp_path / "broken.vsav"
    broken.write_bytes(b"no save at all")
    guest.page.set_input_files("#file", str(broken))
    guest.page.wait_for_selector("#notice:not([hidden])")
    assert guest.page.inner_text("#notice p")
    guest.faults.clear()  # the browser notes the refused request itself
