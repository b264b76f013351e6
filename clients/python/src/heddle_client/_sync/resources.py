# Made of _async by generate_sync.py.
"""The resources that do more than send a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Union
from urllib.parse import quote
from uuid import UUID

import httpx
from typing_extensions import Unpack

from .. import _unions, models
from .._requests import Body, Model, Options, Shape, dumped, parsed, query_of
from ..errors import RequestTimeout
from ..replies import RunUpdate
from ..responses import note_response
from .events import follow_events
from .pages import Collection, Page
from .run_stream import follow_run
from .transport import Transport, now, sleep

Id = Union[str, UUID]

# How long the API waits for a run before it answers, at most.
_LONGEST_WAIT_SECONDS = 30
_PAUSE_SECONDS = 2.0


def segment(value: Id) -> str:
    return quote(str(value), safe="")


def received(model: Shape[Model], response: httpx.Response) -> Model:
    """The data of a response."""
    data = parsed(model, response.json()["data"])
    note_response(data, response)
    return data


class Resource:
    """Part of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def data(
        self,
        model: Shape[Model],
        method: str,
        path: str,
        options: Options,
        *,
        query: dict[str, Any] | None = None,
        json: Any = None,
    ) -> Model:
        """The data of a success."""
        response = self._transport.send(method, path, options, query=query, json=json)
        return received(model, response)

    def data_or_change(
        self, model: Shape[Model], method: str, path: str, options: Options, *, json: Any = None
    ) -> Model | models.Change:
        """What a change has made or, where two people are needed, the proposed change."""
        response = self._transport.send(method, path, options, json=json)
        if response.status_code == 202:
            return received(models.Change, response)
        return received(model, response)

    def collection(
        self, model: Shape[Model], path: str, query: dict[str, Any], options: Options
    ) -> Collection[Model]:
        def load(cursor: str | None) -> Page[Model]:
            asked = query if cursor is None else {**query, "cursor": cursor}
            response = self._transport.send("GET", path, options, query=query_of(asked))
            body = response.json()
            items = [parsed(model, item) for item in body["data"]]
            page = Page(items, parsed(models.Pagination, body["pagination"]), load)
            note_response(page, response)
            return page

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
        return self.data(models.Thread, "GET", f"/v1/loom/threads/{segment(id)}", options)

    def update(self, id: Id, change: Body, **options: Unpack[Options]) -> models.Thread:
        """Changes the title, the labels or the context: each given field replaces the current one."""
        path = f"/v1/loom/threads/{segment(id)}"
        return self.data(models.Thread, "PATCH", path, options, json=dumped(change))

    def post(self, id: Id, message: str | Body, **options: Unpack[Options]) -> models.AcceptedMessage:
        """Posts a message, which is stored before this returns. ``runs.wait(run_id)`` waits for the reply."""
        json = {"content": message} if isinstance(message, str) else dumped(message)
        path = f"/v1/loom/threads/{segment(id)}/messages"
        return self.data(models.AcceptedMessage, "POST", path, options, json=json)

    def messages(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Message]:
        path = f"/v1/loom/threads/{segment(id)}/messages"
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
        path = f"/v1/loom/threads/{segment(id)}/events"
        return follow_events(
            _unions.EVENT, self._transport, path, options, since=since, last_event_id=last_event_id
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
        return self.data(models.Run, "GET", f"/v1/loom/runs/{segment(id)}", options)

    def wait(
        self, id: Id, *, within: float | None = None, until: str = "pause", **options: Unpack[Options]
    ) -> models.Run:
        """Waits until a run is no longer ``running``: it has ended, or waits for a person.

        :param within: for how many seconds, in all. Default: without end
        :param until: ``pause``, or ``end``: also while it waits for people, which may be weeks
        :raises RequestTimeout: if it is not there after ``within``
        """
        path = f"/v1/loom/runs/{segment(id)}"
        end = None if within is None else now() + within
        while True:
            left = float(_LONGEST_WAIT_SECONDS) if end is None else max(0.0, end - now())
            wait = int(min(_LONGEST_WAIT_SECONDS, left))
            run = self.data(models.Run, "GET", path, options, query={"wait": wait})
            if run.terminal or (until == "pause" and run.state != "running"):
                return run
            if end is not None and now() >= end:
                raise RequestTimeout(f"run {id} is still {run.state}")
            # The API answers at once for a run that waits for a person, and does not wait for less than a second.
            if run.state != "running":
                sleep(min(_PAUSE_SECONDS, left))
            elif wait == 0:
                sleep(min(0.25, left))

    def stream(self, id: Id, thread_id: Id, **options: Unpack[Options]) -> Iterator[RunUpdate]:
        """Everything that happened in a run, and then what happens until it has ended or waits for a person.

        Each step is an event with the reply so far: ``for step in heddle.runs.stream(run_id, thread_id): show(step.text)``
        """
        listed = self.collection(_unions.EVENT, "/v1/events", {"run_id": str(id), "limit": 100}, options)
        path = f"/v1/loom/threads/{segment(thread_id)}/events"

        def follow(last: str | None) -> Iterator[models.Event]:
            since = "start" if last is None else None
            followed = follow_events(
                _unions.EVENT, self._transport, path, options, since=since, last_event_id=last
            )
            for event in followed:
                if str(event.run_id) == str(id):
                    yield event

        return follow_run(lambda: self.get(id, **options), lambda: iter(listed), follow)

    def trace(self, id: Id, **options: Unpack[Options]) -> models.Trace:
        """Every turn and call of a run."""
        return self.data(models.Trace, "GET", f"/v1/loom/runs/{segment(id)}/trace", options)

    def receipt(self, id: Id, tool_call_id: Id, **options: Unpack[Options]) -> models.SignedStatement:
        """A signed record of a call that was sent."""
        path = f"/v1/loom/runs/{segment(id)}/receipt"
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

    def decide(self, decisions: Body, **options: Unpack[Options]) -> models.DecidedItems:
        """Approves or rejects up to 100 held calls, of any runs, each by itself.

        An item that is refused, with its ``code`` in the results, does not touch the others.
        """
        path = "/v1/loom/approvals/decide"
        return self.data(models.DecidedItems, "POST", path, options, json=dumped(decisions))

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
        return self.collection(_unions.APPROVAL, "/v1/loom/approvals", query, options)

    def approval_totals(
        self,
        *,
        kind: str | None = None,
        patch: str | None = None,
        risk: str | None = None,
        agent_id: str | None = None,
        subject_ref: str | None = None,
        of_actor: str | None = None,
        expires_before: str | None = None,
        **options: Unpack[Options],
    ) -> models.ApprovalTotals:
        """The held calls that wait for a confirmation, added up: how many, and how much they pay in each currency."""
        query = {
            "kind": kind,
            "patch": patch,
            "risk": risk,
            "agent_id": agent_id,
            "subject": subject_ref,
            "actor": of_actor,
            "expires_before": expires_before,
        }
        return self.data(
            models.ApprovalTotals, "GET", "/v1/loom/approvals/totals", options, query=query_of(query)
        )

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

    def _act(self, model: Shape[Model], id: Id, action: str, json: Any, options: Options) -> Model:
        path = f"/v1/loom/runs/{segment(id)}/{action}"
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
        return received(models.Transcript, response)

    def speak(self, speech: Body, **options: Unpack[Options]) -> bytes:
        """The audio."""
        return (self._transport.send("POST", "/v1/voice/speak", options, json=dumped(speech))).content

    @contextmanager
    def speak_stream(
        self, speech: Body, **options: Unpack[Options]
    ) -> Iterator[Iterator[bytes]]:
        """The audio as it is made, so that a player can begin before it is whole. What breaks off raises where it is read.

        ``with heddle.voice.speak_stream({"text": "Hi"}) as audio: for piece in audio: ...``
        """
        path = "/v1/voice/speak"
        with self._transport.body("POST", path, options, json=dumped(speech)) as audio:
            yield audio

    def voices(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> Collection[models.Voice]:
        query = {"limit": limit, "cursor": cursor}
        return self.collection(models.Voice, "/v1/voice/voices", query, options)
