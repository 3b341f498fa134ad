"""What must not change when rooms are moved: ``python -m tests.ledger -o FILE``, later ``--against FILE``.

The ledger holds a hash for the ruling of every case (text, JSON and fingerprint), for every entry of every
built module, and for the save of every scenario. Code that only moves leaves every line as it was.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import multiprocessing
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.asking.casebook import Case, asked_of, read_cases
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError
from adjudicator.fingerprint import sealed
from adjudicator.game import GAMES, load
from adjudicator.report import render, ruling_to_json
from adjudicator.supposing import reply
from module_builder.module import build
from module_builder.save import write_position

__all__ = ["ledger", "main"]

_CASES = Path(__file__).parent / "cases"


def _mark(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]


def _ruled(case: Case) -> str:
    try:
        asked, asking = asked_of(case)
        ruling = sealed(reply(asked, asking), asking, asked)
    except BocageError as error:
        return f"{type(error).__name__} {error}"
    return json.dumps(ruling_to_json(ruling), sort_keys=True, default=str) + render(ruling)


def _rulings(file: Path, every: int = 1) -> list[tuple[str, str]]:
    cases = itertools.islice(read_cases(file), sum(file.name.encode()) % every, None, every)
    return [(f"ruling {case.id}", _mark(_ruled(case))) for case in cases]


def _module(slug: str) -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = build(slug, Path(folder))
        with zipfile.ZipFile(path) as archive:
            entries = [(f"{path.name}/{name}", _mark(archive.read(name))) for name in archive.namelist()]
        return [*entries, (path.name, _mark(path.read_bytes()))]


def _scenarios(slug: str) -> Iterator[tuple[str, str]]:
    game = load(slug)
    for name in game.scenarios:
        position = game.scenario(name)
        yield f"position {slug}:{name}", _mark(json.dumps(position_to_json(position), sort_keys=True))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "a.vsav"
            write_position(position, file)
            yield f"save {slug}:{name}", _mark(file.read_bytes())


def _task(task: tuple[str, str, int]) -> list[tuple[str, str]]:
    kind, what, every = task
    if kind == "cases":
        return _rulings(Path(what), every)
    return _module(what) if kind == "module" else list(_scenarios(what))


def ledger(*, modules: bool = True, every: int = 1) -> dict[str, str]:
    """A hash for everything that moving code must leave alone; of `every` so many cases for one."""
    tasks = [("module", slug, 1) for slug in reversed(GAMES) if modules]
    tasks += [("scenarios", slug, 1) for slug in GAMES if every == 1]
    tasks += [("cases", str(file), every) for file in sorted(_CASES.glob("*/*.toml"))]
    with multiprocessing.Pool(2) as pool:
        return {name: mark for found in pool.imap(_task, tasks) for name, mark in found}


@click.command()
@click.option("-o", "out", type=click.Path(path_type=Path), help="Where to write the ledger.")
@click.option("--against", type=click.Path(path_type=Path, exists=True), help="A ledger to compare with.")
@click.option("--modules/--no-modules", default=True, help="Build the five modules too (minutes).")
@click.option("--every", type=click.IntRange(min=1), default=1, help="Only every so many cases of a file.")
def main(out: Path | None, against: Path | None, every: int, *, modules: bool) -> None:
    """Write the ledger, or say what differs from an older one; exit code 1 when anything does."""
    found = ledger(modules=modules, every=every)
    if out:
        out.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    before = json.loads(against.read_text(encoding="utf-8")) if against else found
    before = {name: mark for name, mark in before.items() if modules or ".vmod" not in name}
    before = {name: mark for name, mark in before.items() if every == 1 or name in found}
    changed = sorted(name for name in {*before, *found} if before.get(name) != found.get(name))
    for name in changed:
        click.echo(f"{name}: {before.get(name, 'new')} -> {found.get(name, 'gone')}")
    click.echo(f"{len(found)} lines, {len(changed)} changed")
    raise SystemExit(bool(changed))


if __name__ == "__main__":
    main()
