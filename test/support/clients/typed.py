"""Checked by mypy: what the client gives has types."""

from heddle_client import AsyncHeddle, Heddle, models


def newest(heddle: Heddle) -> models.Run | None:
    for run in heddle.runs.list(state="closed", limit=1):
        return run
    return None


async def titles(heddle: AsyncHeddle) -> list[str]:
    return [thread.title async for thread in heddle.threads.list()]
