"""The deck file and the places of single cards (2.3, 6.1 to 6.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards, r05_pass
from adjudicator.storm_over_normandy.r06_play import EFFECTS
from maps.errors import DataError
from maps.filing import OURS, filing_of
from tests.storm_over_normandy.build import board, position
from tests.storm_over_normandy.playing import copy, hands

DECK = cards.load_deck(OURS)
FILE = Path(cards.__file__).parent / "deck.toml"


def test_each_side_has_27_cards_and_every_copy_an_id_of_its_own() -> None:
    for side in ("german", "allied"):
        assert len(set(cards.copies(OURS, side))) == cards.DECK_SIZE == 27
    assert not set(cards.copies(OURS, "german")) & set(cards.copies(OURS, "allied"))
    assert all(cards.card_of(OURS, c) is card for card in DECK.values() for c in card.copies)


def test_the_cards_that_the_rulebook_prints_are_what_it_says() -> None:
    assert (DECK["artillery"].side, DECK["artillery"].params) == (
        "german",
        {"firepower": 6, "eliminate": False, "reach": "any"},
    )
    assert DECK["shock-assault"].side == "allied"
    assert DECK["shock-assault"].params == {"areas": 2}
    assert [use.effect for use in DECK["bocage"].uses] == ["stop-move", "double-value"]
    assert [use.effect for use in DECK["defensive-fire"].uses] == ["fire-and-stay", "defensive-fire"]
    for card in ("bocage", "defensive-fire"):
        assert DECK[card].side == "german"
        assert DECK[card].cumulative
    units = {card.params["unit"] for card in DECK.values() if card.uses[0].effect == "arrive"}
    assert units == {"ge-goetz", "ge-composite"}
    assert any(card.uses[0].effect == "first-impulse" and card.side == "german" for card in DECK.values())


def test_every_effect_word_has_code_and_every_code_a_card() -> None:
    used = {use.effect for card in DECK.values() for use in card.uses}
    assert used == set(EFFECTS) == set(cards.EFFECTS)


def test_what_is_reconstructed_says_so() -> None:
    assert DECK["nebelwerfer"].sources.of("effect") == "reconstructed"
    assert DECK["artillery"].sources.of("params") == "example 3"
    report = "published: Storm Over Normandy played, 2016-03-21"
    panzers, patton = DECK["hitler-commits-panzers"], DECK["where-is-patton"]
    assert [panzers.sources.of(what) for what in ("title", "effect", "params", "removed")] == [report] * 4
    assert [panzers.sources.of(what) for what in ("when", "count")] == ["reconstructed"] * 2
    assert [patton.sources.of(what) for what in ("title", "params", "removed")] == [report] * 3
    assert [patton.sources.of(what) for what in ("when", "effect", "count")] == ["reconstructed"] * 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "bocage"', 'id = "artillery"', "again"),
        ("count = 5", "count = 4", "27 cards, not 26"),
        ('when = "allied-leave"', 'when = "noon"', "noon"),
        ('effect = "first-impulse"', 'effect = "miracle"', "miracle"),
        ("params = { points = 2 }", "params = { point = 2 }", "points (int)"),
        ('cards = ["air-strike"]', 'cards = ["rain"]', "rain"),
        ("cumulative = true\n", 'cumulative = true\ncolour = "red"\n', "colour"),
        ('title = "Bocage"\n', "", "title"),
        ('source = "reconstructed"\n', 'source = "hearsay"\n', "hearsay"),
    ],
)
def test_a_wrong_deck_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "deck.toml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as fault:
        cards.load_deck(filing_of("storm-over-normandy", tmp_path))
    assert said in str(fault.value)


def test_where_cards_lie() -> None:
    state = position(board(["caen"]), facts=hands("bocage", "bocage", "artillery", "shock-assault"))
    assert cards.hand(state, "german") == ("german-artillery-1", "german-bocage-1", "german-bocage-2")
    assert (cards.hand_size(state, "german"), len(cards.stack(state, "german"))) == (3, 24)
    draft = state.draft()
    cards.discard(draft, copy("bocage"))
    cards.remove(draft, copy("bocage", 2))
    cards.take(draft, copy("flak"))
    assert cards.discards(draft, "german") == ("german-bocage-1",)
    assert cards.hand(draft, "german") == ("german-artillery-1", "german-flak-1")
    assert draft.text("card", copy("bocage", 2)) == cards.REMOVED


def test_a_played_card_is_discarded_unless_it_leaves_the_game() -> None:
    draft = position(board(["caen"])).draft()
    for word in ("artillery", "goetz-recon", "resistance"):
        cards.pay(draft, copy(word))
    assert [draft.text("card", copy(w)) for w in ("artillery", "goetz-recon", "resistance")] == [
        "discard",
        "removed",
        "removed",
    ]


def test_a_word_for_a_card_means_a_copy_in_the_hand() -> None:
    facts = hands("bocage")
    facts = {("card", copy("bocage", 3)): "hand"}
    state = position(board(["caen"]), facts=facts)
    assert cards.find(state, "bocage") == copy("bocage", 3)
    assert cards.find(state, "flak") == copy("flak", 1)
    assert cards.find(state, "moonlight") == "moonlight"


def test_a_discard_must_be_in_the_hand_of_the_player() -> None:
    facts = {**hands("bocage"), ("card", copy("flak")): "discard", ("card", copy("night-march")): "unseen"}
    state = position(board(["caen"]), facts=facts)

    def said(side: str, word: str) -> str:
        inquiry = Inquiry(state)
        cards.may_discard(inquiry, side, word, "11.0")
        return "; ".join(map(str, inquiry.violations))

    assert said("german", copy("bocage")) == ""
    assert said("german", "") == "the German player names no card to discard (11.0)"
    assert "it has been discarded" in said("german", copy("flak"))
    assert "it lies in the stack" in said("german", copy("artillery"))
    assert "only that player sees" in said("german", copy("night-march"))
    assert "of the German deck" in said("allied", copy("bocage"))
    assert "there is no card" in said("german", "german-bocage-9")


def test_a_sketch_may_say_nothing_of_hands() -> None:
    bare = position(board(["caen"]))
    sketch = Position(bare.game, bare.board, bare.schema, {}, {}, unknown=bare.schema.items)
    inquiry = Inquiry(sketch)
    assert cards.in_hand(inquiry, "german", copy("artillery"), "6.2")
    assert cards.may_discard(inquiry, "german", "", "11.0")
    assert not inquiry.violations
    assert any("is not known" in text for text in inquiry.ruling("q", "v").assumptions)
    with pytest.raises(PositionError):
        cards.in_hand(Inquiry(sketch, strict=True), "german", copy("artillery"), "6.2")
    draft = sketch.draft()
    draft.facts["card", copy("flak")] = "hand"
    told = Inquiry(draft)
    assert not cards.in_hand(told, "german", copy("artillery"), "6.2")
    assert cards.in_hand(told, "german", copy("flak"), "6.2")
    assert cards.is_silent(draft, "allied")
    assert not cards.is_silent(draft, "german")
    assert not cards.is_silent(bare, "german")


def test_what_lies_open_says_nothing_of_a_hand() -> None:
    bare = position(board(["caen"]))
    facts = {("card", copy("flak")): "discard"}
    sketch = Position(bare.game, bare.board, bare.schema, {}, facts, unknown=bare.schema.items)
    assert cards.is_silent(sketch, "german")
    inquiry = Inquiry(sketch)
    assert cards.in_hand(inquiry, "german", copy("flak", 2), "6.2")
    assert not cards.in_hand(inquiry, "german", copy("flak"), "6.2")


def test_a_hand_that_is_not_told_makes_nobody_pass() -> None:
    bare = position(board(["caen"]))
    facts = {("card", copy("flak")): "hand", ("side", ""): "allied"}
    sketch = Position(bare.game, bare.board, bare.schema, {}, facts, unknown=bare.schema.items)
    assert not r05_pass.automatic(sketch.draft())


def test_the_id_of_a_card_stands_for_a_copy_in_the_hand() -> None:
    state = position(board(["caen"]), facts={("card", copy("bocage", 3)): "hand"})
    assert cards.may_discard(Inquiry(state), "german", "bocage", "11.0")
    assert cards.find(state, "Götz Recon") == cards.find(state, "goetz-recon") == copy("goetz-recon")
    assert cards.find(state, "maginot") == "maginot"
    draft = state.draft()
    cards.discard(draft, "bocage")
    assert draft.text("card", copy("bocage", 3)) == "discard"


def test_what_a_side_could_hold_does_not_depend_on_its_hand() -> None:
    one, other = hands("bocage"), hands("flak")
    for facts in (one, other):
        state = position(board(["caen"]), facts=facts)
        assert cards.could_hold(state, DECK["bocage"])
        assert not cards.could_hold(state, DECK["shock-assault"])
    gone = {("card", c): "discard" for c in DECK["goetz-recon"].copies}
    assert not cards.could_hold(position(board(["caen"]), facts={**one, **gone}), DECK["goetz-recon"])
