"""The responses that brought results, and the hooks that see responses and retries."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from .errors import ApiError, ConnectionFailed


@dataclass(frozen=True)
class ResponseInfo:
    """Status, headers and request id of a response."""

    status: int
    #: Among them the limits of rates, and whether the answer is that of an earlier request with the same key.
    headers: httpx.Headers
    #: Quote it to support.
    request_id: str | None


@dataclass(frozen=True)
class ReceivedResponse:
    """The response to one attempt of a call, whatever its status."""

    method: str
    #: Without the query, which may name a person.
    path: str
    #: From 1.
    attempt: int
    status: int
    request_id: str | None
    #: From the request to the response.
    duration_seconds: float


@dataclass(frozen=True)
class Retry:
    """A wait before the next attempt of a call."""

    method: str
    path: str
    #: The attempt that failed, from 1.
    attempt: int
    error: ApiError | ConnectionFailed
    delay_seconds: float


@dataclass(frozen=True)
class Hooks:
    """Functions of the caller. What they raise, the call raises."""

    on_response: Callable[[ReceivedResponse], None]
    on_retry: Callable[[Retry], None]


# By identity: models are equal by their fields, and cannot be hashed.
_infos: dict[int, tuple[weakref.ref[Any], ResponseInfo]] = {}


def note_response(result: Any, response: httpx.Response) -> None:
    """Notes the response that brought a result."""
    info = ResponseInfo(response.status_code, response.headers, response.headers.get("request-id"))
    identity = id(result)
    _infos[identity] = (weakref.ref(result, lambda _: _infos.pop(identity, None)), info)


def response_of(result: Any) -> ResponseInfo | None:
    """The response that brought a result of a call: a model or a page. None for other values."""
    noted = _infos.get(id(result))
    return noted[1] if noted is not None and noted[0]() is result else None
