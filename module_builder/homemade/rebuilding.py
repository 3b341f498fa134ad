"""The module of a folder built in a process of its own, which is ended when the folder changes meanwhile."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import msgspec

from maps.album import Album, own_album

__all__ = ["Built", "Rebuilding", "main"]

_IMAGES = "images/"


class Built(msgspec.Struct, frozen=True):
    """What became of a build: the module, seconds, how many pictures were drawn, which differ from before.

    `fault` is one line where there is no module, and everything else is left out.
    """

    module: str = ""
    seconds: float = 0.0
    drawn: int = 0
    pictures: int = 0
    changed: tuple[str, ...] = ()
    fault: str = ""


class _Counting(Album):
    """An album that counts what was drawn."""

    __slots__ = ("drawn",)

    def __init__(self, album: Album) -> None:
        super().__init__(album.folder)
        self.drawn = 0

    def put(self, made_of: Any, picture: bytes) -> None:
        """Keep a picture that was drawn."""
        self.drawn += 1
        super().put(made_of, picture)


class Rebuilding:
    """Builds one module after the other.

    Parameters
    ----------
    out
        Folder for the ``.vmod``.
    """

    def __init__(self, out: Path) -> None:
        self._out = out
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, folder: Path) -> None:
        """Build the module of a folder; a build that is under way is given up."""
        self.close()
        line = [sys.executable, "-c", f"from {__name__} import main; main()", str(folder), str(self._out)]
        self._running = subprocess.Popen(  # noqa: S603 - ourselves
            line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def done(self) -> Built | None:
        """What became of the build, once; None while it goes on or where there is none."""
        running = self._running
        if running is None or running.poll() is None:
            return None
        self._running = None
        said, _ = running.communicate()
        try:
            return msgspec.json.decode(said, type=Built)
        except msgspec.MsgspecError:
            return Built(fault=f"the module was not built: its program ended with {running.returncode}")

    def close(self) -> None:
        """Give up the build that is under way."""
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.communicate()


def main() -> None:
    """Build a module in this process, and tell what became of it in one line."""
    from adjudicator.asking.guard import told

    folder, out = map(Path, sys.argv[1:3])
    try:
        built = _built(folder, out)
    except Exception as fault:  # noqa: BLE001 - whoever waits is told
        built = Built(fault=" ".join(told(fault)[0].split()))
    sys.stdout.write(json.dumps(msgspec.to_builtins(built)) + "\n")


def _built(folder: Path, out: Path) -> Built:
    from maps.games import open_folder
    from module_builder.kit import keep_gpids, load_kit
    from module_builder.module import build, file_name

    begun, album = time.monotonic(), _Counting(own_album())
    slug = open_folder(folder)
    before = _pictures(out / file_name(load_kit(slug)))
    path = build(slug, out, album=album)
    keep_gpids(slug)
    after = _pictures(path)
    changed = tuple(sorted(Path(n).stem for n, mark in after.items() if before and before.get(n) != mark))
    return Built(str(path), time.monotonic() - begun, album.drawn, len(after), changed)


def _pictures(module: Path) -> dict[str, int]:
    """The pictures of a module with their checksums; none where it cannot be read."""
    with contextlib.suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(module) as archive:
        return {i.filename: i.CRC for i in archive.infolist() if i.filename.startswith(_IMAGES)}
    return {}
