"""What requests have in common, however they are sent."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict, TypeVar, Union

from pydantic import BaseModel, TypeAdapter

from ._model import RECEIVED
from .errors import ApiError, ConnectionFailed, HeddleError

#: A body: a model, or its fields.
Body = Union[BaseModel, Mapping[str, Any]]
Model = TypeVar("Model", bound=BaseModel)
#: What a result is parsed as: a model, or a union of models.
Shape = Union[type[Model], TypeAdapter[Model]]

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 8.0
# What the API asks for beyond that is for the caller to decide.
_LONGEST_RETRY_AFTER_SECONDS = 60.0
# Statuses with which nothing was done, and which pass.
_PASSING = {408, 425, 429, 500, 502, 503, 504}


class Options(TypedDict, total=False):
    """Whom a request is made for, and how."""

    #: The end user that an API key acts for.
    subject: str
    #: The person behind the request if that is not the subject, such as an approver.
    actor: str
    #: The host that the agent may call: the id of a connection or, with an API key, its name.
    connection: str
    #: How long one attempt may take, in seconds. Default: 60.
    timeout: float
    #: How often a request is repeated that failed in a way that passes. Default: 3.
    max_retries: int
    #: Makes a POST safe to repeat. Default: a new one for each call, kept over its retries.
    idempotency_key: str


def retry_delay(error: Exception, attempt: int) -> float | None:
    """How long to wait before an attempt, from 0, is repeated, in seconds; None if it should not be.

    Repeating is safe: every POST has an Idempotency-Key, and the other methods do nothing twice.
    """
    backoff = min(_LONGEST_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2.0**attempt) * random.uniform(0.5, 1)
    if isinstance(error, ConnectionFailed):
        return backoff
    if not isinstance(error, ApiError):
        return None
    if error.status not in _PASSING and error.code != "idempotency_in_flight":
        return None
    asked = error.retry_after_seconds or 0
    return None if asked > _LONGEST_RETRY_AFTER_SECONDS else max(asked, backoff)


def dumped(body: Body | None) -> Any:
    """The JSON of a body, without fields that were not given."""
    if body is None:
        return None
    if isinstance(body, BaseModel):
        return body.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dict(body)


def check_numbers(value: Any, name: str = "the body") -> None:
    """Checks that JSON can hold the numbers of a body.

    :raises HeddleError: for NaN and infinite numbers
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise HeddleError(f"{name} must be a finite number, not {value}")
    if isinstance(value, Mapping):
        for member, each in value.items():
            check_numbers(each, str(member))
    elif isinstance(value, (list, tuple)):
        for each in value:
            check_numbers(each, name)


def parsed(shape: Shape[Model], data: Any) -> Model:
    """The model of what was received."""
    if isinstance(shape, TypeAdapter):
        return shape.validate_python(data, context=RECEIVED)
    return shape.model_validate(data, context=RECEIVED)


def query_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that were given."""
    return {name: value for name, value in query.items() if value is not None}


# A CR that comes last may be the first half of a line end.
_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class EventParser:
    """Reads a stream of events (HTML standard, "Parsing an event stream").

    Lines end at CR LF, LF and CR alone: ``str.splitlines`` would also end them at U+2028, which a text may contain.
    """

    def __init__(self) -> None:
        self._rest = ""
        self._id: str | None = None
        self._data: list[str] = []

    def feed(self, text: str) -> Iterator[tuple[str | None, str]]:
        """The id and the data of each event that the text ends."""
        *lines, self._rest = _LINE_END.split(self._rest + text)
        for line in lines:
            event = self._take(line)
            if event is not None:
                yield event

    def _take(self, line: str) -> tuple[str | None, str] | None:
        if line == "":
            event = (self._id, "\n".join(self._data))
            self._id, self._data = None, []
            return event
        field, _, value = line.partition(":")
        if field == "id":
            self._id = value.removeprefix(" ")
        elif field == "data":
            self._data.append(value.removeprefix(" "))
        return None
