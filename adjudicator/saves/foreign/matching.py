"""A module that somebody matches with a game of ours: what is proposed, what he says, and the way back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction
from adjudicator.names import find_space
from adjudicator.saves.foreign.facts import assumed_facts
from adjudicator.saves.foreign.ours import Ours
from adjudicator.saves.foreign.places import Guess
from adjudicator.saves.foreign.proposal import AS_SAID, Proposal, laid_by, propose
from adjudicator.saves.foreign.renewing import carried_over, keep
from adjudicator.saves.foreign.rounds import Guesses
from adjudicator.saves.foreign.shelf import place_of
from adjudicator.saves.foreign.statuses import turning_as
from adjudicator.saves.foreign.units import Match
from adjudicator.saves.foreign.writing import SETTLED
from maps.loader import read_toml

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Fact
    from adjudicator.saves.foreign.modules import Counter, TheirModule
    from counters.units import Unit

__all__ = ["Matching", "Offer", "answered", "title_of", "waiting"]

_OFFERED = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """What a piece may be.

    Parameters
    ----------
    units
        Ids of ours; several where they are alike and any may be any.
    why
        What speaks for it.
    confidence
        From 0 to 1 of the proposal itself; 0 of what was not proposed.
    taken
        Key of the piece that is this unit so far; empty where none is.
    """

    units: tuple[str, ...]
    why: str
    confidence: float = 0.0
    taken: str = ""


class Matching:
    """A module being matched.

    Parameters
    ----------
    module
        Theirs.
    game
        The game of ours that it plays.
    anew
        Whether what was answered for the module before is forgotten.

    Raises
    ------
    DataError
        What is kept for the module cannot be read.
    """

    def __init__(self, module: TheirModule, game: Game, *, anew: bool = False) -> None:
        self.module, self.game = module, game
        self.found = propose(module, game)
        self.gone: list[str] = []
        self.path = place_of(module.name or module.file)
        if self.path.is_file() and not anew and self._is_ours():
            self.found, self.gone = carried_over(self.found, self.path)
        self._before: list[Proposal] = []
        self._beside: Path | None = None  # what a save needs of the module, once that is written
        ours = Ours(game)
        self._guesses, self.hex_at = Guesses(ours), ours.hex_at
        self.counters: Mapping[str, Counter] = {c.key: c for c in module.counters}

    def _is_ours(self) -> bool:
        """Whether what is kept under the name of the module is of this game; else it is made anew."""
        return bool(read_toml(self.path).get("game") == self.game.slug)

    @property
    def undoable(self) -> int:
        """How many changes can be taken back."""
        return len(self._before)

    # --- looking ----------------------------------------------------------------------------------------

    def offers(self, key: str) -> list[Offer]:
        """What a piece may be, the best first: what is proposed, then what else is like it.

        Parameters
        ----------
        key
            Of the piece.

        Returns
        -------
        list of Offer
        """
        match, counter = self.found.matches[self._known(key)], self.counters[key]
        holders = {(uid, m.status): k for k, m in self.found.matches.items() for uid in m.units}
        found = [Offer(match.units, match.why, match.confidence)] if match.units else []
        more = [
            Offer((uid,), fits.why or "a word", taken=holders.get((uid, match.status), ""))
            for uid, fits in self._guesses.of(counter, self.found.spaces.get(key, frozenset()))
            if uid not in match.units
        ]
        return [*found, *sorted(more, key=lambda offer: bool(offer.taken))][:_OFFERED]

    def _known(self, key: str) -> str:
        if key not in self.found.matches:
            raise MalformedAction(f"{self.module.file} has no piece {key[:60]!r}")
        return key

    # --- saying -----------------------------------------------------------------------------------------

    def say(self, key: str, units: Sequence[str], status: str = "") -> None:
        """Say which unit a piece is; none where it is none of ours.

        Parameters
        ----------
        key
            Of the piece.
        units
            Ids of ours.
        status
            Side of the counter that it is, where it is one side only.

        Raises
        ------
        MalformedAction
            No such piece, unit or status.
        """
        wrong = [uid for uid in units if uid not in self.found.units]
        if wrong:
            raise MalformedAction(f"{self.game.title} has no unit {wrong[0][:60]!r}")
        if status and status not in self.game.statuses:
            raise MalformedAction(f"no status is called {status[:40]!r}", f"One of {self.game.statuses}")
        said = Match(tuple(units), 1.0, AS_SAID, status if units else "")
        self._change(answered(self.found, {self._known(key): said}))

    def accept(self) -> int:
        """Take every guess as it stands.

        Returns
        -------
        int
            How many there were.
        """
        guesses = {k: m for k, m in self.found.matches.items() if m.units and not m.sure}
        said = {k: dataclasses.replace(m, confidence=1.0, why=AS_SAID) for k, m in guesses.items()}
        self._change(dataclasses.replace(self.found, matches={**self.found.matches, **said}))
        return len(said)

    def place(self, name: str, space: str) -> None:
        """Say which space of ours a place of theirs is.

        Parameters
        ----------
        name
            As their reports show it.
        space
            Ours, as somebody calls it; empty where it is none.

        Raises
        ------
        MalformedAction, AmbiguousAction
            No such place or space, or several.
        """
        if name not in self.found.places:
            raise MalformedAction(f"{self.module.file} has no place {name[:60]!r}")
        id_ = find_space(self.found.start.board, space).id if space else ""
        guess = Guess(id_, 1.0, AS_SAID)
        self._change(dataclasses.replace(self.found, places={**self.found.places, name: guess}))

    def lay(self, grid: str, known: Mapping[str, str]) -> None:
        """Say where three hexes of a grid or more lie with us.

        Parameters
        ----------
        grid
            Its key.
        known
            Name of a hex of theirs -> hex of ours, as somebody calls it.

        Raises
        ------
        DataError, MalformedAction, AmbiguousAction
            A hex that there is not; fewer than three; they lie in one line or contradict each other.
        """
        ours = {their: find_space(self.found.start.board, our).id for their, our in known.items()}
        lay = laid_by(self.found, grid, ours, AS_SAID)
        before = next(each for each in self.found.grids if each.grid.key == grid)
        if before.rule is None:
            self._change(self._anew({grid: ours}))
            return
        grids = [lay if each.grid.key == grid else each for each in self.found.grids]
        self._change(dataclasses.replace(self.found, grids=grids))

    def _anew(self, known: Mapping[str, Mapping[str, str]]) -> Proposal:
        """Proposed once more, where units start being known now; what was said stands."""
        old, new = self.found, propose(self.module, self.game, known)
        said = {key: m for key, m in old.matches.items() if m.why in SETTLED}
        places = {name: guess for name, guess in old.places.items() if guess.why in SETTLED}
        new = dataclasses.replace(new, places={**new.places, **places}, layers=old.layers, own=old.own)
        return answered(new, said)

    def turn(self, layer: str, words: Sequence[str], off: str) -> None:
        """Say what the levels of a layer mean; without words it says nothing of a unit's status.

        Parameters
        ----------
        layer
            Its key.
        words
            Status at each level.
        off
            Status while it does not show.

        Raises
        ------
        MalformedAction
            No unit has such a layer, or a word is no status.
        """
        others = [each for each in self.found.layers if each.layer != layer]
        if words:
            units = [c for c in self.module.counters if self.found.matches[c.key].units]
            made = turning_as(layer, words, off, units, self.game.statuses)
            if made is None:
                way = f"A status for each level, of {', '.join(self.game.statuses)}"
                raise MalformedAction(f"the layer {layer[:60]!r} cannot be read so", way)
            others = [made, *others]
        self._change(dataclasses.replace(self.found, layers=others))

    def assume(self, item: str, value: Fact | None) -> None:
        """Say what holds where a save of theirs tells nothing; None asks each time.

        Parameters
        ----------
        item
            Of state.
        value
            What every ruling then assumes aloud.

        Raises
        ------
        DataError
            No such item or value.
        """
        rows = {name: v for name, v in self.found.own.get("assumed", {}).items() if name != item}
        rows |= {} if value is None else {item: value}
        assumed_facts(self.path.name, rows, self.game, self.found.start.board)
        self._change(dataclasses.replace(self.found, own={**self.found.own, "assumed": rows}))

    def undo(self) -> None:
        """Take the last change back.

        Raises
        ------
        MalformedAction
            There is none.
        """
        if not self._before:
            raise MalformedAction("nothing was said that could be taken back")
        self.found = self._before.pop()

    def _change(self, found: Proposal) -> None:
        self._before.append(self.found)
        self.found = found

    def keep(self, file: Path | None) -> Path:
        """Write the adapter, under the name of the module.

        Parameters
        ----------
        file
            The module; None where it may be gone soon.

        Returns
        -------
        Path

        Raises
        ------
        SaveError
            It cannot be written.
        """
        path = keep(self.found, file or self._beside)
        self._beside = path.with_suffix(".vmod")
        return path


def waiting(found: Proposal) -> Iterator[str]:
    """Pieces that are not certain: what is to be named first, then guesses, the least sure first.

    Parameters
    ----------
    found
        What is proposed.

    Yields
    ------
    str
        Key of a piece.
    """
    yield from (key for key in found.matches if key in found.likely)
    guesses = [(m.confidence, key) for key, m in found.matches.items() if m.units and not m.sure]
    yield from (key for _, key in sorted(guesses))


def answered(found: Proposal, answers: Mapping[str, Match]) -> Proposal:
    """A proposal with what somebody said in it: a unit that he gave to one piece is no longer another's.

    Parameters
    ----------
    found
        The proposal.
    answers
        Key of a piece -> what it is.

    Returns
    -------
    Proposal
    """
    given = {(uid, m.status): key for key, m in answers.items() for uid in m.units}
    matches: dict[str, Match] = {}
    for key, match in found.matches.items():
        holders = {uid: given.get((uid, match.status), key) for uid in match.units}
        taken = [
            uid for uid, holder in holders.items() if holder != key and not _copies(match, answers[holder])
        ]
        matches[key] = answers.get(key) or (
            Match((), 0.0, f"{taken[0]} is another piece") if taken else match
        )
    said_none = {key for key, match in answers.items() if not match.units and match.why == AS_SAID}
    lost = {k for k, m in matches.items() if not m.units and found.matches[k].units and k not in said_none}
    likely = {key for key in found.likely | lost if not matches[key].units} - said_none
    return dataclasses.replace(found, matches=matches, likely=frozenset(likely))


def _copies(one: Match, other: Match) -> bool:
    """Whether two pieces may be any of the same units that are alike."""
    return len(one.units) > 1 and set(one.units) == set(other.units)


def title_of(units: Mapping[str, Unit], uids: Sequence[str]) -> str:
    """What a piece is called that may be any of several units alike.

    Parameters
    ----------
    units
        Every unit of ours.
    uids
        Those that it may be.

    Returns
    -------
    str
        Empty where it is none.
    """
    more = f" and {len(uids) - 1} alike" if len(uids) > 1 else ""
    return f"{units[uids[0]].title}{more}" if uids else ""
