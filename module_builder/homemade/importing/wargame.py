"""A folder made of the export of a LaTeX wargame: ``export.json``, and the pages of its PDF as pictures.

The package *wargame* writes a list of entries, one for each page of the PDF beside it: ``category`` (counter,
board, chart, oob ...), ``subcategory`` (of counters the faction), ``name``, ``number`` (the page). A counter
whose name ends with ``flipped`` is the back of the one without that word. Of boards, ``zones`` say in the
coordinates of TikZ where hexes, boxes and points lie.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counters.homemade.reading import UNIT_OPTIONAL, UNIT_REQUIRED
from maps.errors import DataError
from module_builder.homemade.importing.boards import picture_of, write_map
from module_builder.homemade.importing.counters import template_text
from module_builder.homemade.importing.draft import Draft, toml_text
from module_builder.homemade.importing.grids import Chart, chart_of
from module_builder.homemade.importing.naming import Ids, column_name, one_line, slug
from module_builder.homemade.importing.tikz import board_of
from module_builder.homemade.importing.turntrack import MapNames
from module_builder.progress import Report, quiet
from module_builder.vassal.files import load_bytes

if TYPE_CHECKING:
    from module_builder.homemade.importing.sides_said import SidesSaid

__all__ = ["from_export", "values_of"]

_LARGEST = 64 * 1024 * 1024
_MOST = 5_000
_RESOLUTION = 150
_TOOL = "pdftocairo"
_FLIPPED = " flipped"
_NO_SIDE = re.compile(r".*markers?|all|commons?|.*hidden|\s*", re.IGNORECASE)
_SKIPPED = frozenset({"<<dummy>>", "<<eol>>"})
_OURS = frozenset({*UNIT_REQUIRED, *UNIT_OPTIONAL, "picture", "back_picture"})
_FACTORS = {1: ("cf",), 2: ("cf", "mf"), 3: ("cf", "df", "mf")}
_Entry = Mapping[str, Any]


def from_export(path: Path, report: Report = quiet, said: SidesSaid | None = None) -> Draft:
    """Make a folder of an export.

    Parameters
    ----------
    path
        The JSON. Beside it lies the PDF of the same name (which needs ``pdftocairo``), or a picture of each
        entry, ``NAME.png``.
    report
        Told of what is being done.
    said
        The sides as the user says them; guessed where he does not.

    Returns
    -------
    Draft

    Raises
    ------
    DataError, FormatError
        No such export, no counter or board in it, or no pictures.
    """
    report("export")
    entries = _entries(path)
    draft = Draft()
    boards = [entry for entry in entries if entry["category"] == "board"]
    counters = [entry for entry in entries if entry["category"] == "counter"]
    if not boards or not counters:
        missing = "board" if counters else "counter"
        raise DataError(
            path.name, "", f"an export with a {missing}", f"no entry has the category {missing!r}"
        )
    with tempfile.TemporaryDirectory() as folder:
        pages = _Pages(path, Path(folder))
        report("map")
        data = pages.of(boards[0])
        image = picture_of(data, path.name, str(boards[0]["name"]))
        board = board_of(str(boards[0]["name"]), image.size, boards[0].get("zones", {}), draft.left)
        draft.left.add("further boards", *(one_line(str(entry["name"])) for entry in boards[1:]))
        report("counters")
        size = max(picture_of(pages.of(counters[0]), path.name, "counter").size)
        chart = chart_of(board, size, draft.left)
        title = path.parent.resolve().name.replace("-", " ").replace("_", " ").title() or "Game"
        layout = write_map(draft, chart, image, size, MapNames(title))
        if said is not None:
            said.check(map(_faction, counters))
            left = sorted({name for name in map(_faction, counters) if not said.side_of([name])})
            draft.left.add("factions of neither side that --sides names (they are markers)", *left)
            counters = [
                {**entry, "subcategory": said.side_of([_faction(entry)]) or "all"} for entry in counters
            ]
        sides = _sides(counters, draft, said)
        units = _counters(draft, counters, sides, pages)
        _start(draft, chart, units, layout.spaces)
        _others(draft, entries, pages)
    _game(draft, title, sides, layout.count)
    return draft


def _entries(path: Path) -> list[_Entry]:
    try:
        found = json.loads(load_bytes(path, most=_LARGEST).decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as fault:
        raise DataError(path.name, "", f"JSON in UTF-8 ({one_line(str(fault))[:80]})") from None
    rows = found if isinstance(found, list) else []
    named = [row for row in rows if isinstance(row, dict) and isinstance(row.get("category"), str)]
    entries: list[_Entry] = [row for row in named if row["category"] not in _SKIPPED and row.get("name")]
    if not entries or len(entries) > _MOST:
        way_out = "the LaTeX package wargame writes it, with the class wgexport"
        raise DataError(path.name, "", "a list of entries with category, name and number", way_out)
    return entries


class _Pages:
    """The pictures of the entries: files beside the JSON, or pages of the PDF.

    Parameters
    ----------
    path, folder
        The JSON, and a folder for pages.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self._path, self._folder, self._pdf = path, folder, path.with_suffix(".pdf")

    def of(self, entry: _Entry) -> bytes:
        """The picture of an entry, as PNG."""
        name = str(entry["name"])
        stems = (name, name.replace(" ", "_").replace(":", "_to_"), f"page-{entry.get('number')}")
        for stem in stems:
            if not {"/", "\\"} & {*stem} and (file := self._path.parent / f"{stem}.png").is_file():
                return load_bytes(file)
        number = entry.get("number")
        if not self._pdf.is_file() or not isinstance(number, int):
            way_out = f"put {self._pdf.name} or {stems[1]}.png beside it"
            raise DataError(self._path.name, f"entry {name}", "a picture of it", way_out)
        return self._page(number)

    def _page(self, number: int) -> bytes:
        tool = shutil.which(_TOOL)
        if tool is None:
            way_out = "install poppler-utils, or put a picture NAME.png of each entry beside it"
            raise DataError(self._pdf.name, "", f"the program {_TOOL}, which is not installed", way_out)
        where = str(number)
        command = [
            tool, "-png", "-transp", "-singlefile", "-r", str(_RESOLUTION), "-f", where, "-l", where,
            str(self._pdf), str(self._folder / where),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)  # noqa: S603 - our own words
        file = self._folder / f"{where}.png"
        if done.returncode or not file.is_file():
            said = one_line(done.stderr.decode(errors="replace"))[:120]
            raise DataError(self._pdf.name, f"page {number}", f"a page that can be drawn ({said})")
        return file.read_bytes()


# --- counters ---------------------------------------------------------------------------------------------


def _faction(entry: _Entry) -> str:
    return one_line(str(entry.get("subcategory") or "all"))


def _sides(counters: Sequence[_Entry], draft: Draft, said: SidesSaid | None) -> dict[str, str]:
    """The two factions with the most counters, or those that are said -> ids."""
    from collections import Counter

    tally = Counter(_faction(entry) for entry in counters if not _NO_SIDE.fullmatch(_faction(entry)))
    names = [name for name, _ in tally.most_common(2)] if said is None else [*said.titles]
    names += [name for name in ("First side", "Second side") if name not in names][: 2 - len(names)]
    ids = Ids(("referee", "public", "solitaire"), letter="s-")
    if others := [name for name in tally if name not in names]:
        draft.left.add("factions beyond two (their counters are markers)", *others)
    return {name: ids.new(name, "side") for name in names}


def _counters(
    draft: Draft, counters: Sequence[_Entry], sides: Mapping[str, str], pages: _Pages
) -> dict[str, str]:
    """Write units and markers; name of a counter -> id of its unit."""
    backs = {str(entry["name"]): entry for entry in counters if str(entry["name"]).endswith(_FLIPPED)}
    units, markers, ids = list[dict[str, object]](), list[dict[str, object]](), Ids(("turn", "control"))
    found: dict[str, str] = {}
    for entry in counters:
        name = str(entry["name"])
        if name in backs:
            continue
        back = backs.get(name + _FLIPPED)
        shown = one_line(name)
        row: dict[str, object] = {"name": shown, "picture": draft.picture(pages.of(entry), shown)}
        if back is not None:
            row["back_picture"] = draft.picture(pages.of(back), f"{shown}-back")
        side = sides.get(_faction(entry), "")
        if side:
            id_ = found[name] = ids.new(shown)
            steps = 2 if back is not None else 1
            values = {column_name(k, _OURS): v for k, v in values_of(entry, back).items()}
            units.append({**values, "id": id_, "side": side, "nation": side, "steps": steps, **row})
        else:
            words = {"front": shown, "back": "Back" if back is not None else "", "count": 1}
            id_ = (
                "turn" if shown.casefold() in {"game turn", "turn"} and _is_first(markers) else ids.new(shown)
            )
            markers.append({"id": id_, **words, **row})
    if _is_first(markers):
        markers.append({"id": "turn", "name": "Turn", "front": "Turn", "count": 1})
    known = ["id", "name", "side", "nation", "steps", "picture", "back_picture"]
    free = list(dict.fromkeys(column for unit in units for column in unit if column not in known))
    draft.table("units.csv", "One row for each counter of a faction.", [*known, *free], units)
    head = ["id", "name", "side", "front", "back", "count", "picture", "back_picture"]
    draft.table("markers.csv", "Markers.", head, markers)
    draft.text("counters.toml", template_text({}))
    return found


def _is_first(markers: Sequence[Mapping[str, object]]) -> bool:
    return all(row["id"] != "turn" for row in markers)


def values_of(entry: _Entry, back: _Entry | None = None) -> dict[str, str]:
    """What the macros of a counter say, as columns.

    Parameters
    ----------
    entry, back
        Of the counter, and of its back.

    Returns
    -------
    dict

    Examples
    --------
    >>> values_of({"natoapp6c": {"main": "infantry"}, "chit": {"factors": "chit/2 factors=3 4"}})
    {'arm': 'infantry', 'cf': '3', 'mf': '4'}
    """
    nato, chit = _table(entry, "natoapp6c"), _table(entry, "chit")
    found = {
        "arm": _plain(nato.get("main")),
        "echelon": _plain(nato.get("echelon")),
        "command": _plain(nato.get("command")),
        **{
            place.replace(" ", "_"): _plain(chit.get(place))
            for place in ("upper left", "upper right", "lower left", "lower right", "left", "right")
        },
        **_factors(chit.get("factors"), ""),
    }
    if back is not None:
        found |= _factors(_table(back, "chit").get("factors"), "reduced_")
    return {name: value for name, value in found.items() if value}


def _table(entry: _Entry, name: str) -> Mapping[str, Any]:
    found = entry.get(name)
    return found if isinstance(found, dict) else {}


def _plain(value: object) -> str:
    """Words of a macro without its keys, braces and commands."""
    text = re.sub(r"\\[a-zA-Z@]+|\[[^\]]*\]", " ", value if isinstance(value, str) else "")
    text = re.sub(r"[a-zA-Z0-9/ ]*=", "", text)
    return one_line(re.sub(r"[{}\\,/]", " ", text))


def _factors(value: object, before: str) -> dict[str, str]:
    """Factors by what they are: of two, combat and movement; of three, defence between them."""
    said = re.sub(r"\[[^\]]*\]", "", value if isinstance(value, str) else "").replace("\\textonehalf", ".5")
    numbers = re.findall(r"\d+(?:\.\d+)?", said.rpartition("=")[2])
    names = _FACTORS.get(len(numbers), ())
    return {before + name: number for name, number in zip(names, numbers, strict=False)}


# --- what stands, and all else ----------------------------------------------------------------------------


def _start(draft: Draft, chart: Chart, units: Mapping[str, str], spaces: frozenset[str]) -> None:
    """Points of the board that have the name of a counter: there it begins."""
    rows: list[dict[str, object]] = []
    for cell in chart.cells:
        turned = cell.name.endswith(_FLIPPED)
        unit = units.get(cell.name.removesuffix(_FLIPPED))
        if unit and cell.id in spaces:
            rows.append({"unit": unit, "space": cell.id, "status": "reduced" if turned else ""})
    once = {str(row["unit"]): row for row in rows}
    if once:
        draft.table("set-ups/start.csv", "At start.", ["unit", "space", "status"], once.values())


def _others(draft: Draft, entries: Sequence[_Entry], pages: _Pages) -> None:
    """Charts and orders of battle as pages; all else is counted."""
    ids = Ids()
    for entry in entries:
        kind, name = str(entry["category"]), one_line(str(entry["name"]))
        if kind in {"chart", "oob", "front"}:
            path = draft.picture(pages.of(entry), f"{kind}-{name}")
            draft.text(f"charts/{ids.new(name, 'chart')}.md", f"# {name}\n\n![{name}]({path})\n")
        elif kind not in {"counter", "board"}:
            draft.left.add(f"entries: {kind}", name)


def _game(draft: Draft, title: str, sides: Mapping[str, str], turns: int) -> None:
    from maps.games import OUR_GAMES

    name = slug(title, "game")
    name = name if name[0].isalpha() else f"game-{name}"
    name = f"{name}-imported" if name in OUR_GAMES else name
    draft.text("game.toml", "\n".join(_game_lines(title, name, sides, turns)) + "\n")


def _game_lines(title: str, name: str, sides: Mapping[str, str], turns: int) -> Iterator[str]:
    yield "# The game, made of the export of a LaTeX wargame; not-carried.md says what was left behind."
    yield f"\ntitle = {toml_text(title)}\nslug = {toml_text(name)}"
    yield "control = false            # no markers that say who holds a space"
    for color, (word, id_) in zip(("#3d6a94", "#a5482f"), sides.items(), strict=True):
        yield f"\n[[side]]\nid = {toml_text(id_)}\ntitle = {toml_text(word)}\ncolor = {toml_text(color)}"
    yield f"\n[turns]\ncount = {turns}"
