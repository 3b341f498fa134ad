"""What units show besides their counter: words for the log, badges, a fired side, ranges, formations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from counters.nations import NATIONS
from module_builder.vassal.builders import area_of_effect, global_key, layer, marker, submenu
from module_builder.vassal.keys import TargetKind, ctrl, named, target

if TYPE_CHECKING:
    from counters.catalog import Unit
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "SHOWN",
    "formation_title",
    "gun_range",
    "ranges",
    "shown_factors",
    "shows_formation",
    "unit_marks",
]

SHOWN = "highlight.png"
"""Picture around the units of a formation that is shown."""
_SHOW = named("bocageFormation")
_NONE = "Independent"


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
    return marker(_words(kit, unit))


def shown_factors(kit: Kit, unit: Unit) -> tuple[str, str]:
    """The printed numbers of the two sides of a unit, as the log names it.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    tuple of str and str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("breakout-normandy")
    >>> shown_factors(kit, kit.units["us-29-116"])
    ('6-5-5', '(3)')
    """
    words = _words(kit, unit)
    return str(words["Fresh"]), str(words.get("Reduced") or f"({words['SpentDF']})")


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
        "Nationality": NATIONS[unit.nationality].title,
        **home,
        "Type": unit.type.replace("-", " "),
        **(_rated(unit) if rated else _stepped(unit) if unit.steps else _spent(unit)),
        "Arrival": _number(unit.arrival, ""),
    }


def _number(value: int | None, none: str) -> str:
    return none if value is None else str(value)


def _stepped(unit: Unit) -> dict[str, str | int]:
    """What a counter with steps prints: a single Combat factor, or Attack and Defense factors."""

    def printed(attack: int | None, defense: int | None) -> str:
        factor = "?" if attack is None else str(attack) if attack == defense else f"{attack}-{defense}"
        return f"{factor}-{unit.mf}"

    return _two_sides(unit, printed(unit.af, unit.df), printed(unit.reduced_af, unit.reduced_df))


def _rated(unit: Unit) -> dict[str, str | int]:
    """What a counter with ratings prints."""
    return _two_sides(unit, _ratings(unit, ""), _ratings(unit, "reduced_"))


def _two_sides(unit: Unit, full: str, reduced: str) -> dict[str, str | int]:
    return {"Fresh": full, "Reduced": reduced if unit.steps > 1 else full, "Steps": unit.steps}


def _spent(unit: Unit) -> dict[str, str | int]:
    """What a counter prints that has no steps, and a Spent side with its Defense Factor alone."""
    none = "*" if unit.type in {"flak", "pak"} else "-"
    af, df, mf = _number(unit.af, none), _number(unit.df, "?"), _number(unit.mf, "-")
    line = [af, df, mf] if unit.mf is not None or unit.af is None else [af, df]
    spent = _number(unit.spent_df, "?")
    return {"AF": af, "DF": df, "MF": mf, "SpentDF": spent, "Fresh": "-".join(line)}


def _ratings(unit: Unit, prefix: str) -> str:
    """Strength, cohesion and movement allowance, then what else the side prints."""

    def printed(name: str) -> int | None:
        return unit.rating(prefix + name)

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
