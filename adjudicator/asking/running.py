"""Runs one question of the command line: reads the position, asks, writes what is to be written, shows."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.asking.flags import values_of
from adjudicator.asking.topics import meant
from adjudicator.errors import MalformedAction
from adjudicator.homes import named
from adjudicator.questions import Asking, Question, read_question
from maps.games import game_names, slug_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling, Used
    from adjudicator.saves.loaded import Loaded

__all__ = ["Common", "run_verb"]


@dataclass(frozen=True, slots=True)
class Common:
    """Options that every verb has.

    Parameters
    ----------
    viewpoint
        Who asks.
    given, interpretation, option
        Facts and readings for this question.
    sketch
        A position as text.
    overlay, adapter
        Files of the owner.
    step
        Of a log.
    strict, confirm
        Refuse, or ask for, reconstructed values.
    as_json, form, whole
        How the ruling is shown.
    then, suppose
        Actions that are taken, and units that are put somewhere, before the question is asked.

    Examples
    --------
    >>> Common().form
    'text'
    """

    viewpoint: str | None = None
    given: tuple[str, ...] = ()
    interpretation: tuple[str, ...] = ()
    option: tuple[str, ...] = ()
    sketch: str | None = None
    overlay: Path | None = None
    adapter: Path | None = None
    step: int | None = None
    strict: bool = False
    confirm: bool = False
    as_json: bool = False
    form: str = "text"
    whole: bool = False
    then: tuple[str, ...] = ()
    suppose: tuple[str, ...] = ()


def run_verb(verb: str, words: Sequence[str], options: dict[str, Any]) -> None:
    """Answer a question that was typed.

    Parameters
    ----------
    verb
        The verb.
    words
        Words by place: the position, then the subjects.
    options
        Everything that was given by name.

    Raises
    ------
    BocageError
        It cannot be answered.
    """
    names = [f.name for f in dataclasses.fields(Common)]
    common = Common(**{n: options.pop(n) for n in names if n in options})
    output, module = options.pop("output", None), options.pop("module", None)
    picture, pixels = options.pop("picture", None), options.pop("pixels", None)
    if pixels is not None and picture is None:
        raise MalformedAction("--width is that of a picture", "Give --picture FILE too")
    loaded, rest = _load(words, common)
    questions = loaded.game.questions
    if verb not in questions:
        raise MalformedAction(f"{loaded.game.title} has no {verb!r}", _instead(verb, loaded))
    asked = read_question(questions[verb], values_of(questions[verb], rest, _named(options)))
    from adjudicator.asking.sensitivity import weighed
    from adjudicator.fingerprint import sealed
    from adjudicator.supposing import reply

    needing = "--suppose" if common.suppose else "--then" if common.then else ""
    if needing and loaded.position is None:
        raise MalformedAction(f"{needing} needs a position", "Name a save, a sketch or a scenario first")
    asking = _asking(loaded, common, common.viewpoint or ("public" if common.then else None))
    if common.suppose:
        from adjudicator.asking.hypothetical import with_supposed

        there = with_supposed(asking.position, loaded.game, common.suppose, rest)
        asking = dataclasses.replace(asking, given=there)
    ruling = sealed(weighed(reply(asked, asking), asked, asking), asking, asked)
    if common.confirm:
        _confirm(ruling, loaded.game.slug, common)
    if output is not None and ruling.ok and loaded.position is not None:
        from adjudicator.asking.verbs import Apply  # here, because most questions write nothing

        whole = _asking(loaded, dataclasses.replace(common, then=()), "referee")  # a save holds both hands
        before = whole.position
        after = asked.carried_out(whole)[-1] if isinstance(asked, Apply) else asking.position
        _write(words, common, (before, after), output, module)
        what = ruling.verdict if isinstance(asked, Apply) else "the position as it is seen"
        click.echo(f"wrote {output}: {what}", err=True)
    if picture is not None:
        _draw(picture, asked, asking, ruling, {} if pixels is None else {"width": pixels})
    _show(ruling, common)


def _draw(path: Path, asked: Question, asking: Asking, ruling: Ruling, how: Mapping[str, int]) -> None:
    """Write the answer as a picture; of what was carried out, what came of it."""
    if asking.given is None:
        raise MalformedAction("--picture needs a position", "Name a save, a sketch or a scenario first")
    from adjudicator.asking.verbs import Apply  # here, because most questions are not drawn

    at = asked.carried_out(asking)[-1] if isinstance(asked, Apply) and ruling.ok else asking.position
    named("adjudicator.table.drawing.picture:write_picture")(
        path, at, viewpoint=asking.viewpoint, ruling=ruling, **how
    )
    click.echo(f"wrote {path}", err=True)


def _named(options: dict[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("o_").replace("_", "-"): value for name, value in options.items()}


def _instead(verb: str, loaded: Loaded) -> str:
    """What else a game has for a verb that it lacks."""
    near = meant(verb, set(loaded.game.questions))
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    return f"{hint}`adjudicator {loaded.game.slug} --help` lists what it has"


def _write(
    words: Sequence[str],
    common: Common,
    positions: tuple[Position, Position],
    output: Path,
    module: Path | None,
) -> None:
    """Write the position: as JSON, or into a copy of the save that was named."""
    from adjudicator.asking.loading import is_file
    from adjudicator.saves.apart import need_apart

    if words:
        need_apart(words[0], output)
    if output.suffix.casefold() == ".json":
        from adjudicator.codec import position_to_json
        from module_builder.vassal.files import write_file

        text = json.dumps(position_to_json(positions[1]), ensure_ascii=False, indent=1)
        write_file(output, f"{text}\n".encode())
        return
    first = words[0] if words and is_file(words[0]) else os.environ.get("BOCAGE_POSITION", "")
    if common.sketch is not None or common.adapter or not first.casefold().endswith(".vsav"):
        way = "Name a .vsav first; -o NAME.json takes any position"
        raise MalformedAction("-o writes a copy of a saved game of our own module", way)
    from adjudicator.saves.patching import patch_save

    overlay = _overlay(common)
    patch_save(Path(first), *positions, output, overlay=overlay, module=module)


def _confirm(ruling: Ruling, slug: str, common: Common) -> None:
    """Ask for each reconstructed value that was used, and write the answers into the owner's overlay."""
    from adjudicator.asking.overlay import correct, is_single

    overlay = common.overlay or _named_overlay()
    if overlay is None:
        raise MalformedAction("--confirm needs a place for the answers", "Give --overlay DIR")
    answers = {}
    for used in ruling.sources:
        if not is_single(slug, used):
            _tell_whole(used, overlay, slug)
            continue
        typed = click.prompt(f"{used.text} (empty: as it is)", default="", show_default=False, err=True)
        if typed.strip():
            answers[used] = typed.strip()
    for path in correct(overlay, slug, answers):
        click.echo(f"wrote {path}", err=True)


def _tell_whole(used: Used, overlay: Path, slug: str) -> None:
    """Say of what cannot be typed in one word where it is corrected."""
    from adjudicator.asking.overlay import lay_in
    from maps.filing import replaceable

    if used.file in replaceable(slug):
        path = lay_in(overlay, slug, used.file)
        click.echo(f"{used.text}: correct the cells of [{used.row}] in {path}", err=True)
    else:
        click.echo(f"{used.text}: no value of the game, so there is nothing to correct", err=True)


def _load(words: Sequence[str], common: Common) -> tuple[Loaded, list[str]]:
    from adjudicator.asking.loading import is_file, load_position, read_text

    rest = list(words)
    overlay = _overlay(common)
    if common.sketch is not None:
        loaded = read_text(common.sketch.replace("\\n", "\n"), overlay=overlay)
    else:
        named = os.environ.get("BOCAGE_POSITION", "")
        first = rest[0] if rest else ""
        is_place = is_file(first) or first in game_names()
        is_place = is_place or bool({":", "/"} & {*first} and slug_of(first.partition(":")[0]))
        place = rest.pop(0) if rest and (is_place or not named) else named
        if not place:
            raise MalformedAction("no position", "Name a save, a sketch file or a scenario first")
        loaded = load_position(place, overlay=overlay, step=common.step, adapter=common.adapter)
    return loaded, rest


def _overlay(common: Common) -> Path | None:
    """The owner's folder; none while the first confirmed answer is still to make it."""
    found = common.overlay or _named_overlay()
    begins = common.confirm and found is not None and not found.exists()
    return None if begins else found


def _named_overlay() -> Path | None:
    """The owner's folder that the environment names."""
    value = os.environ.get("BOCAGE_OVERLAY")
    return Path(value) if value else None


def _asking(loaded: Loaded, common: Common, viewpoint: str | None) -> Asking:
    """What the question is asked of, as a viewpoint sees it."""
    from adjudicator.asking.taken import asking_of

    asking = asking_of(
        loaded.game,
        loaded.position,
        viewpoint,
        given=common.given,
        chosen=[*common.interpretation, *common.option],
        actions=common.then,
        strict=common.strict,
        overlay=_overlay(common),
    )
    return dataclasses.replace(asking, whole=common.whole, adapter=common.adapter)


def _show(ruling: Ruling, common: Common) -> None:
    from adjudicator.report import render

    click.echo(render(ruling, "json" if common.as_json else common.form, whole=common.whole))
    if not ruling.ok:
        raise click.exceptions.Exit(1)
