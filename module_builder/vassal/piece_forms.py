"""What the traits of a piece say; most pieces of a save are alike, and what is alike is looked into once."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import FIELDS, unnest_plainly
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from module_builder.vassal.commands import AddPiece

__all__ = ["Layer", "PieceForms", "forms_of_thread"]

_IMAGES, _NAMES, _NAME, _DESC = (1 + FIELDS["emb2"].index(n) for n in ("images", "names", "name", "desc"))

_TEMPLATES = 64  # that are tried in turn: a module of ours has thirty
_MOST_HELD = 20_000  # texts that are kept from save to save: one of two thousand pieces has two thousand


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer's state: level from 1, whether it shows, the level's own name."""

    level: int
    active: bool
    level_name: str = ""


_LayerType = tuple[str, int, tuple[str, ...]]
"""Name or description of a layer, how many levels it has, and their names."""
_Said = tuple[str, str, Any]
"""What the type of a trait tells: its id, the name of its layer or property, and what its states mean."""
_Segment = tuple[_Said | None, int, bool]
"""A type in its nest: what it tells, the backslashes before the TAB after it, whether it may be another."""


class _Levels(dict[str, Layer]):
    """A layer in each of its states, made when the state is first met."""

    def __init__(self, layer: _LayerType) -> None:
        super().__init__()
        self._layer = layer

    def __missing__(self, state: str) -> Layer:
        self[state] = made = _layer(self._layer, state)
        return made


class _Segments(dict[bytes, _Segment]):
    """Types as they stand in a nest, found when first met: one and the same value for what tells the same."""

    def __init__(self) -> None:
        super().__init__()
        self._same: dict[_Segment, _Segment] = {}

    def __missing__(self, raw: bytes) -> _Segment:
        bare = raw.rstrip(b"\\")
        text = _plain(bare)
        said = None if text is None else _said(text)
        found: _Segment = said, len(raw) - len(bare), text is None
        self[raw] = found = self._same.setdefault(found, found)
        return found


class _Form:
    """Pieces of like traits: where in the list of their states each thing stands; the outer traits win.

    Traits are counted from the outermost here, as in the text of a nest. Its marks, before the first trait
    that a player changes, are a piece's own; what follows them, up to BasicPiece, many pieces have alike.
    """

    def __init__(self, said: Sequence[_Said | None], *, plain: bool) -> None:
        told = [(i, *what) for i, what in enumerate(said) if what is not None]
        told.reverse()
        self.plain = plain
        self._properties = {name: i for i, kind, name, _ in told if kind == "PROP"}
        self._layers: dict[str, tuple[int, _Levels]] = {}
        for i, kind, name, layer in told:
            if kind == "emb2":
                self._layers[name or f"#{len(self._layers) + 1}"] = i, _Levels(layer)
        self._marks = [(i, names) for i, kind, _, names in told if kind == "mark"]
        self._owners = [(i, kind) for i, kind, _, _ in told if kind in {"hide", "obs"}]
        self._name = dict([("name", name) for _, kind, name, _ in told if kind == "basicName"][-1:])
        self._outer = len(said)
        changed = min((i for i, kind, *_ in told if kind in {"PROP", "emb2"}), default=self._outer)
        self._own = max((i + 1 for i, _ in (*self._marks, *self._owners) if i < changed), default=0)
        self._met: dict[str, tuple[list[str], dict[str, Any]] | None] = {}

    def read(self, raw_inner: bytes, raw_state: bytes) -> dict[str, Any] | None:
        """Fields of a `NeutralPiece` whose nest of states is plain; None where it may not be.

        Parameters
        ----------
        raw_inner
            Type of BasicPiece, as `AddPiece.raw_nests` ends.
        raw_state
            The nest of states.
        """
        inner, state = _plain(raw_inner), _plain(raw_state)
        if inner is None or state is None:
            return None
        *own, rest = state.split("\t", self._own)
        shared, tab, basic = rest.rpartition("\t")
        if not tab or len(own) != self._own or not _is_plain(own):
            return None
        if shared not in self._met:
            self._met[shared] = self._looked_into(shared)
        met = self._met[shared]
        if met is None:
            return None
        return self._fields(inner, basic, [*map(str.rstrip, own, "\\" * len(own)), *met[0]], met[1])

    @property
    def held(self) -> int:
        """How many lists of states are kept."""
        return len(self._met)

    def read_exactly(self, inner: str, states: Sequence[str]) -> dict[str, Any]:
        """The same of the states themselves, BasicPiece's last."""
        return self._fields(inner, states[-1], states, self._shown(states))

    def _looked_into(self, shared: str) -> tuple[list[str], dict[str, Any]] | None:
        """The states of what many pieces have alike, and what they show; None where that is not plain."""
        states = unnest_plainly(shared + "\t", self._own)
        if states is None or len(states) - 1 + self._own != self._outer:
            return None
        return states[:-1], self._shown([*[""] * self._own, *states])

    def _shown(self, states: Sequence[str]) -> dict[str, Any]:
        """Layers and properties."""
        layers = {name: levels[states[i]] for name, (i, levels) in self._layers.items()}
        return {"layers": layers, "properties": {name: states[i] for name, i in self._properties.items()}}

    def _fields(
        self, inner: str, basic: str, states: Sequence[str], shown: Mapping[str, Any]
    ) -> dict[str, Any]:
        markers: dict[str, str] = {}
        for i, names in self._marks:
            markers.update(zip(names, decode(states[i], ","), strict=False))
        owners: dict[str, str | None] = {}
        for i, kind in self._owners:
            if kind == "hide":
                owners["hidden_by"] = _owner(states[i]) or owners.get("hidden_by")
            else:
                owners["masked_by"] = _owner(decode(states[i], ";")[0]) or owners.get("masked_by")
        return {**_basic(inner, basic), **self._name, **owners, "markers": markers, **shown}


class _Forms:
    """The form of each list of types, which `_Segments` holds."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], _Form] = {}

    def __iter__(self) -> Iterator[_Form]:
        return iter(self._known.values())

    def of(self, segments: Sequence[_Segment]) -> _Form:
        """The form of pieces whose types, without BasicPiece, tell something."""
        form = self._known.get(key := tuple(map(id, segments)))
        if form is None:
            plain = all(depth == i and not doubtful for i, (_, depth, doubtful) in enumerate(segments))
            form = self._known[key] = _Form([said for said, _, _ in segments], plain=plain)
        return form


class _Template:
    """Types of pieces that differ in few places: the texts before, between and behind those places.

    Parameters
    ----------
    segments
        Types of such a piece as they stand in the nest, without BasicPiece, and what each tells.
    own
        Places of those in which another such piece differs.
    """

    __slots__ = ("_first", "_forms", "_own", "_rest", "_segments")

    def __init__(self, segments: Sequence[tuple[bytes, _Segment]], own: Sequence[int]) -> None:
        ends = [*own, len(segments)]
        texts = [text + b"\t" for text, _ in segments]
        self._first = b"".join(texts[: ends[0]])
        self._rest = [
            (depth, b"\t" + b"".join(texts[depth + 1 : end])) for depth, end in itertools.pairwise(ends)
        ]
        self._segments, self._own = [segment for _, segment in segments], own
        self._forms: dict[tuple[int, ...], _Form] = {}

    def read(
        self, types: bytes, known: Mapping[bytes, _Segment], forms: _Forms
    ) -> tuple[_Form, bytes] | None:
        """Form and type of BasicPiece of a nest of types that is such a piece's; None where it may not be.

        Parameters
        ----------
        types
            The nest, as `AddPiece.raw_nests` begins.
        known
            What each type tells.
        forms
            Of the lists of types.
        """
        if not types.startswith(self._first):
            return None
        at, met = len(self._first), []
        for depth, text in self._rest:
            end = types.find(b"\t", at)
            if end < 0 or not types.startswith(text, end):
                return None
            segment = known[types[at:end]]
            if segment[1] != depth or segment[2]:
                return None
            met.append(segment)
            at = end + len(text)
        inner = types[at:]
        return None if b"\t" in inner else (self._form(met, forms), inner)

    def _form(self, met: Sequence[_Segment], forms: _Forms) -> _Form:
        """The form of pieces with some types in their own places."""
        key = tuple(map(id, met))
        if key not in self._forms:
            segments = self._segments.copy()
            for place, segment in zip(self._own, met, strict=True):
                segments[place] = segment
            self._forms[key] = forms.of(segments)
        return self._forms[key]


class PieceForms:
    """Reads traits; types, and lists of them, repeat from piece to piece and are looked into once.

    Examples
    --------
    >>> from module_builder.vassal.command_reader import parse_command
    >>> add = parse_command("+/7/piece;;;inf.png;1st Div/Main;10;20;1;0")
    >>> PieceForms().read(add)["name"]
    '1st Div'
    """

    def __init__(self) -> None:
        self._segments = _Segments()
        self._forms = _Forms()
        self._seen: dict[_Form, list[bytes]] = {}
        self._templates: list[_Template] = []

    def read(self, command: AddPiece) -> dict[str, Any]:
        """What the traits of a piece say.

        Parameters
        ----------
        command
            What adds the piece.

        Returns
        -------
        dict
            Fields of a `NeutralPiece`; pieces in one state share their layers and properties.

        Raises
        ------
        FormatError
            A piece without BasicPiece, or with more traits than states.
        """
        types, states = command.raw_nests()
        found = self._of_known(types)
        form, inner = self._of_new(types) if found is None else found
        fields = form.read(inner, states) if form.plain and inner.startswith(b"piece;") else None
        return _exactly(command) if fields is None else fields

    def _of_known(self, types: bytes) -> tuple[_Form, bytes] | None:
        """The form of a piece and its type of BasicPiece, where another was like it; the last one first."""
        for place, template in enumerate(self._templates):
            found = template.read(types, self._segments, self._forms)
            if found is not None:
                if place:
                    self._templates.insert(0, self._templates.pop(place))
                return found
        return None

    def _of_new(self, types: bytes) -> tuple[_Form, bytes]:
        """The same of a piece that is like none before; with a second of its form it makes a template."""
        *outer, inner = types.split(b"\t")
        segments = list(map(self._segments.__getitem__, outer))
        form = self._forms.of(segments)
        before = self._seen.get(form)
        self._seen[form] = outer
        if before is not None and form.plain and len(self._templates) < _TEMPLATES:
            own = [i for i, (one, other) in enumerate(zip(before, outer, strict=True)) if one != other]
            self._templates.append(_Template(list(zip(outer, segments, strict=True)), own))
        return form, inner

    @property
    def held(self) -> int:
        """How many texts of types and states are kept."""
        return len(self._segments) + sum([form.held for form in self._forms])


class _OfThread(threading.local):
    """What a thread has read before: the next save, or step of a log, is of like pieces."""

    def __init__(self) -> None:
        self.forms = PieceForms()


_KNOWN = _OfThread()


def forms_of_thread() -> PieceForms:
    """The forms of all that a thread reads, begun anew where they have become many.

    Returns
    -------
    PieceForms
        No other thread changes it.

    Examples
    --------
    >>> forms_of_thread() is forms_of_thread()
    True
    """
    if _KNOWN.forms.held > _MOST_HELD:
        _KNOWN.forms = PieceForms()
    return _KNOWN.forms


def _exactly(command: AddPiece) -> dict[str, Any]:
    """What a piece says whose nests have to be undone as the engine does it."""
    types, states = command.nests()
    if types[0].partition(";")[0] != "piece":
        raise FormatError(
            "savedGame", f"piece {command.id}", f"a BasicPiece innermost, not {types[0][:30]!r}"
        )
    form = _Form([_said(text) for text in types[:0:-1]], plain=False)
    return form.read_exactly(types[0], states[::-1])


def _plain(raw: bytes) -> str | None:
    """A part of the text of a command; None where its slashes or quotes may part or wrap it."""
    if raw.startswith(b"'") or (b"/" in raw and raw.count(b"/") != raw.count(b"\\/")):
        return None
    try:
        return raw.replace(b"\\/", b"/").decode()
    except UnicodeDecodeError:
        return None


def _is_plain(parts: Sequence[str]) -> bool:
    """Whether outer parts of a nest, still with the backslashes of their TABs, are escaped and no more."""
    for depth, part in enumerate(parts):
        if len(part) - len(part.rstrip("\\")) != depth or part.startswith("'"):
            return False
    return True


def _said(text: str) -> _Said | None:
    """What a type tells; None for a trait without anything that a position holds."""
    kind = text.partition(";")[0]
    if kind == "PROP":
        return kind, [*decode(text, ";"), ""][1], None
    if kind == "emb2":
        layer = _layer_type(text)
        return kind, layer[0], layer
    if kind == "mark":
        return kind, "", tuple(decode(text[5:], ","))
    if kind == "basicName":
        return kind, [*decode(text, ";"), ""][1], None
    return (kind, "", None) if kind in {"obs", "hide"} else None


def _basic(type_text: str, state: str) -> dict[str, Any]:
    """What BasicPiece says: name, slot, place, persistent properties."""
    fields = decode(type_text, ";")
    head, x, y, gpid, _, *rest = [*decode(state, ";"), "", "", "", ""]
    persistent = dict(zip(rest[::2], rest[1::2], strict=False))
    persistent.pop("", None)
    return {
        "name": fields[4] if len(fields) > 4 else "",
        "gpid": gpid,
        "map": None if head == "null" else head,
        "x": _pixel(x),
        "y": _pixel(y),
        "persistent": persistent,
    }


def _layer(layer: _LayerType, state: str) -> Layer:
    """A layer in one of its states."""
    _, levels, names = layer
    value = _pixel(decode(state, ";")[0])
    level = min(max(abs(value), 1), max(levels, 1))
    return Layer(level, value > 0, names[level - 1] if level <= len(names) else "")


def _layer_type(text: str) -> _LayerType:
    fields = decode(text, ";")
    if len(fields) <= _DESC:
        fields += [""] * (1 + _DESC - len(fields))
    images, names = decode(fields[_IMAGES], ","), decode(fields[_NAMES], ",")
    return fields[_NAME] or fields[_DESC], len(images), tuple(names)


def _owner(text: str) -> str | None:
    return None if text in {"null", ""} else text


def _pixel(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
