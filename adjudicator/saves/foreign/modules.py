"""A module that somebody else made, read once: its pieces with all that is written on them, and its maps."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import SaveError
from adjudicator.saves.slots import Slot, expanded, prototypes_of, slot_traits
from module_builder.vassal.archive import Archive, open_archive
from module_builder.vassal.buildfile import read_components, short_name
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import Locator, image_size
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.vassal.pieces import NeutralPiece
    from module_builder.vassal.traits import Trait

__all__ = ["Counter", "Face", "Start", "TheirModule", "basic_name", "open_module"]

_WIDGETS = frozenset({"TabWidget", "ListWidget", "PanelWidget", "BoxWidget", "PieceWindow", "DrawPile"})
_MAPS = frozenset({"Map", "PrivateMap", "PlayerHand"})
_SETUPS = 4
"""Set-ups that are looked into, the first ones."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a piece stands at the start.

    Parameters
    ----------
    map, x, y
        Window and pixels.
    location
        Name of the place, where the module gives that and no pixels.
    """

    map: str
    x: int
    y: int
    location: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """A layer of a piece: what its levels show.

    Parameters
    ----------
    key
        As `module_builder.vassal.pieces.NeutralPiece.layers` names it.
    images, names
        Of its levels.
    """

    key: str
    images: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Counter:
    """A kind of piece: slots that are alike in everything but their number are one.

    Parameters
    ----------
    key
        Its name in an adapter.
    name, entry, image
        Name of the piece and of its slot, and the picture that lies lowest.
    path
        Lists and tabs of the palette that it lies in.
    marks
        Values of its Markers, and texts of its labels.
    prototypes
        That it uses.
    faces
        Its layers.
    turns_to
        What it is replaced by: gpid -> name and picture.
    gpids
        Of all its slots.
    starts
        Where it stands when a game begins.
    shows
        Pictures that it shows then, the lowest first, with how far right and down each lies.

    Examples
    --------
    >>> Counter("gpid:7", "116/29", "116/29", "116.png").pictures
    ('116.png',)
    """

    key: str
    name: str
    entry: str
    image: str
    path: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    prototypes: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    turns_to: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    gpids: tuple[str, ...] = ()
    starts: tuple[Start, ...] = ()
    shows: tuple[tuple[str, int, int], ...] = ()

    @functools.cached_property
    def pictures(self) -> tuple[str, ...]:
        """Every picture that it can show, the lowest first."""
        shown = [self.image, *(image for face in self.faces for image in face.images)]
        return tuple(dict.fromkeys(image for image in shown if image))

    @property
    def called(self) -> str:
        """What a person calls it."""
        return self.name or self.entry or (self.pictures or ("a piece without a name",))[0]


@dataclass(frozen=True)
class TheirModule:
    """A module of somebody else.

    Parameters
    ----------
    file
        Name of the file.
    name, version
        What it is called.
    root, archive
        Its component tree, and the file.
    counters
        Its pieces.
    """

    file: str
    name: str
    version: str
    root: _Element
    archive: Archive
    counters: tuple[Counter, ...]

    @functools.cached_property
    def locator(self) -> Locator:
        """The grids of its maps."""
        sizes: dict[str, tuple[int, int] | None] = {}

        def size_of(name: str) -> tuple[int, int] | None:
            if name not in sizes:
                entry = f"images/{name}"
                sizes[name] = image_size(self.archive.read(entry)) if entry in self.archive else None
            return sizes[name]

        return Locator.from_module(self.root, size_of=size_of)

    @functools.cached_property
    def mark(self) -> str:
        """Short fingerprint of its component tree, which tells versions of one name apart."""
        return hashlib.sha256(self.archive.read(self.archive.tree)).hexdigest()[:12]


def basic_name(traits: tuple[Trait, ...]) -> str:
    """Name of a piece by its traits."""
    named = [t.field("name") for t in traits if t.id == "basicName"]
    return named[-1] if named else "".join(traits[0].fields[3:4])


def open_module(path: Path) -> TheirModule:
    """Read a module.

    Parameters
    ----------
    path
        The ``.vmod``, of any version of VASSAL.

    Returns
    -------
    TheirModule

    Raises
    ------
    SaveError
        No module.

    Examples
    --------
    >>> open_module(Path("no-such.vmod"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vmod: expected a readable file (No such file or directory)
    """
    try:
        archive = open_archive(path)
        root = read_components(archive)
        meta = archive.metadata()
        found = TheirModule(
            path.name,
            root.get("name", "") or (meta.name if meta and meta.name else ""),
            root.get("version", "") or (meta.version if meta else ""),
            root,
            archive,
            (),
        )
        return TheirModule(
            found.file, found.name, found.version, root, archive, tuple(_Gathering(found).counters())
        )
    except FormatError as fault:
        raise SaveError(path.name, fault.expected, fault.way_out) from None


class _Gathering:
    """Goes through the tree once; slots that are alike become one piece."""

    def __init__(self, module: TheirModule) -> None:
        self._module = module
        self._known = prototypes_of(module.root)
        self._found: dict[tuple[object, ...], list[tuple[Slot, tuple[Start, ...], tuple[str, ...]]]] = {}

    def counters(self) -> Iterator[Counter]:
        self._walk(self._module.root, (), "")
        placed = self._placed()
        used: set[str] = set()
        for found in self._found.values():
            counter = _counter(found, placed)
            image = f"image:{(counter.pictures or ('',))[0]}"
            key = next((k for k in (counter.key, image) if k not in used), f"{counter.key} #{len(used)}")
            used.add(key)
            yield Counter(**{**{n: getattr(counter, n) for n in _FIELDS}, "key": key})

    def _walk(self, node: _Element, path: tuple[str, ...], window: str) -> None:
        for child in node:
            name = short_name(child)
            if name in {"PieceSlot", "CardSlot"}:
                self._slot(child, path, ())
            elif name == "SetupStack":
                start = _start(self._module, child, window)
                for slot in child.iterdescendants():
                    if short_name(slot) in {"PieceSlot", "CardSlot"}:
                        self._slot(slot, path, start)
            elif name in _MAPS:
                self._walk(child, (), child.get("mapName", ""))
            else:
                entry = child.get("entryName") or child.get("name") or ""
                self._walk(child, (*path, entry) if name in _WIDGETS and entry else path, window)

    def _slot(self, node: _Element, path: tuple[str, ...], start: tuple[Start, ...]) -> None:
        raw = slot_traits(node)
        if not raw:
            return
        traits = tuple(expanded(raw, self._known))
        slot = Slot(node.get("entryName", ""), node.get("gpid", ""), traits)
        uses = tuple([t.field("name") for t in raw if t.id == "prototype"])
        alike = (*(t.type for t in traits), uses)
        self._found.setdefault(alike, []).append((slot, start, (*path, "\0", *uses)))

    def _placed(self) -> Mapping[str, tuple[Start, ...]]:
        """Where the set-ups that come with the module put pieces: by gpid, and by name."""
        found: dict[str, dict[Start, None]] = {}
        for state in _setups(self._module):
            for piece in state:
                if piece.map is not None:
                    start = Start(piece.map, piece.x, piece.y)
                    for key in (f"gpid:{piece.gpid}" if piece.gpid else "", piece.name):
                        found.setdefault(key, {})[start] = None
        found.pop("", None)
        return {key: tuple(starts) for key, starts in found.items()}


_FIELDS = (
    *("key", "name", "entry", "image", "path", "marks", "prototypes"),
    *("faces", "turns_to", "gpids", "starts", "shows"),
)


def _setups(module: TheirModule) -> Iterator[tuple[NeutralPiece, ...]]:
    from module_builder.vassal.log import read_log
    from module_builder.vassal.pieces import neutral_pieces

    files = [n.get("file", "") for n in module.root.iterdescendants() if short_name(n) == "PredefinedSetup"]
    for file in [f for f in dict.fromkeys(files) if f in module.archive][:_SETUPS]:
        try:
            inner = open_archive(module.archive.read(file), file=file)
            yield neutral_pieces(read_log(inner.save()).position(0).commands(), reveal=True)
        except FormatError:
            continue  # a set-up that cannot be read tells nothing; the pieces of the palette remain


def _counter(
    found: list[tuple[Slot, tuple[Start, ...], tuple[str, ...]]], placed: Mapping[str, tuple[Start, ...]]
) -> Counter:
    slot, _, where = found[0]
    traits, cut = slot.traits, where.index("\0")
    gpids = tuple(dict.fromkeys(s.gpid for s, _, _ in found if s.gpid))
    name, image = basic_name(traits), "".join(traits[0].fields[2:3])
    faces = tuple(_faces(traits))
    marks = {k: v for t in traits if t.id == "mark" for k, v in zip(t.fields, t.values, strict=False)}
    labels = {f"label {i}": t.state for i, t in enumerate(traits) if t.id == "label" and t.state}
    starts: dict[Start, None] = {start: None for _, given, _ in found for start in given}
    for gpid in gpids:
        starts |= dict.fromkeys(placed.get(f"gpid:{gpid}", ()))
    if not starts and not gpids:
        starts |= dict.fromkeys(placed.get(name, ()))
    key = f"gpid:{gpids[0]}" if gpids else name or slot.name
    if not gpids and not key:
        key = f"image:{image or (faces[0].images if faces else ('',))[0]}"
    paths = max((w[: w.index("\0")] for _, _, w in found), key=len)
    return Counter(
        key,
        name,
        slot.name,
        image,
        paths,
        marks | labels,
        where[cut + 1 :],
        faces,
        _turns(traits),
        gpids,
        tuple(starts),
        tuple(_shown(image, traits)),
    )


def _shown(image: str, traits: tuple[Trait, ...]) -> Iterator[tuple[str, int, int]]:
    """What a piece shows when it comes from the palette: its own picture, and each layer that is put on."""
    drawn = [(image, 0, 0)] if image else []
    for trait in traits:
        if trait.id != "emb2":
            continue
        images, level = decode(trait.field("images"), ","), _whole(decode(trait.state, ";")[0])
        level = abs(level) if trait.field("always_active") == "true" else level
        if 0 < level <= len(images) and images[level - 1]:
            at = (images[level - 1], _whole(trait.field("x_offset")), _whole(trait.field("y_offset")))
            drawn = [at, *drawn] if trait.field("underneath") == "true" else [*drawn, at]
    yield from drawn


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0  # as the engine takes what is no number


def _faces(traits: tuple[Trait, ...]) -> Iterator[Face]:
    """Layers by the keys that `module_builder.vassal.pieces` gives them."""
    keys: set[str] = set()
    for trait in traits:
        if trait.id == "emb2":
            key = trait.field("name") or trait.field("desc") or f"#{len(keys) + 1}"
            keys.add(key)
            images = tuple(decode(trait.field("images"), ","))
            names = (*decode(trait.field("names"), ","), *[""] * len(images))[: len(images)]
            yield Face(key, images, tuple(names))


def _turns(traits: tuple[Trait, ...]) -> dict[str, tuple[str, str]]:
    """What Replace With Other makes of a piece, where its definition or the name of its slot tells."""
    from module_builder.vassal.traits import parse_definition

    found: dict[str, tuple[str, str]] = {}
    for trait in traits:
        gpid, spec = trait.field("gpid"), trait.field("spec")
        if trait.id != "replace" or not gpid:
            continue
        if spec.startswith("+/"):
            try:
                inner = parse_definition(spec)
            except FormatError:
                continue  # a definition that the engine could not read either
            found[gpid] = basic_name(inner), "".join(inner[0].fields[2:3])
        else:
            found[gpid] = spec.rpartition(":")[2], ""
    return found


def _start(module: TheirModule, node: _Element, window: str) -> tuple[Start, ...]:
    """Where an at-start stack lies, in pixels of its window."""
    board_map = module.locator.maps.get(window)
    if board_map is None:
        return ()
    corners = {p.board.name: (p.x, p.y) for p in board_map.placed()}
    left, top = corners.get(node.get("owningBoard", ""), next(iter(corners.values()), board_map.edge))
    if node.get("useGridLocation") == "true" and node.get("location"):
        return (Start(window, left, top, node.get("location", "")),)
    try:
        return (Start(window, left + int(node.get("x", "")), top + int(node.get("y", ""))),)
    except ValueError:
        return ()  # no pixels: the engine puts it into the corner
