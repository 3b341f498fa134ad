"""Players: the same again by their seed, blind for what is hidden, the greedy one better than chance."""

from __future__ import annotations

import itertools
import json
import random
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.actions import Roll, kind_of
from adjudicator.battle_for_normandy.r21_victory import place_points
from adjudicator.dark_summer.r03_points import awards
from adjudicator.dice import die_range
from adjudicator.errors import MalformedAction, PositionError, RollNeeded
from adjudicator.game import GAMES, ask_roll, fits, legal, load, seen_by
from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r01_victory import points as june_six_points
from adjudicator.playing.advice import advise
from adjudicator.playing.chance import falls, throw
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import standing_of, terms_of, total_of
from adjudicator.playing.foresight import Foresight, came_of
from adjudicator.playing.games import played
from adjudicator.playing.ground import ground_of, strength_of
from adjudicator.playing.lookahead import Ahead
from adjudicator.playing.places import places_of, pull_of, worths_of
from adjudicator.playing.players import COMPARED, Greedy, Player, RandomPlayer
from adjudicator.playing.roster import NAMES, player_named
from adjudicator.playing.turns import decider
from adjudicator.playing.weights import TERMS, measures_of, weighed_games, weights_text
from adjudicator.position import Position
from adjudicator.sides import SIDES, enemy_of
from adjudicator.storm_over_normandy import GAME as STORM
from maps.errors import DataError
from tests.bench_games import WHOLE
from tests.commandline import run
from tests.every import quick_one
from tests.playing import STARTS, wander
from tests.properties.test_june_six_leaks import permuted
from tests.properties.test_storm_and_summer_leaks import other_hand

INVASION = STORM.scenario("invasion")
SMALL = [("storm-over-normandy", "invasion"), ("dark-summer", "campaign"), ("breakout-normandy", "d-day")]
SMALL += [("june-six", "omaha"), ("battle-for-normandy", "carentan")]

SUGGEST = "adjudicator suggest tests/saves/storm.vsav"


def in_play(slug: str, scenario: str, steps: int, seed: int = 1) -> Position:
    """A position of a random game in which a side decides."""
    positions = (p for p, _ in wander(load(slug).scenario(scenario), seed, 4 * steps))
    return next(p for p in itertools.islice(positions, steps, None) if decider(p) in SIDES)


# --- what is weighed ----------------------------------------------------------------------------------------


def test_all_five_games_are_weighed() -> None:
    assert set(weighed_games()) == set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_the_words_of_the_weights_are_those_of_the_game(slug: str) -> None:
    game, measures = load(slug), measures_of(slug)
    board = game.board()
    assert set(measures.status) == set(game.statuses)
    kinds = {space.kind for space in board.spaces.values()}
    assert measures.shore <= kinds
    assert set(measures.waiting) <= kinds | set(board.spaces)
    known = {kind_of(handler.action) for handler in game.handlers.values()}
    named = [measures.ends, measures.opens, measures.prepares, measures.left_out]
    assert frozenset().union(*named) <= known
    assert sum(map(len, named)) == len(frozenset().union(*named))
    assert places_of(slug, board)
    assert callable(game.own(measures.control))
    assert not measures.supply or callable(game.own(measures.supply))
    assert set(measures.worth_when) <= set(game.schema.items)
    assert set(measures.decides) <= set(board.spaces)


@pytest.mark.parametrize("slug", GAMES)
def test_ground_and_worths_brought_up_to_date_are_those_counted_anew(slug: str) -> None:
    scenario = next(iter(load(slug).scenarios))
    for number, (position, _) in enumerate(wander(load(slug).scenario(scenario), 3, 80)):
        known = ground_of(position), worths_of(position)
        if number % 8 == 0:
            anew = Position(position.game, position.board, position.schema, position.pieces, position.facts)
            assert (ground_of(anew), worths_of(anew)) == known


@pytest.mark.parametrize("scenario", load("june-six").scenarios)
def test_june_six_weighs_the_places_of_the_scenario(scenario: str) -> None:
    start = load("june-six").scenario(scenario)
    for place, worth in zip(places_of("june-six", start.board), worths_of(start), strict=True):
        draft = start.draft()
        for space in place.spaces:
            for piece in draft.units_in(space):
                draft.place(piece.uid, "eliminated")
            draft.set("control", "german", space)
        before = june_six_points(draft)
        for space in place.spaces:
            draft.set("control", "allied", space)
        assert june_six_points(draft) - before == worth, place.title


@pytest.mark.parametrize("scenario", load("battle-for-normandy").scenarios)
def test_battle_for_normandy_weighs_the_places_of_the_scenario(scenario: str) -> None:
    start = load("battle-for-normandy").scenario(scenario)
    for place, worth in zip(places_of("battle-for-normandy", start.board), worths_of(start), strict=True):
        draft = start.draft()
        for space in place.spaces:
            draft.set("control", "german", space)
        before = place_points(draft)
        for space in place.spaces:
            draft.set("control", "allied", space)
        assert place_points(draft) - before == worth, place.title


def test_the_dark_summer_weighs_a_place_by_the_turn() -> None:
    start, decides = load("dark-summer").scenario("campaign"), measures_of("dark-summer").decides
    for turn in range(1, 11):
        draft = start.draft()
        draft.set("turn", turn)
        now = draft.finish()
        for place, worth in zip(places_of("dark-summer", start.board), worths_of(now), strict=True):
            if place.title == "The land front of Cherbourg":  # scores nothing: it is the way there
                continue
            taken = now.draft()
            if place.title == "Cherbourg":
                taken.set("cherbourg-taken-turn", turn)
            for space in place.spaces if place.title != "Cherbourg" else ():
                taken.set("control", "allied", space)
                for piece in now.units_in(space):
                    taken.place(piece.uid, "eliminated")
            found = sum(award.half for award in awards(Inquiry(taken.finish())) if award.side == "allied")
            besides = sum(decides.get(space, 0) for space in place.spaces)
            assert found / 2 == worth - besides, (turn, place.title)


def test_what_decides_the_game_counts_until_it_has_fallen() -> None:
    """Cherbourg, by which the Germans win while they hold it (3.2.1), is worth nothing more once taken."""
    start = load("dark-summer").scenario("campaign")
    titles = [place.title for place in places_of("dark-summer", start.board)]
    box, front = titles.index("Cherbourg"), titles.index("The land front of Cherbourg")
    draft = start.draft()
    draft.set("turn", 5)
    german = draft.finish()
    draft = german.draft()
    draft.set("cherbourg-taken-turn", 5)
    taken = draft.finish()
    draft = taken.draft()
    draft.set("turn", 6)
    scored = draft.finish()
    assert [(worths_of(p)[box], worths_of(p)[front]) for p in (german, taken, scored)] == [
        (14, 2),
        (4, 2),
        (0, 0),
    ]


def test_a_place_left_empty_is_held_and_not_guarded() -> None:
    start, measures = load("dark-summer").scenario("campaign"), measures_of("dark-summer")
    place, worth = next(
        (place, worth)
        for place, worth in zip(places_of("dark-summer", start.board), worths_of(start), strict=True)
        if worth
        and len(place.spaces) == 1
        and {p.side for p in start.units_in(place.spaces[0])} == {"german"}
    )
    draft = start.draft()
    for piece in start.units_in(place.spaces[0]):
        draft.place(piece.uid, "eliminated")
    before, after = (dict(zip(TERMS, terms_of(p, "german"), strict=True)) for p in (start, draft.finish()))
    assert before["guard"] - after["guard"] == pytest.approx(measures.weights["german"].guard * worth)
    assert before["control"] == after["control"]


def test_a_unit_lost_is_told_on_both_sides() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    before = draft.finish()
    draft.place("ge-1-919", "eliminated")
    after = draft.finish()
    own, enemy = TERMS.index("own"), TERMS.index("enemy")
    weights = measures_of("breakout-normandy").weights
    lost = terms_of(after, "german")[own] - terms_of(before, "german")[own]
    assert lost == pytest.approx(-weights["german"].own)
    gained = terms_of(after, "allied")[enemy] - terms_of(before, "allied")[enemy]
    assert gained == pytest.approx(weights["allied"].enemy)


def test_a_step_lost_costs_its_share() -> None:
    draft, measures = load("breakout-normandy").scenario("d-day").draft(), measures_of("breakout-normandy")
    draft.set_status("ge-1-919", "d2")
    assert strength_of(draft.pieces["ge-1-919"], measures) == measures.status["d2"]


def test_points_are_those_of_the_game() -> None:
    assert standing_of(load("breakout-normandy").scenario("d-day")) == (0.0, -4.0)


def test_places_of_the_enemy_pull_more() -> None:
    ours, theirs = (pull_of(INVASION, side)["caen"] for side in ("german", "allied"))
    assert theirs > ours


def test_a_file_of_weights_is_read_strictly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.playing import weights

    text = Path(weights.__file__).with_name("weights.toml").read_text(encoding="utf-8")
    slug = next(iter(tomllib.loads(text)))
    for old, new, fault in (
        ('ends = ["end', 'ends = 3  # ["end', "key ends: expected a list, not 3"),
        ("bare = 0.5", "bald = 0.5", "key bald: expected exactly the keys points"),
        ("reach = 5", "reach = 'far'", "key reach: expected a int, not 'far'"),
        ("win = 20.0, points", "glory = 20.0, points", "key glory: expected exactly the keys win"),
        ("{ landing = 0.5 }", "{ landing = true }", "key landing: expected a number, not True"),
        ("times = 1.0 }", "often = 1.0 }", "key points: expected tables with path, times"),
    ):
        file = tmp_path / "weights.toml"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            weights._read(str(file))
        assert fault in str(caught.value), slug


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'left_out = ["give-up"]',
            'left_out = ["give-in"]',
            "key left_out: expected kinds of action of the game",
        ),
        ("winner = ", "loser = ", "key loser: expected exactly the keys"),
        ("[storm", "[[storm", ""),
    ],
)
@pytest.mark.parametrize(
    "line", [SUGGEST, "adjudicator forecast storm-over-normandy:invasion --games 1 --steps 3"]
)
def test_other_weights_are_refused_in_one_line(
    line: str, old: str, new: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(weights_text().replace(old, new, 1), encoding="utf-8")
    for path in (file, tmp_path, tmp_path / "none.toml"):
        monkeypatch.setenv("BOCAGE_WEIGHTS", str(path))
        said = run(line)
        assert (said.code, len(said.err.splitlines())) == (2, 1)
        assert path.name in said.err
        assert fault in said.err or path != file


# --- chance and candidates ----------------------------------------------------------------------------------


def test_every_fall_has_its_exact_chance() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    ask_roll(draft, "sunset", ["DR"])
    found = dict(falls(draft.finish()))
    assert found[Roll((7,))] == Fraction(1, 6)
    assert sum(found.values()) == 1


def test_of_many_falls_some_stand_for_all() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    ask_roll(draft, "sunset", ["DR"])
    found = {roll.values[0]: chance for roll, chance in falls(draft.finish(), most=5)}
    mean = sum(value * chance for value, chance in found.items())
    variance = sum((value - mean) ** 2 * chance for value, chance in found.items())
    assert (sorted(found), mean, variance) == ([3, 6, 7, 8, 11], 7, Fraction(35, 6))


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_is_blind_for_dice(slug: str) -> None:
    """Every roll of dice has falls, however many dice there are; a draw of cards or chits may have none."""
    scenario = next(iter(load(slug).scenarios))
    for position, _ in wander(load(slug).scenario(scenario), 5, 150):
        if decider(position) == "dice":
            found, dice = falls(position), position.pending[-1].data["dice"]
            assert found or any(len(die_range(die) or ()) > 12 for die in dice)
            assert not found or sum(chance for _, chance in found) == 1
            assert len(found) <= 125
            assert all(fits(position, roll) for roll, _ in found)


def test_a_throw_is_possible() -> None:
    rng = random.Random(3)
    for position, _ in wander(INVASION, 2, 60):
        if decider(position) == "dice":
            assert fits(position, throw(position, rng))


@pytest.mark.parametrize(("slug", "scenario"), STARTS)
def test_what_is_drawn_is_legal_and_the_same_again(slug: str, scenario: str) -> None:
    for number, (position, _) in enumerate(wander(load(slug).scenario(scenario), 4, 25)):
        if number % 6 == 0 and decider(position) != "dice":
            found = drawn(position, random.Random(number), most=12)
            assert found == drawn(position, random.Random(number), most=12)
            assert 0 < len(found) <= 12
            assert all(action in legal(position) for action in found)


def test_an_end_gains_nothing_and_comes_first_of_what_gains_nothing() -> None:
    start = load("battle-for-normandy").scenario("carentan")
    moving = next(p for p, _ in wander(start, 1, 200) if p.text("phase") == "movement")
    side = decider(moving)
    ended = [one for one in Greedy(1).ranked(moving, side) if kind_of(type(one.action)) == "end-phase"]
    assert [one.told for one in ended] == [{}]


@pytest.mark.parametrize("slug", ["breakout-normandy", "june-six", "dark-summer"])
def test_what_opens_the_way_counts_as_the_best_of_what_follows(slug: str) -> None:
    measures, compared = measures_of(slug), 0
    for position, _ in wander(load(slug).scenario(WHOLE[slug]), 2, 220):
        side = decider(position)
        if compared > 3 or side not in SIDES:
            continue
        for action in drawn(position, random.Random(1), most=8):
            if kind_of(type(action)) not in measures.opens:
                continue
            after = came_of(position, action)
            if after is None or decider(after) != side:
                continue
            compared, ahead = compared + 1, Foresight(side)
            worth = round(sum(ahead.expected(position, action)), 6)
            for follows in drawn(after, random.Random(0), most=6):
                if kind_of(type(follows)) not in measures.ends | measures.opens:
                    assert worth >= round(sum(ahead.expected(after, follows)), 6)
            break
    assert compared


# --- players ------------------------------------------------------------------------------------------------


def sat_down(name: str, seed: int) -> Player:
    """A player that compares little."""
    players: dict[str, Player] = {
        "greedy": Greedy(seed, most=5),
        "quick": player_named("quick", "dark-summer", seed),
        "ahead": Ahead(seed, most=3),
        "random": RandomPlayer(seed),
    }
    return players[name]


@pytest.mark.parametrize(("slug", "scenario"), SMALL)
@pytest.mark.parametrize("name", quick_one(NAMES, "greedy", "random"))
def test_the_same_seed_chooses_the_same_legal_action(name: str, slug: str, scenario: str) -> None:
    position = in_play(slug, scenario, 20)
    side = decider(position)
    players = [sat_down(name, 5) for _ in range(2)]
    first, again = (player.choose(position, side) for player in players)
    assert first is not None
    assert first == again
    assert fits(position, first.action)


def test_what_is_barred_is_not_chosen() -> None:
    for make in (Greedy, RandomPlayer):
        first = make(1).choose(INVASION, "allied")
        assert first is not None
        other = make(1).choose(INVASION, "allied", [first.action])
        assert other is not None
        assert other.action != first.action


def test_no_choice_depends_on_the_hand_of_the_other() -> None:
    rng, compared = random.Random(6), 0
    for number, (position, _) in enumerate(wander(INVASION, 5, 120)):
        side = decider(position)
        if number % 12 == 0 and side in SIDES:
            other = other_hand(position, enemy_of(side), rng)
            assert seen_by(position, side) == seen_by(other, side)
            assert Greedy(number, most=6).choose(position, side) == Greedy(number, most=6).choose(other, side)
            assert RandomPlayer(number).choose(position, side) == RandomPlayer(number).choose(other, side)
            assert advise(position, side, seed=2) == advise(other, side, seed=2)
            compared += position != other
    assert compared > 2


@pytest.mark.slow
def test_who_plays_on_in_its_head_knows_no_hand_there() -> None:
    rng, compared = random.Random(6), 0
    for number, (position, _) in enumerate(wander(INVASION, 5, 120)):
        side = decider(position)
        if number % 20 == 0 and side in SIDES:
            other = other_hand(position, enemy_of(side), rng)
            assert Ahead(number, most=3).choose(position, side) == Ahead(number, most=3).choose(other, side)
            compared += position != other
    assert compared > 2


@pytest.mark.slow
def test_what_everybody_is_told_depends_on_no_hand() -> None:
    """The side to decide is advised by its own cards; whoever does not say who asks is not shown them."""
    rng, compared = random.Random(8), 0
    for number, (position, _) in enumerate(wander(INVASION, 7, 120)):
        side = decider(position)
        if number % 24 == 0 and side in SIDES:
            other = other_hand(other_hand(position, side, rng), enemy_of(side), rng)
            assert told(position, "public") == told(other, "public")
            assert told(position, "referee") == told(position, side)
            compared += told(position, side) != told(position, "public")
    assert compared


def test_what_everybody_is_told_depends_on_no_cup() -> None:
    rng, compared = random.Random(6), 0
    for number, (position, _) in enumerate(wander(load("june-six").scenario("campaign"), 5, 80)):
        for side in SIDES if number % 9 == 0 and decider(position) in SIDES else ():
            other = permuted(position, side, rng)
            if other is not None and other != position:
                assert told(position, "public") == told(other, "public")
                compared += 1
    assert compared > 1


def told(position: Position, viewpoint: str) -> object:
    """The advice, or why there is none."""
    try:
        return advise(position, viewpoint, seed=2, most=8)
    except PositionError as fault:
        return str(fault)


def test_no_choice_depends_on_the_cup_of_the_other() -> None:
    rng, compared = random.Random(6), 0
    for number, (position, _) in enumerate(wander(load("june-six").scenario("campaign"), 5, 80)):
        side = decider(position)
        other = permuted(position, enemy_of(side), rng) if number % 9 == 0 and side in SIDES else None
        if other is not None and other != position:
            assert Greedy(number, most=4).choose(position, side) == Greedy(number, most=4).choose(other, side)
            compared += 1
    assert compared > 1


def points_after(scenario: str, allied: Greedy | RandomPlayer, seed: int, steps: int) -> float:
    position = load("june-six").scenario(scenario)
    players = {"german": RandomPlayer(seed + 50), "allied": allied}
    for after, _ in played(position, players, seed, steps=steps):
        position = after
    return standing_of(position)[1]


@pytest.mark.slow
def test_greedy_gets_more_than_chance_soon() -> None:
    assert points_after("omaha", Greedy(3, most=4), 3, 130) > points_after("omaha", RandomPlayer(3), 3, 130)


@pytest.mark.slow
def test_greedy_beats_chance_in_nearly_every_game() -> None:
    """On both sides: Allied greedy players win at Omaha, where random ones lose; greedy Germans hold all."""
    won = [points_after("omaha", Greedy(seed), seed, 5000) for seed in range(5)]
    lost = [points_after("omaha", RandomPlayer(seed), seed, 5000) for seed in range(5)]
    assert sum(a > b for a, b in zip(won, lost, strict=True)) == 5


def test_a_game_goes_on_from_any_position_to_its_end() -> None:
    players = {"german": RandomPlayer(1), "allied": RandomPlayer(2)}
    *_, (end, _) = played(INVASION, players, 3, steps=5000)
    assert end.text("phase") == "over"
    assert list(played(end, players, 3, steps=5)) == []


def test_a_side_without_a_player_stops_the_game() -> None:
    with pytest.raises(PositionError, match="a player for the side 'allied'"):
        list(played(INVASION, {"german": RandomPlayer(1)}, 3, steps=200))


@pytest.mark.slow
def test_what_gains_nothing_is_not_done_for_ever() -> None:
    """Setting up Omaha, units can be exchanged without end."""
    start = load("battle-for-normandy").scenario("bloody-omaha")
    players = {"german": Greedy(1, most=4), "allied": Greedy(2, most=4)}
    assert any(after.text("phase") != "set-up" for after, _ in played(start, players, 1, steps=120))


def test_players_have_names() -> None:
    invasion = load("storm-over-normandy").scenario("invasion")
    nine = Greedy(3, most=9).choose(invasion, "german")
    assert player_named("quick", "storm-over-normandy", 3).choose(invasion, "german") == nine
    with pytest.raises(MalformedAction, match="there is no player 'chess'"):
        player_named("chess", "june-six", 1)
    with pytest.raises(MalformedAction, match="nobody has said what counts in nowhere"):
        player_named("greedy", "nowhere", 1)


# --- advice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("save", ["storm", "summer", "bridges"])
def test_the_three_best_are_told_with_numbers_that_add_up(save: str) -> None:
    said = run(f"adjudicator suggest tests/saves/{save}.vsav")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert re.search(
        r"side decides. The best of \d+ legal actions compared, in points of our weighing:$", lines[0]
    )
    assert [line[:2] for line in lines[1::2]] == ["1.", "2.", "3."]


def test_more_are_compared_where_one_asks_for_more() -> None:
    counts = [json.loads(run(f"{SUGGEST} --compare {n} --json").out)["compared"] for n in (1, 30)]
    assert counts == [1, 30]
    assert json.loads(run(f"{SUGGEST} --json").out)["compared"] == COMPARED


def test_scores_are_the_sums_of_their_terms() -> None:
    counsel = advise(INVASION)
    best = counsel.best
    assert (counsel.side, counsel.compared) == ("allied", 4)  # all that is legal
    assert [one.score for one in best] == sorted((one.score for one in best), reverse=True)
    for one in best:
        assert sum(one.terms.values()) == pytest.approx(one.score, abs=0.05)


@pytest.mark.slow
def test_an_attack_is_told_with_its_odds() -> None:
    said = run("adjudicator suggest tests/saves/june.vsav --json")
    assert '"ruling": "17:7, ratio 2:1' in said.out


def test_advice_is_for_whoever_decides() -> None:
    with pytest.raises(MalformedAction, match="it is for the Allied side to decide now"):
        advise(INVASION, "german")


def test_no_advice_while_dice_are_due() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    ask_roll(draft, "sunset", ["DR"])
    with pytest.raises(RollNeeded):
        advise(draft.finish())


def test_no_advice_when_all_is_over() -> None:
    draft = INVASION.draft()
    draft.set("phase", "over")
    with pytest.raises(MalformedAction, match="the game is over: there is nothing to do"):
        advise(draft.finish())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("suggest storm-over-normandy", "names a game and no position"),
        ("suggest storm-over-normandy:invasion --as german", "it is for the Allied side to decide now"),
        ("suggest nowhere.vsav", "nowhere.vsav"),
    ],
)
def test_bad_input_is_one_line(line: str, fault: str) -> None:
    said = run(f"adjudicator {line}")
    assert said.code == 2
    assert fault in said.err
    assert len(said.err.splitlines()) == 1


def test_an_unknown_value_counts_neither_way() -> None:
    assert total_of(INVASION, "german") != total_of(INVASION, "allied")
