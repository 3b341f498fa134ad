"""Modules as other people make them, in the styles of published ones, with the truth known.

Each style hides what a counter is somewhere else: in the names of the pieces, in those of the picture files,
in markers and prototypes, or in the folders of the palette. Factors are ours, changed at random, places
are drawn to another scale, and a part of the units starts somewhere else or is missing.
"""

from __future__ import annotations

import dataclasses
import io
import itertools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lxml.etree import _Element
from PIL import Image, ImageDraw

from adjudicator.game import Game, load
from adjudicator.position import Piece
from adjudicator.saves.foreign.grids import Axial, HexRule
from adjudicator.saves.ground import geometry_file
from maps.geometry import load_geometry
from module_builder.vassal.archive import Archive, build_save, write_archive
from module_builder.vassal.builders import basic_piece, layer, mark_moved, marker, prototype, replace_with
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.commands import AddPiece, AddStack, BeginSave, Command, EndSave, SetupStackDone
from module_builder.vassal.envelope import Envelope, Kind
from module_builder.vassal.metadata import Metadata
from module_builder.vassal.savegame import Save
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import Trait, format_definition

M, W = "VASSAL.build.module.", "VASSAL.build.widget."
GRID = M + "map.boardPicker.board."
_MAP, _BOARD = "Main Map", "Map"
_NATIONS = {"us": "US", "british": "British", "canadian": "Canadian", "german": "German"}
_MARKERS = (
    "Turn",
    "Weather",
    "Out of Supply 1",
    "Victory Points 10",
    "Air Strike",
    "Bridge Blown",
    "Mulberry",
)


@dataclasses.dataclass(frozen=True)
class Style:
    """How a module is made.

    Parameters
    ----------
    kind
        Where a counter says what it is: names, images, markers or folders.
    back
        Its other side: levels (a layer of two), over (a layer that is put on), replace, or piece.
    numbering
        Attributes of the numbering of its hexes.
    matrix, shift
        From our axial coordinates to theirs.
    sideways
        Whether its grid has lines instead of columns.
    gpids
        Whether its pieces have numbers.
    old
        Whether it is of before 3.2: ``buildFile``, and another envelope of saves.
    sets
        Whether units start in at-start stacks, else in a set-up that comes with the module.
    numbered
        Whether its Areas are called by numbers alone.
    """

    kind: str
    back: str = "levels"
    numbering: Mapping[str, object] = dataclasses.field(default_factory=dict)
    matrix: tuple[int, int, int, int] = (1, 0, 0, 1)
    shift: Axial = (0, 0)
    sideways: bool = False
    gpids: bool = True
    old: bool = False
    sets: bool = True
    numbered: bool = False


@dataclasses.dataclass
class Foreign:
    """A module of the tests, and what is true of it.

    Parameters
    ----------
    path
        The file.
    style, game
        How it is made, and what it plays.
    truth
        gpid, name or picture of each front -> our unit.
    backs
        The same of pieces that are the other side alone.
    traits
        Our unit -> traits of its front; of its other side where that is another piece.
    at
        Our space -> pixels.
    names
        Name of a place or hex of theirs -> our space.
    """

    path: Path
    style: Style
    game: Game
    truth: dict[str, str]
    backs: dict[str, str]
    traits: dict[tuple[str, bool], tuple[Trait, ...]]
    at: dict[str, tuple[int, int]]
    names: dict[str, str]
    title: str

    def save(self, path: Path, pieces: Sequence[Piece], strange: Sequence[tuple[str, str]] = ()) -> Path:
        """Write a save of it: units where they stand, and pieces that nobody knows: name, space."""
        commands: list[Command] = [BeginSave()]
        fronts = self.game.statuses[0]
        for number, piece in enumerate(pieces):
            spent = piece.status != fronts
            traits = self.traits[piece.uid, spent and (piece.uid, True) in self.traits]
            worn = [_turned(t) if spent and t.id == "emb2" else t for t in traits]
            commands += self._placed(number, worn, self.at[piece.space])
        for number, (name, space) in enumerate(strange, len(pieces)):
            commands += self._placed(number, [basic_piece(name, "x.png", gpid="")], self.at[space])
        save = Save.from_commands([*commands, SetupStackDone(), EndSave()])
        if self.style.old:
            save = dataclasses.replace(save, envelope=Envelope(Kind.VOBS, 61))
        meta = Metadata("1", "3.1.20" if self.style.old else "3.6.7", "", self.title, "0")
        path.write_bytes(write_archive(build_save(save, saved=meta, module=meta)))
        return path

    def _placed(self, number: int, traits: Sequence[Trait], at: tuple[int, int]) -> Iterator[Command]:
        basic = traits[0]
        gpid = basic.values[3] if len(basic.values) > 3 else ""
        named, image = basic.field("name"), basic.field("image")
        there = basic_piece(named, image, gpid=gpid, map_name=_MAP, x=at[0], y=at[1])
        piece = AddPiece.from_traits(str(1000 + number), (there, *traits[1:]))
        yield piece
        yield AddStack(str(9000 + number), _MAP, *at, (piece.id,), 0)


def _turned(trait: Trait) -> Trait:
    """A layer with its other side up: the second level, or the only one put on."""
    return Trait(trait.type, "2" if trait.state == "1" else "1") if trait.field("name") != "Moved" else trait


# --- how a counter is called


def _bare(unit: object) -> str:
    """Number of a division or corps as a counter prints it."""
    division = str(getattr(unit, "division", "") or getattr(unit, "corps", ""))
    return re.sub(r"^(us|br|ca|ge|po|fr)-", "", division)


def _kind_word(unit: object, chance: random.Random) -> str:
    words = {
        "infantry": ("Inf", "Infantry"), "armor": ("Tank", "Armor", "Pz"), "tank": ("Tank", "Tk"),
        "artillery": ("Arty", "Art", "FA"), "parachute": ("Para", "Parachute"), "glider": ("Glider",),
        "panzer-grenadier": ("PzGr", "Pz Gren"), "recon": ("Recon", "Rcn"), "engineer": ("Eng", "Pi"),
    }  # fmt: skip
    known = words.get(getattr(unit, "kind", "")) or words.get(getattr(unit, "type", ""))
    return chance.choice(known) if known else str(getattr(unit, "kind", "")).replace("-", " ").title()


def _factors(unit: object, chance: random.Random) -> str:
    """Factors of the counter, most of them other than ours."""
    ratings = getattr(unit, "ratings", {})
    values = [getattr(unit, n) if getattr(unit, n) is not None else ratings.get(r)
              for n, r in (("af", "cs"), ("df", "cohesion"), ("mf", "ma"))]  # fmt: skip
    changed = [max(0, (v or 1) + chance.choice((-1, 0, 0, 1))) for v in values]
    return "-".join(map(str, changed))


def _name(unit: object, chance: random.Random) -> str:
    """The name of a piece, as one maker or another writes it."""
    name, of, kind = str(getattr(unit, "name", "")), _bare(unit), _kind_word(unit, chance)
    factors = _factors(unit, chance)
    pair = f"{name}/{of}" if of else name
    forms = [
        f"{pair} {kind} ({factors})",
        f"{pair} {kind} {factors}",
        f"{name} {kind} [{of}]" if of else f"{name} {kind}",
        f"{_NATIONS.get(str(getattr(unit, 'nationality', '')), '')} {pair} {kind} ({factors})".strip(),
        f"{pair} {kind} (6 June)",
    ]
    return chance.choice(forms)


def _image(unit: object, number: int) -> str:
    """The name of a picture file that says all there is."""
    short = {"us": "us", "british": "br", "canadian": "ca", "german": "ge"}
    parts = [
        short.get(str(getattr(unit, "nationality", "")), "xx"),
        _bare(unit),
        str(getattr(unit, "name", "")),
    ]
    parts.append(str(getattr(unit, "kind", "")))
    text = "_".join(re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts if part)
    return f"{text}_{number % 3 + 1}.png" if number % 2 else f"{text}.png"


# --- how a counter looks


def images_of(trait: Trait) -> list[str]:
    """Files that a trait names."""
    if trait.id == "emb2":
        return [name for name in decode(trait.field("images"), ",") if name]
    if trait.id == "replace":
        return re.findall(r"[\w-]+_back\.png", trait.field("spec"))
    return [trait.field("image")] if trait.id == "piece" and trait.field("image") else []


def drawn_counter(unit: object, name: str, *, back: bool) -> bytes:
    """A counter as somebody else draws it."""
    tints = {"us": "#8fae6b", "british": "#c9b184", "canadian": "#d08f6a", "german": "#9aa7b3"}
    image = Image.new("RGB", (75, 75), tints.get(str(getattr(unit, "nationality", "")), "#e8e4d8"))
    pen = ImageDraw.Draw(image)
    pen.rectangle((1, 1, 73, 73), outline="#333")
    title = str(getattr(unit, "name", "")) or name.removesuffix(".png").removeprefix("m_")
    pen.text((37, 14), title[:9], fill="#111", anchor="mm", font_size=14)
    pen.rectangle((20, 26, 55, 48), outline="#111")
    pen.text((37, 37), str(getattr(unit, "kind", ""))[:5], fill="#111", anchor="mm", font_size=10)
    if back:
        pen.line((1, 60, 73, 60), fill="#a11", width=6)
    pen.text((37, 62), _bare(unit)[:9] if unit is not None else "", fill="#111", anchor="mm", font_size=12)
    return _png(image)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


# --- a module


class _Maker:
    def __init__(self, game: Game, style: Style, seed: int, *, pictures: bool = False) -> None:
        self.game, self.style, self.chance = game, style, random.Random(seed)
        self.pictures = pictures
        self.start = game.scenario(next(iter(game.scenarios)))
        self.geometry = load_geometry(geometry_file(game.slug))
        self.at: dict[str, tuple[int, int]] = {}
        self.names: dict[str, str] = {}
        self.number = 100
        self.truth: dict[str, str] = {}
        self.backs: dict[str, str] = {}
        self.traits: dict[tuple[str, bool], tuple[Trait, ...]] = {}

    # --- its map

    def board(self) -> _Element:
        zones = self._zones()
        if self.geometry.hexes is not None:
            grid, size = self._hexes()
        else:
            grid, size = None, (int(self.geometry.width * 1.4 + 400), int(self.geometry.height * 0.8 + 400))
        inner = element(GRID + "ZonedGrid", {}, *([grid] if grid is not None else []), *zones)
        attributes: dict[str, object] = {"name": _BOARD, "width": size[0], "height": size[1]}
        if self.pictures:
            attributes["image"] = "board.png"
        return element(M + "map.boardPicker.Board", attributes, inner)

    def _zones(self) -> list[_Element]:
        """Areas as irregular zones, drawn to another scale and by another hand."""
        found = []
        areas = sorted(self.geometry.areas.items()) if self.geometry.hexes is None else []
        for number, (id_, shape) in enumerate(areas, 1):
            points = [(round(x * 1.4 + y * 0.02) + 150, round(y * 0.8) + 120) for x, y in shape.polygon]
            points = [(x + self.chance.randint(-6, 6), y + self.chance.randint(-6, 6)) for x, y in points]
            space = self.start.board.spaces[id_]
            name = self._area_name(space.name, number, space["number"])
            path = ";".join(f"{x},{y}" for x, y in points)
            found.append(
                element(GRID + "mapgrid.Zone", {"name": name, "locationFormat": "$name$", "path": path})
            )
            inside = shape.units[next(iter(shape.units))][0]
            self.at[id_] = round(inside[0] * 1.4 + inside[1] * 0.02) + 150, round(inside[1] * 0.8) + 120
            self.names[name] = id_
        return found

    def _area_name(self, name: str, number: int, printed: object) -> str:
        if self.style.numbered and number % 3:
            return f"Area {printed}"
        forms = (
            name,
            name.upper(),
            f"{name} Area",
            name.replace("St.", "Sainte").replace("-", " "),
            f"{printed} {name}",
        )
        return forms[number % len(forms)]

    def _hexes(self) -> tuple[_Element, tuple[int, int]]:
        hexes = self.geometry.hexes
        assert hexes is not None
        rule = HexRule(self.style.matrix, self.style.shift)
        ids = [s.id for s in self.start.board.spaces.values() if s.kind == "hex"]
        cells = {id_: rule.ours(hexes.grid.axial(id_)) for id_ in ids}
        cells = {id_: (q, r + q // 2) for id_, (q, r) in cells.items()}
        left, top = min(q for q, _ in cells.values()), min(r for _, r in cells.values())
        left -= left & 1
        dx, dy = 43.3, 50.0
        for id_, (column, row) in cells.items():
            along, down = column - left + 2, row - top + 1
            x, y = int(40 + along * dx), int(40 + down * dy + (25 if along % 2 else 0))
            self.at[id_] = (y, x) if self.style.sideways else (x, y)
        size = tuple([max(at[i] for at in self.at.values()) + 60 for i in (0, 1)])
        attributes = {"x0": 40, "y0": 40, "dx": dx, "dy": dy, "sideways": self.style.sideways}
        numbering = element(GRID + "mapgrid.HexGridNumbering", {**self.style.numbering})
        return element(GRID + "HexGrid", attributes, numbering), (size[0], size[1])

    # --- its pieces

    def slot(self, name: str, traits: Sequence[Trait], gpid: str) -> _Element:
        return element(
            W + "PieceSlot", {"entryName": name, "gpid": gpid or None}, text=format_definition(traits)
        )

    def next_gpid(self) -> str:
        self.number += 1
        return str(self.number) if self.style.gpids else ""

    def unit(self, uid: str, number: int) -> Iterator[tuple[str, _Element]]:
        """Slots of a unit, each with the list that it lies in."""
        unit, gpid = self.start.pieces[uid].printed, self.next_gpid()
        name, image, marks = self._called(unit, number)
        back_image = re.sub(r"\.png$", "_back.png", image)
        traits: list[Trait] = [basic_piece(name, image, gpid=gpid)]
        nation = _NATIONS.get(unit.nationality, unit.nationality)
        traits += [prototype(f"{nation} {'Armor' if 'tank' in unit.kind else 'Unit'}")]
        if marks:
            traits.append(marker(marks))
        back: tuple[Trait, ...] | None = None
        if self.style.back == "levels":
            traits.append(layer([image, back_image]))
        elif self.style.back == "over":
            traits.append(layer([back_image], active=False, activate="70,130", name="Flip"))
        elif self.style.back == "replace":
            other = self.next_gpid()
            back = (basic_piece(name, back_image, gpid=other),)
            traits.append(replace_with("Flip", key="70,130", spec=format_definition(back), gpid=other))
            self.backs[other] = uid
        elif unit.steps > 1:
            other = self.next_gpid()
            back = (basic_piece(f"{name} (reduced)", back_image, gpid=other), *traits[1:])
            self.backs[f"gpid:{other}" if other else f"{name} (reduced)"] = uid
            yield self.folder(unit), self.slot(f"{name} (reduced)", back, other)
            traits.append(mark_moved())
        self.traits[uid, False] = tuple(traits)
        if back is not None:
            self.traits[uid, True] = back
        self.truth[f"gpid:{gpid}" if gpid else name] = uid
        yield self.folder(unit), self.slot(name, traits, gpid)

    def folder(self, unit: object) -> str:
        nation = _NATIONS.get(str(getattr(unit, "nationality", "")), "Other")
        if self.style.kind == "folders":
            of = _bare(unit)
            return f"{nation}|{of} Division" if of else f"{nation}|Independent"
        return f"{nation}|Units"

    def _called(self, unit: object, number: int) -> tuple[str, str, dict[str, str]]:
        nation = str(getattr(unit, "nationality", ""))
        if self.style.kind == "names":
            return _name(unit, self.chance), f"counter{number:04}.png", {}
        if self.style.kind == "images":
            return "Unit", _image(unit, number), {}
        if self.style.kind == "markers":
            marks = {"Designation": str(getattr(unit, "name", "")), "Parent": _bare(unit) or "-"}
            marks |= {"Class": _kind_word(unit, self.chance), "Army": _NATIONS.get(nation, nation)}
            return "", f"c{number:04}.gif", marks
        return f"{getattr(unit, 'name', '')} {_kind_word(unit, self.chance)}", f"counter{number:04}.png", {}

    # --- the whole

    def make(
        self, path: Path, title: str, more: Sequence[str] = (), copies: int = 0, version: str = "2.1"
    ) -> Foreign:
        board = self.board()
        folders: dict[str, list[_Element]] = {}
        uids = [uid for uid in sorted(self.start.pieces) if self.chance.random() > 0.04]
        for number, uid in enumerate(uids):
            for folder, slot in self.unit(uid, number):
                folders.setdefault(folder, []).append(slot)
        extra = [(name, "Markers|Game") for name in _MARKERS] + [(name, "US|Units") for name in more]
        extra += [(f"Info {n}", "Markers|Info") for n in range(copies)]
        for name, folder in extra:
            traits = [
                basic_piece(name, f"m_{re.sub('[^a-z]', '', name.lower())}.png", gpid=(g := self.next_gpid()))
            ]
            folders.setdefault(folder, []).append(self.slot(name, traits, g))
        stacks = list(self._stacks(uids)) if self.style.sets else []
        setup = (
            []
            if self.style.sets
            else [element(M + "PredefinedSetup", {"name": "Campaign", "file": "Campaign.vsav"})]
        )
        root = element(
            "VASSAL.launch.BasicModule" if self.style.old else "VASSAL.build.GameModule",
            {"name": title, "version": version, "VassalVersion": "3.1.20" if self.style.old else "3.6.7"},
            self._prototypes(),
            self._palette(folders),
            element(M + "Map", {"mapName": _MAP}, element(M + "map.BoardPicker", {}, board), *stacks),
            *setup,
        )
        archive = Archive().with_data(
            "buildFile" if self.style.old else "buildFile.xml", format_build_file(root)
        )
        found = Foreign(
            path, self.style, self.game, self.truth, self.backs, self.traits, self.at, self.names, title
        )
        if setup:
            pieces = [
                Piece(self.start.pieces[u].printed, s, self.game.statuses[0]) for u, s in self._starts(uids)
            ]
            inner = found.save(path.with_suffix(".setup"), pieces)
            archive = archive.with_data("Campaign.vsav", inner.read_bytes())
            inner.unlink()
        for name, data in self._pictures(root) if self.pictures else ():
            archive = archive.with_data(f"images/{name}", data)
        path.write_bytes(write_archive(archive))
        return found

    # --- its pictures

    def _pictures(self, root: _Element) -> Iterator[tuple[str, bytes]]:
        """A picture for every file that a piece names, drawn as somebody else would; and one of the map."""
        names = {i: uid for (uid, _), traits in self.traits.items() for t in traits for i in images_of(t)}
        for text in root.itertext():
            names |= {i: "" for i in re.findall(r"m_[a-z]*\.png", text) if i not in names}
        for name, uid in sorted(names.items()):
            unit = self.start.pieces[uid].printed if uid else None
            yield name, drawn_counter(unit, name, back="back" in name)
        yield "board.png", self._drawn_map()

    def _drawn_map(self) -> bytes:
        size = tuple([max(at[i] for at in self.at.values()) + 200 for i in (0, 1)])
        image = Image.new("RGB", (size[0], size[1]), "#d8d2bd")
        pen = ImageDraw.Draw(image)
        names = {id_: name for name, id_ in self.names.items()}
        for id_, (x, y) in self.at.items():
            name = names.get(id_) or self.start.board.name(id_)
            pen.ellipse((x - 20, y - 20, x + 20, y + 20), outline="#8c7f5c")
            if any(len(word) > 3 for word in name.split()) or id_ in names:
                pen.text((x, y), name[:16], fill="#4a3b1c", anchor="mm", font_size=14)
        return _png(image)

    def _starts(self, uids: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Where units start: most where they start with us, some a space off."""
        for uid in uids:
            space = self.start.pieces[uid].space
            if space in self.at:
                near = [other for _, other in self.start.board.neighbours(space) if other in self.at]
                yield uid, self.chance.choice(near) if near and self.chance.random() < 0.15 else space

    def _stacks(self, uids: Sequence[str]) -> Iterator[_Element]:
        for uid, space in self._starts(uids):
            x, y = self.at[space]
            traits = self.traits[uid, False]
            gpid = self.next_gpid()
            there = (basic_piece(traits[0].field("name"), traits[0].field("image"), gpid=gpid), *traits[1:])
            attributes = {"name": uid[::-1], "owningBoard": _BOARD, "x": x, "y": y}
            yield element(M + "map.SetupStack", attributes, self.slot(there[0].field("name"), there, gpid))

    def _palette(self, folders: Mapping[str, Sequence[_Element]]) -> _Element:
        tabs = [
            element(W + "TabWidget", {"entryName": tab}, *(
                element(W + "ListWidget", {"entryName": name.partition("|")[2]}, *slots)
                for name, slots in group
            ))
            for tab, group in itertools.groupby(sorted(folders.items()), lambda f: f[0].partition("|")[0])
        ]  # fmt: skip
        return element(M + "PieceWindow", {"name": "Pieces"}, *tabs)

    def _prototypes(self) -> _Element:
        definitions = [
            element(M + "PrototypeDefinition", {"name": f"{nation} {kind}"},
                    text=format_definition((basic_piece("", gpid=""), marker({"Nation": nation}))))
            for nation in _NATIONS.values() for kind in ("Unit", "Armor")
        ]  # fmt: skip
        return element(M + "PrototypesContainer", {}, *definitions)


_TURNED = {"first": "V", "hDescend": True, "vOff": 11, "sep": "."}
STYLES: Mapping[str, tuple[str, Style]] = {
    # names with factors, dates and brackets; an old file, pieces without numbers; a layer of two pictures
    "area-names": ("breakout-normandy", Style("names", gpids=False, old=True)),
    # what a unit is stands in its picture's name; hexes in lines, counted from another corner; Replace
    "hex-images": ("june-six", Style("images", "replace", _TURNED, (-1, 0, 0, -1), (70, 90), sideways=True)),
    # all in markers; hexes with letters, mirrored; the other side is a piece of its own
    "hex-markers": ("dark-summer", Style("markers", "piece", {"hType": "A", "sep": "-", "stagger": False},
                                         (0, 1, 1, 0), (3, 4), sets=False)),
    # number and arm on the piece, the division is its folder; Areas by number; a layer that is put on
    "area-folders": ("storm-over-normandy", Style("folders", "over", numbered=True)),
    # a large one, for speed
    "hex-large": ("battle-for-normandy", Style("names", "levels", {"sep": ""}, sets=False)),
}  # fmt: skip


def make_foreign(
    style: str,
    path: Path,
    *,
    more: Sequence[str] = (),
    copies: int = 0,
    seed: int = 7,
    version: str = "2.1",
    pictures: bool = False,
) -> Foreign:
    """Make a module in one of the styles.

    Parameters
    ----------
    style
        A key of `STYLES`.
    path
        Where it is written.
    more
        Names of further pieces that lie among the units and are none of ours.
    copies
        Further markers.
    seed
        Of the chance by which it differs from ours.
    version
        Of the module.
    pictures
        Whether its counters and its map are drawn, and lie in the file.

    Returns
    -------
    Foreign
    """
    slug, how = STYLES[style]
    maker = _Maker(load(slug), how, seed, pictures=pictures)
    return maker.make(path, f"Foreign {style}", more, copies, version)


Measured = tuple[int, int, int]


def measured(found: Mapping[str, Sequence[str]], truth: Mapping[str, str]) -> Measured:
    """Right, wrong and without a unit, of all pieces that are a unit."""
    right = sum(found.get(key, ()) == (uid,) or (uid in found.get(key, ()) and len(found[key]) > 1)
                for key, uid in truth.items())  # fmt: skip
    without = sum(not found.get(key) for key in truth)
    return right, len(truth) - right - without, without
