"""What an owner has before him: the doubtful values in groups, and what he types of them, taken back too."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import RLock

from adjudicator.asking.overlay import put, texts_of
from adjudicator.errors import DataError, MalformedAction
from adjudicator.owning.doubts import COUNTERS, Doubt, Seen, doubts_of, row_names, seen_at, seen_in
from adjudicator.owning.notation import load_notation
from adjudicator.owning.weights import Asked, Key, load_weights
from adjudicator.ruling import Used
from maps.filing import OURS, Filing, Stamp, filing_of, replaceable
from maps.loader import overlay_file, stamp
from module_builder.vassal.values import dataclass

__all__ = ["Contradiction", "Group", "OwnCopy", "Progress", "Resting", "typed"]

_UNDONE = 100  # changes that can be taken back


class Contradiction(DataError):
    """A value that an owner types is another than a printed source has.

    Examples
    --------
    >>> print(Contradiction("units.csv", "ge-916, df", "4, which example 2 prints, not 5"))
    units.csv, ge-916, df: expected 4, which example 2 prints, not 5
    """


@dataclass(frozen=True, slots=True)
class Group:
    """Values that lie together before the owner.

    Parameters
    ----------
    id, title
        What names it, and what it is called.
    values, open
        How many there are, and how many of them are still doubtful.
    weight
        How much those that are open decide.
    """

    id: str
    title: str
    values: int
    open: int
    weight: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a game is exact.

    Parameters
    ----------
    values
        How many values state a source.
    doubtful
        How many of ours are doubtful.
    open
        How many of these still are.

    Examples
    --------
    >>> Progress(200, 100, 40).exact
    160
    """

    values: int
    doubtful: int
    open: int

    @property
    def exact(self) -> int:
        """How many are no guess."""
        return self.values - self.open


@dataclass(frozen=True, slots=True)
class Resting:
    """Of the questions of one kind that random games asked: how many rest on print alone by now.

    Parameters
    ----------
    topic
        The kind of question.
    asked
        How many leaned on a doubtful value of ours.
    exact
        Those that lean on none by now.
    near
        The others with the values that they still lean on, those with the fewest first.
    """

    topic: str
    asked: int
    exact: tuple[str, ...]
    near: tuple[tuple[str, tuple[Doubt, ...]], ...]


class OwnCopy:
    """The doubtful values of a game as an owner's folder leaves them.

    Parameters
    ----------
    game
        Slug.
    overlay
        The folder; it need not hold anything.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     copy = OwnCopy("breakout-normandy", Path(d))
    ...     _ = copy.type_counter("ge-1-919", "1-2-3/0")
    ...     copy.seen("units.csv", "ge-1-919", "df").source, copy.undo()[0].name, copy.progress().open
    ('owner', 'units.csv', 1990)
    """

    def __init__(self, game: str, overlay: Path) -> None:
        self.game, self.overlay = game, overlay
        self.doubts = doubts_of(game)
        self._undone: list[dict[str, tuple[str | None, str]]] = []
        self._lock = RLock()

    # --- looking ----------------------------------------------------------------------------------------

    @property
    def filing(self) -> Filing:
        """Where values are read from now; ours while the folder is not there."""
        return filing_of(self.game, self.overlay) if self.overlay.is_dir() else OURS

    def seen(self, file: str, row: str, column: str) -> Seen:
        """What stands at a place now."""
        return seen_in(self.filing, self.game, file).get((row, column), Seen("", "unknown"))

    def _left(self) -> list[Left]:
        """What is left to do in each file."""
        filing = self.filing
        files = load_notation(self.game).titles
        return [_left_in(self.game, stamp(filing.path(replaceable(self.game)[file]))) for file in files]

    def open(self) -> frozenset[Key]:
        """Values that are still doubtful."""
        return frozenset().union(*(left.open for left in self._left()))

    def groups(self) -> list[Group]:
        """What lies together, what decides most first."""
        found = [group for left in self._left() for group in left.groups]
        return sorted(found, key=lambda group: -group.weight)

    def group(self, name: str) -> list[Doubt]:
        """The values of a group.

        Raises
        ------
        MalformedAction
            There is no such group.
        """
        file = _by_file(self.game).get(name.partition("~")[0], ())
        found = [doubt for doubt in file if doubt.group == name]
        if not found:
            raise MalformedAction(f"nothing of {self.game} is called {name[:60]!r}")
        return found

    def progress(self) -> Progress:
        """How much of the game is exact."""
        return Progress(_printed(self.game), len(self.doubts), sum(len(left.open) for left in self._left()))

    def resting(self) -> list[Resting]:
        """The questions of random games by their kind, and which of them rest on print alone by now."""
        still = self.open()
        topics: dict[str, list[Asked]] = defaultdict(list)
        for asked in load_weights(self.game).asked:
            topics[asked.topic].append(asked)
        found = []
        for topic, every in topics.items():
            exact = tuple(asked.text for asked in every if not asked.leans & still)
            left = [(asked.text, self._named(asked.leans & still)) for asked in every if asked.leans & still]
            found.append(
                Resting(topic, len(every), exact, tuple(sorted(left, key=lambda each: len(each[1]))))
            )
        return sorted(found, key=lambda each: -each.asked)

    def _named(self, keys: Iterable[Key]) -> tuple[Doubt, ...]:
        return tuple(sorted((self.doubts[key] for key in keys), key=lambda doubt: -doubt.weight))

    # --- counters ---------------------------------------------------------------------------------------

    def counter(self, uid: str) -> dict[str, str]:
        """What the cells of a counter hold now.

        Raises
        ------
        MalformedAction
            There is no such counter.
        """
        cells = {
            c: found.text
            for (row, c), found in seen_in(self.filing, self.game, COUNTERS).items()
            if row == uid
        }
        if not cells:
            raise MalformedAction(f"no counter is called {uid[:60]!r}")
        return cells

    def line(self, uid: str) -> str:
        """The numbers of a counter in one line, as they are now."""
        return load_notation(self.game).shown(self.counter(uid))

    def type_counter(self, uid: str, line: str, *, force: bool = False) -> list[Path]:
        """Take down what a counter prints.

        Parameters
        ----------
        uid
            The counter.
        line
            Its numbers as it prints them, ``4-4-4/3``; empty where ours are right.
        force
            Take it although a printed source says otherwise.

        Returns
        -------
        list of Path
            The files that were written.

        Raises
        ------
        MalformedAction, DataError
            The line cannot be read; it contradicts a printed source; such a value cannot stand there.
        """
        cells = self.counter(uid)
        line = line.strip() or load_notation(self.game).shown(cells)
        told = load_notation(self.game).read(line, cells)
        return self.enter({(COUNTERS, uid, column): text for column, text in told.items()}, force=force)

    # --- writing ----------------------------------------------------------------------------------------

    def enter(self, values: Mapping[Key, str | None], *, force: bool = False) -> list[Path]:
        """Take down what is printed.

        Parameters
        ----------
        values
            Value -> what is printed; None where it is as it stands there.
        force
            Take it although a printed source says otherwise.

        Returns
        -------
        list of Path
            The files that were written; none where nothing changes.

        Raises
        ------
        DataError
            A value contradicts a printed source, or cannot stand there; nothing is written then.
        """
        with self._lock:
            told = typed(self.game, self.filing, values, force=force)
            texts = texts_of(self.overlay, self.game, told)
            held = {name: overlay_file(self.overlay, self.game, name) for name in texts}
            before = {
                name: None if path is None else path.read_bytes().decode() for name, path in held.items()
            }
            written = put(self.overlay, self.game, texts)
            if texts:
                self._undone.append({name: (before[name], text) for name, text in texts.items()})
                del self._undone[:-_UNDONE]
            return written

    @property
    def undoable(self) -> int:
        """How many changes can be taken back."""
        return len(self._undone)

    def undo(self) -> list[Path]:
        """Take the last change back.

        Returns
        -------
        list of Path
            The files that it had changed.

        Raises
        ------
        MalformedAction
            There is none; or a file was changed by hand since.
        """
        with self._lock:
            if not self._undone:
                raise MalformedAction("nothing was typed that could be taken back")
            last = self._undone[-1]
            places = {name: overlay_file(self.overlay, self.game, name) for name in last}
            for name, (_, written) in last.items():
                path = places[name]
                if path is None or path.read_bytes().decode() != written:
                    raise MalformedAction(f"{name} was changed by hand since: what was typed last stays")
            put(self.overlay, self.game, {name: before for name, (before, _) in last.items()})
            self._undone.pop()
            return [path for path in places.values() if path is not None]


@dataclass(frozen=True, slots=True)
class Left:
    """What is left to do in a file.

    Parameters
    ----------
    open
        Its values that are still doubtful.
    groups
        Its groups.
    """

    open: frozenset[Key]
    groups: tuple[Group, ...]


@functools.lru_cache(maxsize=256)
def _left_in(game: str, key: Stamp) -> Left:
    """What is left to do in a file as it was when it was stamped."""
    own = _by_file(game).get(key[0].name, ())
    seen = seen_at(key)
    still = [d for d in own if (found := seen.get((d.row, d.column))) is None or not found.known]
    values, left = Counter(d.group for d in own), Counter(d.group for d in still)
    weights: dict[str, float] = dict.fromkeys(values, 0.0)
    for doubt in still:
        weights[doubt.group] += doubt.weight
    names = {doubt.group: doubt.title for doubt in own}
    groups = tuple([Group(g, title, values[g], left[g], weights[g]) for g, title in names.items()])
    return Left(frozenset(doubt.key for doubt in still), groups)


@functools.cache
def _by_file(game: str) -> Mapping[str, tuple[Doubt, ...]]:
    found: dict[str, list[Doubt]] = defaultdict(list)
    for doubt in doubts_of(game).values():
        found[doubt.file].append(doubt)
    return {file: tuple(own) for file, own in found.items()}


@functools.cache
def _printed(game: str) -> int:
    """How many values of our files something prints."""
    out = load_notation(game).left_out
    return sum(
        bool(found.text) and found.source != "derived" and column not in out.get(file, ())
        for file in load_notation(game).titles
        for (_, column), found in seen_in(OURS, game, file).items()
    )


def typed(
    game: str, filing: Filing, values: Mapping[Key, str | None], *, force: bool
) -> dict[Used, str | None]:
    """What of typed values is written: no cell that has a printed source and holds the same.

    Parameters
    ----------
    game
        Slug.
    filing
        Where values are read from now.
    values
        Value -> what is printed; None where it is as it stands there.
    force
        Take it although a printed source says otherwise.

    Returns
    -------
    dict
        What `adjudicator.asking.overlay.correct` takes.

    Raises
    ------
    Contradiction
        A printed source says otherwise.
    DataError
        There is no such value.
    """
    found: dict[Used, str | None] = {}
    files = replaceable(game)
    named = {file for file, _, _ in values}
    if unknown := named - files.keys():
        raise DataError(min(unknown), "", f"one of {', '.join(files)}")
    seen = {file: [seen_in(f, game, file) for f in (OURS, filing)] for file in named}
    for (file, row, column), text in values.items():
        ours, now = (cells.get((row, column)) for cells in seen[file])
        before = now or ours
        if before is None or column in row_names(files[file]):
            raise DataError(file, f"{row}, {column}", "a value that the file has")
        if text is None or text == before.text:
            if not before.known:
                found[Used("", file, row, column)] = None
            continue
        if not force and ours is not None and ours.known and text != ours.text and ours.source != "derived":
            raise Contradiction(
                file, f"{row}, {column}", f"{ours.text or 'nothing'}, as {ours.source} has it, not {text}"
            )
        found[Used("", file, row, column)] = text
    return found
