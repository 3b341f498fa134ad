"""Lays out the folder of a new game: every file that it may have, with a word on what each column means."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from maps.board import fold
from maps.errors import DataError
from maps.games import GAME_FILE, OUR_GAMES, FolderHome, home_of
from module_builder.vassal.archive import write_file

__all__ = ["KINDS", "copy_game", "lay_out", "slug_for"]

KINDS = ("areas", "hex")
_SKELETON = Path(__file__).parent / "skeleton"
_TEXTS = {".csv", ".md", ".svg", ".toml"}
_SLUG = re.compile(r'^slug = "[^"]*"', re.MULTILINE)
_TITLE = re.compile(r'^title = "[^"]*"', re.MULTILINE)


def lay_out(folder: Path, *, kind: str, title: str = "") -> list[Path]:
    """Lay out a folder that builds at once.

    Parameters
    ----------
    folder
        Where; it must not be there yet, or be empty.
    kind
        ``areas`` or ``hex``.
    title
        Of the game; made of the name of the folder where empty.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    DataError
        Something is there already, or the name cannot be that of a game.
    module_builder.vassal.errors.FormatError
        The folder cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = lay_out(Path(place, "my-game"), kind="hex")
    ...     sorted(path.name for path in made)[:4]
    ['cards.csv', 'counters.toml', 'courses.csv', 'edges.csv']
    """
    _empty(folder)
    name = title or folder.resolve().name.replace("-", " ").replace("_", " ").title()
    slug, written = slug_for(folder), []
    for source, place in _files(kind):
        text = source.read_text(encoding="utf-8").replace("{title}", name).replace("{slug}", slug)
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text.encode())
        written.append(path)
    (folder / "art").mkdir(exist_ok=True)
    return written


def copy_game(game: str, folder: Path, *, title: str = "") -> list[Path]:
    """Lay out a folder after another game, under a name of its own.

    Of a game in a folder all files are copied. Of one of ours, whose rules are code, the folder is
    made of its module, as `module_builder.homemade.importing` does it: pieces and map are pictures then.

    Parameters
    ----------
    game
        Slug.
    folder, title
        As in `lay_out`.

    Returns
    -------
    list of Path

    Raises
    ------
    DataError
        As `lay_out`.
    """
    home = home_of(game)
    _empty(folder)
    slug, written = slug_for(folder), list[Path]()
    if not isinstance(home, FolderHome):
        written = _of_module(game, folder)
        file = folder / GAME_FILE
        write_file(file, _renamed(file.read_text(encoding="utf-8"), slug, title).encode())
        return written
    for path, *_ in home.marks:
        place = path.relative_to(home.root)
        if place.name == "gpids.csv":
            continue  # the new module has pieces of its own
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if place == Path(GAME_FILE):
            write_file(target, _renamed(path.read_text(encoding="utf-8"), slug, title).encode())
        else:
            shutil.copyfile(path, target)
        written.append(target)
    return written


def _of_module(game: str, folder: Path) -> list[Path]:
    """A folder made of the module of one of our games."""
    from maps.album import own_album
    from module_builder.homemade.importing.vmod import from_module
    from module_builder.module import build

    with tempfile.TemporaryDirectory() as place:
        module = build(game, place, album=own_album())
        draft = from_module(module)
        draft.write(folder, module.name)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _renamed(text: str, slug: str, title: str) -> str:
    """The text of a ``game.toml`` under another name; the first title in it is that of the game."""
    text = _SLUG.sub(f'slug = "{slug}"', text, count=1) if _SLUG.search(text) else f'slug = "{slug}"\n{text}'
    return _TITLE.sub(lambda _: f'title = "{title}"', text, count=1) if title else text


def slug_for(folder: Path) -> str:
    """The slug of a game in a folder of this name.

    Parameters
    ----------
    folder
        The folder.

    Returns
    -------
    str

    Raises
    ------
    DataError
        The name has no letter to begin with, or one of our games has it.

    Examples
    --------
    >>> slug_for(Path("games/Zwei Flüsse"))
    'zwei-flusse'
    """
    name = folder.resolve().name
    slug = fold(name).replace(" ", "-").lstrip("0123456789-")
    if not slug or slug in OUR_GAMES:
        raise DataError(str(folder), "", "a folder whose name can be that of a new game", "such as my-game")
    return slug


def _empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(
            str(folder), "", "a folder that is not there yet, or an empty one", "name another one"
        )


def _files(kind: str) -> Iterator[tuple[Path, Path]]:
    """The files of the skeleton, and where each goes; of the two kinds of map only one."""
    for root in (_SKELETON, _SKELETON / kind):
        for path in sorted(root.rglob("*")):
            place = path.relative_to(root)
            other = root == _SKELETON and place.parts[0] in KINDS
            if path.is_file() and path.suffix in _TEXTS and not other:
                yield path, place
