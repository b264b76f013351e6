"""The client."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from .. import models
from .._check_options import checked_api_key, checked_base_url
from .._requests import Body, Options, dumped
from . import generated, resources
from .transport import AsyncTransport


class AsyncHeddle:
    """The client of a Heddle service.

    Each call is sent again if that may help and does nothing twice. It raises an ``ApiError`` for what the API refuses, and
    ``ConnectionFailed`` if there is no answer.

    :param base_url: the address of the service, without ``/v1``
    :param api_key: an API key or a session token, or a function that is called for one before each attempt. Default: the
        environment's ``HEDDLE_API_KEY``
    :param http_client: of httpx. Default: a new one, which is closed with this client
    :param options: for all requests, such as ``subject``; those of a call replace them
    :raises HeddleError: if the address or the key is missing or cannot be right
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str] | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        **options: Unpack[Options],
    ) -> None:
        url, key = checked_base_url(base_url), checked_api_key(api_key)
        self._owned = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        self._transport = transport = AsyncTransport(url, key, self._http, options)
        self.threads = resources.AsyncThreads(transport)
        self.runs = resources.AsyncRuns(transport)
        self.agents = generated.AsyncAgents(transport)
        self.patches = generated.AsyncPatches(transport)
        self.connections = generated.AsyncConnections(transport)
        self.approval_policies = generated.AsyncApprovalPolicies(transport)
        self.approver_groups = generated.AsyncApproverGroups(transport)
        self.changes = generated.AsyncChanges(transport)
        self.settings = generated.AsyncSettings(transport)
        self.api_keys = generated.AsyncApiKeys(transport)
        self.signing_keys = generated.AsyncSigningKeys(transport)
        self.subjects = generated.AsyncSubjects(transport)
        self.events = generated.AsyncEvents(transport)
        self.webhook_endpoints = generated.AsyncWebhookEndpoints(transport)
        self.account = generated.AsyncAccount(transport)
        self.mcp = generated.AsyncMcp(transport)
        self.identify = generated.AsyncIdentify(transport)
        self.voice = resources.AsyncVoice(transport)
        self.realtime = generated.AsyncRealtime(transport)

    def using(self, **options: Unpack[Options]) -> AsyncHeddle:
        """The same client with other options, such as another subject, on the same connections."""
        merged: Options = {**self._transport.options, **options}
        return AsyncHeddle(
            self._transport.base_url, self._transport.api_key, http_client=self._http, **merged
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
