"""Actions changed by chance, so that they may make no sense."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from adjudicator.actions import Action

__all__ = ["mutated"]


def mutated(action: Action, rng: random.Random, pools: Sequence[Sequence[str]]) -> Action:
    """The action with one field changed: words out of `pools`, numbers out of range, lists cut or doubled."""
    fields = dataclasses.fields(action)
    if not fields:
        return action
    chosen = rng.choice(fields)
    value, kind = getattr(action, chosen.name), str(chosen.type)
    other = rng.choice([*rng.choice(pools), "nonsense", ""])
    if isinstance(value, bool):
        changed: object = not value
    elif isinstance(value, int):
        changed = rng.randint(-9, 20)
    elif not isinstance(value, tuple):
        changed = other
    elif kind.count("tuple") > 1:
        changed = rng.choice([(), value * 2, value[:1]])
    elif "int" in kind:
        changed = (*value, 9)
    else:
        changed = rng.choice([(), (*value, other), (other,), value * 2, value[:-1]])
    return dataclasses.replace(action, **{chosen.name: changed})
