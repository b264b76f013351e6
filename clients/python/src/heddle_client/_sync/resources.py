# Made of _async by generate_sync.py.
"""The resources of the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Union
from urllib.parse import quote
from uuid import UUID

from typing_extensions import Unpack

from .. import models
from .._requests import Body, Model, Options, dumped, parsed, query_of
from ..errors import RequestTimeout
from .events import follow_events
from .pages import Collection, Page
from .transport import Transport, now, sleep

Id = Union[str, UUID]

# How long the API waits for a run before it answers, at most.
_LONGEST_WAIT_SECONDS = 30


def _segment(value: Id) -> str:
    return quote(str(value), safe="")


class Resource:
    """Part of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def data(
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
        response = self._transport.send(method, path, options, query=query, json=json)
        return parsed(model, response.json()["data"])

    def data_or_change(
        self, model: type[Model], method: str, path: str, options: Options, *, json: Any = None
    ) -> Model | models.Change:
        """What a change has made or, where two people are needed, the proposed change."""
        response = self._transport.send(method, path, options, json=json)
        data = response.json()["data"]
        if response.status_code == 202:
            return parsed(models.Change, data)
        return parsed(model, data)

    def collection(
        self, model: type[Model], path: str, query: dict[str, Any], options: Options
    ) -> Collection[Model]:
        def load(cursor: str | None) -> Page[Model]:
            asked = query if cursor is None else {**query, "cursor": cursor}
            body = (self._transport.send("GET", path, options, query=query_of(asked))).json()
            items = [parsed(model, item) for item in body["data"]]
            return Page(items, parsed(models.Pagination, body["pagination"]), load)

        return Collection(load)


class Threads(Resource):
    """Conversations of one subject with one agent."""

    def create(self, thread: Body, **options: Unpack[Options]) -> models.CreatedThread:
        return self.data(models.CreatedThread, "POST", "/v1/loom/threads", options, json=dumped(thread))

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Thread]:
        query = {"limit": limit, "cursor": cursor}
        return self.collection(models.Thread, "/v1/loom/threads", query, options)

    def get(self, id: Id, **options: Unpack[Options]) -> models.Thread:
        return self.data(models.Thread, "GET", f"/v1/loom/threads/{_segment(id)}", options)

    def post(self, id: Id, message: str | Body, **options: Unpack[Options]) -> models.AcceptedMessage:
        """Posts a message, which is stored before this returns. ``runs.wait(run_id)`` waits for the reply."""
        json = {"content": message} if isinstance(message, str) else dumped(message)
        path = f"/v1/loom/threads/{_segment(id)}/messages"
        return self.data(models.AcceptedMessage, "POST", path, options, json=json)

    def messages(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Message]:
        path = f"/v1/loom/threads/{_segment(id)}/messages"
        return self.collection(models.Message, path, {"limit": limit, "cursor": cursor}, options)

    def events(
        self,
        id: Id,
        *,
        since: str | None = None,
        last_event_id: str | None = None,
        **options: Unpack[Options],
    ) -> Iterator[models.Event]:
        """Follows what happens on a thread, the pieces of replies included, until the loop is left.

        A connection that breaks off is opened again where it was. ``since="start"`` begins with all that is kept.
        """
        path = f"/v1/loom/threads/{_segment(id)}/events"
        return follow_events(
            models.Event, self._transport, path, options, since=since, last_event_id=last_event_id
        )


class Runs(Resource):
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
    ) -> Collection[models.Run]:
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

    def get(self, id: Id, **options: Unpack[Options]) -> models.Run:
        return self.data(models.Run, "GET", f"/v1/loom/runs/{_segment(id)}", options)

    def wait(self, id: Id, *, within: float | None = None, **options: Unpack[Options]) -> models.Run:
        """Waits until a run is no longer ``running``: it has ended, or waits for a person.

        :param within: for how many seconds, in all. Default: without end
        :raises RequestTimeout: if it still is after ``within``
        """
        path = f"/v1/loom/runs/{_segment(id)}"
        end = None if within is None else now() + within
        while True:
            left = float(_LONGEST_WAIT_SECONDS) if end is None else max(0.0, end - now())
            wait = int(min(_LONGEST_WAIT_SECONDS, left))
            run = self.data(models.Run, "GET", path, options, query={"wait": wait})
            if run.state != "running":
                return run
            if end is not None and now() >= end:
                raise RequestTimeout(f"run {id} is still running")
            if wait == 0:
                sleep(0.25)

    def trace(self, id: Id, **options: Unpack[Options]) -> models.Trace:
        """Every turn and call of a run."""
        return self.data(models.Trace, "GET", f"/v1/loom/runs/{_segment(id)}/trace", options)

    def receipt(self, id: Id, tool_call_id: Id, **options: Unpack[Options]) -> models.SignedStatement:
        """A signed record of a call that was sent."""
        path = f"/v1/loom/runs/{_segment(id)}/receipt"
        query = {"tool_call_id": str(tool_call_id)}
        return self.data(models.SignedStatement, "GET", path, options, query=query)

    def approve(
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
        return self._act(models.AcceptedForRun, id, "confirm", json, options)

    def reject(
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
        return self._act(models.AcceptedForRun, id, "confirm", json, options)

    def withdraw(self, id: Id, tool_call_id: Id, **options: Unpack[Options]) -> models.AcceptedForRun:
        """Takes the actor's own approval of a held call back."""
        json = {"tool_call_id": str(tool_call_id)}
        return self._act(models.AcceptedForRun, id, "withdraw", json, options)

    def revise(self, id: Id, revision: Body, **options: Unpack[Options]) -> models.RevisedCall:
        """Corrects the arguments of a held call."""
        return self._act(models.RevisedCall, id, "revise", dumped(revision), options)

    def report_outcome(
        self, id: Id, outcome: Body, **options: Unpack[Options]
    ) -> models.AcceptedForRun:
        """Reports the outcome of a proposed action."""
        return self._act(models.AcceptedForRun, id, "outcome", dumped(outcome), options)

    def cancel(self, id: Id, **options: Unpack[Options]) -> models.AcceptedForRun:
        return self._act(models.AcceptedForRun, id, "cancel", None, options)

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
    ) -> Collection[models.Approval]:
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
    ) -> Collection[models.DecidedCall]:
        """The held calls that people have decided on, latest decision first."""
        query = {"decision": decision, "limit": limit, "cursor": cursor}
        return self.collection(models.DecidedCall, "/v1/loom/approvals/decided", query, options)

    def approval_changes(self, **options: Unpack[Options]) -> Iterator[models.ApprovalChange]:
        """Follows what waits for a person in the workspace, until the loop is left.

        The changes have no content: read ``approvals`` again. ``missed`` comes first and after a reconnect: anything
        may have changed.
        """
        return follow_events(models.ApprovalChange, self._transport, "/v1/loom/approvals/events", options)

    def _act(self, model: type[Model], id: Id, action: str, json: Any, options: Options) -> Model:
        path = f"/v1/loom/runs/{_segment(id)}/{action}"
        return self.data(model, "POST", path, options, json=json)


class Voice(Resource):
    """Speech to text, and text to speech."""

    def transcribe(
        self, recording: bytes, *, language: str | None = None, **options: Unpack[Options]
    ) -> models.Transcript:
        """:param recording: at most 25 MiB"""
        response = self._transport.send(
            "POST",
            "/v1/voice/transcribe",
            options,
            files={"audio": ("recording", recording)},
            data=query_of({"language": language}),
        )
        return parsed(models.Transcript, response.json()["data"])

    def speak(self, speech: Body, **options: Unpack[Options]) -> bytes:
        """The audio."""
        return (self._transport.send("POST", "/v1/voice/speak", options, json=dumped(speech))).content

    def voices(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Voice]:
        query = {"limit": limit, "cursor": cursor}
        return self.collection(models.Voice, "/v1/voice/voices", query, options)


class Agents(Resource):
    """Published versions of agents."""

    def publish(self, agent: Body, **options: Unpack[Options]) -> models.Agent | models.Change:
        return self.data_or_change(models.Agent, "POST", "/v1/agents", options, json=dumped(agent))

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.Agent]:
        return self.collection(
            models.Agent, "/v1/agents", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    def get(self, id: str, **options: Unpack[Options]) -> models.Agent:
        return self.data(models.Agent, "GET", f"/v1/agents/{_segment(id)}", options)

    def archive(self, id: str, **options: Unpack[Options]) -> models.Agent | models.Change:
        return self.data_or_change(models.Agent, "POST", f"/v1/agents/{_segment(id)}/archive", options)


class Patches(Resource):
    """Declarations of what agents can call."""

    def publish(self, patch: Body, **options: Unpack[Options]) -> models.Patch | models.Change:
        return self.data_or_change(models.Patch, "POST", "/v1/patches", options, json=dumped(patch))

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.Patch]:
        return self.collection(
            models.Patch, "/v1/patches", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    def get(self, ref: str, **options: Unpack[Options]) -> models.Patch:
        return self.data(models.Patch, "GET", f"/v1/patches/{_segment(ref)}", options)


class Connections(Resource):
    """Hosts that agents call."""

    def create(self, definition: Body, **options: Unpack[Options]) -> models.Connection | models.Change:
        return self.data_or_change(
            models.Connection, "POST", "/v1/connections", options, json=dumped(definition)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Connection]:
        return self.collection(
            models.Connection, "/v1/connections", {"limit": limit, "cursor": cursor}, options
        )

    def get(self, id: Id, **options: Unpack[Options]) -> models.Connection:
        return self.data(models.Connection, "GET", f"/v1/connections/{_segment(id)}", options)

    def update(
        self, id: Id, change: Body, **options: Unpack[Options]
    ) -> models.Connection | models.Change:
        return self.data_or_change(
            models.Connection, "PATCH", f"/v1/connections/{_segment(id)}", options, json=dumped(change)
        )

    def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted | models.Change:
        return self.data_or_change(models.Deleted, "DELETE", f"/v1/connections/{_segment(id)}", options)

    def test(self, id: Id, **options: Unpack[Options]) -> models.ConnectionTest:
        return self.data(models.ConnectionTest, "POST", f"/v1/connections/{_segment(id)}/test", options)

    def tools(self, id: Id, **options: Unpack[Options]) -> models.ListedTools:
        """The tools of an MCP server, with what an import would propose for each. Publishes nothing."""
        return self.data(models.ListedTools, "GET", f"/v1/connections/{_segment(id)}/tools", options)

    def import_tools(
        self, id: Id, tools: Body | None = None, **options: Unpack[Options]
    ) -> models.ImportedTools:
        """Makes patches of the tools of an MCP server."""
        return self.data(
            models.ImportedTools,
            "POST",
            f"/v1/connections/{_segment(id)}/import-tools",
            options,
            json=dumped(tools) or {},
        )


class ApprovalPolicies(Resource):
    """What is allowed, denied or held, and who approves it."""

    def publish(
        self, policy: Body, **options: Unpack[Options]
    ) -> models.ApprovalPolicy | models.Change:
        return self.data_or_change(
            models.ApprovalPolicy, "POST", "/v1/approval-policies", options, json=dumped(policy)
        )

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.ApprovalPolicy]:
        return self.collection(
            models.ApprovalPolicy,
            "/v1/approval-policies",
            {"key": key, "limit": limit, "cursor": cursor},
            options,
        )

    def get(self, ref: str, **options: Unpack[Options]) -> models.ApprovalPolicy:
        return self.data(
            models.ApprovalPolicy, "GET", f"/v1/approval-policies/{_segment(ref)}", options
        )

    def simulate(
        self, key: str, simulation: Body, **options: Unpack[Options]
    ) -> models.SimulatedPolicy:
        """What a policy would have decided about stored calls."""
        return self.data(
            models.SimulatedPolicy,
            "POST",
            f"/v1/approval-policies/{_segment(key)}/simulate",
            options,
            json=dumped(simulation),
        )


class ApproverGroups(Resource):
    """Who may approve at a stage of a policy."""

    def put(
        self, key: str, group: Body, **options: Unpack[Options]
    ) -> models.ApproverGroup | models.Change:
        return self.data_or_change(
            models.ApproverGroup, "PUT", f"/v1/approver-groups/{_segment(key)}", options, json=dumped(group)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.ApproverGroup]:
        return self.collection(
            models.ApproverGroup, "/v1/approver-groups", {"limit": limit, "cursor": cursor}, options
        )

    def get(self, key: str, **options: Unpack[Options]) -> models.ApproverGroup:
        return self.data(models.ApproverGroup, "GET", f"/v1/approver-groups/{_segment(key)}", options)

    def delete(
        self, key: str, **options: Unpack[Options]
    ) -> models.DeletedApproverGroup | models.Change:
        return self.data_or_change(
            models.DeletedApproverGroup, "DELETE", f"/v1/approver-groups/{_segment(key)}", options
        )


class Changes(Resource):
    """Proposed changes of the configuration."""

    def list(
        self,
        *,
        state: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.Change]:
        return self.collection(
            models.Change,
            "/v1/changes",
            {"state": state, "kind": kind, "limit": limit, "cursor": cursor},
            options,
        )

    def get(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return self.data(models.Change, "GET", f"/v1/changes/{_segment(id)}", options)

    def approve(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return self.data(models.Change, "POST", f"/v1/changes/{_segment(id)}/approve", options)

    def reject(
        self, id: Id, rejection: Body | None = None, **options: Unpack[Options]
    ) -> models.Change:
        return self.data(
            models.Change, "POST", f"/v1/changes/{_segment(id)}/reject", options, json=dumped(rejection) or {}
        )


class Settings(Resource):
    """What two people have to change together, and how people sign in to the console."""

    def four_eyes(self, **options: Unpack[Options]) -> models.FourEyes:
        return self.data(models.FourEyes, "GET", "/v1/settings/four-eyes", options)

    def put_four_eyes(
        self, settings: Body, **options: Unpack[Options]
    ) -> models.FourEyes | models.Change:
        return self.data_or_change(
            models.FourEyes, "PUT", "/v1/settings/four-eyes", options, json=dumped(settings)
        )

    def console_sign_in(self, **options: Unpack[Options]) -> models.ConsoleSignIn:
        return self.data(models.ConsoleSignIn, "GET", "/v1/console/sign-in", options)

    def put_console_sign_in(self, sign_in: Body, **options: Unpack[Options]) -> models.ConsoleSignIn:
        json = dumped(sign_in)
        return self.data(models.ConsoleSignIn, "PUT", "/v1/console/sign-in", options, json=json)

    def remove_console_sign_in(self, **options: Unpack[Options]) -> models.RemovedConsoleSignIn:
        """Ends the sessions that began with it; whoever has an API key or a link may do everything again."""
        return self.data(models.RemovedConsoleSignIn, "DELETE", "/v1/console/sign-in", options)


class ApiKeys(Resource):
    """Credentials of the workspace."""

    def create(self, key: Body | None = None, **options: Unpack[Options]) -> models.CreatedApiKey:
        return self.data(models.CreatedApiKey, "POST", "/v1/api-keys", options, json=dumped(key) or {})

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.ApiKey]:
        return self.collection(models.ApiKey, "/v1/api-keys", {"limit": limit, "cursor": cursor}, options)

    def get(self, id: Id, **options: Unpack[Options]) -> models.ApiKey:
        return self.data(models.ApiKey, "GET", f"/v1/api-keys/{_segment(id)}", options)

    def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted:
        return self.data(models.Deleted, "DELETE", f"/v1/api-keys/{_segment(id)}", options)


class SigningKeys(Resource):
    """Keys with which your backend signs session tokens."""

    def create(self, key: Body, **options: Unpack[Options]) -> models.CreatedSigningKey:
        return self.data(
            models.CreatedSigningKey, "POST", "/v1/signing-keys", options, json=dumped(key)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.SigningKey]:
        return self.collection(
            models.SigningKey, "/v1/signing-keys", {"limit": limit, "cursor": cursor}, options
        )

    def get(self, id: str, **options: Unpack[Options]) -> models.SigningKey:
        return self.data(models.SigningKey, "GET", f"/v1/signing-keys/{_segment(id)}", options)

    def delete(self, id: str, **options: Unpack[Options]) -> models.DeletedSigningKey:
        return self.data(
            models.DeletedSigningKey, "DELETE", f"/v1/signing-keys/{_segment(id)}", options
        )


class Subjects(Resource):
    """The people whom threads belong to."""

    def erase(self, subject_ref: str, **options: Unpack[Options]) -> models.Erasure:
        """Erases all data of a subject, which ``erasure`` follows."""
        return self.data(models.Erasure, "DELETE", f"/v1/subjects/{_segment(subject_ref)}", options)

    def erasure(self, id: Id, **options: Unpack[Options]) -> models.Erasure:
        return self.data(models.Erasure, "GET", f"/v1/erasures/{_segment(id)}", options)


class Events(Resource):
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
    ) -> Collection[models.Event]:
        return self.collection(
            models.Event,
            "/v1/events",
            {"run_id": run_id, "thread_id": thread_id, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    def get(self, id: str, **options: Unpack[Options]) -> models.Event:
        return self.data(models.Event, "GET", f"/v1/events/{_segment(id)}", options)


class WebhookEndpoints(Resource):
    """Your URLs to which events are delivered. ``verify_webhook`` verifies them there."""

    def create(self, endpoint: Body, **options: Unpack[Options]) -> models.WebhookEndpointWithSecret:
        return self.data(
            models.WebhookEndpointWithSecret, "POST", "/v1/webhook-endpoints", options, json=dumped(endpoint)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.WebhookEndpoint]:
        return self.collection(
            models.WebhookEndpoint, "/v1/webhook-endpoints", {"limit": limit, "cursor": cursor}, options
        )

    def get(self, id: Id, **options: Unpack[Options]) -> models.WebhookEndpoint:
        return self.data(
            models.WebhookEndpoint, "GET", f"/v1/webhook-endpoints/{_segment(id)}", options
        )

    def update(self, id: Id, change: Body, **options: Unpack[Options]) -> models.WebhookEndpoint:
        return self.data(
            models.WebhookEndpoint,
            "PATCH",
            f"/v1/webhook-endpoints/{_segment(id)}",
            options,
            json=dumped(change),
        )

    def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted:
        return self.data(models.Deleted, "DELETE", f"/v1/webhook-endpoints/{_segment(id)}", options)

    def rotate_secret(self, id: Id, **options: Unpack[Options]) -> models.WebhookEndpointWithSecret:
        """A new secret. The old one also signs for 24 hours."""
        return self.data(
            models.WebhookEndpointWithSecret,
            "POST",
            f"/v1/webhook-endpoints/{_segment(id)}/rotate-secret",
            options,
        )

    def test(self, id: Id, **options: Unpack[Options]) -> models.WebhookAttempt:
        return self.data(
            models.WebhookAttempt, "POST", f"/v1/webhook-endpoints/{_segment(id)}/test", options
        )

    def deliveries(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.WebhookAttempt]:
        return self.collection(
            models.WebhookAttempt,
            f"/v1/webhook-endpoints/{_segment(id)}/deliveries",
            {"limit": limit, "cursor": cursor},
            options,
        )

    def delivery(
        self, id: Id, delivery_id: Id, **options: Unpack[Options]
    ) -> models.WebhookDelivery:
        """An attempt, with what was sent and what was answered."""
        path = f"/v1/webhook-endpoints/{_segment(id)}/deliveries/{_segment(delivery_id)}"
        return self.data(models.WebhookDelivery, "GET", path, options)

    def redeliver(self, id: Id, event_id: str, **options: Unpack[Options]) -> models.Redelivery:
        return self.data(
            models.Redelivery,
            "POST",
            f"/v1/webhook-endpoints/{_segment(id)}/redeliver",
            options,
            json={"event_id": event_id},
        )


class Account(Resource):
    """What was done, and what it cost."""

    def balance(self, **options: Unpack[Options]) -> models.Balance:
        return self.data(models.Balance, "GET", "/v1/credits", options)

    def ledger(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.LedgerEntry]:
        return self.collection(
            models.LedgerEntry, "/v1/credits/ledger", {"limit": limit, "cursor": cursor}, options
        )

    def usage(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.Usage:
        return self.data(
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
    ) -> Collection[models.Request]:
        return self.collection(
            models.Request,
            "/v1/requests",
            {"run_id": run_id, "product": product, "status": status, "limit": limit, "cursor": cursor},
            options,
        )

    def request(self, id: Id, **options: Unpack[Options]) -> models.Request:
        return self.data(models.Request, "GET", f"/v1/requests/{_segment(id)}", options)

    def budgets(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Budget]:
        return self.collection(models.Budget, "/v1/budgets", {"limit": limit, "cursor": cursor}, options)

    def put_budget(self, budget: Body, **options: Unpack[Options]) -> models.Budget:
        return self.data(models.Budget, "PUT", "/v1/budgets", options, json=dumped(budget))

    def delete_budget(self, id: Id, **options: Unpack[Options]) -> models.DeletedBudget:
        return self.data(models.DeletedBudget, "DELETE", f"/v1/budgets/{_segment(id)}", options)

    def audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.AuditEntry]:
        return self.collection(
            models.AuditEntry,
            "/v1/audit",
            {"from": from_, "to": to, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    def audit_head(self, **options: Unpack[Options]) -> models.SignedStatement:
        return self.data(models.SignedStatement, "GET", "/v1/audit/head", options)

    def run_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        agent_id: str | None = None,
        **options: Unpack[Options],
    ) -> models.RunStats:
        return self.data(
            models.RunStats,
            "GET",
            "/v1/loom/stats",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval, "agent_id": agent_id}),
        )

    def costs(
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
        return self.data(models.Costs, "GET", "/v1/loom/stats/costs", options, query=query)

    def webhook_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        **options: Unpack[Options],
    ) -> models.WebhookStats:
        return self.data(
            models.WebhookStats,
            "GET",
            "/v1/stats/webhooks",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval}),
        )


class Mcp(Resource):
    """The standing authorizations of MCP clients, and where their users sign in."""

    def grants(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.McpGrant]:
        return self.collection(models.McpGrant, "/v1/mcp/grants", {"limit": limit, "cursor": cursor}, options)

    def revoke_grant(self, id: Id, **options: Unpack[Options]) -> models.RevokedMcpGrant:
        return self.data(models.RevokedMcpGrant, "DELETE", f"/v1/mcp/grants/{_segment(id)}", options)

    def settings(self, **options: Unpack[Options]) -> models.McpSettings:
        return self.data(models.McpSettings, "GET", "/v1/mcp/settings", options)

    def put_settings(self, settings: Body, **options: Unpack[Options]) -> models.McpSettings:
        return self.data(models.McpSettings, "PUT", "/v1/mcp/settings", options, json=dumped(settings))


class Identify(Resource):
    """The bank behind an account reference."""

    def look_up(self, reference: Body, **options: Unpack[Options]) -> models.IdentifyResult:
        return self.data(models.IdentifyResult, "POST", "/v1/identify", options, json=dumped(reference))

    def banks(
        self,
        *,
        country: str | None = None,
        rail: str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> Collection[models.Bank]:
        return self.collection(
            models.Bank,
            "/v1/identify/banks",
            {"country": country, "rail": rail, "q": q, "limit": limit, "cursor": cursor},
            options,
        )

    def stats(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.IdentifyStats:
        return self.data(
            models.IdentifyStats,
            "GET",
            "/v1/identify/stats",
            options,
            query=query_of({"from": from_, "to": to}),
        )


class Realtime(Resource):
    """Subscriptions at the realtime provider."""

    def config(self, **options: Unpack[Options]) -> models.RealtimeConfig:
        return self.data(models.RealtimeConfig, "GET", "/v1/loom/realtime/config", options)

    def authorize(self, channel: Body, **options: Unpack[Options]) -> models.ChannelAuthorization:
        return self.data(
            models.ChannelAuthorization, "POST", "/v1/loom/realtime/auth", options, json=dumped(channel)
        )
