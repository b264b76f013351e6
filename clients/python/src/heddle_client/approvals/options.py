"""The options of a verification."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from typing_extensions import Required, TypedDict

from ..errors import HeddleError


class ApprovalSettings(TypedDict, total=False):
    """How approvals are verified, as keyword arguments."""

    #: The address of ``/.well-known/jwks.json`` of your deployment, from which the public keys are fetched and kept for
    #: five minutes, or the set itself.
    jwks: Required[str | Mapping[str, Any]]
    #: The origin of the connection's ``base_url``: ``https://api.bank.example``. It is taken as the address at which
    #: requests come in, whatever ``Host`` says. Several during a move.
    audience: Required[str | Iterable[str]]
    #: Your workspace. Name it if others use the deployment as well: they can have their agents call your host, too.
    workspace: str | None
    #: ``BASE_URL`` of the deployment. Default: any that signs with the keys.
    issuer: str | None
    #: The beginning of the path that a proxy in front of this host removes: ``/bank``. Default: nothing.
    prefix: str
    #: How far the clocks may be apart. Default: 30.
    leeway_seconds: float
    #: The largest body that is read, in bytes. Default: 1 MiB.
    max_bytes: int


@dataclass(frozen=True)
class ApprovalOptions:
    """Settings that were checked.

    :raises HeddleError: that names the setting with which nothing could ever be verified
    """

    jwks: str | Mapping[str, Any]
    audience: str | Iterable[str]
    workspace: str | None = None
    issuer: str | None = None
    prefix: str = ""
    leeway_seconds: float = 30
    max_bytes: int = 1024 * 1024
    #: The audiences, as origins.
    audiences: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        given = [self.audience] if isinstance(self.audience, str) else list(self.audience or [])
        if not given:
            raise HeddleError("audience is missing")
        object.__setattr__(self, "audiences", tuple(_origin(each) for each in given))
        if self.prefix and not re.fullmatch(r"/[^?#]*[^/?#]", self.prefix):
            raise HeddleError("prefix must begin with a slash, and end without one: /bank")
        if isinstance(self.jwks, str) and not re.match("https?://", self.jwks):
            raise HeddleError("jwks must be the address of /.well-known/jwks.json, or the set of keys")


def _origin(audience: str) -> str:
    try:
        parts = urlsplit(audience)
        port = parts.port
    except (AttributeError, ValueError):
        raise HeddleError(f"audience {audience!r} is no address") from None
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path not in ("", "/")
        or parts.query
    ):
        raise HeddleError(
            "audience must be the origin of the connection, such as https://api.bank.example; "
            "a path that a proxy removes is the prefix"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    is_default = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if is_default else f":{port}")
