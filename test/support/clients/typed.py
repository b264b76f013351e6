"""Checked by mypy: what the client gives has types."""

from heddle_client import AsyncHeddle, Heddle, models, verify_approval


def newest(heddle: Heddle) -> models.Run | None:
    for run in heddle.runs.list(state="closed", limit=1):
        return run
    return None


async def titles(heddle: AsyncHeddle) -> list[str]:
    return [thread.title async for thread in heddle.threads.list()]


def approvers(headers: dict[str, str], body: bytes) -> list[object]:
    found = verify_approval(
        "POST", "/payments", headers, body, jwks={"keys": []}, audience="https://api.bank.example"
    )
    return [each["actor"] for each in found.approvals]


def said(event: models.Event) -> str | None:
    """The type of an event says what its data is."""
    if event.type == "message.delta":
        return event.data.text
    if event.type == "run.failed":
        return event.data.error.message
    return None


def digest(run: models.Run) -> str | None:
    """The kind of an item says what it has."""
    if run.pending is not None and run.pending.kind == "confirmation":
        return f"{run.pending.summary.title} {run.pending.digest}"
    return None


async def follow(heddle: AsyncHeddle, thread_id: str) -> list[str]:
    events = heddle.threads.events(thread_id)
    return [event.data.name async for event in events if event.type == "tool_call.started"]
