"""Checks of the claims of a session token, as the service makes them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from .errors import HeddleError
from .receipts.actors import visible

_MOST_MEMBERS, _MOST_CHARACTERS = 32, 1000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_PROTOTYPE_NAMES = ("__proto__", "constructor", "prototype")


def check_person(claim: str, name: object) -> None:
    """:raises HeddleError: if the service would refuse a subject or an actor"""
    if not isinstance(name, str) or not 1 <= len(name) <= 255:
        raise HeddleError(f"{claim} must have 1 to 255 characters")
    if visible(name) == "":
        raise HeddleError(f"{claim} must not be blank")
    if re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", name):
        raise HeddleError(f"{claim} must not contain control characters, line breaks or half characters")


def check_context(context: object) -> None:
    """:raises HeddleError: if the service would refuse a context. The message does not show values."""
    if not isinstance(context, Mapping):
        raise HeddleError("context must be an object")
    if len(context) > _MOST_MEMBERS:
        raise HeddleError(f"context must have at most {_MOST_MEMBERS} members")
    for name, value in context.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _PROTOTYPE_NAMES:
            raise HeddleError("a name in context must start with a letter and hold letters, digits, _ and -")
        if not _is_fact(value):
            raise HeddleError(
                f"context.{name} must be a number, true, false, or a text of at most {_MOST_CHARACTERS} characters"
            )


def _is_fact(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _MOST_CHARACTERS and "\0" not in value
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
