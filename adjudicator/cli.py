"""The command line of the adjudicator: ``adjudicator VERB POSITION SUBJECT...``."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.errors import BocageError, IllegalAction, MalformedAction
from adjudicator.game import GAMES, load
from adjudicator.questions import Asking, Field, Question, fields_of, read_question
from adjudicator.version import VERSION

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling
    from adjudicator.sources import Loaded

__all__ = ["cli", "main"]

_GAMES_MEANT = "bocage.games"
_ALIASES = {"origin": "--from", "purpose": "--for"}
_VIEWPOINTS = ("german", "allied", "referee", "public")


def main() -> None:
    """Run the command line; every user's error is one line and exit code 2."""
    try:
        code = cli.main(args=_spread(sys.argv[1:]), standalone_mode=False)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as fault:
        _leave(fault.format_message(), 2)
    except BocageError as fault:
        _leave(str(fault), 1 if isinstance(fault, IllegalAction) else 2)
    except OSError as fault:
        _leave(f"{fault.filename}: {fault.strerror}", 2)
    except UnicodeError as fault:
        _leave(f"text that can be neither read nor shown: {fault}", 2)
    sys.exit(code if isinstance(code, int) else 0)


def _leave(message: str, code: int) -> None:
    """End with one line, whatever words of the user stand in it."""
    click.echo(f"adjudicator: {' '.join(message.split())}", err=True)
    sys.exit(code)


def _spread(words: Sequence[str]) -> list[str]:
    """Repeat a list option for each of its words: ``--with 18/1 16/1`` becomes two ``--with``."""
    many = {"--with", "--support", "--given", "--take", "--pending", "--units", "--modes", "--results"}
    many |= {"--vacated", "--retreated", "--artillery", "--worth"}
    spread: list[str] = []
    flag, again = "", False
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            flag, again = (word if word in many else ""), False
        else:
            spread.extend([flag] if flag and again else [])
            again = True
        spread.append(word)
    return spread


class _Verbs(click.Group):
    """The fixed commands, and one command for each verb that a game's questions have."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_verbs()})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        place = next((word for word in args[1:] if not word.startswith("-")), "")
        ctx.meta[_GAMES_MEANT] = _games_meant(place)
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), 2)
            hint = f"Did you mean {' or '.join(near)}?" if near else "`adjudicator --help` lists them."
            ctx.fail(f"No such command {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or _verb_command(
            cmd_name, ctx.meta.get(_GAMES_MEANT, GAMES)
        )


def _verbs() -> list[str]:
    return sorted({verb for slug in GAMES for verb in load(slug).questions})


def _games_meant(place: str) -> tuple[str, ...]:
    """The game that a position is of, so that no other one is loaded; all where that cannot be seen."""
    from adjudicator.sources import game_of

    slug = game_of(place or os.environ.get("BOCAGE_POSITION", ""))
    return (slug,) if slug else GAMES


def _verb_command(verb: str, slugs: Sequence[str]) -> click.Command | None:
    classes = [load(slug).questions[verb] for slug in slugs if verb in load(slug).questions]
    if not classes and tuple(slugs) != GAMES:
        return _verb_command(verb, GAMES)
    if not classes:
        return None
    fields = {f.name: f for cls in classes for f in fields_of(cls)}
    params: list[click.Parameter] = [click.Argument(["words"], nargs=-1, metavar=_metavar(classes))]
    params.extend(_option(f) for f in fields.values())
    params.extend(_common_options())
    if verb == "apply":
        params.extend(_copy_options())
    titles = {slug: load(slug).title for slug in slugs if verb in load(slug).questions}
    texts = [inspect.cleandoc(cls.__doc__ or "") for cls in classes]
    return click.Command(
        verb,
        callback=_runner(verb),
        params=params,
        help=_help(dict(zip(titles.values(), texts, strict=True))),
        short_help=texts[0].split("\n")[0],
    )


def _help(texts: Mapping[str, str]) -> str:
    """What a verb does: once where all games mean the same, otherwise under the titles of the games."""
    games: dict[str, list[str]] = {}
    for title, text in texts.items():
        games.setdefault(text, []).append(title)
    if len(games) == 1:
        return next(iter(games))
    return "\n\n".join(f"{', '.join(titles)}: {text}" for text, titles in games.items())


def _metavar(classes: Sequence[type[Question]]) -> str:
    words = [f.name.upper() + ("..." if f.many else "") for f in fields_of(classes[0]) if f.word]
    return " ".join(["POSITION", *words])


def _option(f: Field) -> click.Option:
    flags = ["--" + f.name.removesuffix("_units").replace("_", "-")]
    if f.name in _ALIASES:
        flags.insert(0, _ALIASES[f.name])
    if f.flag:
        return click.Option([*flags, f.name], is_flag=True, default=None, help=f.help)
    kind = click.INT if f.number else click.STRING
    return click.Option([*flags, f.name], multiple=f.many, type=_json_object if f.json else kind, help=f.help)


def _json_object(text: str) -> dict[str, Any]:
    """An object as JSON; a click error where it is none."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise click.BadParameter(f"no valid JSON: {fault}") from None
    if not isinstance(read, dict):
        raise click.BadParameter('expected an object such as {"action": "pass"}')
    return read


def _common_options() -> Iterator[click.Option]:
    yield click.Option(["--as", "viewpoint"], type=click.Choice(_VIEWPOINTS), help="Who asks.")
    yield click.Option(["--given"], multiple=True, help="Correct a fact: crossings:isigny/st-lo=3.")
    yield click.Option(["--interpretation"], multiple=True, help="Read an open point another way: ID=B.")
    yield click.Option(["--option"], multiple=True, help="Play with an optional rule: ID.")
    yield click.Option(["--sketch"], help="A position as text instead of POSITION.")
    yield click.Option(
        ["--overlay"], type=click.Path(path_type=Path), help="Folder with your own corrections."
    )
    yield click.Option(["--adapter"], type=click.Path(path_type=Path), help="Names of another module.")
    yield click.Option(["--step"], type=int, help="Of a log: play so many steps.")
    yield click.Option(["--strict"], is_flag=True, help="Refuse assumptions and reconstructed values.")
    yield click.Option(["--confirm"], is_flag=True, help="Ask for the reconstructed values that were used.")
    yield click.Option(["--json", "as_json"], is_flag=True, help="The ruling as JSON.")
    yield click.Option(
        ["--format", "form"], type=click.Choice(["text", "md", "html", "json"]), default="text"
    )


def _copy_options() -> Iterator[click.Option]:
    """Options of `apply` that write a copy of the save."""
    file = click.Path(path_type=Path, dir_okay=False)
    yield click.Option(["-o", "--output"], type=file, help="Write a changed copy of the save here.")
    yield click.Option(["--module"], type=file, help="The .vmod, for a marker that the save has not.")


@dataclasses.dataclass(frozen=True, slots=True)
class _Common:
    """Options that every verb has."""

    viewpoint: str | None
    given: tuple[str, ...]
    interpretation: tuple[str, ...]
    option: tuple[str, ...]
    sketch: str | None
    overlay: Path | None
    adapter: Path | None
    step: int | None
    strict: bool
    confirm: bool
    as_json: bool
    form: str


def _runner(verb: str) -> Any:
    def run(words: tuple[str, ...], **options: Any) -> None:
        names = [f.name for f in dataclasses.fields(_Common)]
        common = _Common(**{n: options.pop(n) for n in names})
        output, module = options.pop("output", None), options.pop("module", None)
        loaded, rest = _load(words, common)
        questions = loaded.game.questions
        if verb not in questions:
            known = ", ".join(sorted(questions))
            raise MalformedAction(f"{loaded.game.title} has no {verb!r}", f"It has: {known}")
        values = _values(questions[verb], rest, options)
        asked = read_question(questions[verb], values)
        from adjudicator.fingerprint import sealed
        from adjudicator.sensitivity import weighed
        from adjudicator.supposing import reply

        asking = Asking(loaded.game, loaded.position, common.viewpoint or "public", common.strict)
        ruling = sealed(weighed(reply(asked, asking), asked, asking), asking, asked, common.overlay)
        if common.confirm:
            _confirm(ruling, loaded.game.slug, common)
        if output is not None and ruling.ok and loaded.position is not None:
            whole = Asking(loaded.game, loaded.position, "referee", common.strict)  # a save holds both hands
            _write_copy(words, common, (loaded.position, _carried_out(asked, whole)), output, module)
        _show(ruling, common)

    return run


def _carried_out(asked: Question, asking: Asking) -> Position:
    """The position that `apply` leaves behind."""
    from adjudicator.verbs import Apply  # here, because most commands do without these verbs

    if not isinstance(asked, Apply):
        raise TypeError(asked.verb)
    return asked.carried_out(asking)[-1]


def _write_copy(
    words: Sequence[str],
    common: _Common,
    positions: tuple[Position, Position],
    output: Path,
    module: Path | None,
) -> None:
    """Write a copy of the save in which the action has been carried out."""
    from adjudicator.patching import patch_save
    from adjudicator.sources import is_file

    first = words[0] if words and is_file(words[0]) else os.environ.get("BOCAGE_POSITION", "")
    if common.sketch is not None or common.adapter or not first.casefold().endswith(".vsav"):
        raise MalformedAction("-o writes a copy of a saved game of our own module", "Name a .vsav first")
    overlay = common.overlay or _environment_path("BOCAGE_OVERLAY")
    patch_save(Path(first), *positions, output, overlay=overlay, module=module)
    click.echo(f"wrote {output}", err=True)


def _confirm(ruling: Ruling, slug: str, common: _Common) -> None:
    """Ask for each reconstructed value that was used, and write the answers into the owner's overlay."""
    from adjudicator.overlay import correct

    overlay = common.overlay or _environment_path("BOCAGE_OVERLAY")
    if overlay is None:
        raise MalformedAction("--confirm needs a place for the answers", "Give --overlay DIR")
    answers = {}
    for used in ruling.sources:
        typed = click.prompt(f"{used.text} (empty: as it is)", default="", show_default=False, err=True)
        if typed.strip():
            answers[used] = typed.strip()
    for path in correct(overlay, slug, answers):
        click.echo(f"wrote {path}", err=True)


def _load(words: Sequence[str], common: _Common) -> tuple[Loaded, list[str]]:
    from adjudicator.sources import is_file, load_position, read_text

    rest = list(words)
    overlay = common.overlay or _environment_path("BOCAGE_OVERLAY")
    if common.sketch is not None:
        loaded = read_text(common.sketch.replace("\\n", "\n"), overlay=overlay)
    else:
        named = os.environ.get("BOCAGE_POSITION", "")
        first = rest[0] if rest else ""
        is_place = first.partition(":")[0] in GAMES or is_file(first)
        place = rest.pop(0) if rest and (is_place or not named) else named
        if not place:
            raise MalformedAction("no position", "Name a save, a sketch file or a scenario first")
        loaded = load_position(place, overlay=overlay, step=common.step, adapter=common.adapter)
    if loaded.position is None:
        return loaded, rest
    return dataclasses.replace(loaded, position=_corrected(loaded, common)), rest


def _environment_path(name: str) -> Path | None:
    value = os.environ.get(name)
    return Path(value) if value else None


def _corrected(loaded: Loaded, common: _Common) -> Position:
    from adjudicator.typed import with_given, with_options

    assert loaded.position is not None  # noqa: S101 - the caller looked
    position = with_given(loaded.position, loaded.game, common.given)
    return with_options(position, loaded.game, [*common.interpretation, *common.option])


def _values(cls: type[Question], words: list[str], options: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {k: v for k, v in options.items() if v not in (None, ())}
    fields = {f.name: f for f in fields_of(cls)}
    foreign = [k for k in values if k not in fields]
    if foreign:
        raise MalformedAction(f"{cls.verb} has no --{foreign[0].replace('_', '-')} in this game")
    rest = list(words)
    for f in (f for f in fields.values() if f.word and f.name not in values):
        if f.many:
            values[f.name], rest = tuple(rest), []
        elif rest:
            word = rest.pop(0)
            values[f.name] = int(word) if f.number and re.fullmatch(r"[+-]?[0-9]{1,9}", word) else word
        elif f.required:
            raise MalformedAction(f"{cls.verb} needs {f.name.replace('_', ' ')}", f.help)
    if rest:
        raise MalformedAction(f"{cls.verb}: {rest[0]!r} is one word too many")
    return values


def _show(ruling: Ruling, common: _Common) -> None:
    from adjudicator.report import render

    click.echo(render(ruling, "json" if common.as_json else common.form))
    if not ruling.ok:
        raise click.exceptions.Exit(1)


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="adjudicator")
def cli() -> None:
    """Answer as a good referee would, with the rule numbers.

    POSITION is a .vsav, a .vlog, a position file, a sketch, or a scenario such as breakout-normandy:d-day.

    Example: adjudicator odds breakout-normandy assault --av 14 --dv 10 --defenders F,S,D1 --bocage
    """


@cli.command()
@click.option("--lines", is_flag=True, help="JSON Lines: one question a line, one ruling a line.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of every question.")
@click.argument("file", type=click.File("r"), default="-")
def ask(file: Any, *, lines: bool, schema: bool) -> None:
    """Answer a question given as JSON.

    Example: echo '{"game": "breakout-normandy", "question": "odds", "args": {"kind": "assault", "av": 14,
    "dv": 10}}' | adjudicator ask
    """
    from adjudicator.asking import answer_json, schemas

    if schema:
        click.echo(json.dumps(schemas(), indent=2))
        return
    for text in file if lines else [file.read()]:
        if text.strip():
            click.echo(json.dumps(answer_json(text, tolerant=lines), ensure_ascii=False))


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Results as JSON.")
def cases(files: tuple[Path, ...], *, as_json: bool) -> None:
    """Run case files; the last line counts them.

    Example: adjudicator cases tests/cases/breakout_normandy/*.toml
    """
    from adjudicator.casebook import read_cases, run_case, summary

    results = [run_case(case) for file in files for case in read_cases(file)]
    if as_json:
        rows = [{"id": r.case.id, "passed": r.passed, "faults": list(r.faults)} for r in results]
        click.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for result in results:
            for fault in result.faults:
                click.echo(f"{result.case.id}: {fault}")
        click.echo(summary(results))
    if not all(r.passed for r in results):
        raise click.exceptions.Exit(1)


@cli.command()
@click.argument("game")
@click.option("--cases", "folder", type=click.Path(path_type=Path), help="Folder with the case files.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def coverage(game: str, folder: Path | None, *, as_json: bool) -> None:
    """Every section of a rulebook with its state, measured from executed cases.

    Example: adjudicator coverage breakout-normandy --cases tests/cases/breakout_normandy
    """
    from adjudicator.coverage import measure, table

    report = measure(load(game), folder)
    click.echo(json.dumps(report, ensure_ascii=False) if as_json else table(report))


@cli.command()
@click.argument("module", type=click.Path(path_type=Path))
@click.argument("game")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The adapter.")
@click.option("--force", is_flag=True, help="Replace an old file.")
def adapt(module: Path, game: str, *, output: Path, force: bool) -> None:
    """Propose an adapter for the saves of another module.

    Every guess carries its confidence; pieces and places without a match are listed in comments.

    Example: adjudicator adapt foreign.vmod breakout-normandy -o adapter.toml
    """
    from adjudicator.adapting import write_adapter

    write_adapter(module, game, output, force=force)
    click.echo(f"wrote {output}", err=True)


@cli.command()
@click.argument("game")
@click.argument("section")
def explain(game: str, section: str) -> None:
    """Our own-words note on a section, its cases and its open questions.

    Example: adjudicator explain breakout-normandy 9.3C
    """
    from adjudicator.coverage import explain_section

    click.echo(explain_section(load(game), section))
