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
