"""Sends requests: with the credential, within their time, and again where that is safe and may help."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from .._requests import Options, check_numbers, retry_delay
from ..errors import ApiError, ConnectionFailed, RequestTimeout, api_error
from ..responses import Hooks, ReceivedResponse, Retry

_log = logging.getLogger("heddle_client")

# The service sends something every 15 seconds: a connection on which nothing comes for that long is dead.
_SILENCE_SECONDS = 45.0


class AsyncTransport:
    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str | Awaitable[str]],
        http: httpx.AsyncClient,
        options: Options,
        hooks: Hooks,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.http = http
        self.options = options
        self.hooks = hooks

    async def send(
        self,
        method: str,
        path: str,
        options: Options,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = None,
        files: Any = None,
        data: Any = None,
        unread: bool = False,
    ) -> httpx.Response:
        """The response of a success, read to its end, or up to its body."""
        asked: Options = {**self.options, **options}
        check_numbers(json)
        if method == "POST":
            # One key for all attempts: that is what makes them one request.
            asked["idempotency_key"] = asked.get("idempotency_key") or str(uuid.uuid4())
        attempt = 1
        while True:
            try:
                # What the caller's own functions raise is no failure of the connection.
                headers = await self._headers(asked)
                begun = time.monotonic()
                with _connection_errors(f"{method} {self.base_url}{path}"):
                    request = self.http.build_request(
                        method,
                        f"{self.base_url}{path}",
                        params=query,
                        json=json,
                        files=files,
                        data=data,
                        headers=headers,
                        timeout=asked.get("timeout", 60.0),
                    )
                    response = await self.http.send(request, stream=unread)
                    if not response.is_success:
                        await response.aread()
                self._received(method, path, attempt, response, begun)
                if not response.is_success:
                    raise api_error(response.status_code, response.headers, _json(response))
                return response
            except (ApiError, ConnectionFailed) as error:
                wait = retry_delay(error, attempt - 1) if attempt <= asked.get("max_retries", 3) else None
                if wait is None:
                    raise
                await self.wait_to_retry(method, path, attempt, error, wait)
                attempt += 1

    async def wait_to_retry(
        self, method: str, path: str, attempt: int, error: ApiError | ConnectionFailed, delay: float
    ) -> None:
        """Waits before the next attempt, after it has said so."""
        _log.info("%s %s failed, attempt %d; again in %.1f s: %s", method, path, attempt, delay, error)
        self.hooks.on_retry(Retry(method, path, attempt, error, delay))
        await asyncio.sleep(delay)

    def _received(self, method: str, path: str, attempt: int, response: httpx.Response, begun: float) -> None:
        status, request_id = response.status_code, response.headers.get("request-id")
        took = time.monotonic() - begun
        _log.debug("%s %s: %d, request %s, %.3f s", method, path, status, request_id, took)
        self.hooks.on_response(ReceivedResponse(method, path, attempt, status, request_id, took))

    @asynccontextmanager
    async def body(
        self, method: str, path: str, options: Options, *, json: Any
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body of a success, in pieces. Nothing is repeated once it has begun."""
        response = await self.send(method, path, options, json=json, unread=True)
        try:
            yield self._pieces(f"{method} {self.base_url}{path}", response)
        finally:
            await response.aclose()

    async def _pieces(self, request: str, response: httpx.Response) -> AsyncIterator[bytes]:
        with _connection_errors(request):
            async for piece in response.aiter_bytes():
                yield piece

    @asynccontextmanager
    async def stream(
        self,
        path: str,
        options: Options,
        *,
        query: Mapping[str, Any],
        last_event_id: str | None,
        attempt: int,
    ) -> AsyncIterator[httpx.Response]:
        """A stream of events. Nothing is repeated."""
        headers = {**await self._headers({**self.options, **options}), "accept": "text/event-stream"}
        if last_event_id is not None:
            headers["last-event-id"] = last_event_id
        begun = time.monotonic()
        with _connection_errors(f"GET {self.base_url}{path}"):
            async with self.http.stream(
                "GET",
                f"{self.base_url}{path}",
                params=query,
                headers=headers,
                timeout=httpx.Timeout(60.0, read=_SILENCE_SECONDS),
            ) as response:
                self._received("GET", path, attempt, response, begun)
                if not response.is_success:
                    await response.aread()
                    raise api_error(response.status_code, response.headers, _json(response))
                yield response

    async def _headers(self, options: Options) -> dict[str, str]:
        key = self.api_key if isinstance(self.api_key, str) else await _called(self.api_key)
        named = {
            "service-subject": options.get("subject"),
            "service-actor": options.get("actor"),
            "service-connection": options.get("connection"),
            "idempotency-key": options.get("idempotency_key"),
        }
        return {
            "authorization": f"Bearer {key}",
            **{name: value for name, value in named.items() if value is not None},
        }


async def _called(function: Callable[[], str | Awaitable[str]]) -> str:
    result = function()
    return await result if inspect.isawaitable(result) else result


class _connection_errors:
    """Raises what httpx raises as errors of this package."""

    def __init__(self, request: str) -> None:
        self._request = request

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: Any, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, httpx.TimeoutException):
            raise RequestTimeout(f"{self._request}: no answer in time") from error
        if isinstance(error, httpx.TransportError):
            raise ConnectionFailed(f"{self._request}: {error or type(error).__name__}") from error


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


now = time.monotonic
sleep = asyncio.sleep
