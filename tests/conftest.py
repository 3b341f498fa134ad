"""What holds for every test: no deadline, since how long an example takes says nothing of what is right."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("bocage", deadline=None)
settings.load_profile("bocage")
