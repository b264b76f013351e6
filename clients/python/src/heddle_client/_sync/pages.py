# Made of _async by generate_sync.py.
"""Collections, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Callable
from typing import Generic

from .._requests import Model
from ..models import Pagination


class Page(Generic[Model]):
    """A page of a collection. Iterate over it for its items and those of all pages after it."""

    def __init__(
        self,
        data: list[Model],
        pagination: Pagination,
        load: Callable[[str], Page[Model]],
    ) -> None:
        self.data = data
        self.pagination = pagination
        self._load = load

    def next(self) -> Page[Model] | None:
        """The page after this one, or None if it is the last."""
        cursor = self.pagination.next_cursor
        return None if cursor is None else self._load(cursor)

    def __iter__(self) -> Iterator[Model]:
        page: Page[Model] | None = self
        while page is not None:
            for item in page.data:
                yield item
            page = page.next()


class Collection(Generic[Model]):
    """A collection: iterate over it for all of its items, or ask for its first page."""

    def __init__(self, load: Callable[[str | None], Page[Model]]) -> None:
        self._load = load

    def page(self) -> Page[Model]:
        """The first page."""
        return self._load(None)

    def __iter__(self) -> Iterator[Model]:
        for item in self.page():
            yield item

    def to_list(self, *, most: int | None = None) -> list[Model]:
        """The items of all pages, up to a number of them."""
        items: list[Model] = []
        if most is not None and most <= 0:
            return items
        for item in self:
            items.append(item)
            if most is not None and len(items) >= most:
                break
        return items
