"""Makes units.csv, formations.csv and gpids.csv: ``python -m counters.battle_for_normandy.generate``.

It reads ``oob_allied.toml`` and ``oob_german.toml``, two files of one shape; either may still be small.

``[templates.NAME]`` is what counters of one class print alike: ``like`` (another template), ``type``,
``kind`` (the type), ``size`` (battalion), ``steps`` (3), ``full`` and ``reduced``, ``stacking`` (3, ``"x"`` =
none), ``range``, ``calibre``, ``marks`` (words), ``title``, ``uid``, ``of``, ``nationality``, ``branch``,
``sources``; what stands in brackets is meant where the key is missing. ``full = "5-4-6"`` is AS-DS-MA,
``"4-6"`` AS-MA (guns), ``"5"`` AS alone (ships); ``x`` = not printed.

``[[formation]]``: ``id``, ``name``, ``printed``, ``nation`` (us | commonwealth | german), ``level`` (division
| brigade | corps | garrison; without it nothing is listed in formations.csv, and the units belong to no
division), ``class``, ``parent``, ``colour``, ``feldersatz``, ``quality``, ``source`` (history: ...),
``sources`` (of its row); and for its units ``nationality``, ``branch``, ``corps``, ``day``, ``at``,
``units``. The units of a corps belong to no division, its HQ excepted. ``like = "us-infantry"``: the keys of
``[kinds.us-infantry]`` once more.

``units`` are rows ``{ t = "us-infantry", n = "{1-3}/16, {1-3}/18", at = "omaha", day = 7 }``: a template,
names parted by commas, any key of a template once more. ``{1-3}``, ``{A-C}``, ``{I-III}`` and ``{8|12|22}``
stand for several names. ``uid`` = id of the formation + the name in small letters, or + ``uid``. ``marks``
are added to those of the template, but ``-towed`` takes one away. ``of = "1/505"``: the battalion of a named
company. ``day``: from 1 June (31 = 1 July), none = there at the start (``""`` undoes the day of the
formation). ``at``: words of the column entry, parted by spaces; ``49.24/-0.27`` is the hex at that latitude
and longitude.
``sources = "as=rule 12.6.2; entry=rule 19.8"`` overrides the sources of columns, which are: ratings
``reconstructed``, steps ``rule 3.4``, marks ``rule 2.4``, id and title ``derived``, all others ``source``.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from counters.catalog import BATTALION_RATINGS, BATTALION_UNIT_COLUMNS
from counters.formations import BATTALION_FORMATION_COLUMNS
from maps.loader import read_rows

__all__ = ["expand", "formations_text", "gpids_text", "main", "read_oob", "units_text"]

_HERE = Path(__file__).parent
_FILES = ("oob_allied.toml", "oob_german.toml")
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_NATIONALITY = {"us": "us", "commonwealth": "british", "german": "german"}
_BRANCH = {"german": "wehrmacht"}
_TEMPLATE = {
    "like", "type", "kind", "size", "steps", "full", "reduced", "stacking", "range", "calibre", "marks",
    "title", "uid", "of", "nationality", "branch", "sources",
}  # fmt: skip
_ROW = {"t", "n", "day", "at", "source", "corps", *_TEMPLATE}
_FORMATION = {
    "id", "name", "printed", "nation", "level", "class", "parent", "colour", "feldersatz", "quality",
    "source", "sources", "nationality", "branch", "corps", "day", "at", "units", "like",
}  # fmt: skip
_UNITS_HEAD = """\
# Units of The Battle for Normandy, made by generate.py from oob_allied.toml and oob_german.toml: change them.
# Which units fought, where and when: history; ratings: reconstructed on the scale at the head of these files,
# except where the rulebook prints a value (see the source cell). arrival: day from 1 June, empty = there at
# the start. entry: set-up hex, beach, landing site, airborne box, box, or road at the edge of the map.
"""
_FORMATIONS_HEAD = """\
# Divisions, brigades and corps of The Battle for Normandy (2.4.5), made by generate.py. printed: what stands
# right of the stroke; colour: unit-type box of its units; feldersatz: 9.6; quality: of 22.1o as in history.
"""
_GPIDS_HEAD = (
    "# Permanent piece ids of the module. Only ever add at the end: saved games refer to these numbers.\n"
)


# --- reading ------------------------------------------------------------------------------------------------


def read_oob(texts: Iterable[str] | None = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    r"""Read the orders of battle.

    Parameters
    ----------
    texts
        Of TOML files; ours, as far as they are there, without it.

    Returns
    -------
    tuple of dict and list
        Templates by name with what they are like filled in; formations in order.

    Raises
    ------
    ValueError
        A key that the shape does not have, or a template twice.

    Examples
    --------
    >>> templates, formations = read_oob(["[templates.a]\ntype='tank'\n[templates.b]\nlike='a'\nsteps=2"])
    >>> templates["b"]["type"], formations
    ('tank', [])
    """
    raw: dict[str, Any] = {}
    formations: list[dict[str, Any]] = []
    for text in _ours() if texts is None else texts:
        data = tomllib.loads(text)
        for name, template in data.get("templates", {}).items():
            if name in raw:
                raise ValueError(f"template {name!r} twice")
            _refuse_unknown(f"template {name}", template, _TEMPLATE)
            raw[name] = template
        formations += [_filled(f, data.get("kinds", {})) for f in data.get("formation", [])]
    return {name: _resolved(raw, name) for name in raw}, formations


def _filled(formation: Mapping[str, Any], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """A formation with the keys of its kind."""
    kind = formation.get("like")
    if kind is not None and kind not in kinds:
        raise ValueError(f"formation {formation.get('id')}: no kind {kind!r}")
    found = {**kinds.get(kind or "", {}), **formation}
    _refuse_unknown(f"formation {formation.get('id')}", found, _FORMATION)
    return found


def _ours() -> list[str]:
    return [(_HERE / name).read_text(encoding="utf-8") for name in _FILES if (_HERE / name).is_file()]


def _refuse_unknown(what: str, table: Mapping[str, Any], known: set[str]) -> None:
    wrong = sorted(set(table) - known)
    if wrong:
        raise ValueError(f"{what}: no key {wrong[0]!r}")


def _resolved(raw: Mapping[str, Any], name: str) -> dict[str, Any]:
    if name not in raw:
        raise ValueError(f"no template {name!r}")
    template = raw[name]
    return _merged(_resolved(raw, template["like"]), template) if "like" in template else dict(template)


def _merged(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A template with the keys of another over it; marks and sources of both count."""
    marks = f"{base.get('marks', '')} {more.get('marks', '')}".split()
    dropped = {word[1:] for word in marks if word.startswith("-")}
    kept = [word for word in marks if not word.startswith("-") and word not in dropped]
    sources = [t["sources"] for t in (base, more) if t.get("sources")]
    return {**base, **more, "marks": " ".join(kept), "sources": "; ".join(sources)}


def expand(names: str) -> list[str]:
    """Spell out names that stand for several.

    Parameters
    ----------
    names
        Parted by commas.

    Examples
    --------
    >>> expand("{1-2}/16, {A-B}/1/505, {I-II}/914, 7 FA")
    ['1/16', '2/16', 'A/1/505', 'B/1/505', 'I/914', 'II/914', '7 FA']
    >>> expand("{1-2}/{8|12}")
    ['1/8', '2/8', '1/12', '2/12']
    """
    return [name for part in names.split(",") for name in _spelled(part.strip())]


def _spelled(part: str) -> list[str]:
    pieces = re.split(r"\{([^}]*)\}", part)
    choices = [_choices(p) if n % 2 else [p] for n, p in enumerate(pieces)]
    return ["".join(reversed(found)) for found in itertools.product(*reversed(choices))]


def _choices(inside: str) -> list[str]:
    first, dash, last = inside.partition("-")
    if "|" in inside or not dash:
        return inside.split("|")
    if first in _ROMANS and last in _ROMANS:
        return list(_ROMANS[_ROMANS.index(first) : _ROMANS.index(last) + 1])
    if first.isdigit():
        return [str(n) for n in range(int(first), int(last) + 1)]
    return [chr(n) for n in range(ord(first), ord(last) + 1)]


# --- one counter --------------------------------------------------------------------------------------------


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _ratings(printed: str) -> dict[str, str]:
    """AS, DS and MA of one side of a counter."""
    numbers = printed.split("-") if printed else []
    names = {0: (), 1: ("as",), 2: ("as", "ma"), 3: ("as", "ds", "ma")}[len(numbers)]
    return {name: number for name, number in zip(names, numbers, strict=True) if number != "x"}


def _place(word: str) -> str:
    """A word of the column entry; latitude and longitude become a hex."""
    if not re.fullmatch(r"-?\d+\.\d+/-?\d+\.\d+", word):
        return word
    from maps.battle_for_normandy.ground import hex_at_degrees

    lat, lon = (float(number) for number in word.split("/"))
    found = hex_at_degrees(lon, lat)
    if found is None:
        raise ValueError(f"{word} is off the map")
    return found


def _unit_rows(formation: Mapping[str, Any], templates: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for row in formation.get("units", []):
        _refuse_unknown(f"{formation['id']}, {row.get('n')}", row, _ROW)
        if row["t"] not in templates:
            raise ValueError(f"{formation['id']}: no template {row['t']!r}")
        spec = _merged(templates[row["t"]], row)
        for name in expand(row["n"]):
            yield _unit_row(formation, spec, name)


def _unit_row(formation: Mapping[str, Any], spec: Mapping[str, Any], name: str) -> dict[str, str]:
    cells = _identity(formation, spec, name) | _belonging(formation, spec)
    cells |= _ratings(spec["full"]) | {
        f"reduced_{key}": value for key, value in _ratings(spec.get("reduced", "")).items()
    }
    cells |= {key: str(spec[key]) for key in ("range", "calibre") if key in spec}
    if spec.get("stacking", 3) != "x":
        cells["stacking"] = str(spec.get("stacking", 3))
    cells["steps"] = str(spec.get("steps", 3))
    cells["arrival"] = str(spec.get("day", formation.get("day", "")))
    cells["entry"] = "|".join(_place(word) for word in spec.get("at", formation.get("at", "")).split())
    marks = spec.get("marks", "").split()
    if "of" in spec:
        marks.append(f"of={formation['id']}-{_slug(spec['of'])}")
    cells["marks"] = "|".join(dict.fromkeys(marks))
    cells["source"] = _source(spec.get("source", formation["source"]), cells, spec.get("sources", ""))
    return cells


def _identity(formation: Mapping[str, Any], spec: Mapping[str, Any], name: str) -> dict[str, str]:
    whole = formation.get("level") in {"division", "brigade"}
    usual = "{name}/{printed}" if whole else "{name}"
    title = spec.get("title", usual)
    return {
        "id": f"{formation['id']}-{spec.get('uid', _slug(name))}",
        "name": name,
        "title": title.format(name=name, printed=formation.get("printed", ""), formation=formation["name"]),
        "type": spec["type"],
        "kind": spec.get("kind", spec["type"]),
        "size": spec.get("size", "battalion"),
    }


def _belonging(formation: Mapping[str, Any], spec: Mapping[str, Any]) -> dict[str, str]:
    """Side, nation, division and corps of a unit."""
    nation, level = formation["nation"], formation.get("level", "")
    own = level != "" and (level != "corps" or spec["type"] == "headquarters")
    corps = formation["id"] if level == "corps" else formation.get("parent", "")
    nationality = spec.get("nationality", formation.get("nationality", _NATIONALITY[nation]))
    branch = spec.get("branch", formation.get("branch", _BRANCH.get(nation, nationality)))
    return {
        "side": "german" if nation == "german" else "allied",
        "nationality": nationality,
        "branch": branch,
        "division": formation["id"] if own else "",
        "corps": spec.get("corps", formation.get("corps", corps)),
    }


def _source(default: str, cells: Mapping[str, str], own: str) -> str:
    """The source cell: a source of its own for every column that the default does not cover."""
    ratings = (*BATTALION_RATINGS, *(f"reduced_{key}" for key in BATTALION_RATINGS))
    said = {"id": "derived", "title": "derived", "steps": "rule 3.4", "marks": "rule 2.4"}
    said |= dict.fromkeys(ratings, "reconstructed")
    said |= dict(part.strip().split("=", 1) for part in own.split(";") if part.strip())
    return "; ".join([default, *(f"{key}={value}" for key, value in said.items() if cells.get(key))])


# --- files ------------------------------------------------------------------------------------------------


def _csv(head: str, columns: list[str], rows: Iterable[Mapping[str, str]]) -> str:
    text = io.StringIO()
    text.write(head)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    return text.getvalue()


def _all_units() -> list[dict[str, str]]:
    templates, formations = read_oob()
    return [row for formation in formations for row in _unit_rows(formation, templates)]


def units_text() -> str:
    """The text of units.csv."""
    return _csv(_UNITS_HEAD, BATTALION_UNIT_COLUMNS, _all_units())


def formations_text() -> str:
    """The text of formations.csv."""
    rows = [_formation_row(formation) for formation in read_oob()[1] if formation.get("level")]
    return _csv(_FORMATIONS_HEAD, BATTALION_FORMATION_COLUMNS, rows)


def _formation_row(formation: Mapping[str, Any]) -> dict[str, str]:
    columns = ("id", "name", "printed", "level", "class", "parent", "colour")
    cells = {column: str(formation.get(column, "")) for column in columns}
    cells |= {"nationality": formation["nation"], "arrival": str(formation.get("day", ""))}
    cells |= {key: str(formation.get(key, 0)) for key in ("feldersatz", "quality")}
    cells["entry"] = "|".join(_place(word) for word in formation.get("at", "").split())
    said = {"id": "derived", "printed": "rule 2.4.5", "colour": "reconstructed", "level": "rule 2.4.5"}
    said |= {"class": "derived", "feldersatz": "reconstructed", "quality": "rule 22.1o"}
    own = formation.get("sources", "")
    said |= dict(part.strip().split("=", 1) for part in own.split(";") if part.strip())
    overrides = [f"{key}={value}" for key, value in said.items() if cells[key] not in {"", "0"}]
    cells["source"] = "; ".join([formation["source"], *overrides])
    return cells


def gpids_text() -> str:
    """The text of gpids.csv: what stands there, then units and markers without a number."""
    path = _HERE / "gpids.csv"
    known = read_rows(path, ["uid", "gpid"]) if path.is_file() else []
    numbers = {row.text("uid"): row.integer("gpid", 1, 899_999) for row in known}
    for uid in [*(row["id"] for row in _all_units()), *_markers()]:
        if uid not in numbers:
            numbers[uid] = max(numbers.values(), default=0) + 1
    rows = ({"uid": uid, "gpid": str(number)} for uid, number in numbers.items())
    return _csv(_GPIDS_HEAD, ["uid", "gpid"], rows)


def _markers() -> list[str]:
    from counters.catalog import load_markers

    path = _HERE / "markers.csv"
    return list(load_markers("battle-for-normandy")) if path.is_file() else []


def main() -> None:
    """Write the files."""
    made = {"units.csv": units_text(), "formations.csv": formations_text(), "gpids.csv": gpids_text()}
    for name, text in made.items():
        (_HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
