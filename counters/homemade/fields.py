"""What a template says of its fields: texts with columns in braces, conditions, colours by word.

A text such as ``{attack}-{defense}`` prints cells of the unit's row. A condition is a column that must not
be empty (``steps``), or must be (``not steps``), or has one of some values (``type = hq|leader``), or none
of them (``type != hq``). A colour is ``#rrggbb``, or a word of `COLOR_WORDS` or of the table ``color``; or
``on`` and a colour: black or white, whichever is told from it; or a colour ``on`` another: the first where
it is told from the second, else black or white.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping

from counters.palette import is_dark
from module_builder.vassal.values import dataclass

__all__ = [
    "COLOR_WORDS",
    "Cells",
    "Condition",
    "columns_of",
    "filled",
    "is_color",
    "literal",
    "read_condition",
    "tint_of",
]

Cells = Mapping[str, tuple[str, ...]]
"""What a row says: column -> its words; none where the cell is empty."""
COLOR_WORDS = ("ground", "ink", "accent", "tint", "formation", "formation-ink", "side")
"""Words for colours of the nation, of the formation, and of the side."""
_LITERAL = re.compile(r"#[0-9a-f]{6}")
_COLUMN = re.compile(r"\{([^{}]*)\}")
_CONDITION = re.compile(r"(not\s+)?([^=!|]+?)\s*(?:(!?=)\s*([^=!]+))?")
_ON = "on "
_WHITE, _BLACK = "#ffffff", "#111111"


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be so of a row for an item or a face to be shown.

    Parameters
    ----------
    column
        Of the row.
    values
        One of which its cell must be, or hold among its words; none where it need only not be empty.
    holds
        False where the opposite is asked for.

    Examples
    --------
    >>> Condition("type", ("hq", "leader")).met({"type": ("hq",)}), Condition("steps").met({"steps": ()})
    (True, False)
    """

    column: str
    values: tuple[str, ...] = ()
    holds: bool = True

    def met(self, cells: Cells) -> bool:
        """Tell whether a row meets it.

        Parameters
        ----------
        cells
            Of the row.

        Returns
        -------
        bool

        Examples
        --------
        >>> Condition("marks", ("elite",), holds=False).met({"marks": ("elite", "motorized")})
        False
        """
        words = cells.get(self.column, ())
        found = any(word in self.values for word in words) if self.values else bool(words)
        return found is self.holds


def read_condition(text: str) -> Condition | None:
    """Read a condition; None where it is none.

    Parameters
    ----------
    text
        As in ``when``.

    Returns
    -------
    Condition or None

    Examples
    --------
    >>> read_condition("type != hq|leader")
    Condition(column='type', values=('hq', 'leader'), holds=False)
    >>> read_condition("steps ="), read_condition("not steps").holds
    (None, False)
    """
    found = _CONDITION.fullmatch(text.strip())
    if found is None or (found[1] and found[3]):
        return None
    values = tuple(word.strip() for word in (found[4] or "").split("|"))
    if found[3] and not all(values):
        return None
    return Condition(found[2].strip(), values if found[3] else (), not (found[1] or found[3] == "!="))


def filled(text: str, cells: Cells, empty: str = "") -> str:
    """Put the cells of a row into a text.

    Parameters
    ----------
    text
        With columns in braces.
    cells
        Of the row.
    empty
        What stands for an empty cell.

    Returns
    -------
    str
        Empty where the text names columns and all their cells are empty.

    Examples
    --------
    >>> filled("{attack}-{defense}", {"attack": ("4",)}, "*"), filled("({defense})", {})
    ('4-*', '')
    """
    names = columns_of(text)
    if not names:
        return text
    if text == f"{{{names[0]}}}":
        return "/".join(cells.get(names[0], ()))
    if not any(cells.get(name) for name in names):
        return ""
    return _COLUMN.sub(lambda found: "/".join(cells.get(found[1].strip(), ())) or empty, text)


@functools.lru_cache(maxsize=2048)
def columns_of(text: str) -> tuple[str, ...]:
    """The columns that a text prints.

    Parameters
    ----------
    text
        With columns in braces.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> columns_of("{attack}-{defense}")
    ('attack', 'defense')
    """
    return tuple(name.strip() for name in _COLUMN.findall(text))


def literal(value: object) -> bool:
    """Tell whether a value is a colour as ``#rrggbb``.

    Examples
    --------
    >>> literal("#86ab62"), literal("red")
    (True, False)
    """
    return isinstance(value, str) and _LITERAL.fullmatch(value) is not None


def is_color(value: object, own: Collection[str]) -> bool:
    """Tell whether a value is a colour, or a word for one.

    Parameters
    ----------
    value
        Of a template.
    own
        Words of the table ``color``.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_color("on formation", ()), is_color("gold", ()), is_color("gold on ground", ["gold"])
    (True, False, True)
    """

    def known(word: object) -> bool:
        return literal(word) or word in COLOR_WORDS or (isinstance(word, str) and word in own)

    if not isinstance(value, str) or known(value):
        return known(value)
    first, ground = _parted(value)
    return known(ground) and (not first or known(first))


def tint_of(word: str, colors: Mapping[str, str]) -> str:
    """The colour that a word stands for; empty for no word.

    Parameters
    ----------
    word
        Checked by `is_color`.
    colors
        Word -> colour.

    Returns
    -------
    str
        As ``#rrggbb``.

    Examples
    --------
    >>> tint_of("on ground", {"ground": "#202020"}), tint_of("#86ab62 on #202020", {})
    ('#ffffff', '#86ab62')
    """
    if not word or word in colors:
        return colors.get(word, "")
    first, ground = _parted(word)
    if not ground:
        return word
    return _told(tint_of(first, colors), tint_of(ground, colors))


@functools.lru_cache(maxsize=512)
def _told(own: str, ground: str) -> str:
    """A colour where it is told from its ground, else black or white."""
    dark = is_dark(ground)
    return own if own and is_dark(own) != dark else _WHITE if dark else _BLACK


@functools.lru_cache(maxsize=512)
def _parted(word: str) -> tuple[str, str]:
    """Both colours of ``mark on ground``: the first is empty in ``on ground``, the second in ``ground``."""
    if word.startswith(_ON):
        return "", word.removeprefix(_ON).strip()
    first, _, ground = word.partition(f" {_ON}")
    return first.strip(), ground.strip()
