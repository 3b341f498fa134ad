"""Where things are that a game's data and its table of contents name as ``module:name``."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable
from typing import Any

__all__ = ["modules_of", "named"]


def named(home: str) -> Any:
    """What ``module:name`` stands for, loaded when it is asked for.

    A section is named as in the rulebook's table of contents, ``r11_allocation``, whether its chapter is a
    file or a folder of several, so that what names it need not know.

    Parameters
    ----------
    home
        Dotted path of a module, a colon, and a name in it.

    Returns
    -------
    Any

    Raises
    ------
    ModuleNotFoundError, AttributeError
        There is no such module, or nothing of that name in it.

    Examples
    --------
    >>> named("adjudicator.battle_for_normandy.r11_allocation:MAPS")[0]
    'a'
    """
    module, _, name = home.partition(":")
    return getattr(importlib.import_module(_module(module)), name)


@functools.cache
def _module(name: str) -> str:
    """A module by its own name, or as part of the folder of its chapter."""
    package, _, section = name.rpartition(".")
    chapter, _, part = section.partition("_")
    numbered = part and chapter[:1] == "r" and chapter[1:].isdigit()
    folder = f"{package}.{chapter}"
    return f"{folder}.{part}" if numbered and importlib.util.find_spec(folder) else name


def modules_of(path: Iterable[str]) -> list[str]:
    """Modules of a game, those of its chapters too, in the order of the rulebook.

    Parameters
    ----------
    path
        Folders of the package, as its ``__path__`` has them.

    Returns
    -------
    list of str
        Names below the package: ``r08_weather``, ``r07.lines``.

    Examples
    --------
    >>> from adjudicator import battle_for_normandy
    >>> [name for name in modules_of(battle_for_normandy.__path__) if name.startswith("r08")]
    ['r08_weather']
    >>> "r07.lines" in modules_of(battle_for_normandy.__path__)
    True
    """
    found = []
    for folder in path:
        for module in pkgutil.iter_modules([folder]):
            inner = modules_of([f"{folder}/{module.name}"]) if module.ispkg else None
            found += [module.name] if inner is None else [f"{module.name}.{name}" for name in inner]
    return sorted(found, key=lambda name: name.replace(".", "_"))
