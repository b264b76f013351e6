# Made of _async by generate_sync.py.
"""The client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from .transport import Transport


def _nothing(_: object) -> None:
    return None


class Heddle:
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
        api_key: str | Callable[[], str] | None = None,
        *,
        http_client: httpx.Client | None = None,
        on_response: Callable[[ReceivedResponse], None] | None = None,
        on_retry: Callable[[Retry], None] | None = None,
        **options: Unpack[Options],
    ) -> None:
        url, key = checked_base_url(base_url), checked_api_key(api_key)
        self._owned = http_client is None
        self._http = httpx.Client() if http_client is None else http_client
        hooks = Hooks(on_response or _nothing, on_retry or _nothing)
        self._transport = transport = Transport(url, key, self._http, options, hooks)
        self.threads = resources.Threads(transport)
        self.runs = resources.Runs(transport)
        self.agents = generated.Agents(transport)
        self.patches = generated.Patches(transport)
        self.connections = generated.Connections(transport)
        self.approval_policies = generated.ApprovalPolicies(transport)
        self.approver_groups = generated.ApproverGroups(transport)
        self.freezes = generated.Freezes(transport)
        self.changes = generated.Changes(transport)
        self.passkeys = generated.Passkeys(transport)
        self.settings = generated.Settings(transport)
        self.api_keys = generated.ApiKeys(transport)
        self.signing_keys = generated.SigningKeys(transport)
        self.subjects = generated.Subjects(transport)
        self.events = generated.Events(transport)
        self.webhook_endpoints = generated.WebhookEndpoints(transport)
        self.payees = generated.Payees(transport)
        self.payments = generated.Payments(transport)
        self.account = generated.Account(transport)
        self.mcp = generated.Mcp(transport)
        self.identify = generated.Identify(transport)
        self.voice = resources.Voice(transport)
        self.realtime = generated.Realtime(transport)

    def using(self, **options: Unpack[Options]) -> Heddle:
        """The same client with other options, such as another subject, on the same connections."""
        merged: Options = {**self._transport.options, **options}
        hooks = self._transport.hooks
        return Heddle(
            self._transport.base_url,
            self._transport.api_key,
            http_client=self._http,
            on_response=hooks.on_response,
            on_retry=hooks.on_retry,
            **merged,
        )

    def request(
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
        return self._transport.send(
            method.upper(), path, options, query=query_of(query or {}), json=json
        )

    def extract(self, request: Body, **options: Unpack[Options]) -> models.Extraction:
        """Data of a given shape out of a text."""
        return resources.Resource(self._transport).data(
            models.Extraction, "POST", "/v1/extract", options, json=dumped(request)
        )

    def close(self) -> None:
        """Closes the connections, if they are this client's own."""
        if self._owned:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
