"""The fingerprint of a ruling: the same one gives the same ruling anywhere, so two players can compare."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from adjudicator.codec import position_to_json
from adjudicator.version import VERSION

if TYPE_CHECKING:
    from adjudicator.questions import Asking, Question
    from adjudicator.ruling import Ruling

__all__ = ["sealed"]

_ROOT = Path(__file__).parent.parent
_PACKAGES = ("maps", "counters", "adjudicator")


def sealed(ruling: Ruling, asking: Asking, asked: Question, overlay: Path | None = None) -> Ruling:
    """A ruling with edition, viewpoint and fingerprint.

    Parameters
    ----------
    ruling
        As the rules gave it.
    asking, asked
        Position, game and question.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking, read_question
    >>> asking = Asking(GAME, GAME.scenario("d-day"))
    >>> asked = read_question(GAME.questions["next"], {})
    >>> sealed(asked.answer(asking), asking, asked).edition
    '1993'
    """
    parts = {
        "tool": VERSION,
        "edition": asking.game.edition,
        "data": _data_hash(asking.game.slug.replace("-", "_")),
        "overlay": _folder_hash(overlay),
        "position": None if asking.given is None else _position_hash(asking),
        "question": [asked.verb, msgspec.to_builtins(asked)],
        "viewpoint": asking.viewpoint,
        "strict": asking.strict,
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    return replace(ruling, viewpoint=asking.viewpoint, edition=asking.game.edition, fingerprint=mark)


def _position_hash(asking: Asking) -> str:
    position = asking.position
    body = position_to_json(position)
    ad_hoc = sorted(repr(p.printed) for p in position.pieces.values() if p.printed.sources.default == "owner")
    printed = sorted(repr(e) for e in position.board.edges.values())
    spaces = sorted(f"{s.id}{sorted(s.features.items())}" for s in position.board.spaces.values())
    text = json.dumps([body, ad_hoc, printed, spaces], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@functools.cache
def _data_hash(package: str) -> str:
    digest = hashlib.sha256()
    for parent in _PACKAGES:
        for entry in sorted((_ROOT / parent / package).iterdir()):
            if entry.suffix in {".csv", ".toml"}:
                digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()


def _folder_hash(folder: Path | None) -> str:
    if folder is None:
        return ""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
