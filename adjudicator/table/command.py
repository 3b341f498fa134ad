"""``adjudicator table``: starts the table on this machine, prints its address, opens the browser."""

from __future__ import annotations

import contextlib
import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, get_args

import click

from adjudicator.asking.completing import positions
from adjudicator.asking.viewing import Looker
from adjudicator.errors import SaveError, UnknownModule
from adjudicator.game import Viewpoint, load
from maps.games import game_names, slug_of

if TYPE_CHECKING:
    from adjudicator.table.session import Table
    from adjudicator.table.worker import Opener

__all__ = ["laid", "listening_on", "table"]

_HOST = "127.0.0.1"
_FOLDER = click.Path(path_type=Path, file_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False)
_SOON = 0.5


@click.command()
@click.argument("position", required=False, shell_complete=positions)
@click.option("--as", "viewpoint", type=Looker(), default="public", help="Who looks.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen.")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@click.option("--module", type=_FILE, help="Match this module of somebody else with a game first.")
@click.option("--keep", type=_FILE, help="Keep everything in this file, and go on from it.")
def table(
    position: str | None,
    *,
    viewpoint: str,
    overlay: Path | None,
    port: int,
    no_browser: bool,
    module: Path | None,
    keep: Path | None,
) -> None:
    """Look at a position in the browser, point at units, try moves, step through a log.

    POSITION is a save, a log, a sketch, a position file, a file of --keep, or a scenario; without one the
    page asks. Everything stays on this machine. Ctrl-C ends it.
    """
    from adjudicator.table.guard import new_token
    from adjudicator.table.server import serve
    from adjudicator.table.session import Table
    from adjudicator.table.worker import Opener

    lying, opener = Table(viewpoint=viewpoint, overlay=overlay, keep=keep), Opener(overlay)
    try:
        if position is not None:
            with contextlib.suppress(*([UnknownModule] if module is not None else [])):
                laid(lying, opener, position)
        _checked_looker(lying, viewpoint)
        if module is not None:
            lying.matchings.open(module)
        with listening_on(port) as listening:
            token, number = new_token(), int(listening.getsockname()[1])
            address = f"http://{_HOST}:{number}/{token}/{'adapt' if module is not None else ''}"
            click.echo(f"table: {address} (Ctrl-C ends it)")
            if not no_browser:
                Timer(_SOON, webbrowser.open, [address]).start()
            opener.start()
            serve(lying, opener, token, number, listening)
    finally:
        opener.close()
        lying.matchings.close()


def laid(lying: Table, opener: Opener, position: str) -> str:
    """Put what was named on the table: a scenario, or a file as if it were dropped there.

    Parameters
    ----------
    lying, opener
        The table, and what opens files.
    position
        As it was typed.

    Returns
    -------
    str
        The id of its tree.

    Raises
    ------
    SaveError
        It names neither.
    BocageError
        The file cannot be opened.
    """
    from adjudicator.asking.loading import is_file
    from adjudicator.table.uploads import open_file
    from adjudicator.table.worker import MOST
    from module_builder.vassal.files import load_bytes

    if is_file(position):
        return open_file(lying, opener, Path(position).name, load_bytes(position, most=MOST))
    if slug := slug_of(named := position.partition(":")[0]):
        return _lay_scenario(lying, slug, named, position[len(named) + 1 :])
    if {"\n", ",", "{"} & {*position}:
        return lying.open_text(position)
    raise SaveError(position, "a file, or a scenario", f"games: {', '.join(game_names())}")


def _lay_scenario(lying: Table, slug: str, named: str, scenario: str) -> str:
    """Put a scenario there; of a game in a folder its first one where none is named."""
    if named != slug:
        lying.called[slug] = named
        scenario = scenario or next(iter(load(slug).scenarios))
    return lying.open_text(f"{slug}:{scenario}" if scenario else slug)


def _checked_looker(lying: Table, viewpoint: str) -> None:
    """Refuse who is no side of any game that lies there, or could."""
    lie = {tree["game"] for tree in lying.trees()}
    if not lie and viewpoint in get_args(Viewpoint):
        return
    games = [load(slug) for slug in lie or game_names()]
    if not any(viewpoint in game.viewpoints for game in games):
        games[-1].looker(viewpoint)


def listening_on(port: int) -> socket.socket:
    """A socket on this machine's own address, and on no other.

    Parameters
    ----------
    port
        Its port; 0 leaves that to the system.

    Returns
    -------
    socket.socket

    Raises
    ------
    click.ClickException
        The port is taken.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
        listening.listen()
    except OSError as fault:
        listening.close()
        raise click.ClickException(
            f"port {port} is taken ({fault.strerror}); another one: --port 0"
        ) from None
    return listening
