"""Signing of session tokens, with which a browser or an app acts for one subject."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import math
import time
from collections.abc import Mapping
from typing import Any

from typing_extensions import Required, TypedDict

from ._session_claims import check_context, check_person
from .errors import HeddleError

_LONGEST_SECONDS = 3600
_ALGORITHMS = ("HS256", "EdDSA", "ES256", "RS256")


class SessionKey(TypedDict, total=False):
    """The signing key of your workspace, as ``signing_keys.create`` returns it, with the half that only you have."""

    #: Its ``id``.
    id: Required[str]
    #: ``HS256``, ``EdDSA``, ``ES256`` or ``RS256``.
    algorithm: Required[str]
    #: With ``HS256``: the secret as it was shown once.
    secret: str
    #: With the others: a JWK (RFC 7517), or PKCS #8 as PEM.
    private_key: Mapping[str, Any] | str


def sign_session_token(
    key: SessionKey,
    sub: str,
    *,
    actor: str | None = None,
    connection: str | None = None,
    agent_id: str | None = None,
    context: Mapping[str, str | float | bool] | None = None,
    trace: str | None = None,
    request_jti: str | None = None,
    expires_in: float = 600,
    at: float | None = None,
) -> str:
    """A session token (docs/authentication.md of the service).

    Sign it on your server, once you know who the user is: who has the key can act for anybody. Algorithms other than ``HS256`` need
    ``pip install 'heddle-client[approvals]'``.

    :param sub: the subject for whom the token acts: your user
    :param actor: the person who acts for the subject, such as an approver. Default: the subject
    :param connection: the id of the only connection that it allows. Default: any
    :param agent_id: the id of the only agent that it allows. Default: any
    :param context: facts that you vouch for, by the names that the agent declares: for the threads and messages that are posted with
        the token
    :param trace: ``full``: traces show what the model and the hosts were sent
    :param request_jti: the ``jti`` of the request with which a login bridge was asked who signs in
    :param expires_in: how long it is valid, from 1 to 3600 seconds
    :param at: when it is issued, in seconds since 1970. Default: now
    :raises HeddleError: if the service would refuse the token, or the key cannot be used
    """
    check_person("sub", sub)
    if actor is not None:
        check_person("actor", actor)
    if context is not None:
        check_context(context)
    if not 1 <= expires_in <= _LONGEST_SECONDS:
        raise HeddleError(f"expires_in must be from 1 to {_LONGEST_SECONDS}")
    if not isinstance(key.get("id"), str) or key.get("algorithm") not in _ALGORITHMS:
        raise HeddleError("the key needs its id, and its algorithm: HS256, EdDSA, ES256 or RS256")
    issued = math.floor(time.time() if at is None else at)
    others = {
        "actor": actor,
        "connection": connection,
        "agent_id": agent_id,
        "context": None if context is None else dict(context),
        "trace": trace,
        "request_jti": request_jti,
    }
    claims = {
        "sub": sub,
        "aud": "loom",
        "iat": issued,
        "exp": issued + math.floor(expires_in),
        **{name: value for name, value in others.items() if value is not None},
    }
    header = {"alg": key["algorithm"], "kid": key["id"], "typ": "JWT"}
    text = f"{_encoded(header)}.{_encoded(claims)}"
    return f"{text}.{_base64url(_signature(key, text.encode()))}"


def _encoded(value: Mapping[str, Any]) -> str:
    return _base64url(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _signature(key: SessionKey, signed: bytes) -> bytes:
    algorithm = key["algorithm"]
    if algorithm == "HS256":
        secret = key.get("secret")
        if not isinstance(secret, str) or secret == "":
            raise HeddleError("the secret of the signing key is missing")
        # The text itself is the key.
        return hmac.new(secret.encode(), signed, hashlib.sha256).digest()
    try:
        from ._private_keys import sign
    except ImportError:
        raise HeddleError(
            f"signing with {algorithm} needs more packages: pip install 'heddle-client[approvals]'"
        ) from None
    return sign(algorithm, key.get("private_key"), signed)
