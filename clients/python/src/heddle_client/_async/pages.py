"""Collections, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic

from .._requests import Model
from ..models import Pagination


class AsyncPage(Generic[Model]):
    """A page of a collection. Iterate over it for its items and those of all pages after it."""

    def __init__(
        self,
        data: list[Model],
        pagination: Pagination,
        load: Callable[[str], Awaitable[AsyncPage[Model]]],
    ) -> None:
        self.data = data
        self.pagination = pagination
        self._load = load

    async def next(self) -> AsyncPage[Model] | None:
        """The page after this one, or None if it is the last."""
        cursor = self.pagination.next_cursor
        return None if cursor is None else await self._load(cursor)

    async def __aiter__(self) -> AsyncIterator[Model]:
        page: AsyncPage[Model] | None = self
        while page is not None:
            for item in page.data:
                yield item
            page = await page.next()


class AsyncCollection(Generic[Model]):
    """A collection: iterate over it for all of its items, or ask for its first page."""

    def __init__(self, load: Callable[[str | None], Awaitable[AsyncPage[Model]]]) -> None:
        self._load = load

    async def page(self) -> AsyncPage[Model]:
        """The first page."""
        return await self._load(None)

    async def __aiter__(self) -> AsyncIterator[Model]:
        async for item in await self.page():
            yield item

    async def to_list(self, *, most: int | None = None) -> list[Model]:
        """The items of all pages, up to a number of them."""
        items: list[Model] = []
        if most is not None and most <= 0:
            return items
        async for item in self:
            items.append(item)
            if most is not None and len(items) >= most:
                break
        return items
