"""The public keys by which what Heddle has signed is verified."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

import httpx

from .errors import ApprovalError

#: For how long fetched keys are not fetched again, as their Cache-Control says.
FRESH_SECONDS = 300
#: For how long they are used if they cannot be fetched again.
STALE_SECONDS = 24 * 3600
#: The shortest time between two fetches: a sender of made-up key ids must not cause a fetch with each.
COOLDOWN_SECONDS = 10

_remotes: dict[str, _RemoteKeys] = {}
_lock = threading.Lock()


def find_key(jwks: str | Mapping[str, Any], kid: str, purpose: str) -> Mapping[str, Any]:
    """The key for a purpose that has an id.

    :raises ApprovalError: if there is none, or it is for something else
    """
    key = _remote(jwks).find(kid) if isinstance(jwks, str) else _find(jwks, kid)
    if key is None:
        raise ApprovalError("unknown_key", "no published key has this id")
    expected = {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "purpose": purpose}
    required = ("kty", "crv")
    if any(key.get(name, None if name in required else value) != value for name, value in expected.items()):
        raise ApprovalError("wrong_key", f"the key that has this id is not for {purpose}")
    return key


def _find(jwks: Mapping[str, Any], kid: str) -> Mapping[str, Any] | None:
    return next((key for key in jwks["keys"] if isinstance(key, Mapping) and key.get("kid") == kid), None)


def _remote(url: str) -> _RemoteKeys:
    with _lock:
        return _remotes.setdefault(url, _RemoteKeys(url))


class _RemoteKeys:
    """Published keys. Those of a rotation are fetched when the first of them is asked for."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._jwks: Mapping[str, Any] = {"keys": []}
        self._fetched_at = float("-inf")
        self._tried_at = float("-inf")
        self._fetching = threading.Lock()

    def find(self, kid: str) -> Mapping[str, Any] | None:
        known = self._known(kid, FRESH_SECONDS)
        if known is not None:
            return known
        # One request is made for all who wait.
        with self._fetching:
            known = self._known(kid, FRESH_SECONDS)
            if known is not None:
                return known
            try:
                self._refresh()
            except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
                stale = self._known(kid, STALE_SECONDS)
                # A key that was published lately is trusted while the deployment cannot be reached.
                if stale is not None:
                    return stale
                message = f"the keys at {self._url} cannot be fetched"
                raise ApprovalError("keys_unavailable", message) from error
            return _find(self._jwks, kid)

    def _known(self, kid: str, seconds: float) -> Mapping[str, Any] | None:
        return _find(self._jwks, kid) if time.monotonic() - self._fetched_at < seconds else None

    def _refresh(self) -> None:
        now = time.monotonic()
        if now - self._tried_at < COOLDOWN_SECONDS:
            if self._fetched_at >= self._tried_at:
                return
            raise ValueError("they could not be fetched a moment ago")
        self._tried_at = now
        response = httpx.get(self._url, timeout=5).raise_for_status()
        jwks = response.json()
        if not isinstance(jwks["keys"], list):
            raise ValueError("this is no set of keys")
        self._jwks = jwks
        self._fetched_at = now
