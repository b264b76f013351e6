# Made of _async by generate_sync.py.
"""Events of a thread as they happen."""

from __future__ import annotations

import time
import json
from collections.abc import Iterator

from .._requests import EventParser, Model, Options, Shape, parsed, retry_delay
from ..errors import ApiError, ConnectionFailed
from .transport import Transport

_FIRST_RETRY_SECONDS = 0.5


def follow_events(
    model: Shape[Model],
    transport: Transport,
    path: str,
    options: Options,
    *,
    since: str | None = None,
    last_event_id: str | None = None,
) -> Iterator[Model]:
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
            with transport.stream(
                path, options, query=query, last_event_id=position, attempt=failures + 1
            ) as response:
                parser = EventParser()
                for text in response.iter_text():
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
            transport.wait_to_retry("GET", path, failures, error, delay)
            continue
        time.sleep(_FIRST_RETRY_SECONDS)
