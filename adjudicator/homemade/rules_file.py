"""The ``rules.toml`` of a game of one's own: what can be ruled of it without a line of code.

Every part may be left out; a question that needs one which is not there says so. Costs are kept in sixths of
a Movement Point.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from adjudicator.errors import MalformedAction
from adjudicator.homemade.crt import Crt
from adjudicator.homemade.crt_reading import read_crt
from adjudicator.homemade.reading import FILE, Part, Told
from adjudicator.homemade.said import Costs, Movement, Price, Source, Stacking, Supply, Zoc
from adjudicator.homemade.toml_lines import key_lines
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "RulesFile",
    "needed",
    "read_rules",
]

_PARTS = ("stacking", "movement", "zoc", "crt", "results", "supply")
_WAY_OUT = "docs/your-own-game.md says how to write one"
_EDGES = ("north", "east", "south", "west")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RulesFile:
    """What the file says, part by part; None where it leaves a part out.

    Parameters
    ----------
    stacking, movement, zoc, crt, supply
        Its parts.
    no_zoc
        Where the file says that there are no Zones of Control; empty where it says nothing of the kind.

    Examples
    --------
    >>> RulesFile().crt is None
    True
    """

    stacking: Stacking | None = None
    movement: Movement | None = None
    zoc: Zoc | None = None
    crt: Crt | None = None
    supply: Supply | None = None
    no_zoc: str = ""


def needed(part: _T | None, name: str, title: str) -> _T:
    """A part of the file that a question needs.

    Parameters
    ----------
    part
        What the file says of it.
    name
        Its name.
    title
        Of the game.

    Raises
    ------
    MalformedAction
        The file leaves it out.

    Examples
    --------
    >>> needed(None, "crt", "Two Rivers")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: Two Rivers has no [crt] in its rules.toml. docs/your-own-game.md ...
    """
    if part is None:
        raise MalformedAction(f"{title} has no [{name}] in its {FILE}", _WAY_OUT)
    return part


def read_rules(path: Path) -> RulesFile:
    """Read a ``rules.toml``.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    RulesFile

    Raises
    ------
    DataError
        With the line, the key, what was expected and the way out.
    """
    table = read_toml(path)
    whole = Part(table, key_lines(path.read_text(encoding="utf-8")))
    whole.only(_PARTS)
    movement = _movement(part) if (part := whole.part("movement")) else None
    return RulesFile(
        stacking=_stacking(part) if (part := whole.part("stacking")) else None,
        movement=movement,
        zoc=_zoc(part) if (part := whole.part("zoc")) else None,
        crt=read_crt(part, whole.part("results")) if (part := whole.part("crt")) else None,
        supply=_supply(part, movement) if (part := whole.part("supply")) else None,
        no_zoc=_no_zoc(part) if (part := whole.part("zoc")) else "",
    )


def _stacking(part: Part) -> Stacking:
    part.only(("limit", "counts", "exempt", "when", "side", "terrain"))
    limit = part.whole("limit", 0, 99) if part.has("limit") else None
    sides, terrain = _limits(part.part("side")), _limits(part.part("terrain"))
    if limit is None and not sides and not terrain:
        raise part.fault("", "a limit", "write limit = 3")
    return Stacking(
        limit,
        sides,
        terrain,
        part.text("counts", "units"),
        part.told("exempt", part.words("exempt")),
        part.choice("when", ("end", "always"), "end"),
    )


def _limits(part: Part | None) -> dict[str, Told[int]]:
    return {} if part is None else {name: part.whole(name, 0, 99) for name in part.table}


_COSTS = ("allowance", "default", "cost", "terrain", "boundary", "road")


def _movement(part: Part) -> Movement:
    part.only((*_COSTS, "minimum", "enemy", "class"))
    general = _costs(part, Costs("", part.told("allowance", "movement")))
    classes, of_type = dict[str, Costs](), dict[str, str]()
    inner = part.part("class")
    for name in inner.table if inner is not None else ():
        own = inner.part(name) if inner is not None else None
        if own is None:
            continue
        own.only(("types", *_COSTS))
        classes[name] = _costs(own, general, name)
        types = own.words("types")
        if not types:
            raise own.fault("types", "the types of its units", 'write types = ["truck"]')
        for kind in types:
            if kind in of_type:
                raise own.fault("types", f"each type in one class; {kind} is in {of_type[kind]} too")
            of_type[kind] = name
    enemy = part.choice("enemy", ("no", "stop", "free"), "no")
    return Movement(general, classes, of_type, part.flag("minimum", default=False), enemy, part.rule())


def _costs(part: Part, general: Costs, name: str = "") -> Costs:
    """The lines of a table, those of the general table where it has none."""
    return Costs(
        name,
        _allowance(part) if part.has("allowance") else general.allowance,
        part.sixths("default") or general.default,
        Told(_price(part, "cost"), part.rule("cost")) if part.has("cost") else general.cost,
        {**general.terrain, **_prices(part.part("terrain"))},
        {**general.boundary, **_prices(part.part("boundary"), more=True)},
        {**general.road, **_prices(part.part("road"))},
        part.rule("types"),
    )


def _allowance(part: Part) -> Told[str | int]:
    value = part.table["allowance"]
    if isinstance(value, str) and value and not value[0].isdigit():
        return part.told("allowance", value)
    return part.told("allowance", part.cost("allowance", value))


def _prices(part: Part | None, *, more: bool = False) -> dict[str, Told[Price]]:
    """The lines of a table of terrains, roads or boundaries; points of a boundary are added."""
    if part is None:
        return {}
    return {name: Told(_price(part, name, more=more), part.rule(name)) for name in part.table}


def _price(part: Part, key: str, *, more: bool = False) -> Price:
    value = part.table[key]
    words = str(value).split()
    flags = {word: word in words for word in ("no", "all", "stop")}
    numbers = [word for word in words if word not in flags]
    alone = len(words) == 1 and (more or not flags["stop"])
    pair = len(words) == 2 and flags["stop"] and len(numbers) == 1
    if not (alone or pair) or (more and not all(number.startswith("+") for number in numbers)):
        examples = '"+1", "no", "all", "stop" or "+1 stop"' if more else '2, "1/2", "no", "all" or "2 stop"'
        raise part.fault(key, f"{examples}, not {value!r}")
    sixths = sum(part.cost(key, number.removeprefix("+") if more else number) for number in numbers)
    return Price(sixths, barred=flags["no"], whole=flags["all"], stop=flags["stop"])


def _no_zoc(part: Part) -> str:
    said = part.flag("on", default=True)
    return "" if said.value else said.rule


def _zoc(part: Part) -> Zoc | None:
    part.only(
        ("on", "with", "without", "not_across", "not_into", "stop", "enter", "leave", "direct", "negated")
    )
    if not part.flag("on", default=True).value:
        return None
    negated = part.words("negated")
    if wrong := [word for word in negated if word not in {"movement", "supply"}]:
        raise part.fault("negated", f"movement or supply, not {wrong[0]!r}")
    return Zoc(
        part.rule(),
        part.told("with", part.words("with")) if part.has("with") else None,
        part.told("without", part.words("without")),
        part.told("not_across", part.words("not_across")),
        part.told("not_into", part.words("not_into")),
        part.flag("stop", default=False),
        part.sixths("enter"),
        part.sixths("leave"),
        part.flag("direct", default=True),
        part.told("negated", negated),
    )


def _supply(part: Part, movement: Movement | None) -> Supply:
    part.only(("length", "measure", "class", "zoc", "enemy", "not_across", "not_into", "roads", "source"))
    measure = part.choice("measure", ("spaces", "points"), "spaces")
    named = part.text("class")
    if measure.value == "points" and movement is None:
        raise part.fault("measure", "spaces, as the file has no [movement]", "or write one")
    if named.value and (movement is None or named.value not in movement.classes):
        raise part.fault("class", f"a class of [movement.class], not {named.value!r}")
    sources = tuple(map(_source, part.parts("source")))
    if not sources:
        raise part.fault(
            "", "a source of each side", 'write [[supply.source]] with side = "..." and spaces = [...]'
        )
    return Supply(
        part.rule(),
        part.sixths("length"),
        measure,
        named,
        part.flag("zoc", default=False),
        part.flag("enemy", default=True),
        part.told("not_across", part.words("not_across")),
        part.told("not_into", part.words("not_into")),
        part.choice("roads", ("", "free"), ""),
        sources,
    )


def _source(part: Part) -> Source:
    part.only(("side", "spaces", "column", "edge"))
    side, column = part.text("side").value, part.text("column").value
    if not side:
        raise part.fault("side", "the side whose lines end there", 'write side = "..."')
    edge = part.choice("edge", ("", *_EDGES), "").value
    spaces = part.words("spaces")
    if (bool(spaces), bool(column), bool(edge)).count(True) != 1:
        raise part.fault("", "one of spaces, column and edge", 'write spaces = ["..."]')
    return Source(side, part.rule(), spaces, column, edge)
