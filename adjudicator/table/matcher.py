"""The process that holds another module open while somebody matches it: what the room asks, it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import load
from adjudicator.position import Fact
from adjudicator.saves.foreign.matching import Matching
from adjudicator.saves.foreign.modules import TheirModule, open_module
from adjudicator.saves.foreign.suiting import OtherGame, Suit, suits, suits_or_refuses
from adjudicator.table.foreign_art import face_of, map_of, picture_of
from adjudicator.table.matched import at_point, maps_json, names_json, overview_json, piece_json
from adjudicator.table.messages import answer_with
from maps.games import game_names
from module_builder.vassal.errors import FormatError

__all__ = ["Asked", "Reply", "main"]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the room wants done, and with what."""

    do: str
    said: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as JSON; or what is wrong, and the way out. A picture follows as bytes."""

    value: msgspec.Raw = msgspec.Raw(b"null")
    error: str = ""
    way: str = ""


class _Matcher:
    """The module that is open."""

    def __init__(self) -> None:
        self._module: TheirModule | None = None
        self._matching: Matching | None = None
        self._suits: list[Suit] = []
        self._refused = ""
        self._file: Path | None = None

    @property
    def _open(self) -> Matching:
        if self._matching is None:
            raise MalformedAction("no module is being matched", "Drop its .vmod on this page")
        return self._matching

    def done(self, do: str, said: dict[str, Any]) -> tuple[Any, bytes]:
        """What comes of a request: plain data, and a picture."""
        if do in _PICTURES:
            return None, _PICTURES[do](self._open, **said) or b""
        if do in _LOOKS:
            return _LOOKS[do](self._open, **said), b""
        if do in _CHANGES:
            _CHANGES[do](self._open, **said)
            self._open.keep(self._file)
            return self._overview(), b""
        return getattr(self, f"_do_{do}")(**said), b""

    # --- opening ----------------------------------------------------------------------------------------

    def _do_open(self, *, path: str, own: bool, game: str) -> Any:
        """Open a module, for the game that suits it best where nobody names one."""
        self._matching = None
        self._module = open_module(Path(path))
        self._file = Path(path) if own else None
        if not self._module.counters:
            raise MalformedAction(
                f"{self._module.file} has no pieces", "It is no module, or an extension of one"
            )
        self._suits = suits(self._module)
        best = self._suits[0]
        return self._do_game(game or (best.game.slug if best.found else ""))

    def _do_game(self, game: str, *, anew: bool = False) -> Any:
        """Match it with a game; where that is the wrong one, say so, and what share of it was found."""
        if self._module is None:
            raise MalformedAction("no module is open", "Drop its .vmod on this page")
        if game and game not in game_names():
            raise MalformedAction(f"there is no game {game[:40]!r}", f"Known: {', '.join(game_names())}")
        self._matching = None
        try:
            self._refused = "" if game else f"{self._module.file}: no piece looks like a unit of ours"
            if game:
                suits_or_refuses(self._module, load(game))
                self._matching = Matching(self._module, load(game), anew=anew)
        except OtherGame as no:
            self._refused = str(no)
        return self._overview()

    def _do_overview(self) -> Any:
        return self._overview()

    def _do_keep(self) -> Any:
        return self._open.keep(self._file).name

    def _overview(self) -> dict[str, Any]:
        games = [
            {
                "slug": suit.game.slug,
                "title": suit.game.title,
                "found": suit.found,
                "units": suit.units,
                "score": round(suit.score, 2),
            }
            for suit in self._suits
        ]
        name = self._module.file if self._module else ""
        there = overview_json(self._matching) if self._matching is not None else None
        return {"file": name, "refused": self._refused, "games": games, "matching": there}


def _face(matching: Matching, key: str) -> bytes | None:
    counter = matching.counters.get(key)
    return None if counter is None else face_of(matching.module, counter)


def _assume(matching: Matching, item: str, value: Fact | None) -> None:
    matching.assume(item, value)


_PICTURES: dict[str, Callable[..., bytes | None]] = {
    "face": _face,
    "picture": lambda matching, name: picture_of(matching.module, name),
    "map": lambda matching, window: map_of(matching.module, window),
}
_LOOKS: dict[str, Callable[..., Any]] = {
    "piece": piece_json,
    "names": names_json,
    "maps": maps_json,
    "at": at_point,
}
_CHANGES: dict[str, Callable[..., Any]] = {
    "say": Matching.say,
    "accept": Matching.accept,
    "place": Matching.place,
    "lay": Matching.lay,
    "turn": Matching.turn,
    "assume": _assume,
    "undo": Matching.undo,
}


def main() -> None:
    """Answer the room until nobody asks any more."""
    matcher = _Matcher()

    def answer(head: bytes, _: bytes) -> tuple[bytes, bytes]:
        reply, picture = _answered(matcher, msgspec.json.decode(head, type=Asked))
        return msgspec.json.encode(reply), picture

    answer_with(answer)


def _answered(matcher: _Matcher, asked: Asked) -> tuple[Reply, bytes]:
    try:
        value, picture = matcher.done(asked.do, asked.said)
        return Reply(msgspec.Raw(msgspec.json.encode(value))), picture
    except (BocageError, FormatError) as fault:
        way = str(getattr(fault, "way_out", "") or "")
        return Reply(error=str(fault).removesuffix(f"; {way}") if way else str(fault), way=way), b""
    except (MemoryError, RecursionError):
        return Reply(error="that is larger than any module", way="Open another file"), b""
    except Exception as fault:  # noqa: BLE001 - a stranger's file; the process lives on
        return Reply(error=f"the module cannot be read ({type(fault).__name__})"), b""
