"""Counts of what is known and what is reconstructed, as keys and reports state them."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.games import UnknownGame
from maps.sources import (
    count_table,
    count_toml,
    kind_of,
    map_sources,
    reconstructed,
    reconstructed_share,
    share_words,
)
from module_builder.data import report_sources

GAMES = ("breakout-normandy", "dark-summer")


def test_every_filled_cell_counts_by_its_own_source(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(
        "# a comment\nid,tem,vp,source\n"
        "caen,3,,rule 3.9; id=derived\n"
        "isigny,2,1,reconstructed; vp=example 4\n"
        "bayeux,1,1,owner\n"
    )
    assert count_table(table) == {"rule": 2, "reconstructed": 2, "owner": 3, "derived": 1}
    assert list(count_table(table)) == ["rule", "reconstructed", "owner", "derived"]


def test_toml_sources_count_wherever_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(
        '[[tracks]]\nid = "vp"\nsource = "reconstructed"\n[[tracks]]\nid = "turn"\nsource = "rule 3.7"\n'
        '[weather]\nsource = "history: diaries"\nprinted = { 6 = "rule 5.1" }\n'
    )
    assert count_toml(file) == {"rule": 2, "history": 1, "reconstructed": 1}


@pytest.mark.parametrize("game", GAMES)
def test_the_key_and_the_report_count_alike(game: str) -> None:
    report, own = report_sources(game), map_sources(game)
    assert own == {name: report[name] for name in own}
    found = [report[name] for name in ("spaces.csv", "edges.csv", "map.toml")]
    stated = [n for counted in found for kind, n in counted.items() if kind != "derived"]
    share = sum(c.get("reconstructed", 0) for c in found) / sum(stated)
    assert reconstructed_share(game) == pytest.approx(share)
    assert 0 < share < 1
    assert f"{share:.0%} of the values" in share_words(share)


def test_nothing_is_reconstructed_where_nothing_is_known() -> None:
    assert reconstructed([]) == 0
    assert reconstructed([{"rule": 4}, {"history": 4}]) == 0
    assert kind_of("hearsay") == "unknown"


def test_a_game_without_a_map() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'no-such-game'"):
        reconstructed_share("no-such-game")
