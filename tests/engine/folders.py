"""Asks a compiled VASSAL engine about the example folders: ``python -m tests.engine.folders --classes DIR``.

The answers lie in ``tests/engine/examples``: what `check` said, how the engine names 2,000 points, and every
piece of every set-up; ``--write`` keeps new ones. Further folders may be named; of these nothing is kept.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from maps.games import open_folder
from module_builder.kit import load_kit
from module_builder.module import build, set_ups
from tests.engine.run import Engine, locations, pieces, text_of

__all__ = ["EXAMPLES", "KEPT", "main"]

KEPT = Path(__file__).parent / "examples"
EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").iterdir())
_SAID = ("ENGINE", "METADATA", "DEEP", "IMAGES", "LINT", "PROBLEM", "RESULT")


def answers(engine: Engine, folder: Path, place: Path) -> dict[str, object]:
    """What the engine says of the module of a folder."""
    game = open_folder(folder)
    kit, module = load_kit(game), build(game, place)
    return {
        "check.json": [x for x in engine.run("check", module, "--side", "Solitaire") if x.startswith(_SAID)],
        "locations.json": locations(engine, module, kit, place),
        "setups.json": {title: pieces(engine, module, title, place) for title in set_ups(kit)},
    }


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep the answers instead of comparing them.")
def main(folders: tuple[Path, ...], classes: Path, *, write: bool) -> None:
    """Ask the engine about the examples, or about other folders."""
    engine, differ = Engine(classes.resolve()), []
    for folder in folders or EXAMPLES:
        with tempfile.TemporaryDirectory() as name:
            found = answers(engine, folder, Path(name))
        for file, data in found.items():
            kept, text = KEPT / folder.name / file, text_of(data) + "\n"
            if file == "check.json":
                click.echo(f"{folder.name}: {text.splitlines()[-2].strip()}")
            if folders:
                continue
            if write:
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(text, encoding="utf-8")
            elif not kept.is_file() or kept.read_text(encoding="utf-8") != text:
                differ.append(f"{folder.name}/{file}")
    if differ:
        raise click.ClickException(f"the engine says otherwise than before: {', '.join(differ)}")


if __name__ == "__main__":
    main()
