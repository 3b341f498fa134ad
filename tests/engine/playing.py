"""Plays logs in a compiled VASSAL engine: ``python -m tests.engine.playing --classes DIR --write``.

DIR holds the classes or jars of the engine, or a file ``classpath.txt`` that names them; a display is needed.
The scripts beside this file, ``GAME/played.txt`` (legal) and ``GAME/offences*.txt``, say what is played;
`tests.engine.gestures` turns each line into what a player does with the mouse and the keyboard, and
``PlayLog.java`` does it. Kept are the log and, as TOML, which of its steps each
line made and what units it moved.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from adjudicator.game import GAMES
from adjudicator.position import Position
from adjudicator.saves.positions import read_save
from module_builder.kit import load_kit
from module_builder.module import build, set_ups
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, parse_build_file
from tests.engine.gestures import Line, Play, read_script

__all__ = ["main", "moved"]

_HERE = Path(__file__).parent
_CLOSED = ("-Djava.net.useSystemProxies=false", "-Dhttp.proxyHost=127.0.0.1", "-Dhttp.proxyPort=9")


def moved(before: Position, after: Position) -> list[str]:
    """What units did between two positions, in the words that are kept."""
    shown = ("space", "status")
    return [f"{c.subject}: {c.before} -> {c.after}" for c in before.diff(after) if c.what in shown]


class Engine:
    """The engine with our program that plays."""

    def __init__(self, classes: Path, folder: Path) -> None:
        named = classes / "classpath.txt"
        engine = named.read_text().strip() if named.is_file() else f"{classes}/*:{classes}"
        self._classes = f"{folder}:{engine}"
        self._folder = folder
        sources = [str(_HERE / name) for name in ("PlayLog.java", "Seen.java")]
        done = subprocess.run(
            ["javac", "-nowarn", "-d", str(folder), "-cp", engine, *sources],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise click.ClickException(f"PlayLog.java: {done.stderr.strip()[-500:]}")

    def play(self, module: Path, gestures: Iterable[str]) -> list[int]:
        """Make the gestures; how many steps the log has after each."""
        return [int(line.split()[1]) for line in self.lines(module, gestures) if line.startswith("DID ")]

    def lines(self, module: Path, gestures: Iterable[str]) -> list[str]:
        """Make the gestures; every line of our program."""
        script = self._folder / "script.txt"
        script.write_text("\n".join(gestures), encoding="utf-8")
        conf = f"-DVASSAL.conf={self._folder / 'conf'}"
        (self._folder / "conf").mkdir(exist_ok=True)
        done = subprocess.run(
            ["java", "-Xmx2g", *_CLOSED, conf, "-cp", self._classes, "PlayLog", str(module), str(script)],
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,  # where the engine also leaves a log of its own
        )
        lines = done.stdout.splitlines()
        if "RESULT problems=0" not in lines:
            said = [line for line in lines if line.startswith("PROBLEM")] or [done.stderr[-500:]]
            raise click.ClickException(f"{module.stem}: " + "; ".join(said))
        return lines


def set_up_file(module: Path, title: str, folder: Path) -> Path:
    """The saved game of a set-up of the module."""
    archive = open_archive(module)
    tree = parse_build_file(archive.read("buildFile.xml"))
    name = title.rpartition("/")[2]
    entry = next(n.get("file") for n in descendants(tree, "PredefinedSetup") if n.get("name") == name)
    file = folder / "begun.vsav"
    file.write_bytes(archive.read(entry or ""))
    return file


def played(engine: Engine, module: Path, script: Path, log: Path) -> str:
    """Play a script; the log is written, and what is kept beside it is returned."""
    heads, lines = read_script(script)
    kit = load_kit(module.stem)
    play = Play(kit, set_ups(kit)[heads["set-up"]], marks=heads["marks"])
    begun = set_up_file(module, heads["set-up"], log.parent)
    before = [line for line in lines if line.kind == "prepare"]
    prepared = [gesture for line in before for gesture in play.gestures(line)]
    opening = [f"open\t{begun}", f"side\t{heads['as']}", *prepared, f"log\t{log}"]
    made = [(line, play.gestures(line)) for line in lines[len(before) :]]
    gestures = [*opening, *(g for _, some in made for g in some), "end"]
    counts = engine.play(module, gestures)[len(opening) - 1 :]
    numbers: list[tuple[Line, int, int]] = []
    at = 0
    for line, some in made:
        first = counts[at]
        at += len(some)
        numbers.append((line, first + 1, counts[at]))
    return "\n".join(_kept(log, heads, numbers, play.wanted[len(before) :]))


def _kept(
    log: Path,
    heads: dict[str, str],
    numbers: Sequence[tuple[Line, int, int]],
    wanted: Sequence[Position],
) -> Iterator[str]:
    """TOML of a log: each line of the script, its steps, and what units did in them."""
    yield "# Made by tests.engine.playing from the script of the same name: the steps of each line."
    yield f'set-up = "{heads["set-up"]}"'
    before = read_save(log, step=0).position
    assert before is not None
    for (line, first, last), wish in zip(numbers, wanted, strict=True):
        after = read_save(log, step=last).position
        assert after is not None
        if wrong := moved(wish, after):
            raise click.ClickException(f"{line.text}: the log shows otherwise: {'; '.join(wrong)}")
        yield "\n[[line]]"
        yield f'kind = "{line.kind}"'
        if line.kind == "offence":
            yield f'section = "{line.section}"'
            yield f'rule = "{line.rule}"'
            yield from (f"refused = {_quoted(part.text)}" for part in line.parts if part.kind == "refused")
        yield f"text = {_quoted(line.text)}"
        if line.buttons:
            yield f"buttons = [{', '.join(_quoted(' '.join(b).strip()) for b in line.buttons)}]"
        yield f"steps = [{first}, {last}]" if last >= first else "steps = []"
        if changes := moved(before, after):
            yield f"moved = [{', '.join(_quoted(c) for c in changes)}]"
        before = after


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep the logs instead of comparing their steps.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
@click.option("--script", default="*", help="Name of a script; all by default.")
def main(classes: Path, only: tuple[str, ...], script: str, *, write: bool) -> None:
    """Play the logs of every game again."""
    differ = []
    for game in only or GAMES:
        kept = _HERE / game.replace("-", "_")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            engine, module = Engine(classes.resolve(), folder), build(game, folder)
            for source in sorted(kept.glob(f"{script}.txt")):
                log, beside = folder / f"{source.stem}.vlog", source.with_suffix(".toml")
                text = played(engine, module, source, log) + "\n"
                if write:
                    (kept / log.name).write_bytes(log.read_bytes())
                    beside.write_text(text, encoding="utf-8")
                elif beside.read_text(encoding="utf-8") != text:
                    differ.append(f"{game}/{source.stem}")
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same steps")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
