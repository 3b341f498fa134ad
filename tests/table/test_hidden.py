"""What a viewpoint may not see reaches it through no address: two tables that differ in it answer alike.

Every address is asked of pairs of positions that differ only in what the viewer may not know; the replies
have to be the same to the byte, faults included, and so do files that are given away.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from adjudicator.actions import action_to_json
from adjudicator.asking.door import open_position
from adjudicator.battle_for_normandy import terms
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError
from adjudicator.game import apply, legal, load, look, seen_by
from adjudicator.june_six.r07_markers import is_free_ops, side_of_marker
from adjudicator.position import Position
from tests.generated import arguments, verbs
from tests.properties.test_dark_summer_play import CAMPAIGN, face_down
from tests.properties.test_june_six_leaks import permuted
from tests.properties.test_storm_and_summer_leaks import other_hand
from tests.table.serving import ORIGIN, SAVES, TOKEN, Page, Undrawn, serving

Pair = tuple[Position, Position, str, str]  # two positions, who must not tell them apart, a guess about them


def june(rng: random.Random) -> Pair:
    one = open_position(SAVES / "june.vsav")
    other = permuted(one, "german", rng)
    assert other is not None
    return one, other, "allied", "am:am-ge-352-1=cup"


def storm(rng: random.Random) -> Pair:
    one = open_position(SAVES / "storm.vsav")
    return one, other_hand(one, "german", rng), "allied", "card:german-bocage-1=hand"


def summer(rng: random.Random) -> Pair:
    return face_down(CAMPAIGN, rng), face_down(CAMPAIGN, rng), "allied", "unit:ge-1@pool"


def battle(rng: random.Random) -> Pair:
    """Two Strongpoints that look alike have changed places, and the guns have moved or not."""
    one = load("battle-for-normandy").scenario("campaign")
    forts = [
        p for p in one.pieces.values() if terms.is_strongpoint(p.printed) and p.space not in terms.OFF_MAP
    ]
    for a, b in itertools.permutations(rng.sample(forts, len(forts)), 2):
        if a.space != b.space:
            other = said(one, {a.uid: b.space, b.uid: a.space}, "no")
            if alike(said(one, {}, "yes"), other):
                return said(one, {}, "yes"), other, "allied", "guns-moved=yes"
    raise AssertionError("no two Strongpoints look alike")


def said(position: Position, places: Mapping[str, str], moved: str) -> Position:
    draft = position.draft()
    for uid, space in places.items():
        draft.place(uid, space)
    draft.set("guns-moved", moved)
    return draft.finish()


def alike(one: Position, other: Position) -> bool:
    return all(seen_by(one, who) == seen_by(other, who) for who in ("allied", "public"))


PAIRS: Mapping[str, Callable[[random.Random], Pair]] = {
    "june-six": june,
    "storm-over-normandy": storm,
    "dark-summer": summer,
    "battle-for-normandy": battle,
}


QUICK = ("storm-over-normandy", "dark-summer")
LONG_LAST = [pytest.param(slug, marks=() if slug in QUICK else pytest.mark.slow) for slug in PAIRS]
"""The games in which something is hidden; those with large maps take long."""


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are drawn elsewhere; what lies in a picture is compared here."""
    monkeypatch.setattr("adjudicator.table.sharing.picture_of", Undrawn)


SAVED = dict(zip(PAIRS, ("june", "storm", "summer", "epsom"), strict=True))


def reply(page: Page, method: str, path: str, **options: Any) -> tuple[int, bytes]:
    """All that a viewer receives."""
    got = page.client.request(method, f"/{TOKEN}/{path}", headers={"origin": ORIGIN}, **options)
    return got.status_code, got.content


def requests(seen: Position, guess: str, viewer: str, rng: random.Random) -> Iterator[tuple[str, str, Any]]:
    """Everything that a viewer can ask and do, made from what he sees."""
    game, at = load(seen.game), "api/trees/t1/nodes/n0"
    for who in (viewer, "public"):
        eyes = {"params": {"as": who}}
        yield "GET", "api/trees/t1", eyes
        yield "GET", at, eyes
        for kind in legal(seen).kinds:
            yield "GET", f"{at}/legal", {"params": {"as": who, "kind": kind}}
        for form in ("md", "html", "bbcode", "png", "svg"):
            yield "GET", f"{at}/share", {"params": {"as": who, "form": form}}
        yield "GET", f"{at}/save.vsav", eyes
        yield "GET", "api/trees/t1/page.html", eyes
        yield "GET", "api/trees/t1/tree.json", eyes
    for verb in rng.sample(verbs(game), 12):  # of all verbs it is told elsewhere
        fields = arguments(seen, game.questions[verb], rng)
        yield "POST", f"{at}/ask", {"json": {"as": viewer, "verb": verb, "fields": fields}}
    more = {"as": viewer, "verb": "next", "given": [guess]}
    yield "POST", f"{at}/ask", {"json": more}
    yield "POST", f"{at}/edit", {"json": {"as": viewer, "changes": [guess]}}
    yield "PATCH", at, {"json": {"as": viewer, "name": "here", "note": "a note"}}
    for kind in legal(seen).kinds:
        for action in itertools.islice(legal(seen).of(kind), 2):
            yield "POST", f"{at}/act", {"json": {"as": viewer, "action": action_to_json(action)}}
    yield "POST", f"{at}/act", {"json": {"as": viewer, "dice": "roll", "seed": 3}}
    for path in ("api/trees/t1", "api/trees/t1/tree.json", "api/trees/t1/page.html"):
        yield "GET", path, {"params": {"as": viewer}}


def on_the_table(page: Page, position: Position) -> None:
    text = msgspec.json.encode(position_to_json(position)).decode()
    assert page.table.enter("a game", text, open_position(text)) == "t1"


@pytest.mark.parametrize("slug", LONG_LAST)
def test_no_address_tells_what_is_hidden(slug: str) -> None:
    one, other, viewer, guess = PAIRS[slug](random.Random(3))
    assert one != other
    assert seen_by(one, viewer) == seen_by(other, viewer)
    asked = list(requests(seen_by(one, viewer), guess, viewer, random.Random(7)))
    assert len(asked) > 30
    with serving() as first, serving() as second:
        on_the_table(first, one)
        on_the_table(second, other)
        good = 0
        for method, path, options in asked:
            replies = [reply(page, method, path, **options) for page in (first, second)]
            assert replies[0] == replies[1], (method, path, options)
            good += replies[0][0] == 200
        assert good > len(asked) / 3


@pytest.mark.parametrize("slug", LONG_LAST)
def test_what_the_referee_does_tells_a_side_no_more_than_it_sees(slug: str) -> None:
    one, other, viewer, _ = PAIRS[slug](random.Random(5))
    with serving() as first, serving() as second:
        on_the_table(first, one)
        on_the_table(second, other)
        for action in both_may(one, other, viewer):
            for page in (first, second):
                page.post("api/trees/t1/nodes/n0/act", {"as": "referee", "action": action})
        last = len(first.get("api/trees/t1", **{"as": viewer})["nodes"]) - 1
        for path in (
            "api/trees/t1",
            "api/trees/t1/tree.json",
            "api/trees/t1/page.html",
            f"api/trees/t1/nodes/n{last}",
        ):
            for who in (viewer, "public"):
                replies = [reply(page, "GET", path, params={"as": who}) for page in (first, second)]
                assert replies[0][0] == 200, replies[0]
                assert replies[0] == replies[1], path


def both_may(one: Position, other: Position, viewer: str) -> Iterator[dict[str, Any]]:
    """Actions that are legal in both positions and leave what the viewer and the public cannot tell apart."""
    for kind in legal(one).kinds:
        for action in itertools.islice(legal(one).of(kind), 3):
            try:
                after = [apply(position, action) for position in (one, other)]
            except BocageError:
                continue
            if all(seen_by(after[0], who) == seen_by(after[1], who) for who in (viewer, "public")):
                yield action_to_json(action)


@pytest.mark.parametrize(("side", "other"), [("german", "allied"), ("allied", "german")])
def test_what_a_side_does_unseen_is_told_to_it_and_the_referee_alone(side: str, other: str) -> None:
    with serving() as page:
        tree = page.open("june-six:campaign")
        position = load("june-six").scenario("campaign")
        own = [c for c in position.subjects("am") if side_of_marker(c) == side and not is_free_ops(c)]
        secret = next(chit for chit in own if position.text("am", chit) == "cup")
        page.post(f"api/trees/{tree}/nodes/n0/edit", {"as": side, "changes": [f"am:{secret}=initiative"]})
        for who, told in ((side, True), ("referee", True), (other, False), ("public", False)):
            for path in (f"api/trees/{tree}", f"api/trees/{tree}/tree.json", f"api/trees/{tree}/page.html"):
                text = page.client.get(f"/{TOKEN}/{path}", params={"as": who}).text
                assert (f"am:{secret}=" in text) == told, (who, path)


@pytest.mark.parametrize("slug", LONG_LAST)
def test_a_saved_game_is_given_to_the_referee_alone(slug: str) -> None:
    with serving() as page:
        tree = page.drop(f"{SAVED[slug]}.vsav").json()["tree"]
        path = f"api/trees/{tree}/nodes/n0/save.vsav"
        for who in ("public", "german", "allied"):
            assert reply(page, "GET", path, params={"as": who})[0] == 422
        assert reply(page, "GET", path, params={"as": "referee"})[0] == 200


@pytest.mark.parametrize("slug", PAIRS)
def test_whoever_knows_more_keeps_it_when_somebody_else_acts(slug: str) -> None:
    """The public tries an action: each side, and the referee, go on from what they know themselves."""
    one, _, viewer, _ = PAIRS[slug](random.Random(3))
    with serving() as page:
        on_the_table(page, one)
        seen = seen_by(one, "public")
        action = next(a for a in legal(seen) if not look(one, a).violations)
        made = page.post("api/trees/t1/nodes/n0/act", {"action": action_to_json(action)})["node"]
        tree = page.table.named("t1")
        for who in ("referee", viewer, "public"):
            node = tree[made["id"]]
            if who in {*node.told, "referee", "public"}:
                found = page.table.positions.seen(tree, node.id, who)
                assert found == apply(seen_by(one, who), action), who
