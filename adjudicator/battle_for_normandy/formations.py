"""Divisions, brigades and corps of section 2.4.5."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from adjudicator.position import View
from counters import formations
from counters.formations import Formation

__all__ = ["Formation", "load_formations"]


def load_formations(view: View | None = None) -> Mapping[str, Formation]:
    """The formations of The Battle for Normandy.

    Parameters
    ----------
    view
        A position, for the owner's corrections that it was set up with; ours without one.

    Returns
    -------
    mapping of str to Formation
        By slug, in the order of the file.

    Examples
    --------
    >>> load_formations()["us-1"].level
    'division'
    """
    overlay = view.board.overlay if view is not None else None
    return formations.load_formations("battle-for-normandy", overlay) if overlay is not None else _ours()


@functools.cache
def _ours() -> Mapping[str, Formation]:
    return formations.load_formations("battle-for-normandy")
