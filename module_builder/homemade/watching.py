"""Looks after the folder of a game: what is saved there is on the page at once, a fault too, and is built."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from adjudicator.asking.guard import told
from adjudicator.game import load
from adjudicator.table.news import News
from adjudicator.table.showcase import Showcase
from maps.games import FolderHome, home_of, open_folder
from module_builder.homemade.checking import faults
from module_builder.homemade.rebuilding import Built, Rebuilding
from module_builder.homemade.snapshots import Snapshots

if TYPE_CHECKING:
    from adjudicator.table.session import Table

__all__ = ["Watching"]

_LOOK = 0.3  # seconds between two looks
_NAMED = 6  # pictures that are named
_MAP = "map"


class Watching:
    """Follows one folder.

    Parameters
    ----------
    folder
        As the user named it.
    room
        Where copies of it may lie.
    table
        On which its game lies.
    rebuilding
        What builds its module; None where none is wanted.
    say
        Told each thing that happens, in one line.

    Raises
    ------
    DataError
        There is no game in the folder.
    """

    def __init__(
        self,
        folder: Path,
        room: Path,
        table: Table,
        rebuilding: Rebuilding | None,
        say: Callable[[str], object],
    ) -> None:
        self._copies, self._table = Snapshots(folder, room), table
        self._called, self._rebuilding, self._say = str(folder), rebuilding, say
        self.news = News()
        self.newest: Showcase | None = None
        self._good: Path | None = None
        self._tree, self._edition = "", 0
        self._told: dict[str, Any] = {"faults": [], "module": None}

    def look(self) -> bool:
        """Take up what was saved since the last look, and what was built.

        Returns
        -------
        bool
            Whether there was anything.
        """
        changed = self._copies.changed()
        if changed:
            self._take(changed)
        built = self._rebuilding.done() if self._rebuilding is not None else None
        if built is not None:
            self._tell_built(built)
        return bool(changed) or built is not None

    def run(self, ended: Event) -> None:
        """Look again and again.

        Parameters
        ----------
        ended
            Set by whoever has seen enough.
        """
        while not ended.wait(_LOOK):
            try:
                self.look()
            except Exception as fault:  # noqa: BLE001 - the next save may mend it
                self._publish(["the folder"], [told(fault)[0]])

    def _take(self, changed: Sequence[str]) -> None:
        began, before = time.monotonic(), self.newest
        copy = self._copies.take()
        with self._table.gate.alone():
            found = self._opened(copy)
            if found and self._good is not None:
                open_folder(self._good)
        if found:
            self._publish(changed, found)
            return
        drawn = _drawn(before.faces if before else {}, self.newest.faces if self.newest else {})
        seconds = round(time.monotonic() - began, 2)
        self._publish(changed, [], drawn=drawn, seconds=seconds, first=before is None)
        if self._rebuilding is not None:
            self._rebuilding.start(copy)

    def _opened(self, copy: Path) -> list[str]:
        """Read a copy of the folder, and put its game on the table; what is wrong with it, if anything."""
        try:
            if found := faults(copy):
                return found
            slug = open_folder(copy)
            home = home_of(slug)
            case = Showcase(home) if isinstance(home, FolderHome) else None
            self._lay(slug)
        except Exception as fault:  # noqa: BLE001 - told in one line, like every other
            return [" ".join(told(fault)[0].split())]
        self.newest, self._good = case, copy
        self._edition += 1
        return []

    def _lay(self, slug: str) -> None:
        """Read what lies on the table anew; the first set-up where it is not there any more."""
        table, scenarios = self._table, load(slug).scenarios
        table.called[slug] = self._called
        table.renew()
        known = {tree["tree"]: tree["game"] for tree in table.trees()}
        start = table.named(self._tree).start.partition(":")[2] if self._tree in known else ""
        if known.get(self._tree) == slug and start in scenarios:
            return
        if self._tree in known:
            table.close(self._tree)
        self._tree = table.open_text(f"{slug}:{next(iter(scenarios))}")

    # --- telling ----------------------------------------------------------------------------------------

    def _publish(
        self,
        changed: Sequence[str],
        found: Sequence[str],
        *,
        drawn: Sequence[str] = (),
        seconds: float = 0.0,
        first: bool = False,
    ) -> None:
        at = time.strftime("%H:%M:%S")
        self._told = {
            "at": at,
            "edition": self._edition,
            "tree": self._tree,
            "changed": [] if first else list(changed),
            "drawn": [] if first else list(drawn),
            "seconds": seconds,
            "faults": list(found),
            "builds": self._rebuilding is not None,
            "module": None if not found else self._told["module"],
        }
        self.news.tell(self._told)
        files = _listed(changed)
        if found:
            for line in found:
                self._say(f"{at} {line}")
        elif first:
            self._say(f"{at} read in {seconds:.1f} s")
        else:
            what = f"drawn again: {_listed(drawn)}" if drawn else "no picture is another one"
            self._say(f"{at} {files}: {what} ({seconds:.1f} s)")

    def _tell_built(self, built: Built) -> None:
        at = time.strftime("%H:%M:%S")
        if built.fault:
            self._say(f"{at} {built.fault}")
        else:
            if self._good is not None:
                self._copies.give_back(self._good)
            which = f", another one: {_listed(built.changed)}" if built.changed else ""
            drawn = f"{built.drawn} of {built.pictures} pictures drawn{which}"
            self._say(f"{at} {built.module} built in {built.seconds:.1f} s: {drawn}")
        self._told = {**self._told, "module": {"at": at, **_plain(built)}}
        self.news.tell(self._told)


def _plain(built: Built) -> dict[str, Any]:
    return {
        "path": built.module,
        "seconds": round(built.seconds, 1),
        "drawn": built.drawn,
        "pictures": built.pictures,
        "fault": built.fault,
    }


def _drawn(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Pictures that are others than before."""
    return [name for name, key in now.items() if before.get(name) != key]


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
