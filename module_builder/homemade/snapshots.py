"""What lies in the folder of a game, copied aside before it is read: what is half written changes no copy."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from maps.errors import DataError
from maps.games import GAME_FILE

__all__ = ["Snapshots"]

_KEPT_BY_US = "gpids.csv"  # a build adds to it
_PASSING = ("~", ".swp", ".swx", ".tmp", ".part", ".bak")  # how files end that editors leave for a moment
_STILL, _LOOKS = 0.08, 12  # seconds between two looks that must agree, and how many there are at most
Stamps = Mapping[str, tuple[int, int]]


class Snapshots:
    """Copies of a folder.

    Parameters
    ----------
    folder
        Of a game.
    room
        Where the copies lie.

    Raises
    ------
    DataError
        There is no such folder, or no game in it.
    """

    def __init__(self, folder: Path, room: Path) -> None:
        if not (folder / GAME_FILE).is_file():
            raise DataError(
                str(folder), "", f"a folder with a {GAME_FILE}", "`module-builder init` makes one"
            )
        self.folder, self._room = folder.resolve(), room
        self._copied: Stamps = {}
        self._last: Path | None = None
        self._number = 0

    def changed(self) -> tuple[str, ...]:
        """The files that are others than in the last copy, sorted; those that are gone too."""
        now = self._stamps()
        if now == self._copied:
            return ()
        now = self._settled(now)
        return tuple(sorted(n for n in {*now, *self._copied} if now.get(n) != self._copied.get(n)))

    def take(self) -> Path:
        """Copy the folder as it is now.

        Returns
        -------
        Path
            The copy, which bears the folder's name.
        """
        stamps = self._settled(self._stamps())
        self._number += 1
        place = self._room / str(self._number) / self.folder.name
        place.mkdir(parents=True)
        for name in (*stamps, *([_KEPT_BY_US] if (self.folder / _KEPT_BY_US).is_file() else [])):
            target = place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):  # it is gone: the next look finds that
                self._copy(name, target, same=name in stamps and stamps[name] == self._copied.get(name))
        self._copied, self._last = stamps, place
        return place

    def give_back(self, copy: Path) -> None:
        """Take over what a build has noted in a copy: the permanent ids of new pieces.

        Parameters
        ----------
        copy
            From `take`.
        """
        noted, own = copy / _KEPT_BY_US, self.folder / _KEPT_BY_US
        if noted.is_file() and (not own.is_file() or own.read_bytes() != noted.read_bytes()):
            beside = own.with_name(f".{own.name}.{os.getpid()}")
            shutil.copyfile(noted, beside)
            beside.replace(own)

    def _copy(self, name: str, target: Path, *, same: bool) -> None:
        """A file that is as before is not copied again."""
        if same and self._last is not None:
            with contextlib.suppress(OSError):
                os.link(self._last / name, target)
                return
        shutil.copy2(self.folder / name, target)

    def _settled(self, stamps: Stamps) -> Stamps:
        """The stamps when nobody writes any more."""
        for _ in range(_LOOKS):
            time.sleep(_STILL)
            if (now := self._stamps()) == stamps:
                break
            stamps = now
        return stamps

    def _stamps(self) -> Stamps:
        return dict(sorted(self._stamped()))

    def _stamped(self) -> Iterator[tuple[str, tuple[int, int]]]:
        for root, folders, files in os.walk(self.folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for file in files:
                path = Path(root) / file
                if file.startswith((".", "#")) or file.endswith(_PASSING) or file == _KEPT_BY_US:
                    continue
                with contextlib.suppress(OSError):  # it was there a moment ago
                    known = path.stat()
                    name = path.relative_to(self.folder).as_posix()
                    yield name, (known.st_mtime_ns, known.st_size)
