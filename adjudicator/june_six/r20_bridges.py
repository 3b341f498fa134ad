"""Sections 20.4 and 20.5: bridges that stand, are blown, or are built."""

from __future__ import annotations

from adjudicator.june_six.r08_cost import bridge_stands as passable

__all__ = ["passable"]
