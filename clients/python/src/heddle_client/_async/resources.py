"""The resources of the API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Union
from urllib.parse import quote
from uuid import UUID

from typing_extensions import Unpack

from .. import models
from .._requests import Body, Model, Options, dumped, parsed, query_of
from ..errors import RequestTimeout
from .events import follow_events
from .pages import AsyncCollection, AsyncPage
from .transport import AsyncTransport, now, sleep

Id = Union[str, UUID]

# How long the API waits for a run before it answers, at most.
_LONGEST_WAIT_SECONDS = 30


def _segment(value: Id) -> str:
    return quote(str(value), safe="")


class AsyncResource:
    """Part of the API."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def data(
        self,
        model: type[Model],
        method: str,
        path: str,
        options: Options,
        *,
        query: dict[str, Any] | None = None,
        json: Any = None,
    ) -> Model:
        """The data of a success."""
        response = await self._transport.send(method, path, options, query=query, json=json)
        return parsed(model, response.json()["data"])

    async def data_or_change(
        self, model: type[Model], method: str, path: str, options: Options, *, json: Any = None
    ) -> Model | models.Change:
        """What a change has made or, where two people are needed, the proposed change."""
        response = await self._transport.send(method, path, options, json=json)
        data = response.json()["data"]
        if response.status_code == 202:
            return parsed(models.Change, data)
        return parsed(model, data)

    def collection(
        self, model: type[Model], path: str, query: dict[str, Any], options: Options
    ) -> AsyncCollection[Model]:
        async def load(cursor: str | None) -> AsyncPage[Model]:
            asked = query if cursor is None else {**query, "cursor": cursor}
            body = (await self._transport.send("GET", path, options, query=query_of(asked))).json()
            items = [parsed(model, item) for item in body["data"]]
            return AsyncPage(items, parsed(models.Pagination, body["pagination"]), load)

        return AsyncCollection(load)


class AsyncThreads(AsyncResource):
    """Conversations of one subject with one agent."""

    async def create(self, thread: Body, **options: Unpack[Options]) -> models.CreatedThread:
        return await self.data(models.CreatedThread, "POST", "/v1/loom/threads", options, json=dumped(thread))

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Thread]:
        query = {"limit": limit, "cursor": cursor}
        return self.collection(models.Thread, "/v1/loom/threads", query, options)

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Thread:
        return await self.data(models.Thread, "GET", f"/v1/loom/threads/{_segment(id)}", options)

    async def post(self, id: Id, message: str | Body, **options: Unpack[Options]) -> models.AcceptedMessage:
        """Posts a message, which is stored before this returns. ``runs.wait(run_id)`` waits for the reply."""
        json = {"content": message} if isinstance(message, str) else dumped(message)
        path = f"/v1/loom/threads/{_segment(id)}/messages"
        return await self.data(models.AcceptedMessage, "POST", path, options, json=json)

    def messages(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Message]:
        path = f"/v1/loom/threads/{_segment(id)}/messages"
        return self.collection(models.Message, path, {"limit": limit, "cursor": cursor}, options)

    def events(
        self,
        id: Id,
        *,
        since: str | None = None,
        last_event_id: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.Event]:
        """Follows what happens on a thread, the pieces of replies included, until the loop is left.

        A connection that breaks off is opened again where it was. ``since="start"`` begins with all that is kept.
        """
        path = f"/v1/loom/threads/{_segment(id)}/events"
        return follow_events(
            models.Event, self._transport, path, options, since=since, last_event_id=last_event_id
        )


class AsyncRuns(AsyncResource):
    """The work that a message starts."""

    def list(
        self,
        *,
        state: str | None = None,
        reason: str | None = None,
        error_code: str | None = None,
        thread_id: Id | None = None,
        agent_id: str | None = None,
        agent_key: str | None = None,
        subject_ref: str | None = None,
        model: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        min_cost: float | None = None,
        max_cost: float | None = None,
        text: str | None = None,
        order: str | None = None,
        include: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Run]:
        query = {
            "state": state,
            "reason": reason,
            "error_code": error_code,
            "thread_id": thread_id,
            "agent_id": agent_id,
            "agent_key": agent_key,
            "subject": subject_ref,
            "model": model,
            "from": from_,
            "to": to,
            "min_cost": min_cost,
            "max_cost": max_cost,
            "text": text,
            "order": order,
            "include": include,
            "limit": limit,
            "cursor": cursor,
        }
        return self.collection(models.Run, "/v1/loom/runs", query, options)

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Run:
        return await self.data(models.Run, "GET", f"/v1/loom/runs/{_segment(id)}", options)

    async def wait(self, id: Id, *, within: float | None = None, **options: Unpack[Options]) -> models.Run:
        """Waits until a run is no longer ``running``: it has ended, or waits for a person.

        :param within: for how many seconds, in all. Default: without end
        :raises RequestTimeout: if it still is after ``within``
        """
        path = f"/v1/loom/runs/{_segment(id)}"
        end = None if within is None else now() + within
        while True:
            left = float(_LONGEST_WAIT_SECONDS) if end is None else max(0.0, end - now())
            wait = int(min(_LONGEST_WAIT_SECONDS, left))
            run = await self.data(models.Run, "GET", path, options, query={"wait": wait})
            if run.state != "running":
                return run
            if end is not None and now() >= end:
                raise RequestTimeout(f"run {id} is still running")
            if wait == 0:
                await sleep(0.25)

    async def trace(self, id: Id, **options: Unpack[Options]) -> models.Trace:
        """Every turn and call of a run."""
        return await self.data(models.Trace, "GET", f"/v1/loom/runs/{_segment(id)}/trace", options)

    async def receipt(self, id: Id, tool_call_id: Id, **options: Unpack[Options]) -> models.SignedStatement:
        """A signed record of a call that was sent."""
        path = f"/v1/loom/runs/{_segment(id)}/receipt"
        query = {"tool_call_id": str(tool_call_id)}
        return await self.data(models.SignedStatement, "GET", path, options, query=query)

    async def approve(
        self,
        id: Id,
        tool_call_id: Id,
        *,
        digest: str | None = None,
        detail: dict[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> models.AcceptedForRun:
        """Approves a held call. ``digest`` is that of what was shown: something else is refused."""
        json = query_of(
            {"tool_call_id": str(tool_call_id), "decision": "approve", "digest": digest, "detail": detail}
        )
        return await self._act(models.AcceptedForRun, id, "confirm", json, options)

    async def reject(
        self,
        id: Id,
        tool_call_id: Id,
        *,
        digest: str | None = None,
        detail: dict[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> models.AcceptedForRun:
        """Rejects a held call: the model is told, with the detail."""
        json = query_of(
            {"tool_call_id": str(tool_call_id), "decision": "reject", "digest": digest, "detail": detail}
        )
        return await self._act(models.AcceptedForRun, id, "confirm", json, options)

    async def withdraw(self, id: Id, tool_call_id: Id, **options: Unpack[Options]) -> models.AcceptedForRun:
        """Takes the actor's own approval of a held call back."""
        json = {"tool_call_id": str(tool_call_id)}
        return await self._act(models.AcceptedForRun, id, "withdraw", json, options)

    async def revise(self, id: Id, revision: Body, **options: Unpack[Options]) -> models.RevisedCall:
        """Corrects the arguments of a held call."""
        return await self._act(models.RevisedCall, id, "revise", dumped(revision), options)

    async def report_outcome(
        self, id: Id, outcome: Body, **options: Unpack[Options]
    ) -> models.AcceptedForRun:
        """Reports the outcome of a proposed action."""
        return await self._act(models.AcceptedForRun, id, "outcome", dumped(outcome), options)

    async def cancel(self, id: Id, **options: Unpack[Options]) -> models.AcceptedForRun:
        return await self._act(models.AcceptedForRun, id, "cancel", None, options)

    def approvals(
        self,
        *,
        kind: str | None = None,
        patch: str | None = None,
        risk: str | None = None,
        agent_id: str | None = None,
        subject_ref: str | None = None,
        of_actor: str | None = None,
        expires_before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Approval]:
        """What waits for a person, oldest first."""
        query = {
            "kind": kind,
            "patch": patch,
            "risk": risk,
            "agent_id": agent_id,
            "subject": subject_ref,
            "actor": of_actor,
            "expires_before": expires_before,
            "limit": limit,
            "cursor": cursor,
        }
        return self.collection(models.Approval, "/v1/loom/approvals", query, options)

    def decided_calls(
        self,
        *,
        decision: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.DecidedCall]:
        """The held calls that people have decided on, latest decision first."""
        query = {"decision": decision, "limit": limit, "cursor": cursor}
        return self.collection(models.DecidedCall, "/v1/loom/approvals/decided", query, options)

    def approval_changes(self, **options: Unpack[Options]) -> AsyncIterator[models.ApprovalChange]:
        """Follows what waits for a person in the workspace, until the loop is left.

        The changes have no content: read ``approvals`` again. ``missed`` comes first and after a reconnect: anything
        may have changed.
        """
        return follow_events(models.ApprovalChange, self._transport, "/v1/loom/approvals/events", options)

    async def _act(self, model: type[Model], id: Id, action: str, json: Any, options: Options) -> Model:
        path = f"/v1/loom/runs/{_segment(id)}/{action}"
        return await self.data(model, "POST", path, options, json=json)


class AsyncVoice(AsyncResource):
    """Speech to text, and text to speech."""

    async def transcribe(
        self, recording: bytes, *, language: str | None = None, **options: Unpack[Options]
    ) -> models.Transcript:
        """:param recording: at most 25 MiB"""
        response = await self._transport.send(
            "POST",
            "/v1/voice/transcribe",
            options,
            files={"audio": ("recording", recording)},
            data=query_of({"language": language}),
        )
        return parsed(models.Transcript, response.json()["data"])

    async def speak(self, speech: Body, **options: Unpack[Options]) -> bytes:
        """The audio."""
        return (await self._transport.send("POST", "/v1/voice/speak", options, json=dumped(speech))).content

    def voices(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Voice]:
        query = {"limit": limit, "cursor": cursor}
        return self.collection(models.Voice, "/v1/voice/voices", query, options)


class AsyncAgents(AsyncResource):
    """Published versions of agents."""

    async def publish(self, agent: Body, **options: Unpack[Options]) -> models.Agent | models.Change:
        return await self.data_or_change(models.Agent, "POST", "/v1/agents", options, json=dumped(agent))

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Agent]:
        return self.collection(
            models.Agent, "/v1/agents", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.Agent:
        return await self.data(models.Agent, "GET", f"/v1/agents/{_segment(id)}", options)

    async def archive(self, id: str, **options: Unpack[Options]) -> models.Agent | models.Change:
        return await self.data_or_change(models.Agent, "POST", f"/v1/agents/{_segment(id)}/archive", options)


class AsyncPatches(AsyncResource):
    """Declarations of what agents can call."""

    async def publish(self, patch: Body, **options: Unpack[Options]) -> models.Patch | models.Change:
        return await self.data_or_change(models.Patch, "POST", "/v1/patches", options, json=dumped(patch))

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Patch]:
        return self.collection(
            models.Patch, "/v1/patches", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    async def get(self, ref: str, **options: Unpack[Options]) -> models.Patch:
        return await self.data(models.Patch, "GET", f"/v1/patches/{_segment(ref)}", options)


class AsyncConnections(AsyncResource):
    """Hosts that agents call."""

    async def create(self, definition: Body, **options: Unpack[Options]) -> models.Connection | models.Change:
        return await self.data_or_change(
            models.Connection, "POST", "/v1/connections", options, json=dumped(definition)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Connection]:
        return self.collection(
            models.Connection, "/v1/connections", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Connection:
        return await self.data(models.Connection, "GET", f"/v1/connections/{_segment(id)}", options)

    async def update(
        self, id: Id, change: Body, **options: Unpack[Options]
    ) -> models.Connection | models.Change:
        return await self.data_or_change(
            models.Connection, "PATCH", f"/v1/connections/{_segment(id)}", options, json=dumped(change)
        )

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted | models.Change:
        return await self.data_or_change(models.Deleted, "DELETE", f"/v1/connections/{_segment(id)}", options)

    async def test(self, id: Id, **options: Unpack[Options]) -> models.ConnectionTest:
        return await self.data(models.ConnectionTest, "POST", f"/v1/connections/{_segment(id)}/test", options)

    async def tools(self, id: Id, **options: Unpack[Options]) -> models.ListedTools:
        """The tools of an MCP server, with what an import would propose for each. Publishes nothing."""
        return await self.data(models.ListedTools, "GET", f"/v1/connections/{_segment(id)}/tools", options)

    async def import_tools(
        self, id: Id, tools: Body | None = None, **options: Unpack[Options]
    ) -> models.ImportedTools:
        """Makes patches of the tools of an MCP server."""
        return await self.data(
            models.ImportedTools,
            "POST",
            f"/v1/connections/{_segment(id)}/import-tools",
            options,
            json=dumped(tools) or {},
        )


class AsyncApprovalPolicies(AsyncResource):
    """What is allowed, denied or held, and who approves it."""

    async def publish(
        self, policy: Body, **options: Unpack[Options]
    ) -> models.ApprovalPolicy | models.Change:
        return await self.data_or_change(
            models.ApprovalPolicy, "POST", "/v1/approval-policies", options, json=dumped(policy)
        )

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.ApprovalPolicy]:
        return self.collection(
            models.ApprovalPolicy,
            "/v1/approval-policies",
            {"key": key, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, ref: str, **options: Unpack[Options]) -> models.ApprovalPolicy:
        return await self.data(
            models.ApprovalPolicy, "GET", f"/v1/approval-policies/{_segment(ref)}", options
        )

    async def simulate(
        self, key: str, simulation: Body, **options: Unpack[Options]
    ) -> models.SimulatedPolicy:
        """What a policy would have decided about stored calls."""
        return await self.data(
            models.SimulatedPolicy,
            "POST",
            f"/v1/approval-policies/{_segment(key)}/simulate",
            options,
            json=dumped(simulation),
        )


class AsyncApproverGroups(AsyncResource):
    """Who may approve at a stage of a policy."""

    async def put(
        self, key: str, group: Body, **options: Unpack[Options]
    ) -> models.ApproverGroup | models.Change:
        return await self.data_or_change(
            models.ApproverGroup, "PUT", f"/v1/approver-groups/{_segment(key)}", options, json=dumped(group)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.ApproverGroup]:
        return self.collection(
            models.ApproverGroup, "/v1/approver-groups", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, key: str, **options: Unpack[Options]) -> models.ApproverGroup:
        return await self.data(models.ApproverGroup, "GET", f"/v1/approver-groups/{_segment(key)}", options)

    async def delete(
        self, key: str, **options: Unpack[Options]
    ) -> models.DeletedApproverGroup | models.Change:
        return await self.data_or_change(
            models.DeletedApproverGroup, "DELETE", f"/v1/approver-groups/{_segment(key)}", options
        )


class AsyncChanges(AsyncResource):
    """Proposed changes of the configuration."""

    def list(
        self,
        *,
        state: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Change]:
        return self.collection(
            models.Change,
            "/v1/changes",
            {"state": state, "kind": kind, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return await self.data(models.Change, "GET", f"/v1/changes/{_segment(id)}", options)

    async def approve(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return await self.data(models.Change, "POST", f"/v1/changes/{_segment(id)}/approve", options)

    async def reject(
        self, id: Id, rejection: Body | None = None, **options: Unpack[Options]
    ) -> models.Change:
        return await self.data(
            models.Change, "POST", f"/v1/changes/{_segment(id)}/reject", options, json=dumped(rejection) or {}
        )


class AsyncSettings(AsyncResource):
    """What two people have to change together, and how people sign in to the console."""

    async def four_eyes(self, **options: Unpack[Options]) -> models.FourEyes:
        return await self.data(models.FourEyes, "GET", "/v1/settings/four-eyes", options)

    async def put_four_eyes(
        self, settings: Body, **options: Unpack[Options]
    ) -> models.FourEyes | models.Change:
        return await self.data_or_change(
            models.FourEyes, "PUT", "/v1/settings/four-eyes", options, json=dumped(settings)
        )

    async def console_sign_in(self, **options: Unpack[Options]) -> models.ConsoleSignIn:
        return await self.data(models.ConsoleSignIn, "GET", "/v1/console/sign-in", options)

    async def put_console_sign_in(self, sign_in: Body, **options: Unpack[Options]) -> models.ConsoleSignIn:
        json = dumped(sign_in)
        return await self.data(models.ConsoleSignIn, "PUT", "/v1/console/sign-in", options, json=json)

    async def remove_console_sign_in(self, **options: Unpack[Options]) -> models.RemovedConsoleSignIn:
        """Ends the sessions that began with it; whoever has an API key or a link may do everything again."""
        return await self.data(models.RemovedConsoleSignIn, "DELETE", "/v1/console/sign-in", options)


class AsyncApiKeys(AsyncResource):
    """Credentials of the workspace."""

    async def create(self, key: Body | None = None, **options: Unpack[Options]) -> models.CreatedApiKey:
        return await self.data(models.CreatedApiKey, "POST", "/v1/api-keys", options, json=dumped(key) or {})

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.ApiKey]:
        return self.collection(models.ApiKey, "/v1/api-keys", {"limit": limit, "cursor": cursor}, options)

    async def get(self, id: Id, **options: Unpack[Options]) -> models.ApiKey:
        return await self.data(models.ApiKey, "GET", f"/v1/api-keys/{_segment(id)}", options)

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted:
        return await self.data(models.Deleted, "DELETE", f"/v1/api-keys/{_segment(id)}", options)


class AsyncSigningKeys(AsyncResource):
    """Keys with which your backend signs session tokens."""

    async def create(self, key: Body, **options: Unpack[Options]) -> models.CreatedSigningKey:
        return await self.data(
            models.CreatedSigningKey, "POST", "/v1/signing-keys", options, json=dumped(key)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.SigningKey]:
        return self.collection(
            models.SigningKey, "/v1/signing-keys", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.SigningKey:
        return await self.data(models.SigningKey, "GET", f"/v1/signing-keys/{_segment(id)}", options)

    async def delete(self, id: str, **options: Unpack[Options]) -> models.DeletedSigningKey:
        return await self.data(
            models.DeletedSigningKey, "DELETE", f"/v1/signing-keys/{_segment(id)}", options
        )


class AsyncSubjects(AsyncResource):
    """The people whom threads belong to."""

    async def erase(self, subject_ref: str, **options: Unpack[Options]) -> models.Erasure:
        """Erases all data of a subject, which ``erasure`` follows."""
        return await self.data(models.Erasure, "DELETE", f"/v1/subjects/{_segment(subject_ref)}", options)

    async def erasure(self, id: Id, **options: Unpack[Options]) -> models.Erasure:
        return await self.data(models.Erasure, "GET", f"/v1/erasures/{_segment(id)}", options)


class AsyncEvents(AsyncResource):
    """The log of events. ``threads.events`` follows them as they happen."""

    def list(
        self,
        *,
        run_id: Id | None = None,
        thread_id: Id | None = None,
        type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Event]:
        return self.collection(
            models.Event,
            "/v1/events",
            {"run_id": run_id, "thread_id": thread_id, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.Event:
        return await self.data(models.Event, "GET", f"/v1/events/{_segment(id)}", options)


class AsyncWebhookEndpoints(AsyncResource):
    """Your URLs to which events are delivered. ``verify_webhook`` verifies them there."""

    async def create(self, endpoint: Body, **options: Unpack[Options]) -> models.WebhookEndpointWithSecret:
        return await self.data(
            models.WebhookEndpointWithSecret, "POST", "/v1/webhook-endpoints", options, json=dumped(endpoint)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.WebhookEndpoint]:
        return self.collection(
            models.WebhookEndpoint, "/v1/webhook-endpoints", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.WebhookEndpoint:
        return await self.data(
            models.WebhookEndpoint, "GET", f"/v1/webhook-endpoints/{_segment(id)}", options
        )

    async def update(self, id: Id, change: Body, **options: Unpack[Options]) -> models.WebhookEndpoint:
        return await self.data(
            models.WebhookEndpoint,
            "PATCH",
            f"/v1/webhook-endpoints/{_segment(id)}",
            options,
            json=dumped(change),
        )

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted:
        return await self.data(models.Deleted, "DELETE", f"/v1/webhook-endpoints/{_segment(id)}", options)

    async def rotate_secret(self, id: Id, **options: Unpack[Options]) -> models.WebhookEndpointWithSecret:
        """A new secret. The old one also signs for 24 hours."""
        return await self.data(
            models.WebhookEndpointWithSecret,
            "POST",
            f"/v1/webhook-endpoints/{_segment(id)}/rotate-secret",
            options,
        )

    async def test(self, id: Id, **options: Unpack[Options]) -> models.WebhookAttempt:
        return await self.data(
            models.WebhookAttempt, "POST", f"/v1/webhook-endpoints/{_segment(id)}/test", options
        )

    def deliveries(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.WebhookAttempt]:
        return self.collection(
            models.WebhookAttempt,
            f"/v1/webhook-endpoints/{_segment(id)}/deliveries",
            {"limit": limit, "cursor": cursor},
            options,
        )

    async def delivery(
        self, id: Id, delivery_id: Id, **options: Unpack[Options]
    ) -> models.WebhookDelivery:
        """An attempt, with what was sent and what was answered."""
        path = f"/v1/webhook-endpoints/{_segment(id)}/deliveries/{_segment(delivery_id)}"
        return await self.data(models.WebhookDelivery, "GET", path, options)

    async def redeliver(self, id: Id, event_id: str, **options: Unpack[Options]) -> models.Redelivery:
        return await self.data(
            models.Redelivery,
            "POST",
            f"/v1/webhook-endpoints/{_segment(id)}/redeliver",
            options,
            json={"event_id": event_id},
        )


class AsyncAccount(AsyncResource):
    """What was done, and what it cost."""

    async def balance(self, **options: Unpack[Options]) -> models.Balance:
        return await self.data(models.Balance, "GET", "/v1/credits", options)

    def ledger(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.LedgerEntry]:
        return self.collection(
            models.LedgerEntry, "/v1/credits/ledger", {"limit": limit, "cursor": cursor}, options
        )

    async def usage(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.Usage:
        return await self.data(
            models.Usage, "GET", "/v1/usage", options, query=query_of({"from": from_, "to": to})
        )

    def requests(
        self,
        *,
        run_id: Id | None = None,
        product: str | None = None,
        status: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Request]:
        return self.collection(
            models.Request,
            "/v1/requests",
            {"run_id": run_id, "product": product, "status": status, "limit": limit, "cursor": cursor},
            options,
        )

    async def request(self, id: Id, **options: Unpack[Options]) -> models.Request:
        return await self.data(models.Request, "GET", f"/v1/requests/{_segment(id)}", options)

    def budgets(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Budget]:
        return self.collection(models.Budget, "/v1/budgets", {"limit": limit, "cursor": cursor}, options)

    async def put_budget(self, budget: Body, **options: Unpack[Options]) -> models.Budget:
        return await self.data(models.Budget, "PUT", "/v1/budgets", options, json=dumped(budget))

    async def delete_budget(self, id: Id, **options: Unpack[Options]) -> models.DeletedBudget:
        return await self.data(models.DeletedBudget, "DELETE", f"/v1/budgets/{_segment(id)}", options)

    def audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.AuditEntry]:
        return self.collection(
            models.AuditEntry,
            "/v1/audit",
            {"from": from_, "to": to, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    async def audit_head(self, **options: Unpack[Options]) -> models.SignedStatement:
        return await self.data(models.SignedStatement, "GET", "/v1/audit/head", options)

    async def run_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        agent_id: str | None = None,
        **options: Unpack[Options],
    ) -> models.RunStats:
        return await self.data(
            models.RunStats,
            "GET",
            "/v1/loom/stats",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval, "agent_id": agent_id}),
        )

    async def costs(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        by: str | None = None,
        **options: Unpack[Options],
    ) -> models.Costs:
        """What runs cost in a period, by agent, model or subject, and over time."""
        query = query_of({"from": from_, "to": to, "interval": interval, "by": by})
        return await self.data(models.Costs, "GET", "/v1/loom/stats/costs", options, query=query)

    async def webhook_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        **options: Unpack[Options],
    ) -> models.WebhookStats:
        return await self.data(
            models.WebhookStats,
            "GET",
            "/v1/stats/webhooks",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval}),
        )


class AsyncMcp(AsyncResource):
    """The standing authorizations of MCP clients, and where their users sign in."""

    def grants(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.McpGrant]:
        return self.collection(models.McpGrant, "/v1/mcp/grants", {"limit": limit, "cursor": cursor}, options)

    async def revoke_grant(self, id: Id, **options: Unpack[Options]) -> models.RevokedMcpGrant:
        return await self.data(models.RevokedMcpGrant, "DELETE", f"/v1/mcp/grants/{_segment(id)}", options)

    async def settings(self, **options: Unpack[Options]) -> models.McpSettings:
        return await self.data(models.McpSettings, "GET", "/v1/mcp/settings", options)

    async def put_settings(self, settings: Body, **options: Unpack[Options]) -> models.McpSettings:
        return await self.data(models.McpSettings, "PUT", "/v1/mcp/settings", options, json=dumped(settings))


class AsyncIdentify(AsyncResource):
    """The bank behind an account reference."""

    async def look_up(self, reference: Body, **options: Unpack[Options]) -> models.IdentifyResult:
        return await self.data(models.IdentifyResult, "POST", "/v1/identify", options, json=dumped(reference))

    def banks(
        self,
        *,
        country: str | None = None,
        rail: str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Bank]:
        return self.collection(
            models.Bank,
            "/v1/identify/banks",
            {"country": country, "rail": rail, "q": q, "limit": limit, "cursor": cursor},
            options,
        )

    async def stats(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.IdentifyStats:
        return await self.data(
            models.IdentifyStats,
            "GET",
            "/v1/identify/stats",
            options,
            query=query_of({"from": from_, "to": to}),
        )


class AsyncRealtime(AsyncResource):
    """Subscriptions at the realtime provider."""

    async def config(self, **options: Unpack[Options]) -> models.RealtimeConfig:
        return await self.data(models.RealtimeConfig, "GET", "/v1/loom/realtime/config", options)

    async def authorize(self, channel: Body, **options: Unpack[Options]) -> models.ChannelAuthorization:
        return await self.data(
            models.ChannelAuthorization, "POST", "/v1/loom/realtime/auth", options, json=dumped(channel)
        )
