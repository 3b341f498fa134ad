"""``python -m adjudicator`` is the command line."""

from adjudicator.asking.entry import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
