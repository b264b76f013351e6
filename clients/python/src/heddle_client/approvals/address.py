"""The address of a request, as it is compared with the one that was signed."""

from __future__ import annotations

import re

_UNRESERVED = re.compile(r"[A-Za-z0-9_.~-]")


def comparable(address: str) -> str:
    """Percent-encoding is normalized as in RFC 3986, section 6.2.2, because proxies do that as well. Nothing else is."""
    return re.sub("%[0-9A-Fa-f]{2}", _normalized, address)


def _normalized(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def target_of(url: str) -> str:
    """The path and the query of a request, from its target or its whole address."""
    target = re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*", "", url).partition("#")[0]
    return target if target.startswith("/") else f"/{target}"
