"""The replies of a run, added up of their pieces."""

from __future__ import annotations

from dataclasses import dataclass

from . import models


@dataclass(frozen=True)
class RunUpdate:
    """A step of a run that is followed."""

    event: models.Event
    #: The newest reply of the run, as far as it is made.
    text: str


class Replies:
    """Adds up the pieces of replies."""

    def __init__(self) -> None:
        self._text = ""

    def update(self, event: models.Event) -> RunUpdate:
        if event.type == "message.delta":
            self._text = event.data.text if event.data.index == 0 else self._text + event.data.text
        if event.type == "message.completed":
            self._text = event.data.content
        return RunUpdate(event, self._text)
