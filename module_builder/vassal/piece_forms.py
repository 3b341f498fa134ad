"""What the traits of a piece say; most pieces of a save are alike, and what is alike is looked into once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import FIELDS, unnest_plainly
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from module_builder.vassal.commands import AddPiece

__all__ = ["Layer", "PieceForms"]

_IMAGES, _NAMES, _NAME, _DESC = (1 + FIELDS["emb2"].index(n) for n in ("images", "names", "name", "desc"))


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
"""A type in its nest: what it tells, the backslashes before the TAB after it, whether it may be quoted."""


class _Levels(dict[str, Layer]):
    """A layer in each of its states, made when the state is first met."""

    def __init__(self, layer: _LayerType) -> None:
        super().__init__()
        self._layer = layer

    def __missing__(self, state: str) -> Layer:
        self[state] = made = _layer(self._layer, state)
        return made


class _Segments(dict[str, _Segment]):
    """Types as they stand in a nest, found when first met: one and the same value for what tells the same."""

    def __init__(self) -> None:
        super().__init__()
        self._same: dict[_Segment, _Segment] = {}

    def __missing__(self, text: str) -> _Segment:
        bare = text.rstrip("\\")
        found: _Segment = _said(bare), len(text) - len(bare), bare.startswith("'")
        self[text] = found = self._same.setdefault(found, found)
        return found


class _Form:
    """Pieces of like traits: where in the list of their states each thing stands; the outer traits win.

    Traits are counted from the outermost here, as in the text of a nest. Before the first trait that a
    player changes stands what is the piece's own; what follows it, up to BasicPiece, many pieces have alike.
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
        self._own = min((i for i, kind, *_ in told if kind in {"PROP", "emb2"}), default=self._outer - 1)
        self._met: dict[str, tuple[list[str], dict[str, Any]] | None] = {}

    def read(self, inner: str, state: str) -> dict[str, Any] | None:
        """Fields of a `NeutralPiece` whose nest of states is plain; None where it may not be.

        Parameters
        ----------
        inner
            Type of BasicPiece.
        state
            The nest.
        """
        *own, rest = state.split("\t", max(self._own, 0))
        shared, tab, basic = rest.rpartition("\t")
        if not tab or len(own) != self._own or not _is_plain(own):
            return None
        if shared not in self._met:
            self._met[shared] = self._looked_into(shared)
        met = self._met[shared]
        if met is None:
            return None
        return self._fields(inner, basic, [*map(str.rstrip, own, "\\" * len(own)), *met[0]], met[1])

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
        self._forms: dict[tuple[int, ...], _Form] = {}

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
        *outer, inner = command.type.split("\t")
        segments = list(map(self._segments.__getitem__, outer))
        form = self._forms.get(key := tuple(map(id, segments)))
        if form is None:
            plain = all(depth == i and not quoted for i, (_, depth, quoted) in enumerate(segments))
            form = self._forms[key] = _Form([said for said, _, _ in segments], plain=plain)
        found = form.read(inner, command.state) if form.plain and inner.startswith("piece;") else None
        return _exactly(command) if found is None else found


def _exactly(command: AddPiece) -> dict[str, Any]:
    """What a piece says whose nests have to be undone as the engine does it."""
    types, states = command.nests()
    if types[0].partition(";")[0] != "piece":
        raise FormatError(
            "savedGame", f"piece {command.id}", f"a BasicPiece innermost, not {types[0][:30]!r}"
        )
    form = _Form([_said(text) for text in types[:0:-1]], plain=False)
    return form.read_exactly(types[0], states[::-1])


def _is_plain(parts: Sequence[str]) -> bool:
    """Whether the outer parts of a nest, still with the backslashes of their TABs, are escaped and no more."""
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
    return fields[_NAME] or fields[_DESC], len(decode(fields[_IMAGES], ",")), tuple(decode(fields[_NAMES], ","))


def _owner(text: str) -> str | None:
    return None if text in {"null", ""} else text


def _pixel(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
