"""The command line of the adjudicator: ``adjudicator VERB POSITION SUBJECT...``."""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.asking import help as pages
from adjudicator.asking.commands import COMMANDS, HIGHER, PICTURE_WIDTH, PictureFile
from adjudicator.asking.completing import positions
from adjudicator.asking.flags import Flag, flags_of, old_names, spread
from adjudicator.asking.guard import run_tool
from adjudicator.asking.topics import meant
from adjudicator.asking.viewing import Looker
from adjudicator.game import GAMES, load
from adjudicator.homes import named
from adjudicator.version import VERSION
from maps.games import game_names, slug_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from adjudicator.questions import Question

__all__ = ["cli", "main"]

_GAMES_MEANT, _WORDS = "bocage.games", "bocage.words"
_HELP = ("-h", "--help")


def main() -> None:
    """Run the command line; every user's error is one line and exit code 2."""
    run_tool(
        "adjudicator", lambda: cli.main(args=sys.argv[1:], prog_name="adjudicator", standalone_mode=False)
    )


class _Verbs(click.Group):
    """The fixed commands, one command for each verb that a game's questions have, and one for each game."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *HIGHER, *_verbs()})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        ctx.meta[_GAMES_MEANT], ctx.meta[_WORDS] = _games_meant(args[1:]), _words(args[1:])
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command {args[0]!r}. {_way_out(args, self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in game_names():
            return _GameHelp(cmd_name)
        if cmd_name in HIGHER and _asks(cmd_name, ctx.meta.get(_WORDS, ()), ctx.meta.get(_GAMES_MEANT, ())):
            return _verb_command(cmd_name, ctx.meta[_GAMES_MEANT])
        found = super().get_command(ctx, cmd_name) or _higher(cmd_name)
        return found or _verb_command(cmd_name, ctx.meta.get(_GAMES_MEANT, GAMES))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        above = {name: command for name in HIGHER if (command := _higher(name)) is not None}
        every = {**self.commands, **above}
        fixed = {name: pages.short(command.help or "") for name, command in every.items()}
        _write_pages(formatter, pages.topic_pages(fixed))
        formatter.write_paragraph()
        formatter.write_text(
            "One game's questions: adjudicator GAME --help. The games: " + ", ".join(game_names())
        )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.list_commands(ctx) if name.startswith(incomplete)]


def _way_out(args: Sequence[str], known: Sequence[str]) -> str:
    """What somebody can have meant by a verb that there is not."""
    if slug_of(args[0].partition(":")[0]) or Path(args[0]).suffix in {".vsav", ".vlog"}:
        verb = next((word for word in args[1:] if word in known), "next")
        asked = f"adjudicator {verb} {args[0]}" + " --help" * (args[0] in game_names())
        return f"The question comes first: {asked}"
    near = meant(args[0], known)
    return f"Did you mean {' or '.join(near)}?" if near else "`adjudicator --help` lists them."


def _higher(name: str) -> click.Command | None:
    """A command of a room above this one, loaded when somebody wants it."""
    found: click.Command | None = named(HIGHER[name]) if name in HIGHER else None
    return found


def _words(args: Sequence[str]) -> tuple[str, ...]:
    """Words by place: no options, and no values of options."""
    told = itertools.pairwise(("", *args))
    return tuple([word for before, word in told if not word.startswith("-") and not before.startswith("-")])


def _asks(verb: str, words: Sequence[str], slugs: Sequence[str]) -> bool:
    """Whether a command that is a verb too is meant as a question: with a subject, or for a game's help."""
    known = any(verb in load(slug).questions for slug in slugs)
    return known and (len(words) > 1 or (len(words) == 1 and words[0] in game_names()))


def _verbs() -> list[str]:
    return sorted({verb for slug in GAMES for verb in load(slug).questions})


def _games_meant(args: Sequence[str]) -> tuple[str, ...]:
    """The game that a position is of, so that no other one is loaded; all where that cannot be seen."""
    from adjudicator.asking.loading import game_of

    places = [word for word in args if not word.startswith("-")][:1]
    places += [text for flag, text in itertools.pairwise(args) if flag == "--sketch"]
    slugs = [game_of(place.partition(",")[0].strip()) or game_of(place) for place in places]
    named = next(filter(None, [*slugs, game_of(os.environ.get("BOCAGE_POSITION", ""))]), "")
    return (named,) if named else GAMES


def _verb_command(verb: str, slugs: Sequence[str]) -> click.Command | None:
    classes = {slug: load(slug).questions[verb] for slug in slugs if verb in load(slug).questions}
    if not classes and tuple(slugs) != GAMES:
        return _verb_command(verb, GAMES)
    return _Verb(verb, classes) if classes else None


class _Verb(click.Command):
    """A question as a command."""

    def __init__(self, verb: str, classes: Mapping[str, type[Question]]) -> None:
        self.classes, self.common = classes, [*_common_options()]
        first = next(iter(classes.values()))
        self.own = {flag.name for flag in flags_of(classes)}
        if "then" not in self.own:
            self.common.append(_THEN)
        if verb in {"apply", "position"}:
            self.common += _copy_options()
        params: list[click.Parameter] = [
            click.Argument(["words"], nargs=-1, metavar=pages.metavar(first), shell_complete=positions)
        ]
        params += [_option(flag) for flag in flags_of(classes)]
        text = "\n\n".join(pages.verb_text(classes))
        super().__init__(verb, params=[*params, *self.common], help=text, callback=self.run)

    def run(self, words: tuple[str, ...], **options: Any) -> None:
        """Answer the question."""
        from adjudicator.asking.running import run_verb

        run_verb(str(self.name), words, options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options by their old names too, and list options with several words."""
        old = old_names(self.classes.values())
        renamed = [old.get(head, head) + equals + rest for head, equals, rest in map(_parted, args)]
        lists = {o for p in self.params if isinstance(p, click.Option) and p.multiple for o in p.opts}
        words = spread(renamed, (lists | {"--roll"}) - {"--interpretation", "--option"})
        if self.name == "apply" or "roll" not in self.own:
            words = list(_rolls_as_actions(words, at_once="roll" not in self.own))
        return super().parse_args(ctx, words)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does, with examples; then its words and options, those of single games apart."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        _write_pages(formatter, pages.verb_pages(self.classes, self.common, ctx))
        if len(self.classes) > 1:
            formatter.write_paragraph()
            formatter.write_text(f"For one game: adjudicator {self.name} {next(iter(self.classes))} --help")


def _parted(word: str) -> tuple[str, str, str]:
    """An option with the value that is tied to it; any other word whole."""
    return word.partition("=") if word.startswith("--") else (word, "", "")


def _rolls_as_actions(words: Sequence[str], *, at_once: bool) -> Iterator[str]:
    """What falls after a further action is one more of them: ``--then 'repair A/B' --roll 4``."""
    further, rest = at_once, iter(words)
    for word in rest:
        further |= word == "--then"
        if word == "--roll" and further:
            yield from ("--then", f"roll {next(rest, '')}")
        else:
            yield word


class _GameHelp(click.Command):
    """``adjudicator GAME``: the questions of one game."""

    def __init__(self, slug: str) -> None:
        words = click.Argument(["words"], nargs=-1)
        super().__init__(slug, params=[words], callback=self.show, hidden=True)

    def show(self, words: tuple[str, ...]) -> None:
        """Print the help of the game; further words want a question."""
        ctx = click.get_current_context()
        if words:
            ctx.fail(_way_out([str(self.name), *words], [*load(str(self.name)).questions]))
        click.echo(ctx.get_help())

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # noqa: ARG002
        """The verbs of the game by topic, and its positions."""
        slug = str(self.name)
        game = load(slug)
        formatter.write_usage("adjudicator", f"VERB {slug}:SCENARIO|SAVE|SKETCH [WORDS] [OPTIONS]")
        formatter.write_paragraph()
        formatter.write_text(f"{game.title}: scenarios {', '.join(f'{slug}:{s}' for s in game.scenarios)}.")
        _write_pages(formatter, pages.topic_pages({}, [slug]))
        formatter.write_paragraph()
        formatter.write_text(f"One question with its options: adjudicator VERB {slug} --help")


def _write_pages(formatter: click.HelpFormatter, found: Sequence[pages.Page]) -> None:
    for title, rows in found:
        with formatter.section(title):
            formatter.write_dl(rows)


def _option(flag: Flag) -> click.Option:
    names = [f"--{flag.name}", "o_" + flag.name.replace("-", "_")]
    if flag.switch:
        return click.Option(names, is_flag=True, default=None)
    kind = _json_object if any(f.json for f in flag.fields) else click.INT if flag.number else click.STRING
    return click.Option(names, multiple=flag.many, type=kind)


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
    yield click.Option(["--as", "viewpoint"], type=Looker(), help="Who asks.")
    yield click.Option(["--given"], multiple=True, help="Correct a fact: crossings:isigny/st-lo=3.")
    yield click.Option(["--suppose"], multiple=True, help="What if: SPACE=enemy, SPACE=empty.")
    yield click.Option(["--interpretation"], multiple=True, help="Read an open point another way: ID=B.")
    yield click.Option(["--option"], multiple=True, help="Play with an optional rule: ID.")
    yield click.Option(["--sketch"], help="A position as text instead of POSITION.")
    yield click.Option(
        ["--overlay"],
        type=click.Path(path_type=Path),
        help="Folder with your own corrections ($BOCAGE_OVERLAY).",
    )
    yield click.Option(["--adapter"], type=click.Path(path_type=Path), help="Names of another module.")
    yield click.Option(["--step"], type=int, help="Of a log: play so many steps.")
    yield click.Option(["--strict"], is_flag=True, help="Refuse assumptions and reconstructed values.")
    yield click.Option(["--confirm"], is_flag=True, help="Ask for the reconstructed values that were used.")
    yield click.Option(["--all", "whole"], is_flag=True, help="Show long lists whole.")
    drawn = "Draw the answer on the map too: FILE.png, FILE.svg."
    yield click.Option(["--picture"], type=PictureFile(), help=drawn)
    wide = "Of the picture in pixels; 1200 where it is not given."
    yield click.Option(["--width", "pixels"], type=PICTURE_WIDTH, help=wide)
    yield click.Option(["--json", "as_json"], is_flag=True, help="The ruling as JSON.")
    yield click.Option(
        ["--format", "form"], type=click.Choice(["text", "md", "html", "json"]), default="text"
    )


_THEN = click.Option(
    ["--then"], multiple=True, help="Ask after this action, in quotes; again for each, --roll 8,5 for dice."
)


def _copy_options() -> Iterator[click.Option]:
    """Options of what writes a position: a changed copy of the save, or the whole as JSON."""
    file = click.Path(path_type=Path, dir_okay=False)
    yield click.Option(
        ["-o", "--output"],
        type=file,
        help="Write NEW.json, or NEW.vsav: a changed copy of the save.",
    )
    yield click.Option(["--module"], type=file, help="The .vmod, for a marker that the save has not.")


@click.group(
    cls=_Verbs,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": _HELP},
    subcommand_metavar="VERB POSITION [WORDS] [OPTIONS]",
)
@click.version_option(VERSION, prog_name="adjudicator")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Answer as a good referee would, with the rule numbers.

    POSITION is a .vsav, a .vlog, a position file, a sketch, or a scenario such as breakout-normandy:d-day.

    Example: adjudicator odds breakout-normandy assault --av 14 --dv 10 --defenders F,S,D1 --bocage
    """
    if ctx.invoked_subcommand is None:
        from adjudicator.asking.welcome import text

        click.echo(text())


for _command in COMMANDS:
    cli.add_command(_command)
