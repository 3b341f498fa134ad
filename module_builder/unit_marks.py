"""What units show besides their counter: words for the log, badges, a fired side, ranges, formations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.saves.looks import each_face, face_names
from counters.full_names import full_name
from counters.units import steps_on
from module_builder.acting import acting_mark
from module_builder.battle import printed_values
from module_builder.vassal.builders import (
    area_of_effect,
    calculated_property,
    global_key,
    layer,
    marker,
    submenu,
)
from module_builder.vassal.keys import TargetKind, ctrl, named, target

if TYPE_CHECKING:
    from counters.catalog import Unit
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "SHOWN",
    "formation_title",
    "further_faces",
    "gun_range",
    "now_properties",
    "ranges",
    "shown_factors",
    "shows_formation",
    "totals",
    "unit_marks",
]

SHOWN = "highlight.png"
"""Picture around the units of a formation that is shown."""
_SHOW = named("bocageFormation")
_NONE = "Independent"
_SIDES = 2
_COLUMNS = (("",), ("reduced_",))  # what the columns of each side begin with
_FACTORS = {"af", "df", "mf", "spent_df", "reduced_af", "reduced_df", "steps"}


# --- what the log and the inventory read ------------------------------------------------------------------


def unit_marks(kit: Kit, unit: Unit) -> Trait:
    """The Markers of a unit: its uid, formation and printed numbers.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    Trait
    """
    return marker(_words(kit, unit) | printed_values(kit, unit))


def shown_factors(kit: Kit, unit: Unit) -> tuple[str, ...]:
    """The printed numbers of the two sides of a unit, or of more faces, as the log names it.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("breakout-normandy")
    >>> shown_factors(kit, kit.units["us-29-116"])
    ('6-5-5', '(3)')
    """
    words = _words(kit, unit)
    further = (str(words[name]) for name in further_faces(kit))
    return str(words["Fresh"]), str(words.get("Reduced") or f"({words['SpentDF']})"), *further


def further_faces(kit: Kit) -> list[str]:
    """Names of the properties that tell what the faces of units beyond front and back print.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    list of str
    """
    count = len(kit.adapter["unit"]["words"]) if each_face(kit) else 0
    return [f"Face{number}" for number in range(3, count + 1)]


def _words(kit: Kit, unit: Unit) -> dict[str, str | int]:
    """Whose a unit is, what it is, and what its counter prints on its two sides."""
    if rated := bool(unit.ratings or kit.formations):
        home = {"Division": formation_title(kit, unit), "Formation": unit.division}
    else:
        home = {"Division": unit.division or unit.corps or _NONE}
    return {
        "Layer": "Units",
        "Side": unit.side.title(),
        "Uid": unit.id,
        "Nationality": kit.nations[unit.nationality].title,
        **home,
        "Type": unit.type.replace("-", " "),
        **dict(zip(("FullName", "Above"), full_name(unit, _formation_names(kit)), strict=True)),
        **_summed(kit, unit),
        **acting_mark(kit, unit),
        **(
            _faced(kit, unit)
            if each_face(kit)
            else _rated(unit, kit.adapter["unit"].get("printed", ()))
            if rated
            else _stepped(unit)
            if unit.steps
            else _spent(unit)
        ),
        "Arrival": _number(unit.arrival, ""),
    }


def _formation_names(kit: Kit) -> dict[str, str]:
    return {row["id"]: row["name"] for row in kit.formations}


def totals(kit: Kit) -> Sequence[Mapping[str, Any]]:
    """The numbers that are added up for a stack: name of the property, text, and what the two sides print.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    sequence of mappings

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [row["text"] for row in totals(load_kit("dark-summer"))]
    ['attack', 'defense', 'steps']
    """
    rows: Sequence[Mapping[str, Any]] = kit.adapter["unit"]["totals"]
    return rows


def _summed(kit: Kit, unit: Unit) -> dict[str, str | int]:
    """The numbers that are added up, of each side: `now_properties` says which of them holds."""
    found: dict[str, str | int] = {}
    for row in totals(kit):
        full = _printed(unit, row["full"])
        worn = _printed(unit, row["worn"]) if "worn" in row else full and full - row["less"]
        told = [full, _left(kit, unit, full, 1) if row.get("halved") else worn]
        if each_face(kit):
            told = [_of_face(kit, unit, row, face) for face in range(_SIDES + len(further_faces(kit)))]
        found |= {f"{row['name']}{number}": value or 0 for number, value in enumerate(told, 1)}
    return found


def _of_face(kit: Kit, unit: Unit, row: Mapping[str, Any], face: int) -> int | None:
    """A number that is added up, as a face has it."""
    if row.get("halved"):
        full = _printed(unit, row["full"])
        return _left(kit, unit, full, face) if face else full
    return _on_face(kit, unit, row["full"], face)


def _left(kit: Kit, unit: Unit, full: int | None, face: int) -> int:
    """Steps that are left on a face, as the adjudicator counts them; a unit of one step has but one face."""
    if not full or unit.steps == 1:
        return 0
    prefixes: Sequence[Sequence[str]] = kit.adapter["unit"].get("columns", _COLUMNS)[face : face + 1] or [()]
    own = next((v for prefix in prefixes[0] if (v := unit.rating(f"{prefix}steps")) is not None), None)
    faces = len(face_names(kit, unit)) if each_face(kit) else _SIDES
    return int(own) if own is not None else steps_on(full, face, faces)


def _on_face(kit: Kit, unit: Unit, name: str, face: int) -> int | None:
    """A number that a face prints; what it does not print of its own is that of the face before."""
    for prefixes in reversed(kit.adapter["unit"]["columns"][: face + 1]):
        for prefix in prefixes:
            if (value := _printed(unit, f"{prefix}{name}")) is not None:
                return value
    return None


def _faced(kit: Kit, unit: Unit) -> dict[str, str | int]:
    """What each face of a counter prints, where every status is one."""
    columns: Sequence[str] = kit.adapter["unit"].get("printed", ())
    told = [
        "-".join(_number(_on_face(kit, unit, name, face), "x") for name in columns)
        for face in range(max(_SIDES, len(kit.adapter["unit"]["columns"])))
    ]
    return {"Fresh": told[0], "Reduced": told[1], **dict(zip(further_faces(kit), told[2:], strict=True)),
            "Steps": unit.steps}  # fmt: skip


def _printed(unit: Unit, name: str) -> int | None:
    value = getattr(unit, name, None) if name in _FACTORS else unit.rating(name)
    return value if isinstance(value, int) else None


def now_properties(kit: Kit, level: str, face_down: str) -> Iterator[Trait]:
    """The Calculated Properties of a unit that say its numbers as it stands.

    Parameters
    ----------
    kit
        What the module is built from.
    level
        Property that tells the status.
    face_down
        Expression: the unit lies face down by a layer; empty where that cannot be. Its numbers are 0 then, as
        they are behind a mask.

    Yields
    ------
    Trait
    """
    for row in totals(kit):
        name = row["name"]
        masked = 'Obscured == "true"' if "masked" in kit.adapter["unit"] else ""
        unknown = " || ".join(filter(None, (masked, face_down)))
        shown = f"{level} == 1 ? {name}1 : {name}2"
        if further := [f"{name}{n}" for n, _ in enumerate(further_faces(kit), 3)]:
            said = [f"{name}2", *further]
            middle = "".join(f"{level} == {n} ? {one} : " for n, one in enumerate(said[:-1], 2))
            shown = f"{level} == 1 ? {name}1 : {middle}{said[-1]}"
        yield calculated_property(name, f"{{({unknown}) ? 0 : {shown}}}" if unknown else f"{{{shown}}}")


def _number(value: int | None, none: str) -> str:
    return none if value is None else str(value)


def _stepped(unit: Unit) -> dict[str, str | int]:
    """What a counter with steps prints: a single Combat factor, or Attack and Defense factors."""

    def printed(attack: int | None, defense: int | None) -> str:
        factor = "?" if attack is None else str(attack) if attack == defense else f"{attack}-{defense}"
        return f"{factor}-{unit.mf}"

    return _two_sides(unit, printed(unit.af, unit.df), printed(unit.reduced_af, unit.reduced_df))


def _rated(unit: Unit, columns: Sequence[str]) -> dict[str, str | int]:
    """What a counter with ratings prints."""
    return _two_sides(unit, _ratings(unit, "", columns), _ratings(unit, "reduced_", columns))


def _worn(unit: Unit, prefix: str, name: str) -> int | None:
    """A number of a side; what the reduced side does not print of its own is that of the front."""
    own = unit.rating(prefix + name)
    return unit.rating(name) if own is None else own


def _two_sides(unit: Unit, full: str, reduced: str) -> dict[str, str | int]:
    return {"Fresh": full, "Reduced": reduced if unit.steps > 1 else full, "Steps": unit.steps}


def _spent(unit: Unit) -> dict[str, str | int]:
    """What a counter prints that has no steps, and a Spent side with its Defense Factor alone."""
    none = "*" if unit.type in {"flak", "pak"} else "-"
    af, df, mf = _number(unit.af, none), _number(unit.df, "?"), _number(unit.mf, "-")
    line = [af, df, mf] if unit.mf is not None or unit.af is None else [af, df]
    spent = _number(unit.spent_df, "?")
    return {"AF": af, "DF": df, "MF": mf, "SpentDF": spent, "Fresh": "-".join(line)}


def _ratings(unit: Unit, prefix: str, columns: Sequence[str] = ()) -> str:
    """Strength, cohesion and movement allowance, then what else the side prints; or the columns named."""

    def printed(name: str) -> int | None:
        return unit.rating(prefix + name)

    if columns:
        return "-".join(_number(_worn(unit, prefix, name), "x") for name in columns)
    if "stacking" in unit.ratings:
        return _battalion_ratings(unit, prefix)
    strength = _number(printed("cs"), "-")
    head = "-".join(
        [
            f"({strength})" if "defend-only" in unit.marks else strength,
            *(_number(printed(n), "-") for n in ("cohesion", "ma")),
        ]
    )
    more = {"armor": "armor", "at": "AT", "artillery": "artillery"}
    return " ".join(
        [head, *(f"{word} {value}" for name, word in more.items() if (value := printed(name)) is not None)]
    )


def _battalion_ratings(unit: Unit, prefix: str) -> str:
    """Attack, defense and movement of a side; the range and the stacking value are those of both."""
    line = "-".join(_number(unit.rating(prefix + name), "x") for name in ("as", "ds", "ma"))
    reach = unit.rating("range")
    return f"{line}, range {reach}" if reach is not None else line


def formation_title(kit: Kit, unit: Unit) -> str:
    """Name of the formation of a unit.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    str
    """
    names = (row["name"] for row in kit.formations if row["id"] == unit.division)
    return next(names, unit.division or unit.corps or _NONE)


# --- formations and ranges --------------------------------------------------------------------------------


def shows_formation(kit: Kit) -> Iterator[Trait]:
    """The command that shows all units of the same formation, and the frame that they get."""
    row = kit.adapter["unit"].get("formation")
    if row is None:
        return
    own = " || ".join(f'{name} == "$Formation$"' for name in ("Formation", *row["also"]))
    units = target(TargetKind.COUNTER, prop="Layer", value="Units")
    tidy = named("bocageTidy")
    yield layer([SHOWN], name="Shown", active=False, activate=_SHOW, reset=tidy, reset_level=-1)
    yield global_key(row["text"], key=ctrl(row["key"]), sent=_SHOW, match=f"{{{own}}}", target=units)


def gun_range(kit: Kit, unit: Unit) -> Iterator[Trait]:
    """The ring of hexes that a gun or ship reaches.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Yields
    ------
    Trait
    """
    row, reach = kit.adapter["unit"].get("gun-range"), unit.rating("range")
    if row is not None and reach:
        shade = {"color": row["color"], "opacity": row["opacity"], "name": "GunRange"}
        yield area_of_effect(row["text"], key=ctrl(row["key"]), radius=reach, **shade)


def ranges(kit: Kit) -> Iterator[Trait]:
    """Rings of hexes around a unit of one type, each with its command."""
    rows = kit.adapter.get("range", ())
    for row in rows:
        key = ctrl(row["key"]) if "key" in row else named(f"bocageRange{row['hexes']}")
        shade = {"color": row["color"], "opacity": row["opacity"], "name": f"Range{row['hexes']}"}
        yield area_of_effect(row["text"], key=key, radius=row["hexes"], **shade)
    if rows:
        yield submenu("Range", [row["text"] for row in rows])
