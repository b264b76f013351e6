"""Events of a thread as they happen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from .._requests import EventParser, Model, Options, Shape, parsed, retry_delay
from ..errors import ApiError, ConnectionFailed
from .transport import AsyncTransport

_FIRST_RETRY_SECONDS = 0.5


async def follow_events(
    model: Shape[Model],
    transport: AsyncTransport,
    path: str,
    options: Options,
    *,
    since: str | None = None,
    last_event_id: str | None = None,
) -> AsyncIterator[Model]:
    """Follows a path until the loop is left.

    A stream that ends or breaks off is opened again after the last event, so that none is lost or repeated.
    ``message.delta`` is not stored: after a reconnect the text so far comes as one delta with index 0, which starts
    the reply over.
    """
    position = last_event_id
    failures = 0
    while True:
        try:
            query = {"since": since} if since is not None and position is None else {}
            async with transport.stream(
                path, options, query=query, last_event_id=position, attempt=failures + 1
            ) as response:
                parser = EventParser()
                async for text in response.aiter_text():
                    for identity, data in parser.feed(text):
                        failures = 0
                        position = identity or position
                        if data != "":
                            yield parsed(model, json.loads(data))
        except (ApiError, ConnectionFailed) as error:
            delay = retry_delay(error, failures)
            if delay is None:
                raise
            failures += 1
            await transport.wait_to_retry("GET", path, failures, error, delay)
            continue
        await asyncio.sleep(_FIRST_RETRY_SECONDS)
