"""A middleware for ASGI applications: Starlette, FastAPI, Litestar, Quart and others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

import anyio.to_thread
from typing_extensions import Unpack

from .errors import ApprovalError
from .options import ApprovalOptions, ApprovalSettings
from .verify import approval_of, check_body, too_large, verify_request

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class AsgiApprovals:
    """Lets only those HTTP requests through that Heddle has signed.

    ``scope["heddle.approval"]`` is the :class:`ServiceApproval`; the body is still to be read by the application. Others are
    answered with the error as JSON. The lifespan passes; web sockets do not.
    """

    def __init__(self, app: App, **settings: Unpack[ApprovalSettings]) -> None:
        self._app = app
        self._options = ApprovalOptions(**settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        try:
            body = await self._verify(scope, receive)
        except ApprovalError as error:
            return await _refuse(error, send)
        if body is None:
            return None
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return messages.pop() if messages else await receive()

        return await self._app(scope, replay, send)

    async def _verify(self, scope: Scope, receive: Receive) -> bytes | None:
        """The body of a request that was signed; none if its client has gone."""
        headers = scope["headers"]
        approval = approval_of(
            value.decode("latin-1") for name, value in headers if name.lower() == b"service-approval"
        )
        # The keys may have to be fetched, which must not hold up other requests.
        verify = partial(verify_request, approval, scope["method"], _target(scope), self._options)
        claims = await anyio.to_thread.run_sync(verify)
        body = await self._read(receive)
        if body is not None:
            check_body(claims, body, self._options)
            scope["heddle.approval"] = claims
        return body

    async def _read(self, receive: Receive) -> bytes | None:
        pieces: list[bytes] = []
        length = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            pieces.append(message.get("body", b""))
            length += len(pieces[-1])
            if length > self._options.max_bytes:
                raise too_large(self._options)
            if not message.get("more_body", False):
                return b"".join(pieces)


def _target(scope: Scope) -> str:
    """The path as it came in: of the whole host, also below a mount, and with its escapes."""
    path = scope.get("raw_path")
    if path is None:
        from urllib.parse import quote

        path = quote(scope["path"], safe="/!$&'()*+,;=:@~").encode()
    query = scope.get("query_string", b"")
    target = (path.partition(b"?")[0] + (b"?" + query if query else b"")).decode("latin-1")
    return target or "/"


async def _refuse(error: ApprovalError, send: Send) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": error.body()})
