"""A folder made of a table: the rows of countersheets (Inkscape) or of nanDECK, as units or as cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from counters.homemade.reading import UNIT_OPTIONAL, UNIT_REQUIRED
from maps.errors import DataError
from module_builder.homemade.importing.draft import Draft, toml_text
from module_builder.homemade.importing.naming import Ids, column_name, one_line, slug
from module_builder.vassal.files import load_bytes

if TYPE_CHECKING:
    from module_builder.homemade.importing.sides_said import SidesSaid

__all__ = ["from_table"]

_LARGEST = 8 * 1024 * 1024
_MOST_ROWS, _MOST = 5_000, 99
_NAMES = ("name", "title", "unit", "id", "card", "label", "designation")
_COUNTS = ("count", "copies", "qty", "quantity", "number", "amount", "nr", "n")
_SIDES = ("side", "faction", "army", "player", "force", "nation", "nationality", "owner", "team")
_TEXTS = ("text", "description", "effect", "rules", "body", "cardtext")
_PICTURES = ("picture", "image", "art", "img", "file")
_DECKS = ("deck", "suit", "set", "group")
_OURS = frozenset({*UNIT_REQUIRED, *UNIT_OPTIONAL, "picture"})
_SHOWN = 8  # columns that a counter prints
_Row = Mapping[str, str]


def from_table(path: Path, said: SidesSaid | None = None) -> Draft:
    """Make a folder of a table.

    A table with a column of texts and without sides is one of cards, any other one of units. What is a side
    says the column ``side`` (faction, army, player, nation ...): its two commonest words. The map is an
    empty one of hexes, to begin with.

    Parameters
    ----------
    path
        The CSV, with commas, semicolons or tabs.

    Returns
    -------
    Draft

    Raises
    ------
    DataError, FormatError
        It cannot be read, has no row, or no column with names.
    """
    columns, rows = _read(path)
    draft = Draft()
    name = _column(columns, _NAMES)
    if not name:
        shown = ", ".join(columns)
        raise DataError(path.name, "line 1", f"a column of names: {', '.join(_NAMES)}, not {shown}")
    rows = [row for row in rows if row[name] and not row[name].startswith("ENDLINE")]
    if not rows:
        raise DataError(path.name, "", f"a row with something in the column {name!r}")
    text, side = _column(columns, _TEXTS), _column(columns, _SIDES)
    if text and not side:
        if said is not None:
            raise DataError(path.name, "line 1", "a table of units for --sides, not one of cards")
        _cards(draft, path, columns, rows, name=name, text=text)
    else:
        rows = rows if said is None else _as_said(draft, rows, side, said)
        _units(draft, path, columns, rows, name=name, side=side, said=said)
    _map(draft, path)
    draft.left.note("The table has no map: map.toml begins with an empty one of 10 x 8 hexes.")
    return draft


def _read(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    data = load_bytes(path, most=_LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(",;\t", key=first.count)
    try:
        lines = [line for line in csv.reader(io.StringIO(text), delimiter=mark, strict=True) if any(line)]
    except csv.Error as fault:
        raise DataError(path.name, "", f"a table of cells ({fault})", "save it as CSV UTF-8") from None
    if len(lines) < 2:
        raise DataError(path.name, "", "a line of column names and a row at least")
    if len(lines) > _MOST_ROWS:
        raise DataError(path.name, "", f"at most {_MOST_ROWS:,} rows, not {len(lines) - 1:,}")
    columns = [one_line(cell).lstrip("\ufeff") for cell in lines[0]]
    rows = [
        {column: one_line(cell) for column, cell in zip(columns, line, strict=False) if column}
        | dict.fromkeys(columns[len(line) :], "")
        for line in lines[1:]
    ]
    return [column for column in dict.fromkeys(columns) if column], rows


def _column(columns: Sequence[str], known: Sequence[str]) -> str:
    """The first of some columns that the table has, whatever its letters."""
    by_name = {column.casefold().strip(): column for column in columns}
    return next((by_name[name] for name in known if name in by_name), "")


def _count(row: _Row, column: str) -> int:
    text = row.get(column, "") if column else ""
    return min(max(int(text), 1), _MOST) if text.isdigit() and len(text) < 6 else 1


def _as_said(
    draft: Draft, rows: Sequence[dict[str, str]], side: str, said: SidesSaid
) -> list[dict[str, str]]:
    """The rows of units whose side the user names, with its title; the others are left out, and listed."""
    said.check(row.get(side, "") for row in rows)
    told = [(row, said.side_of([row.get(side, "")])) for row in rows]
    draft.left.add("rows of neither side that --sides names", count=sum(not whose for _, whose in told))
    return [{**row, side: whose} for row, whose in told if whose]


def _sides(draft: Draft, rows: Sequence[_Row], side: str, said: SidesSaid | None = None) -> dict[str, str]:
    """What a table calls its sides -> id; the two commonest, and all others are the first one's."""
    from collections import Counter

    tally = Counter(row[side] for row in rows if row.get(side)) if side else Counter[str]()
    names = [name for name, _ in tally.most_common(2)] if said is None else [*said.titles]
    names += [name for name in ("First side", "Second side") if name not in names][: 2 - len(names)]
    ids = Ids(("referee", "public", "solitaire"), letter="s-")
    found = {name: ids.new(name, "side") for name in names}
    if others := [name for name in tally if name not in found]:
        draft.left.add("sides beyond two (their units are the first side's)", *others)
    if not side:
        draft.left.note("The table names no sides: all units were given to the first one.")
    return found


def _game(draft: Draft, path: Path, sides: Mapping[str, str], more: Sequence[str] = ()) -> None:
    from maps.games import OUR_GAMES

    name = slug(path.stem, "game")
    name = name if name[0].isalpha() else f"game-{name}"
    name = f"{name}-imported" if name in OUR_GAMES else name
    lines = [
        "# The game, made of a table; not-carried.md says what was left behind.", "",
        f"title = {toml_text(path.stem.replace('_', ' ').replace('-', ' ').title())}",
        f"slug = {toml_text(name)}", "control = false            # no markers that say who holds a space",
    ]  # fmt: skip
    for number, (title, id_) in enumerate(sides.items()):
        lines += ["", "[[side]]", f"id = {toml_text(id_)}", f"title = {toml_text(title)}"]
        lines += [f"color = {toml_text(('#3d6a94', '#a5482f')[number])}"]
    for number, (title, id_) in enumerate(sides.items()):
        lines += ["", "[[nation]]", f"id = {toml_text(id_)}", f"title = {toml_text(title)}"]
        lines += [f"side = {toml_text(id_)}", f"ground = {toml_text(('#c3d3e2', '#e6ccb8')[number])}"]
    draft.text("game.toml", "\n".join([*lines, "", "[turns]", "count = 10", *more]) + "\n")


def _map(draft: Draft, path: Path) -> None:
    title = path.stem.replace("_", " ").replace("-", " ").title()
    draft.text(
        "map.toml",
        "# An empty map of hexes, to begin with. Lengths are inches from the upper left corner.\n\n"
        f"title = {toml_text(title)}\n\n[board]\nwidth = 8.5\nheight = 8.5\n\n"
        "[hexes]\ncolumns = 10\nrows = 8\nflat = 0.85\nat = [0.9, 0.8]\n\n"
        '[[track]]\nid = "turn"\ntitle = "Turn Track"\nat = [0.5, 7.8]\nbox = [0.55, 0.55]\n'
        "columns = 10\ncount = 10\n",
    )
    turn = {"id": "turn", "name": "Turn", "front": "Turn", "count": 1}
    draft.table("markers.csv", "Markers.", ["id", "name", "side", "front", "back", "count"], [turn])


def _units(
    draft: Draft,
    path: Path,
    columns: Sequence[str],
    rows: Sequence[_Row],
    *,
    name: str,
    side: str,
    said: SidesSaid | None = None,
) -> None:
    sides = _sides(draft, rows, side, said)
    first = next(iter(sides.values()))
    count = _column(columns, _COUNTS)
    free = {c: column_name(c, _OURS) for c in columns if c not in {name, side, count}}
    own = Ids()
    made = []
    for row in rows:
        whose = sides.get(row.get(side, ""), first)
        values = {free[c]: row[c] for c in free}
        made += [
            {"id": own.new(row[name]), "name": row[name], "side": whose, "nation": whose, **values}
            for _ in range(_count(row, count))
        ]
    head = ["id", "name", "side", "nation", *dict.fromkeys(free.values())]
    draft.table("units.csv", "One row for each counter, with the columns of the table.", head, made)
    pictures = _column(columns, _PICTURES)
    shown = [free[c] for c in free if c != pictures and any(row[c] for row in rows)][:_SHOWN]
    draft.text("counters.toml", _template(shown))
    left = [c for c in free if c != pictures and free[c] not in shown]
    draft.left.add("columns that the counters do not print (they stand in units.csv)", *left)
    if pictures:
        draft.left.add(
            "pictures (put them into art/, and add an item picture to counters.toml)", count=len(rows)
        )
    _game(draft, path, sides)


def _template(columns: Sequence[str]) -> str:
    """A template that prints the name on top and the columns below it, in rows."""
    lines = [
        "# Every column of the table, printed: move the items to where they belong. Places are millimetres.",
        "", "size = 13", "", "[template.default.front]", 'ground = "ground"',
        'name = { show = "text", text = "{name}", at = [0.7, 0.7, 11.6, 2.6], size = 2.4, lines = 2 }',
    ]  # fmt: skip
    rows = -(-len(columns) // 2)
    high = round(min(2.6, 8.4 / max(1, rows)), 2)
    for number, column in enumerate(columns):
        line, place = divmod(number, 2)
        at = f"[{0.7 + 5.9 * place:g}, {round(3.6 + line * high, 2):g}, 5.7, {round(high - 0.2, 2):g}]"
        lines.append(f'col-{number + 1} = {{ show = "value", column = "{column}", at = {at}, size = 2.2 }}')
    lines += [
        "", "[template.marker.front]",
        'title = { show = "text", text = "{front}", at = [0.7, 3.5, 11.6, 6], size = 3, lines = 2 }',
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _cards(
    draft: Draft, path: Path, columns: Sequence[str], rows: Sequence[_Row], *, name: str, text: str
) -> None:
    deck, count = _column(columns, _DECKS), _column(columns, _COUNTS)
    sides = _sides(draft, [], "")
    names = list(dict.fromkeys(row.get(deck, "") or "Cards" for row in rows)) if deck else ["Cards"]
    ids, decks = Ids(), Ids(letter="d-")
    of = {title: decks.new(title, "deck") for title in names}
    made = []
    for row in rows:
        title = row[name].replace("{", "(").replace("}", ")")
        said = row[text].replace("{", "(").replace("}", ")")
        own = of[row.get(deck, "") or "Cards"] if deck else of["Cards"]
        made.append(
            {
                "deck": own,
                "id": ids.new(title, "card"),
                "title": title,
                "text": said,
                "count": _count(row, count),
            }
        )
    draft.table("cards.csv", "The cards of the table.", ["deck", "id", "title", "text", "count"], made)
    rest = [c for c in columns if c not in {name, text, deck, count}]
    draft.left.add("columns of cards", *rest)
    lines = []
    for number, (title, id_) in enumerate(of.items()):
        side = list(sides.values())[number % 2 if len(of) == 2 else 0]
        lines += [
            "",
            "[[deck]]",
            f"id = {toml_text(id_)}",
            f"title = {toml_text(title)}",
            f"side = {toml_text(side)}",
        ]
    draft.text("counters.toml", _template(()))
    draft.table("units.csv", "Units: none yet.", ["id", "name", "side", "nation"], [])
    _game(draft, path, sides, lines)
