"""What a shell offers to complete a word: games, scenarios, files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

from adjudicator.game import load
from maps.games import game_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

__all__ = ["games", "positions"]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Games that a word may begin.

    Parameters
    ----------
    ctx, param
        Of the command line.
    incomplete
        What has been typed of the word.

    Returns
    -------
    list of CompletionItem

    Examples
    --------
    >>> [item.value for item in games(None, None, "d")]
    ['dark-summer']
    """
    return [CompletionItem(slug) for slug in game_names() if slug.startswith(incomplete)]


def positions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Scenarios and files that a word may begin; a shell may take the colon of a scenario for a word.

    Parameters
    ----------
    ctx, param
        Of the command line.
    incomplete
        What has been typed of the word.

    Returns
    -------
    list of CompletionItem

    Examples
    --------
    >>> import click
    >>> ctx = click.Context(click.Command("odds"))
    >>> [item.value for item in positions(ctx, None, "june")][:3]
    ['june-six', 'june-six:campaign', 'june-six:first-week']
    """
    before: Sequence[str] = ctx.params.get("words") or ()
    slug = before[-2] if before[-1:] == (":",) and len(before) > 1 else before[-1] if before else ""
    if slug in game_names() and (before[-1:] == (":",) or incomplete == ":"):
        typed = incomplete.lstrip(":")
        head = ":" if incomplete == ":" else ""
        return [CompletionItem(head + name) for name in load(slug).scenarios if name.startswith(typed)]
    slugs = [slug for slug in game_names() if incomplete.startswith(slug) or slug.startswith(incomplete)]
    names = [name for slug in slugs for name in (slug, *(f"{slug}:{s}" for s in load(slug).scenarios))]
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found if found and incomplete else [*found, CompletionItem(incomplete, type="file")]
