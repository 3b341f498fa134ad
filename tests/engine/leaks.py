"""Looks for what a client gives away: ``python -m tests.engine.leaks --classes DIR --write``.

DIR is what `tests.engine.playing` takes. Of a position of random play a second one is made in which all lies
otherwise that a side may not see, and what it may see lies alike: cards of the other hand and of its stack,
markers in a cup, Strongpoints face down, allotments in secret. ``Seen.java`` writes down, for the client of
that side and of an observer, every property, name, menu, stack viewer and inventory line that it can reach;
the chat is added. A line that only one of the two positions shows gives something away.

So that the search itself is proved, a module is looked at too whose secret windows stand open and whose masks
are lifted: there it has to find something.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from lxml import etree

from adjudicator.codec import position_to_json
from adjudicator.game import GAMES, apply, load
from adjudicator.saves.piles import members_by_uid
from module_builder.counts import count_names
from module_builder.kit import load_kit
from module_builder.module import build
from module_builder.save import write_position
from module_builder.vassal.archive import open_archive, write_archive, write_file
from module_builder.vassal.buildfile import descendants, parse_build_file
from module_builder.vassal.commands import AddPiece
from module_builder.vassal.keys import alt, named
from module_builder.vassal.savegame import Save
from module_builder.vassal.traits import nest
from tests.engine.playing import Engine
from tests.engine.turns import answers
from tests.playing import choose

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from adjudicator.game import Game
    from adjudicator.position import Draft, Fact, Piece, Position
    from module_builder.kit import Kit

    _Change: TypeAlias = Callable[[Draft], None]

__all__ = ["Look", "hidden_otherwise", "kept", "main", "revealed"]

_HERE = Path(__file__).parent
_SEED, _STEPS, _TRIES, _POSITIONS = 1944, 400, 600, 1
_VIEWERS = {"german": "German", "allied": "Allied", "public": ""}
"""Viewpoints of the rules, and the side that looks; an observer has none."""
_SCENARIOS: Mapping[str, Sequence[str]] = {
    "breakout-normandy": ("d-day",),
    "storm-over-normandy": ("invasion",),
    "dark-summer": ("campaign",),
    "june-six": ("campaign",),
    "battle-for-normandy": ("carentan", "bloody-omaha"),
}


@dataclass
class Look:
    """What one side's client was asked about one position.

    Parameters
    ----------
    scenario, step
        Random play, and how far.
    viewer
        ``german``, ``allied`` or ``public``.
    hidden
        How many pieces and facts lie otherwise in the second position, by what they are.
    looked
        Lines that were compared, by kind.
    found
        Lines that only one of the positions shows.
    """

    scenario: str
    step: int
    viewer: str
    hidden: dict[str, int]
    looked: dict[str, int]
    found: list[str]


# --- positions that look alike ------------------------------------------------------------------------------


def alike(game: Game, one: Position, other: Position, viewer: str) -> bool:
    """Whether two positions are the same to a viewer, and to those who see no secret at all."""
    assert game.mask is not None
    return all(
        position_to_json(game.mask(one, eye)) == position_to_json(game.mask(other, eye))
        for eye in {viewer, "public"}
    )


def hidden_otherwise(game: Game, position: Position, viewer: str, rng: random.Random) -> Position:
    """A position in which what a viewer does not see lies otherwise, as far as exchanges go."""
    now, rows = position, [*_exchanges(game, position, viewer)]
    for one, other in rng.sample(rows, min(_TRIES, len(rows))):
        draft = now.draft()
        one(draft)
        other(draft)
        after = draft.finish()
        if after != now and alike(game, now, after, viewer):
            now = after
    return now


def _exchanges(game: Game, position: Position, viewer: str) -> Iterator[tuple[_Change, _Change]]:
    """Two hidden pieces, or one and another of its type, change places; two hidden facts change values."""
    assert game.mask is not None
    unseen = [
        {(c.what, c.subject) for c in position.diff(game.mask(position, eye))} for eye in (viewer, "public")
    ]
    hidden = set.intersection(*unseen)
    pieces = position.pieces
    for uid in sorted(subject for _, subject in hidden if subject in pieces):
        like = [p for p in pieces.values() if p.printed.type == pieces[uid].printed.type and p.uid != uid]
        for other in like:
            if other.printed.side == pieces[uid].printed.side:
                yield _put(uid, other), _put(other.uid, pieces[uid])
    for item, subject in sorted(key for key in hidden if key in position.facts):
        value = position.facts[item, subject]
        for known in _subjects(game, position, item):
            was = position.facts.get((item, known), position.schema.default(item))
            if was != value:
                yield _say(item, subject, was), _say(item, known, value)


def _subjects(game: Game, position: Position, item: str) -> list[str]:
    """What an item can be about: what it is stated of, and every card or marker of a pile."""
    piles = load_kit(game.slug).carriers.piles
    named = members_by_uid(game.slug) if piles is not None and piles.item == item else ()
    return sorted({*named, *(subject for what, subject in position.facts if what == item)})


def _put(uid: str, where: Piece) -> _Change:
    def change(draft: Draft) -> None:
        draft.place(uid, where.space)
        draft.set_status(uid, where.status)

    return change


def _say(item: str, subject: str, value: Fact) -> _Change:
    return lambda draft: draft.set(item, value, subject)


def face_down(position: Position) -> Position:
    """For placeholders, which are what the rules take for counters that nobody knows, real ones face down."""
    draft = position.draft()
    for cup in load_kit(position.game).carriers.cups:
        pool = iter(draft.units_in(cup.space) if cup.type else ())
        real = (p for p in pool if p.printed.type == cup.type and "hidden" not in p.printed.marks)
        blanks = (
            p for p in position.pieces.values() if "hidden" in p.printed.marks and p.printed.type == cup.type
        )
        for blank, unit in zip([p for p in blanks if p.space in position.occupied()], [*real], strict=False):
            draft.place(unit.uid, blank.space)
            draft.set("hidden", True, unit.uid)
            draft.place(blank.uid, "withdrawn")
    return draft.finish()


def positions(game: Game, scenario: str, viewer: str) -> list[tuple[int, Position]]:
    """The positions of a random game in which most is hidden from a viewer."""
    if game.mask is None:
        return []
    rng, position = random.Random(_SEED), game.scenario(scenario)
    found: list[tuple[int, int, Position]] = []
    for step in range(_STEPS):
        if position.text("phase") == "over":
            break
        if step % 10 == 0:
            shown = face_down(position) if "hidden" in position.schema.items else position
            secrets = {*_secrets(game, shown, viewer)} & {*_secrets(game, shown, "public")}
            if secrets:
                found.append((len(secrets), step, shown))
        position = apply(position, choose(position, rng))
    most = sorted(found, key=lambda row: (-row[0], row[1]))[:_POSITIONS]
    return [(step, position) for _, step, position in most]


def _secrets(game: Game, position: Position, viewer: str) -> list[tuple[str, str]]:
    assert game.mask is not None
    return [(c.what, c.subject) for c in position.diff(game.mask(position, viewer))]


# --- the clients --------------------------------------------------------------------------------------------


def asked(kit: Kit) -> list[str]:
    """Keys of the buttons that read something off the table."""
    desk = kit.adapter["desk"]
    counts = [
        named(f"bocage{name.replace(' ', '')}") for name in count_names(kit) if name.startswith("Count ")
    ]
    return [*counts, *([alt(desk["held"]["key"])] if "held" in desk else [])]


def revealed(one: Sequence[str], other: Sequence[str]) -> list[str]:
    r"""Lines that only one of two clients shows.

    Examples
    --------
    >>> revealed(["name\t?", "name\tBocage", "name\t?"], ["name\t?", "name\t88s", "name\t?"])
    ['name 88s', 'name Bocage']
    """
    first, second = Counter(one), Counter(other)
    return sorted(line.replace("\t", " ") for line in ((first - second) + (second - first)))


def looked(engine: Engine, module: Path, folder: Path, *, bare: bool = False) -> Iterator[Look]:
    """What every side's client shows of two positions that are alike to it."""
    game, kit = load(module.stem), load_kit(module.stem)
    jobs: list[tuple[Look, list[Path]]] = []
    script = ["listen"]
    for scenario, (viewer, side) in itertools.product(_SCENARIOS[game.slug], _VIEWERS.items()):
        for step, position in positions(game, scenario, viewer):
            other = hidden_otherwise(game, position, viewer, random.Random(_SEED))
            hidden = Counter(c.what for c in position.diff(other))
            files = []
            for name, shown in (("one", position), ("other", other)):
                save = folder / f"{name}.{len(jobs)}.vsav"
                write_position(shown, save)
                if bare:
                    bared(save, kit)
                files.append(save.with_suffix(".txt"))
                script += [f"user\t{viewer} player\tpassword of {viewer}", f"open\t{save}"]
                script += [f"side\t{side}", f"seated\t{side}"] if side else []
                script += [f"press\t{key}" for key in asked(kit)]
                script.append(f"seen\t{files[-1]}")
            jobs.append((Look(scenario, step, viewer, dict(hidden), {}, []), files))
    if not jobs:
        return
    chat = answers(engine.lines(module, script))
    said = [next(chat) for _ in script]
    told = [lines for gesture, lines in zip(script, said, strict=True) if gesture.startswith("press")]
    each = len(asked(kit))
    for number, (look, files) in enumerate(jobs):
        seen = [file.read_text(encoding="utf-8").splitlines() for file in files]
        for n, lines in enumerate(seen):
            at = (2 * number + n) * each
            lines += [f"chat\t{line}" for some in told[at : at + each] for line in some]
        look.looked = dict(Counter(line.split("\t")[0] for line in seen[0]))
        look.found = revealed(*seen)
        yield look


# --- a module that leaks ------------------------------------------------------------------------------------


def opened(module: Path, folder: Path) -> Path:
    """A copy of the module in which every side opens every secret window."""
    archive = open_archive(module)
    tree = parse_build_file(archive.read("buildFile.xml"))
    for window in descendants(tree, "PlayerHand", "PrivateMap"):
        window.set("visible", "true")
    (folder / "opened").mkdir(exist_ok=True)
    out = folder / "opened" / module.name
    write_file(out, write_archive(archive.with_data("buildFile.xml", etree.tostring(tree))))
    return out


def bared(save: Path, kit: Kit) -> None:
    """Lift every mask of a saved game, and turn up what lies face down by a layer."""
    archive = open_archive(save)
    layers = {r.name for r in kit.carriers.of_pieces("unit") if r.item.name == "hidden"}
    commands = [_lifted(c, layers) if isinstance(c, AddPiece) else c for c in archive.save().commands()]
    write_file(save, write_archive(archive.with_save(Save.from_commands(commands))))


def _lifted(piece: AddPiece, layers: Collection[str]) -> AddPiece:
    """Who hid a piece is the state of its mask; a layer that is not active has a negative level."""
    states = []
    for trait in piece.traits():
        off = trait.id == "emb2" and trait.field("name") in layers
        states.append("null" if trait.id == "obs" else "-1" if off else trait.state)
    return replace(piece, state=nest(list(reversed(states))))


# --- what is kept -------------------------------------------------------------------------------------------


def kept(game: str) -> dict[str, Any]:
    """What is kept of a game: ``looks``, and of the module that leaks ``planted``."""
    found: dict[str, Any] = json.loads(_file(game).read_text(encoding="utf-8"))
    return found


def _file(game: str) -> Path:
    return _HERE / game.replace("-", "_") / "leaks.json"


def answer(engine: Engine, game: str, folder: Path) -> dict[str, Any]:
    """Look at the module, and at one that leaks."""
    module = build(game, folder)
    looks = [asdict(look) for look in looked(engine, module, folder)]
    planted = [len(look.found) for look in looked(engine, opened(module, folder), folder, bare=True)]
    return {"looks": looks, "planted": planted}


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep what was found instead of comparing it.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
def main(classes: Path, only: tuple[str, ...], *, write: bool) -> None:
    """Look for what the clients of every game give away."""
    differ = []
    for game in only or GAMES:
        with tempfile.TemporaryDirectory() as name:
            found = answer(Engine(classes.resolve(), Path(name)), game, Path(name))
        for look in found["looks"]:
            lines = sum(look["looked"].values())
            click.echo(f"{game}, {look['scenario']} {look['step']}, {look['viewer']}: {lines} lines")
            for line in look["found"][:20]:
                click.echo(f"  {line}")
        click.echo(f"{game}, planted: {found['planted']}")
        text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
        if write:
            _file(game).write_text(text, encoding="utf-8")
        elif _file(game).read_text(encoding="utf-8") != text:
            differ.append(game)
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same answers")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
