"""Section 10.11: the Turn Record Track and the Reinforcement Schedule, as ``schedule.toml`` holds them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.june_six.formations import load_formations
from adjudicator.position import View
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.filing import Filing, Located, by_filing

__all__ = ["LAST_TURN", "ONE_ONLY", "RE_ONLY", "enters_at_re", "label_of", "schedule", "turn_row"]

LAST_TURN = terms.TURNS
ONE_ONLY, RE_ONLY = "1 AM Only", "RE Phase Only"
_FILE = Path(__file__).parent / "schedule.toml"
_PLACE: Mapping[str, type] = {"hex": str, "zone": str, "at": list}
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "turn": {"label": str, "allied": int, "german": int, "die": bool, "logistics": bool},
    "cup": {"markers": int},
    "drop": _PLACE,
    "scatter": {"first": int, "last": int, "drift": int, "scattered": bool},
    "glide": {"units": list, **_PLACE},
    "delay_point": {"hex": str, "place": str, "at": list},
    "group": {
        "title": str, "members": list, "turn": int, "entry": list, "release": int, "german": int,
        "until": int,
    },
}  # fmt: skip


@by_filing
def _load(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


@rule("10.11", "5.12")
def schedule(at: Located, group: str) -> Mapping[str, Record]:
    """Records of one kind.

    Parameters
    ----------
    group
        ``turn``, ``cup``, ``drop``, ``scatter``, ``glide``, ``delay_point`` or ``group``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> schedule(OURS, "turn")["2"].text("label")
    'June 7-8'
    """
    return _load(at)[group]


@rule("5.12")
def turn_row(view: View) -> Record | None:
    """The box of the Turn Record Track that is in play; None beyond its end."""
    return schedule(view, "turn").get(str(view.number("turn")))


def label_of(at: Located, turn: int) -> str:
    """Days of a turn.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> label_of(OURS, 1), label_of(OURS, 5)
    ('June 6', 'June 13-14')
    """
    row = schedule(at, "turn").get(str(turn))
    return row.text("label") if row is not None else f"turn {turn}"


@rule("10.12", "7.23")
def enters_at_re(view: View, formation: str) -> bool:
    """Whether the Reinforcement Schedule brings a formation in the RE Activation Phase."""
    known = load_formations(view).get(formation)
    return known is not None and known.note == RE_ONLY
