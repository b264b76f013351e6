"""What a user of the package would do, in an environment that has only the package. It prints what it saw as JSON.

The argument says with which client: ``sync`` or ``async``. The synchronous one is called as the asynchronous one is.
"""

import asyncio
import base64
import json
import os
import sys
import time
import urllib.request

import httpx

from heddle_client import (
    ApiError,
    AsyncHeddle,
    ConnectionFailed,
    Heddle,
    HeddleError,
    InvalidRequestError,
    RequestTimeout,
    WebhookVerificationError,
    models,
    response_of,
    sign_session_token,
    sign_webhook,
    verify_digest,
    verify_webhook,
)

given = json.loads(os.environ["EXERCISE"])
is_async = sys.argv[1] == "async"
client_class = AsyncHeddle if is_async else Heddle
heddle = client_class(given["baseUrl"], given["apiKey"], subject="ada", actor="ada")


async def of(value):
    """The result of a call of either client."""
    return await value if hasattr(value, "__await__") else value


async def each(items):
    if hasattr(items, "__aiter__"):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def code_of(call):
    try:
        await of(call())
    except ApiError as error:
        return error.code
    return "none"


async def raises(kind, call):
    try:
        await of(call())
    except kind as error:
        return type(error) is kind
    return False


async def payment():
    thread = await of(heddle.threads.create({"agent_id": given["payingAgentId"]}))
    posted = await of(heddle.threads.post(thread.id, '/call pay {"amount":12.5}\n---\n/say Paid.'))
    held = await of(heddle.runs.wait(posted.run_id, within=60))
    assert held.pending is not None and held.pending.kind == "confirmation"
    call, digest = held.pending.tool_call_id, held.pending.digest
    assert str(call) in verify_digest(digest, held.pending.document)
    wrong = f"sha-256=:{'A' * 43}=:"
    stale = await code_of(lambda: heddle.runs.approve(held.id, call, digest=wrong))
    blocked = None
    try:
        await of(heddle.threads.post(thread.id, "Hello?"))
    except InvalidRequestError as error:
        blocked = error.details if error.code == "awaiting_confirmation" else None
    await of(heddle.runs.approve(held.id, call, digest=digest))
    again = await code_of(lambda: heddle.runs.approve(held.id, call, digest=digest))
    run = await of(heddle.runs.wait(held.id))
    trace = await of(heddle.runs.trace(held.id))
    [made] = [each for turn in trace.turns for each in turn.tool_calls]
    return {
        "state": run.state,
        "said": run.message.content,
        "call": made.status,
        "stale": stale,
        "again": again,
        "blocked": blocked,
    }


async def newer_service():
    """A service that is newer has states that this package does not know, or has left out what it requires."""
    thread = await of(heddle.threads.create({"agent_id": given["agentId"]}))
    posted = await of(heddle.threads.post(thread.id, "/call nothing {}"))
    path = f"{given['baseUrl']}/v1/loom/runs/{posted.run_id}/trace"
    await of(heddle.runs.wait(posted.run_id))
    headers = {"authorization": f"Bearer {given['apiKey']}", "service-subject": "ada"}
    body = httpx.get(path, headers=headers).json()
    body["data"].update(state="dreaming", extra=1)
    del body["data"]["turns"][0]["seq"]
    del body["data"]["turns"][0]["tool_calls"][0]["status"]

    def newer(request, response=None):
        return response or httpx.Response(200, json=body)

    answered = client_class(given["baseUrl"], given["apiKey"], subject="ada", http_client=http_client(newer))
    trace = await of(answered.runs.trace(posted.run_id))
    [call] = trace.turns[0].tool_calls
    return {"state": trace.state, "extra": trace.extra, "id": str(trace.id), "call": call.patch_ref}


async def pages():
    thread = await of(heddle.threads.create({"agent_id": given["agentId"]}))
    for content in ("one", "two", "three"):
        posted = await of(heddle.threads.post(thread.id, content))
        await of(heddle.runs.wait(posted.run_id))
    first = await of(heddle.threads.messages(thread.id, limit=2).page())
    contents = [message.content async for message in each(heddle.threads.messages(thread.id, limit=2))]
    some = await of(heddle.threads.messages(thread.id, limit=2).to_list(most=3))
    return {
        "first": len(first.data),
        "hasMore": first.pagination.has_more,
        "all": sorted(contents),
        "some": len(some),
    }


async def events():
    """The connection breaks in the middle of a reply; nothing is lost or repeated, and the deltas add up to the reply."""
    thread = await of(heddle.threads.create({"agent_id": given["agentId"]}))
    proxied = client_class(given["proxiedUrl"], given["apiKey"], subject="ada")
    posted = await of(heddle.threads.post(thread.id, "/say Good\n/sleep 1500\n/say morning."))
    seen, text, cut = [], "", False
    async for event in each(proxied.threads.events(thread.id, since="start")):
        if event.type == "message.delta":
            text = event.data.text if event.data.index == 0 else text + event.data.text
            if not cut:
                cut = True
                request = urllib.request.Request(f"{given['controlUrl']}/cut", method="POST")
                await asyncio.to_thread(urllib.request.urlopen, request)
        else:
            seen.append(event.id)
        if event.type == "run.completed":
            break
    logged = await of(heddle.events.list(run_id=posted.run_id).to_list())
    run = await of(heddle.runs.get(posted.run_id))
    return {
        "text": text,
        "said": run.message.content,
        "seen": seen,
        "logged": [event.id for event in reversed(logged)],
    }


async def followed():
    """A run is followed over its pause, from the start each time, and waited for to its end."""
    thread = await of(heddle.threads.create({"agent_id": given["payingAgentId"]}))
    posted = await of(heddle.threads.post(thread.id, '/call pay {"amount":3}\n---\n/say Not paid.'))

    async def play():
        return [step async for step in each(heddle.runs.stream(posted.run_id, thread.id))]

    asked = await play()
    held = await of(heddle.runs.get(posted.run_id))
    call, digest = held.pending.tool_call_id, held.pending.digest
    await of(heddle.runs.reject(held.id, call, digest=digest))
    answered = await play()
    run = await of(heddle.runs.wait(posted.run_id, until="end"))
    return {
        "asked": asked[-1].event.type,
        "ended": answered[-1].event.type,
        "continues": [step.event.id for step in asked] == [step.event.id for step in answered[: len(asked)]],
        "says": answered[-1].text == run.message.content,
        "once": len({step.event.id for step in answered}) == len(answered),
    }


def http_client(answer):
    """A client of httpx whose requests go through a function."""
    if is_async:

        class Through(httpx.AsyncHTTPTransport):
            async def handle_async_request(self, request):
                return answer(request) or answer(request, await super().handle_async_request(request))

        return httpx.AsyncClient(transport=Through())

    class ThroughSync(httpx.HTTPTransport):
        def handle_request(self, request):
            return answer(request) or answer(request, super().handle_request(request))

    return httpx.Client(transport=ThroughSync())


async def lost_answer():
    """The answer to the first attempt gets lost after the service has carried it out."""
    keys = []

    def losing(request, response=None):
        if response is None:
            return None
        keys.append(request.headers["idempotency-key"])
        if len(keys) == 1:
            raise httpx.ReadError("lost")
        return response

    loses = client_class(given["baseUrl"], given["apiKey"], subject="ada", http_client=http_client(losing))
    thread = await of(loses.threads.create({"agent_id": given["agentId"], "title": sys.argv[1]}))
    threads = await of(heddle.threads.list().to_list())
    return {
        "attempts": len(keys),
        "keys": len(set(keys)),
        "threads": [str(each.id) for each in threads if each.title == sys.argv[1]],
        "id": str(thread.id),
    }


async def errors():
    nobody = client_class("http://127.0.0.1:9", given["apiKey"], max_retries=0)
    stranger = client_class(given["baseUrl"], "sk_wrong")
    workspace = client_class(given["baseUrl"], given["apiKey"])

    def slow(request, response=None):
        raise httpx.ReadTimeout("slow")

    late = client_class(given["baseUrl"], given["apiKey"], http_client=http_client(slow), max_retries=0)
    codes = {
        "not_found": await code_of(lambda: heddle.runs.get("0190a000-0000-7000-8000-000000000000")),
        "unknown_agent": await code_of(lambda: heddle.threads.create({"agent_id": f"agent_{'0' * 32}"})),
        "unauthorized": await code_of(lambda: stranger.account.balance()),
        "subject_required": await code_of(lambda: workspace.threads.create({"agent_id": given["agentId"]})),
        "invalid_cursor": await code_of(lambda: heddle.threads.list(cursor="made-up").page()),
        "voice_unavailable": await code_of(lambda: heddle.voice.voices(max_retries=0).page()),
    }
    fields = []
    try:
        await of(heddle.threads.create({"agent_id": ""}))
    except InvalidRequestError as error:
        fields = [field["path"] for field in error.details]
    return {
        "codes": codes,
        "fields": fields,
        "nobody": await raises(ConnectionFailed, lambda: nobody.account.balance()),
        "late": await raises(RequestTimeout, lambda: late.account.balance()),
    }


async def patience():
    """The service asks for patience twice."""
    attempts = []

    def busy(request, response=None):
        if response is not None:
            return response
        attempts.append(request)
        if len(attempts) > 2:
            return None
        error = {"code": "rate_limited", "message": "Too many."}
        return httpx.Response(429, headers={"retry-after": "0"}, json={"status": "error", "error": error})

    await of(client_class(given["baseUrl"], given["apiKey"], http_client=http_client(busy)).account.balance())
    return {"attempts": len(attempts)}


async def sent_bodies():
    """What is sent of models and dictionaries, and of numbers that JSON cannot hold."""
    bodies, messages = [], []

    def answer(request, response=None):
        bodies.append(request.content.decode())
        return httpx.Response(500, headers={"retry-after": "100"})

    client = client_class(given["baseUrl"], given["apiKey"], http_client=http_client(answer), max_retries=0)
    exact = {"account": 2512292042121000001, "amount": 0.1, "whole": 1e22}
    call = "0190a000-0000-7000-8000-000000000000"
    for body in (
        models.NewRevision(tool_call_id=call, args={"lines": [exact]}),
        {"tool_call_id": call, "args": {"lines": [exact]}},
    ):
        await code_of(lambda body=body: client.runs.revise("run_1", body))
    await code_of(lambda: client.extract(models.ExtractRequest(text="x", schema={"type": "object"})))
    for number in (float("nan"), float("inf"), float("-inf")):
        args = {"lines": [{"amount": number}]}
        for body in (models.NewRevision(tool_call_id=call, args=args), {"tool_call_id": call, "args": args}):
            try:
                await of(client.runs.revise("run_1", body))
            except HeddleError as error:
                messages.append(str(error))
    return {"bodies": bodies, "messages": messages}


def webhook():
    body, headers, secret = given["delivery"]["body"], given["delivery"]["headers"], given["secret"]
    other = "whsec_" + base64.b64encode(b"x" * 24).decode()

    def refused(body, headers, secret):
        try:
            verify_webhook(body, headers, secret)
        except WebhookVerificationError as error:
            return type(error).__name__
        return "accepted"

    return {
        "id": verify_webhook(body, headers, [other, secret]).id,
        "asHeaders": verify_webhook(body.encode(), httpx.Headers(headers), secret).id,
        "changed": refused(f"{body} ", headers, secret),
        "otherSecret": refused(body, headers, other),
        "old": refused(body, {**headers, "webhook-timestamp": "1000000000"}, secret),
        "unsigned": refused(body, {}, secret),
    }


def newer_webhook():
    """An event of a type that only a newer service knows, signed as a receiver's test would."""
    at = "2026-11-21T02:48:24.040Z"
    body = json.dumps(
        {"id": "event_1", "type": "run.new", "created_at": at, "origin": "sms", "data": {"extra": 1}}
    )
    event = verify_webhook(body, sign_webhook(body, given["secret"]), given["secret"])
    late = sign_webhook(body, given["secret"], at=time.time() - 400)
    return {
        "type": event.type,
        "data": event.data,
        "year": event.created_at.year,
        "isUnknown": isinstance(event, models.UnknownEvent),
        "pending": newer_pending(),
        "late": verify_webhook(body, late, given["secret"], tolerance_seconds=500).type,
    }


def newer_pending():
    """A run that waits in a way that only a newer service knows."""
    pending = {"kind": "vote", "run_id": "0190a000-0000-7000-8000-000000000000", "ballots": 2}

    def newer(request):
        return httpx.Response(200, json={"status": "success", "data": {"id": "run_1", "pending": pending}})

    http = httpx.Client(transport=httpx.MockTransport(newer))
    run = Heddle(given["baseUrl"], given["apiKey"], http_client=http).runs.get("run_1")
    return [run.pending.kind, run.pending.ballots, run.pending.run_id.version]


def refused_options():
    """What a client says that cannot be made."""

    def message(*arguments):
        try:
            client_class(*arguments)
        except HeddleError as error:
            return str(error)
        return "made"

    os.environ.pop("HEDDLE_API_KEY", None)
    refused = [
        message(None, "sk_1"),
        message("127.0.0.1:8280", "sk_1"),
        message("http://127.0.0.1/v1", "sk_1"),
        message("http://127.0.0.1"),
        message("http://127.0.0.1", "sk_secret\n"),
    ]
    os.environ["HEDDLE_API_KEY"] = "sk_1"
    return [*refused, message("http://127.0.0.1")]


async def connection_error():
    """What the error of a failed connection says, and what the caller's own function raises."""
    nobody = client_class("http://127.0.0.1:9", given["apiKey"], max_retries=0)
    calls = []

    def key():
        calls.append(1)
        raise RuntimeError("my token endpoint is down")

    failing = client_class(given["baseUrl"], key)
    messages = []
    for call in (lambda: nobody.threads.list(cursor="of-bo").page(), failing.account.balance):
        try:
            await of(call())
        except Exception as error:
            messages.append(str(error))
    return {"messages": messages, "calls": len(calls)}


async def event_lines():
    """Lines end at CR LF, LF and CR alone, in whatever pieces they come."""
    text = "a\u2028b\u2029c\u0085d"
    event = json.dumps({"id": "event_1", "type": "message.delta", "data": {"text": text}}, ensure_ascii=False)
    seen = []
    for content in (
        [f"data: {event}\n\n"],
        [f"data: {event}\r\n\r\n"],
        ["id: 1\r", f"\ndata: {event}\r", "\n\r", "\n"],
        [f"data: {event}\r\r:\r"],
        list(f"data: {event}\n\n"),
    ):

        def answer(request, response=None, pieces=content):
            return httpx.Response(
                200, headers={"content-type": "text/event-stream"}, content=streamed(pieces)
            )

        client = client_class(given["baseUrl"], given["apiKey"], http_client=http_client(answer))
        async for received in each(client.threads.events("thread_1")):
            seen.append(received.data.text == text)
            break
    return seen


async def observed():
    """What brought a result, what hooks see and what they raise, and any path."""
    responses, retries, sent = [], [], []

    def busy(request, response=None):
        if response is not None:
            return response
        sent.append(request)
        if len(sent) > 1:
            return None
        error = {"code": "rate_limited", "message": "Too many."}
        return httpx.Response(429, headers={"retry-after": "0"}, json={"status": "error", "error": error})

    async def key():
        return given["apiKey"]

    client = client_class(
        given["baseUrl"],
        key if is_async else given["apiKey"],
        subject="ada",
        http_client=http_client(busy),
        on_response=responses.append,
        on_retry=retries.append,
    ).using(actor="ada")
    page = await of(client.threads.list(limit=1).page())
    thread = await of(client.threads.get(page.data[0].id))
    balance = await of(client.request("get", "/v1/credits", query={"unused": None}))

    def full(_):
        raise RuntimeError("my log is full")

    messages = []
    for hook in ("on_response", "on_retry"):
        sent.clear()
        failing = client_class(
            given["baseUrl"], given["apiKey"], http_client=http_client(busy), **{hook: full}
        )
        try:
            await of(failing.account.balance())
        except RuntimeError as error:
            messages.append(f"{error} after {len(sent)}")
    return {
        "responses": [[each.path, each.attempt, each.status] for each in responses[:2]],
        "retries": [[each.path, each.attempt, each.error.code] for each in retries],
        "ids": [response_of(page).request_id, response_of(thread).request_id]
        == [each.request_id for each in responses[1:3]],
        "nothing": response_of({}),
        "raw": balance.json()["status"],
        "messages": messages,
    }


async def audio():
    """Speech is read as it is made, and what breaks off raises."""
    heard, raised = [], None
    content = streamed(["one", "two"], httpx.ReadError("cut"))
    client = client_class(
        given["baseUrl"],
        given["apiKey"],
        http_client=http_client(lambda request, response=None: httpx.Response(200, content=content)),
    )
    try:
        opened = client.voice.speak_stream({"text": "Hi"})
        if is_async:
            async with opened as pieces:
                async for piece in pieces:
                    heard.append(piece.decode())
        else:
            with opened as pieces:
                for piece in pieces:
                    heard.append(piece.decode())
    except ConnectionFailed as error:
        raised = str(error)
    return {"heard": heard, "raised": raised}


def streamed(pieces, error=None):
    def encoded():
        yield from (piece.encode() for piece in pieces)
        if error is not None:
            raise error

    if not is_async:
        return encoded()

    async def stream():
        for piece in encoded():
            yield piece

    return stream()


async def session_token():
    """A browser acts for one subject with a token that the backend signs."""
    made = await of(heddle.signing_keys.create({"algorithm": "HS256", "name": "Web app"}))
    key = {"id": made.id, "algorithm": "HS256", "secret": made.secret}
    token = sign_session_token(key, "zoe", actor="eve", expires_in=60)
    browser = client_class(given["baseUrl"], token)
    own = await of(browser.threads.create({"agent_id": given["agentId"]}))
    others = [thread async for thread in each(browser.threads.list()) if thread.subject_ref != "zoe"]
    late = client_class(given["baseUrl"], sign_session_token(key, "zoe", at=time.time() - 3600))
    refused = await code_of(lambda: late.threads.list().page())
    return {"subject": own.subject_ref, "others": len(others), "late": refused}


async def main():
    report = {
        "payment": await payment(),
        "newerService": await newer_service(),
        "pages": await pages(),
        "events": await events(),
        "followed": await followed(),
        "lostAnswer": await lost_answer(),
        "errors": await errors(),
        "patience": await patience(),
        "sentBodies": await sent_bodies(),
        "webhook": webhook(),
        "newerWebhook": newer_webhook(),
        "refusedOptions": refused_options(),
        "connectionError": await connection_error(),
        "observed": await observed(),
        "audio": await audio(),
        "eventLines": await event_lines(),
        "sessionToken": await session_token(),
    }
    print(json.dumps(report))


asyncio.run(main())
