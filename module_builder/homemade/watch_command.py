"""``module-builder watch``: the game of a folder in the browser, drawn again whenever a file is saved."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path
from threading import Event, Thread, Timer

import click

from maps.errors import DataError
from module_builder.printing.commands import FOLDER

__all__ = ["watch"]

_HOST, _SOON = "127.0.0.1", 0.5
_OUT = "modules"


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen.")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@click.option("-o", "out", type=FOLDER, help="Folder for the .vmod; `modules` beside DIR where left out.")
@click.option("--no-build", is_flag=True, help="Show it only, and build no module.")
def watch(folder: Path, *, port: int, no_browser: bool, out: Path | None, no_build: bool) -> None:
    """Show a game of your own in the browser while you write it, and build its module after each change.

    Whatever is saved in the folder is on the page at once: map, counters, cards, and the table with the first
    set-up. A fault is told with file, line and column, and what was right before stays. Ctrl-C ends it.

    Example: module-builder watch my-game -o modules
    """
    from adjudicator.table.command import listening_on
    from adjudicator.table.guard import new_token
    from adjudicator.table.server import serve
    from adjudicator.table.session import Table
    from adjudicator.table.watch_routes import WATCH, watch_routes
    from adjudicator.table.worker import Opener
    from module_builder.homemade.rebuilding import Rebuilding
    from module_builder.homemade.watching import Watching

    place = _outside(folder, out)
    table, opener, ended = Table(), Opener(None), Event()
    rebuilding = None if no_build else Rebuilding(place)
    with tempfile.TemporaryDirectory(prefix="bocage-watch-", ignore_cleanup_errors=True) as room:
        looking: Thread | None = None
        try:
            watching = Watching(folder, Path(room), table, rebuilding, click.echo)
            with listening_on(port) as listening:
                token, number = new_token(), int(listening.getsockname()[1])
                address = f"http://{_HOST}:{number}/{token}/{WATCH}"
                click.echo(f"watching {folder}: {address} (Ctrl-C ends it)")
                watching.look()
                looking = Thread(target=watching.run, args=(ended,), daemon=True)
                looking.start()
                if not no_browser:
                    Timer(_SOON, webbrowser.open, [address]).start()
                rooms = watch_routes(watching.news, lambda: watching.newest, str(folder), table.gate)
                serve(table, opener, token, number, listening, rooms=rooms, beside=WATCH)
        finally:
            ended.set()
            if looking is not None:
                looking.join()
            if rebuilding is not None:
                rebuilding.close()
            opener.close()
            table.matchings.close()


def _outside(folder: Path, out: Path | None) -> Path:
    """Where the module goes: never into the folder that is watched."""
    found = folder.resolve().parent / _OUT if out is None else out
    if found.resolve().is_relative_to(folder.resolve()):
        raise DataError(str(found), "", f"a folder outside of {folder}, which is watched", f"-o {_OUT}")
    return found
