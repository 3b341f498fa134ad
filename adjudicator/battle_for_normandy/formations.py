"""Divisions, brigades and corps of section 2.4.5."""

from __future__ import annotations

from collections.abc import Mapping

from counters import formations
from counters.formations import Formation
from maps.filing import Filing, by_filing

__all__ = ["Formation", "load_formations"]


@by_filing
def load_formations(filing: Filing) -> Mapping[str, Formation]:
    """The formations of The Battle for Normandy.

    Returns
    -------
    mapping of str to Formation
        By slug, in the order of the file.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> load_formations(OURS)["us-1"].level
    'division'
    """
    return formations.load_formations("battle-for-normandy", filing.overlay)
