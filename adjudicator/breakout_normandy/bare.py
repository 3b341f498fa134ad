"""Odds from bare numbers for the command line, with the same text and fingerprint as the full path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.breakout_normandy.r09_chances import STATUSES, odds_of_numbers
from adjudicator.fingerprint import marked
from adjudicator.report import render

__all__ = ["answer"]

_DIGITS = 10
_SHORT = {"f": "fresh", "s": "spent"}


def answer(values: Mapping[str, str]) -> str | None:
    """The ruling as text or JSON, or None when something is unusual and the full path must say what.

    Parameters
    ----------
    values
        Options of the command line.

    Examples
    --------
    >>> answer({"--av": "14", "--dv": "10"}).splitlines()[1]
    'Rules: 9.2, 9.3'
    """
    numbers = [values.get("--av", ""), values.get("--dv", "")]
    defenders = [d for d in values.get("--defenders", "").split(",") if d]
    statuses = [_SHORT.get(d.strip().casefold(), d.strip().casefold()) for d in defenders]
    told = all(n.isdecimal() and len(n) < _DIGITS for n in numbers)
    if not told or any(s not in STATUSES for s in statuses):
        return None
    av, dv = map(int, numbers)
    bocage, overrun = "--bocage" in values, "--no-overrun" not in values
    ruling = odds_of_numbers(av, dv, statuses, bocage=bocage, overrun=overrun)
    asked: dict[str, Any] = {"kind": "assault", "av": av, "dv": dv}
    if "--defenders" in values:
        asked["defenders"] = [values["--defenders"]]
    asked |= {"bocage": True} if bocage else {}
    asked |= {"no_overrun": True} if not overrun else {}
    sealed = marked(ruling, "breakout-normandy", "1993", ["odds", asked])
    return render(sealed, "json" if "--json" in values else "text")
