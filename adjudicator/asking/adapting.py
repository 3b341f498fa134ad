"""An adapter for another module made at the command line: proposed, looked through piece by piece, kept."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.errors import BocageError, MalformedAction, SaveError
from adjudicator.game import load
from adjudicator.names import find_unit
from adjudicator.plural import many
from adjudicator.position import Piece
from adjudicator.saves.foreign.matching import answered, waiting
from adjudicator.saves.foreign.modules import open_module
from adjudicator.saves.foreign.proposal import AS_SAID, propose
from adjudicator.saves.foreign.renewing import carried_over, keep
from adjudicator.saves.foreign.shelf import place_of, relative_to, write_adapter
from adjudicator.saves.foreign.suiting import OtherGame, suits_or_refuses
from adjudicator.saves.foreign.units import Match
from adjudicator.saves.foreign.writing import proposal_json, proposal_toml, summary

if TYPE_CHECKING:
    from adjudicator.saves.foreign.modules import Counter
    from adjudicator.saves.foreign.proposal import Proposal

__all__ = ["Wanted", "adapt", "hexes_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """How an adapter is to be made.

    Parameters
    ----------
    output
        Where it is to lie too; None for the user's own folder alone.
    hexes
        Known hexes as typed: ``THEIRS=OURS``, or ``GRID:THEIRS=OURS``.
    confirm
        Whether to ask about each guess.
    force, anew
        Whether an old file is replaced, and whether what was answered before is forgotten.
    as_json
        Whether the proposal is shown as JSON.
    """

    output: Path | None = None
    hexes: tuple[str, ...] = ()
    confirm: bool = False
    force: bool = False
    anew: bool = False
    as_json: bool = False


def adapt(module: Path, game: str, wanted: Wanted) -> None:
    """Propose an adapter, let it be looked through, and keep it.

    Parameters
    ----------
    module
        The other ``.vmod``.
    game
        Slug of ours.
    wanted
        How.

    Raises
    ------
    SaveError, DataError, MalformedAction
        No module; the file exists; a hex cannot be read; what is kept is of another game.
    """
    if wanted.output is not None and wanted.output.exists() and not wanted.force:
        raise SaveError(wanted.output.name, "a new file", "give --force to replace it")
    ours = load(game)
    theirs = open_module(module)
    known = hexes_of(wanted.hexes)
    try:
        suits_or_refuses(theirs, ours)
    except OtherGame as no:
        way = f": adjudicator adapt {module.name} {no.slug}" if no.slug else ""
        click.echo(f"{no}{way}; nothing is written", err=True)
        raise click.exceptions.Exit(1) from None
    found = propose(theirs, ours, known)
    for grid in set(known) - {lay.grid.key for lay in found.grids}:
        names = ", ".join(lay.grid.key for lay in found.grids) or "none that is read"
        raise MalformedAction(f"{module.name} has no hex grid {grid!r}", f"Its grids: {names}")
    kept = place_of(theirs.name or theirs.file)
    gone: list[str] = []
    if kept.is_file() and not wanted.anew:
        found, gone = carried_over(found, kept)
    if wanted.confirm:
        found = _looked_through(found)
    if wanted.output is not None:
        write_adapter(wanted.output, proposal_toml(found, relative_to(module, wanted.output)))
    where = [keep(found, module), *([wanted.output] if wanted.output is not None else [])]
    if wanted.as_json:
        said = {**proposal_json(found), "gone": gone, "wrote": [str(path) for path in where]}
        click.echo(json.dumps(said, ensure_ascii=False))
    else:
        for line in summary(found):
            click.echo(line)
        if gone:
            click.echo(f"No longer in the module: {', '.join(gone[:5])}{' ...' * (len(gone) > 5)}")
    for path in where:
        click.echo(f"wrote {path}", err=True)


def hexes_of(typed: Sequence[str]) -> dict[str, dict[str, str]]:
    """Known hexes by the grid that they are of.

    Parameters
    ----------
    typed
        As in `Wanted`.

    Returns
    -------
    dict

    Raises
    ------
    MalformedAction
        One has not the form.

    Examples
    --------
    >>> hexes_of(["Main Map:0101=w0111", "Main Map:0512=w1213"])
    {'Main Map': {'0101': 'w0111', '0512': 'w1213'}}
    """
    found: dict[str, dict[str, str]] = {}
    for text in typed:
        grid, colon, pair = text.rpartition(":")
        theirs, equals, ours = pair.partition("=")
        if not (colon and equals and theirs and ours):
            raise MalformedAction(f"--hex {text!r} has not the form GRID:THEIRS=OURS")
        found.setdefault(grid, {})[theirs] = ours
    return found


# --- looked through ----------------------------------------------------------------------------------------


def _looked_through(found: Proposal) -> Proposal:
    """Ask about each piece that is not certain: what is to be named first, then guesses, least sure first."""
    counters = {c.key: c for c in found.module.counters}
    answers: dict[str, Match] = {}
    left = list(waiting(found))
    keys = "Enter: the guess; a unit: it is that; -: it is none; .: stop."
    click.echo(f"{many(len(left), 'piece')} to look at. {keys}", err=True)
    for number, key in enumerate(left, 1):
        answer = _asked(found, counters[key], f"{number}/{len(left)}")
        if answer is None:
            break
        answers[key] = answer
    return answered(found, answers)


def _asked(found: Proposal, counter: Counter, at: str) -> Match | None:
    """What somebody says that a piece is; None where he stops."""
    match = found.matches[counter.key]
    guess = match.units[0] if match.units else ""
    titles = [found.units[uid].title for uid in (match.units[:1] or match.near)]
    hint = f"{' or '.join(titles) or 'no guess'} ({match.why})"
    among = [Piece(unit, "", found.game.statuses[0]) for unit in found.units.values()]
    while True:
        typed = click.prompt(
            f"{at} {counter.called}: {hint}", default="", show_default=False, err=True
        ).strip()
        if typed == ".":
            return None
        if typed == "-":
            return Match((), 1.0, AS_SAID)
        if not typed:
            return dataclasses.replace(match, confidence=1.0, why=AS_SAID) if guess else match
        try:
            uid = find_unit(found.start, typed, among).uid
        except BocageError as fault:
            click.echo(str(fault), err=True)
            continue
        return Match((uid,), 1.0, AS_SAID, match.status)
