"""The game of a folder put together: what its position holds, its phases, its set-ups, its questions."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from adjudicator.errors import MalformedAction
from adjudicator.game import Game
from adjudicator.homemade.items import CARD, items_of
from adjudicator.homemade.phases import phases_of
from adjudicator.homemade.questions import VERBS
from adjudicator.homemade.set_ups import EMPTY, empty_set_up, set_up, set_up_names
from adjudicator.homemade.sketching import first_sketch
from adjudicator.homes import named
from adjudicator.position import Draft, Position, State
from adjudicator.questions import Verbs
from adjudicator.rules import Rules
from adjudicator.schema import Schema
from maps.games import FolderHome
from maps.homemade.game import game_file
from module_builder.vassal.values import dataclass

__all__ = ["HomemadeGame", "game_of"]

_HERE = "adjudicator.homemade"
_MASK = "masking:masked"
_OFFERED = ("answers:ANSWERS", _MASK)


@dataclass(frozen=True)
class HomemadeGame(Game):
    """A game whose rules are those of its ``rules.toml``, and which knows no action.

    Parameters
    ----------
    home
        Where it lives.
    """

    home: FolderHome | None = None

    @functools.cached_property
    def rules(self) -> Rules:
        """No section, and so no action: a position is asked about, and changed in VASSAL."""
        return Rules(
            handlers={},
            rolls={},
            after_roll=lambda draft, decision, values: False,  # noqa: ARG005 - nothing is rolled
            after=_nothing_follows,
            player_on_turn=_on_turn,
            dice_rule="",
            loss_rule="",
            steps={},
            phases={},
        )

    @functools.cached_property
    def sketch(self) -> str:
        """Some units of the first set-up, with all the words that a sketch can have."""
        return first_sketch(self.scenario(next(iter(self.scenarios))), self.title)

    def own(self, home: str) -> Any:
        """What the game's package would offer under ``module:name``.

        Parameters
        ----------
        home
            ``answers:ANSWERS``, ``masking:masked``, or ``set_ups:`` with the name of a set-up.

        Returns
        -------
        Any

        Raises
        ------
        MalformedAction
            It has nothing of that name.
        """
        if home in _OFFERED:
            return named(f"{_HERE}.{home}")
        module, _, name = home.partition(":")
        if module != "set_ups" or self.home is None:
            raise MalformedAction(f"{self.title} has no {home}")
        return functools.partial(_set_up, self, name)


def _set_up(game: HomemadeGame, name: str, overlay: Path | None) -> Position:  # noqa: ARG001 - the folder is its owner's
    assert game.home is not None  # noqa: S101 - `own` has asked
    return empty_set_up(game) if name == EMPTY else set_up(game, game.home, name)


def _nothing_follows(draft: Draft, before: Position) -> None:
    """No rule is waiting for an action to be over."""


def _on_turn(state: State) -> str:
    return str(state.fact("side"))


def game_of(home: FolderHome) -> HomemadeGame:
    """Put the game of a folder together.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    HomemadeGame

    Raises
    ------
    DataError
        A file of the folder is wrong.
    """
    told, items = game_file(home), items_of(home)
    names = set_up_names(home)
    scenarios = {name: f"set_ups:{name}" for name in names} or {EMPTY: f"set_ups:{EMPTY}"}
    return HomemadeGame(
        slug=home.slug,
        title=told.title,
        edition=told.edition,
        folder=home.root,
        schema=Schema(items, {}),
        sequence=phases_of(home),
        scenarios=scenarios,
        statuses=told.units.statuses,
        questions=Verbs(_HERE, VERBS, acts=False),
        masking=_MASK if CARD in items else "",
        home=home,
    )
