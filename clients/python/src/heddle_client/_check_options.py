"""Checks of what a client is made with, so that a variable that is not set is no failed connection later."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from .errors import HeddleError

#: A key, or what gives one later.
Key = TypeVar("Key")


def checked_base_url(base_url: object) -> str:
    """The address of the service.

    :raises HeddleError: if it is none
    """
    if not isinstance(base_url, str) or base_url == "":
        raise HeddleError("base_url is missing: the address of the service, such as https://heddle.example")
    address = urlsplit(base_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise HeddleError(f"base_url must be an address with http:// or https://, not {base_url!r}")
    if re.search(r"/v1/*$", base_url):
        raise HeddleError("base_url must not end with /v1: the client adds it to each path")
    return base_url


def checked_api_key(api_key: str | Callable[[], Key] | None) -> str | Callable[[], Key]:
    """The key, or the function that gives it. Default: the environment's ``HEDDLE_API_KEY``.

    :raises HeddleError: if there is none. The message does not contain it.
    """
    key = os.environ.get("HEDDLE_API_KEY") if api_key is None else api_key
    if callable(key):
        return key
    if not isinstance(key, str) or key == "":
        raise HeddleError("api_key is missing: give it as an argument, or set HEDDLE_API_KEY")
    if re.fullmatch(r"[\x21-\x7e]+", key) is None:
        raise HeddleError("api_key must be an API key or a session token, without spaces or line breaks")
    return key
