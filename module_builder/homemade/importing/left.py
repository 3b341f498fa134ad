"""What an import could not carry, and what it had to guess: counted by kind, for screen and file."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["FILE", "Left"]

FILE = "not-carried.md"
"""The file of a folder that lists it."""
_SHOWN = 5


class Left:
    """What is left behind.

    Examples
    --------
    >>> left = Left()
    >>> left.add("key commands", "Flip all", "Rally")
    >>> left.note("There are three sides.")
    >>> list(left.lines())
    ['key commands: 2 (Flip all, Rally)']
    """

    def __init__(self) -> None:
        self._kinds: dict[str, tuple[int, dict[str, None]]] = {}
        self.notes: list[str] = []

    def add(self, kind: str, *what: str, count: int = 0) -> None:
        """Count some things of a kind.

        Parameters
        ----------
        kind
            Words of a person: ``trait: Global Key Command``.
        *what
            Their names; empty ones are not shown.
        count
            How many, where they have no names.
        """
        if not (what or count):
            return
        number, names = self._kinds.get(kind, (0, {}))
        names |= dict.fromkeys(name for name in what if name)
        self._kinds[kind] = number + (count or len(what)), names

    def note(self, text: str) -> None:
        """Say what was guessed, or changed, in a sentence; the same one once.

        Parameters
        ----------
        text
            The sentence.
        """
        if text not in self.notes:
            self.notes.append(text)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind, in the order of their names."""
        return {kind: self._kinds[kind][0] for kind in sorted(self._kinds)}

    def lines(self) -> Iterator[str]:
        """A line for each kind.

        Yields
        ------
        str
            Kind, number, and some names.
        """
        for kind in sorted(self._kinds):
            count, names = self._kinds[kind]
            shown = [name for name in list(names)[:_SHOWN] if name]
            more = ", …" if shown and len(names) > _SHOWN else ""
            yield f"{kind}: {count}" + (f" ({', '.join(shown)}{more})" if shown else "")

    def markdown(self, source: str) -> str:
        """The text of the file.

        Parameters
        ----------
        source
            What was imported.

        Returns
        -------
        str
        """
        lines = [f"# What was not carried from {source}", ""]
        rows = [f"- {line}" for line in self.lines()]
        lines += rows or ["Nothing that we know of was left behind."]
        if self.notes:
            lines += ["", "# What was guessed or changed", "", *(f"- {note}" for note in self.notes)]
        return "\n".join(lines) + "\n"
