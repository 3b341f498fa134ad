"""Units and markers of a folder made of the pieces of a module, with its set-ups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from counters.homemade.reading import MARKER_OPTIONAL, MARKER_REQUIRED, UNIT_OPTIONAL, UNIT_REQUIRED
from module_builder.homemade.importing.begun import Begun, Stood, turned
from module_builder.homemade.importing.naming import Ids, column_name, one_line, slug
from module_builder.homemade.importing.slots import Faces, faces_of, marks_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.pictures import Pictures
    from module_builder.homemade.importing.slots import TheirPiece
    from module_builder.homemade.importing.whose import Whose

__all__ = ["SIZES", "TEMPLATES", "Kind", "kinds_of", "template_text", "write_counters"]

_MARKER = re.compile(r"\bmarkers?\b|\bstatus\b|\bcontrol(led)?\b", re.IGNORECASE)
_TURN = re.compile(r"(game[\s_-]*)?turn([\s_-]*(marker|counter|track))?", re.IGNORECASE)
_MOST, _MOST_COLUMNS = 99, 40
_SIDE = 13.0  # millimetres of a counter
SIZES = (5.0, 60.0)
"""Least and most millimetres of a counter."""
_UNLIKE = 0.1  # by which the size of a counter may differ before it is another one
_OURS = frozenset(
    {*UNIT_REQUIRED, *UNIT_OPTIONAL, *MARKER_REQUIRED, *MARKER_OPTIONAL, "picture", "back_picture"}
)
TEMPLATES = """
[template.{name}.front]
clear = true               # on the screen nothing shows beside the picture
picture = {{ at = [0, 0, 13, 13], file = "{{picture}}", fit = "inside" }}
# What has no picture of its own prints its name.
plain = {{ show = "band", at = [0, 0, 13, 13], fill = "ground", when = "not picture" }}
words = {{ show = "text", text = "{{name}}", at = [0.9, 2.4, 11.2, 8.2], lines = 3, when = "not picture" }}

[template.{name}.back]
when = "back_picture"
clear = true
picture = {{ at = [0, 0, 13, 13], file = "{{back_picture}}", fit = "inside" }}
"""
"""Templates of counters that show a picture of their own on each side."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Slots of a module that are one and the same piece.

    Parameters
    ----------
    piece
        One of them.
    slots
        Numbers of all.
    faces
        What is drawn on its two sides.
    side, nation
        Whose it is; empty where it is neither side's.
    marker
        Whether it is a marker, though it is a side's.
    copies
        How many there are.
    """

    piece: TheirPiece
    slots: tuple[int, ...]
    faces: Faces
    side: str
    nation: str
    marker: bool
    copies: int

    @property
    def unit(self) -> bool:
        """Whether it is a unit."""
        return bool(self.side) and not self.marker


def kinds_of(pieces: Sequence[TheirPiece], owners: Whose, begun: Sequence[Begun]) -> list[Kind]:
    """Put slots together that are alike, without cards.

    Parameters
    ----------
    pieces, owners, begun
        The slots, whose each is, and where they stand when games begin.

    Returns
    -------
    list of Kind
        In the order of the module.
    """
    found: dict[tuple[object, ...], list[int]] = {}
    for number, piece in enumerate(pieces):
        if not piece.card:
            found.setdefault(piece.alike, []).append(number)
    standing = [Counter(stood.slot for stood in one.stood) for one in begun]
    kinds = []
    for slots in found.values():
        piece = next((pieces[n] for n in slots if pieces[n].path), pieces[slots[0]])
        side, nation = next((owners.of[n] for n in slots if n in owners.of), ("", ""))
        laid = sum(pieces[n].at is None for n in slots), sum(pieces[n].at is not None for n in slots)
        most = max((sum(tally[n] for n in slots) for tally in standing), default=0)
        marker = bool(_MARKER.search(" ".join((piece.called, *piece.path))))
        kinds.append(
            Kind(piece, tuple(slots), faces_of(piece.traits), side, nation, marker, max(1, most, *laid))
        )
    return kinds


_Finder = Callable[[Stood], tuple[str, "int | None"]]


def write_counters(
    draft: Draft,
    kinds: Sequence[Kind],
    pictures: Pictures,
    counter: float,
    *,
    begun: Sequence[Begun],
    stands: _Finder,
) -> None:
    """Write ``units.csv``, ``markers.csv``, ``counters.toml`` and the set-ups.

    Parameters
    ----------
    draft
        The folder.
    kinds, pictures
        The pieces, and what makes their pictures.
    counter
        Side of a counter of the usual size, in pixels.
    begun, stands
        The set-ups, and what tells where a piece stands.
    """
    columns = _columns(kinds, draft)
    units, markers = list[dict[str, object]](), list[dict[str, object]]()
    ids = Ids(("turn", "control"))
    by_slot: dict[int, tuple[Kind, list[str]]] = {}
    loose: dict[int, tuple[Kind, str]] = {}
    for kind in kinds:
        name = one_line(kind.piece.called)
        row = _row(draft, kind, name, pictures, columns)
        if kind.unit:
            made = [ids.new(_uid(kind) or name) for _ in range(kind.copies)]
            size = _size(kind, pictures, counter)
            units += [
                {"id": id_, "side": kind.side, "nation": kind.nation, "size": size, **row} for id_ in made
            ]
            by_slot |= dict.fromkeys(kind.slots, (kind, made))
        else:
            id_ = "turn" if _is_turn(name, markers) else ids.new(_uid(kind) or name)
            back = "Back" if row["back_picture"] else ""
            words = {"front": name, "back": back, "count": min(kind.copies, _MOST)}
            markers.append({"id": id_, "side": kind.side, **words, **row})
            loose |= dict.fromkeys(kind.slots, (kind, id_)) if id_ != "turn" else {}
    if all(row["id"] != "turn" for row in markers):
        markers.insert(0, {"id": "turn", "name": "Turn", "front": "Turn", "count": 1})
    due = _set_ups(draft, begun, by_slot, loose, stands)
    for unit in units:
        unit["arrival"] = due.get(str(unit["id"]), "")
    free = list(columns.values())
    comment = "One row for each unit; columns behind back_picture are properties that the module gave it."
    head = ["id", "name", "title", "side", "nation", "size", "steps", "arrival", "picture", "back_picture"]
    draft.table("units.csv", comment, [*head, *free], _titled(units))
    head = ["id", "name", "side", "front", "back", "count", "picture", "back_picture"]
    draft.table(
        "markers.csv", "Markers. front, back: words; a back that is empty is none.", [*head, *free], markers
    )
    draft.text("counters.toml", template_text(_sizes(units, markers, kinds, pictures, counter)))


def template_text(sizes: Mapping[str, float]) -> str:
    """The text of a ``counters.toml`` whose counters show pictures.

    Parameters
    ----------
    sizes
        Side of counters of other sizes, by the column size.

    Returns
    -------
    str
    """
    rows = "\n".join(f"{name} = {value:g}" for name, value in sizes.items())
    own = f"\n[sizes]\n{rows}\n" if rows else ""
    head = "# Counters show the pictures of the module. Places are millimetres from the upper left corner.\n"
    return (
        f"{head}\nsize = {_SIDE:g}\n{own}{TEMPLATES.format(name='default')}{TEMPLATES.format(name='marker')}"
    )


def _row(
    draft: Draft, kind: Kind, name: str, pictures: Pictures, columns: Mapping[str, str]
) -> dict[str, object]:
    front, back = pictures.put(kind.faces.front, name), ""
    if kind.faces.back:
        back = pictures.put(kind.faces.back, f"{name}-back")
    if kind.faces.more:
        draft.left.add("levels of layers beyond two sides", name, count=kind.faces.more)
    values = {columns[k]: v for k, v in marks_of(kind.piece.traits).items() if k in columns}
    return {**values, "name": name, "picture": front, "back_picture": back, "steps": 2 if back else 1}


def _uid(kind: Kind) -> str:
    """The id that a module of ours gives it."""
    found = marks_of(kind.piece.traits).get("Uid", "")
    return found if found == slug(found, "") else ""


def _is_turn(name: str, markers: Sequence[Mapping[str, object]]) -> bool:
    return bool(_TURN.fullmatch(name.strip())) and all(row["id"] != "turn" for row in markers)


def _columns(kinds: Sequence[Kind], draft: Draft) -> dict[str, str]:
    """The properties that become columns: those with a value of any piece, the commonest first."""
    tally = Counter(name for kind in kinds for name, value in marks_of(kind.piece.traits).items() if value)
    found: dict[str, str] = {}
    for name, _ in tally.most_common():
        column = column_name(name, _OURS)
        if column in found.values() or len(found) == _MOST_COLUMNS:
            draft.left.add("properties of pieces (columns)", name)
        else:
            found[name] = column
    return found


def _titled(units: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Rows with their name as the title where no other has it."""
    tally = Counter(str(unit["name"]) for unit in units)
    for unit in units:
        yield {**unit, "title": unit["name"] if tally[str(unit["name"])] == 1 else ""}


def _set_ups(
    draft: Draft,
    begun: Sequence[Begun],
    by_slot: Mapping[int, tuple[Kind, list[str]]],
    loose: Mapping[int, tuple[Kind, str]],
    stands: _Finder,
) -> dict[str, int]:
    """Write a file for each set-up, markers last; units on the track of turns arrive on that turn."""
    due: dict[str, int] = {}
    for one in begun:
        rows, used, laid = list[dict[str, object]](), Counter[int](), list[dict[str, object]]()
        missing = 0
        for stood in one.stood:
            if stood.slot not in by_slot:
                marker = _lying(stood, loose.get(stood.slot), used, stands)
                missing += marker is None
                laid += [] if marker is None else [marker]
                continue
            kind, ids = by_slot[stood.slot]
            place = kind.slots.index(stood.slot)
            key = kind.slots[0]
            if used[key] >= len(ids):
                continue
            id_ = ids[used[key]]
            used[key] += 1
            space, turn = stands(stood)
            if turn is not None:
                due.setdefault(id_, turn)
            if space:
                status = "reduced" if turned(stood, kind.faces) else ""
                rows.append({"unit": id_, "space": space, "status": status, "place": place})
        if missing:
            what = "markers of set-ups that lie in no space, or show the turn"
            draft.left.add(what, f"{one.title}: {missing}", count=missing)
        if not rows and len(begun) > 1:
            draft.left.add("set-ups in which no unit stands on the map", one.title)
            continue
        comment = f"{one_line(one.title)}. Units that are not named wait beside the map."
        draft.table(f"set-ups/{one.name}.csv", comment, ["unit", "space", "status"], [*rows, *laid])
    return due


def _lying(
    stood: Stood, known: tuple[Kind, str] | None, used: Counter[int], stands: _Finder
) -> dict[str, object] | None:
    """The row of a marker of a set-up; None where it lies in no space."""
    if known is None or used[known[0].slots[0]] >= min(known[0].copies, _MOST):
        return None
    kind, id_ = known
    space, _ = stands(stood)
    if not space:
        return None
    used[kind.slots[0]] += 1
    return {"unit": id_, "space": space, "status": "back" if turned(stood, kind.faces) else ""}


def _size(kind: Kind, pictures: Pictures, counter: float) -> str:
    """Word for the size of a unit that is larger or smaller than most; empty for the usual one."""
    picture = pictures.of(kind.faces.front)
    if picture is None or abs(max(picture.size) / counter - 1) <= _UNLIKE:
        return ""
    return f"px-{max(picture.size)}"


def _sizes(
    units: Sequence[Mapping[str, object]],
    markers: Sequence[object],
    kinds: Sequence[Kind],
    pictures: Pictures,
    counter: float,
) -> dict[str, float]:
    """Millimetres of counters of other sizes."""
    words = {str(unit["size"]) for unit in units if unit["size"]}
    found = {word: int(word[3:]) for word in sorted(words)}
    shown = [pictures.of(kind.faces.front) for kind in kinds if not kind.unit]
    sizes = sorted(max(picture.size) for picture in shown if picture is not None)
    usual = sizes[len(sizes) // 2] if sizes and markers else counter
    if abs(usual / counter - 1) > _UNLIKE:
        found["marker"] = round(usual)
    low, high = SIZES
    return {word: min(max(round(_SIDE * px / counter, 1), low), high) for word, px in found.items()}
