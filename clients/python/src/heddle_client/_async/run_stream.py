"""A run, from its first event to its end or pause."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from .. import models
from ..replies import Replies, RunUpdate

_ENDS = {"run.completed", "run.failed"}
_PAUSES = {"elicitation.requested", "action.proposed", "write.confirmation_requested"}


async def follow_run(
    get: Callable[[], Awaitable[models.Run]],
    events: Callable[[], AsyncIterator[models.Event]],
    follow: Callable[[str | None], AsyncIterator[models.Event]],
) -> AsyncIterator[RunUpdate]:
    """Everything that happened in a run, and then what happens until it has ended or waits for a person, each event once.

    :param events: the stored events of the run, the newest first
    :param follow: the events of the run after one, as they happen
    """
    replies = Replies()
    seen: set[str] = set()
    last: str | None = None
    while True:
        # Read before its events: they then have all that led to this state.
        run = await get()
        stored: list[models.Event] = []
        async for event in events():
            if event.id in seen:
                break
            stored.insert(0, event)
        for event in stored:
            seen.add(event.id)
            last = event.id
            yield replies.update(event)
        if run.state != "running":
            return
        if not any(event.type in _ENDS | _PAUSES for event in stored):
            break
    async for event in follow(last):
        yield replies.update(event)
        if event.type in _ENDS:
            return
        if event.type in _PAUSES:
            run = await get()
            # Somebody may have decided at once. The events up to its end then follow.
            if run.state != "running" and not run.terminal:
                return
