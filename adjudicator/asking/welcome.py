"""What `adjudicator` says when nothing is asked of it: what it is, what to try, where the rest is."""

from __future__ import annotations

__all__ = ["TRY", "text"]

TRY = (
    ("the odds of an assault, from bare numbers", "odds breakout-normandy assault --av 14 --dv 10"),
    ("may he do that, and every reason why not", "check breakout-normandy:example-6 move 1057 valognes"),
    ("where a campaign stands, and what is open now", "next june-six:campaign"),
)
_TITLES = "Breakout: Normandy, The Dark Summer, Storm Over Normandy, June Six, The Battle for Normandy"


def text() -> str:
    """The welcome.

    Returns
    -------
    str

    Examples
    --------
    >>> text().splitlines()[0]
    'adjudicator rules on five Normandy wargames as a good referee would, with the rule numbers:'
    """
    tries = [line for what, line in TRY for line in (f"  {what}:", f"    adjudicator {line}")]
    return "\n".join(
        [
            "adjudicator rules on five Normandy wargames as a good referee would, with the rule numbers:",
            f"{_TITLES}.",
            "",
            "Try:",
            *tries,
            "",
            "adjudicator --help             every question by topic",
            "adjudicator june-six --help    the questions of one game",
            "adjudicator odds june-six -h   one question, with examples",
            "adjudicator sketch june-six    a position in a few lines of text, to change and ask about",
        ]
    )
