"""The client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from .. import models
from .._check_options import checked_api_key, checked_base_url
from .._requests import Body, Options, dumped, query_of
from ..errors import HeddleError
from ..responses import Hooks, ReceivedResponse, Retry
from . import generated, resources
from .transport import AsyncTransport


def _nothing(_: object) -> None:
    return None


class AsyncHeddle:
    """The client of a Heddle service.

    Each call is sent again if that may help and does nothing twice. It raises an ``ApiError`` for what the API refuses, and
    ``ConnectionFailed`` if there is no answer.

    :param base_url: the address of the service, without ``/v1``
    :param api_key: an API key or a session token, or a function that is called for one before each attempt. Default: the
        environment's ``HEDDLE_API_KEY``
    :param http_client: of httpx. Default: a new one, which is closed with this client
    :param on_response: called for each response, refusals included, such as for a log
    :param on_retry: called before the wait for the next attempt, which may be a minute
    :param options: for all requests, such as ``subject``; those of a call replace them
    :raises HeddleError: if the address or the key is missing or cannot be right
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str | Awaitable[str]] | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        on_response: Callable[[ReceivedResponse], None] | None = None,
        on_retry: Callable[[Retry], None] | None = None,
        **options: Unpack[Options],
    ) -> None:
        url, key = checked_base_url(base_url), checked_api_key(api_key)
        self._owned = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        hooks = Hooks(on_response or _nothing, on_retry or _nothing)
        self._transport = transport = AsyncTransport(url, key, self._http, options, hooks)
        self.threads = resources.AsyncThreads(transport)
        self.runs = resources.AsyncRuns(transport)
        self.agents = generated.AsyncAgents(transport)
        self.patches = generated.AsyncPatches(transport)
        self.connections = generated.AsyncConnections(transport)
        self.approval_policies = generated.AsyncApprovalPolicies(transport)
        self.approver_groups = generated.AsyncApproverGroups(transport)
        self.freezes = generated.AsyncFreezes(transport)
        self.changes = generated.AsyncChanges(transport)
        self.passkeys = generated.AsyncPasskeys(transport)
        self.settings = generated.AsyncSettings(transport)
        self.api_keys = generated.AsyncApiKeys(transport)
        self.signing_keys = generated.AsyncSigningKeys(transport)
        self.subjects = generated.AsyncSubjects(transport)
        self.events = generated.AsyncEvents(transport)
        self.webhook_endpoints = generated.AsyncWebhookEndpoints(transport)
        self.payees = generated.AsyncPayees(transport)
        self.payments = generated.AsyncPayments(transport)
        self.account = generated.AsyncAccount(transport)
        self.mcp = generated.AsyncMcp(transport)
        self.identify = generated.AsyncIdentify(transport)
        self.voice = resources.AsyncVoice(transport)
        self.realtime = generated.AsyncRealtime(transport)

    def using(self, **options: Unpack[Options]) -> AsyncHeddle:
        """The same client with other options, such as another subject, on the same connections."""
        merged: Options = {**self._transport.options, **options}
        hooks = self._transport.hooks
        return AsyncHeddle(
            self._transport.base_url,
            self._transport.api_key,
            http_client=self._http,
            on_response=hooks.on_response,
            on_retry=hooks.on_retry,
            **merged,
        )

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = None,
        **options: Unpack[Options],
    ) -> httpx.Response:
        """Sends any request, for what has no method here yet: with the credential, and again where that may help.

        :raises ApiError: if the API refuses it
        """
        if not path.startswith("/"):
            raise HeddleError("path must begin with a slash, as in /v1/agents")
        return await self._transport.send(
            method.upper(), path, options, query=query_of(query or {}), json=json
        )

    async def extract(self, request: Body, **options: Unpack[Options]) -> models.Extraction:
        """Data of a given shape out of a text."""
        return await resources.AsyncResource(self._transport).data(
            models.Extraction, "POST", "/v1/extract", options, json=dumped(request)
        )

    async def aclose(self) -> None:
        """Closes the connections, if they are this client's own."""
        if self._owned:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
