"""Verification that a request is, unchanged, what Heddle has sent."""

from __future__ import annotations

import hashlib
import hmac
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import Unpack

from ..errors import HeddleError
from .address import comparable, target_of
from .errors import ApprovalError
from .jws import decode_base64url, read_jws
from .options import ApprovalOptions, ApprovalSettings

_TEXTS = ("iss", "aud", "jti", "run", "sub", "agent", "patch", "htm", "htu", "body_sha256")


@dataclass(frozen=True)
class ServiceApproval:
    """The call that Heddle has signed for one request."""

    iss: str
    aud: str
    #: In seconds since 1970, as ``exp``.
    iat: float
    exp: float
    #: The id of the tool call, equal for all attempts, and equal to ``Idempotency-Key``: act on it once.
    jti: str
    run: str
    #: The subject on whose behalf the agent acts.
    sub: str
    #: The id of the agent's version.
    agent: str
    #: ``key@version``.
    patch: str
    htm: str
    htu: str
    body_sha256: str
    #: The approvals that counted when it was sent, oldest first: ``{actor, via, at, stage?}``. Empty if it was not held.
    approvals: list[dict[str, Any]]
    #: The digest of what was decided on, if the call was held.
    digest: str | None = None
    #: The rule of the approval policy that decided about the call.
    rule: str | None = None
    #: The workspace whose agent calls.
    workspace: str | None = None


def verify_approval(
    method: str,
    url: str,
    headers: Mapping[str, str] | Iterable[tuple[str, str]],
    body: bytes | str,
    **settings: Unpack[ApprovalSettings],
) -> ServiceApproval:
    """Verifies that Heddle has sent exactly this request to this host within the last five minutes.

    :param url: the path and the query as they came in, or the whole address, of which only they count
    :param body: the bytes of the body as received, not JSON that was parsed and written again
    :raises ApprovalError: if it has not, or that cannot be verified; branch on ``code``
    :raises HeddleError: if a setting is wrong
    """
    options = ApprovalOptions(**settings)
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    if not isinstance(body, (bytes, str)):
        raise ApprovalError("body_unavailable", "the body must be the bytes or the text that was received")
    content = body.encode() if isinstance(body, str) else body
    approval = approval_of(value for name, value in pairs if name.lower() == "service-approval")
    claims = verify_request(approval, method, target_of(url), options)
    check_body(claims, content, options)
    return claims


def verify_tool_approval(
    name: str,
    arguments: Mapping[str, Any] | None,
    meta: Mapping[str, Any] | None,
    **settings: Unpack[ApprovalSettings],
) -> ServiceApproval:
    """Verifies the ``Service-Approval`` in ``_meta`` of a call of an MCP tool, by its name and arguments.

    :raises ApprovalError: if Heddle has not sent this call to this server within the last five minutes
    """
    approval = (meta or {}).get("Service-Approval")
    if not isinstance(approval, str):
        raise ApprovalError("missing_approval", "there is no Service-Approval in _meta")
    options = ApprovalOptions(**settings)
    claims = _read(approval, options)
    try:
        import rfc8785
    except ImportError:
        raise HeddleError(
            "verification needs more packages: pip install 'heddle-client[approvals]'"
        ) from None
    try:
        content = rfc8785.dumps({"name": name, "arguments": _as_sent(arguments or {})})
    except rfc8785.CanonicalizationError:
        raise ApprovalError("wrong_body", "these arguments were not sent as JSON") from None
    check_body(claims, content, options)
    return claims


def approval_of(values: Iterable[str]) -> str:
    """The one header. Frameworks join the values of equal headers by commas.

    :raises ApprovalError: if there is none, or several
    """
    given = [part.strip() for value in values for part in value.split(",")]
    if not given or given == [""]:
        raise ApprovalError("missing_approval", "there is no Service-Approval")
    if len(given) > 1:
        raise ApprovalError("duplicate_approval", "there are several Service-Approval")
    return given[0]


def verify_request(
    approval: str, method: str, target: str | Callable[[str], bool], options: ApprovalOptions
) -> ServiceApproval:
    """Verifies all but the body.

    :param target: the path and the query that came in, or whether those that were signed are these
    """
    claims = _read(approval, options)
    if claims.htm != method:
        raise ApprovalError("wrong_method", "another method was signed")
    base = f"{claims.aud}{options.prefix}"
    if isinstance(target, str):
        same = comparable(claims.htu) == comparable(f"{base}{target}")
    else:
        same = claims.htu.startswith(f"{base}/") and target(claims.htu[len(base) :])
    if not same:
        raise ApprovalError("wrong_address", "another address was signed")
    return claims


def check_body(claims: ServiceApproval, body: bytes, options: ApprovalOptions) -> None:
    """:raises ApprovalError: if other bytes were signed, or there are too many"""
    if len(body) > options.max_bytes:
        raise too_large(options)
    signed = decode_base64url(claims.body_sha256)
    if not hmac.compare_digest(hashlib.sha256(body).digest(), signed):
        raise ApprovalError("wrong_body", "another body was signed")


def too_large(options: ApprovalOptions) -> ApprovalError:
    return ApprovalError("body_too_large", f"the body is over {options.max_bytes} bytes")


def _read(approval: str, options: ApprovalOptions) -> ServiceApproval:
    header, claims = read_jws(approval, options.jwks)
    approvals, digest, rule = claims.get("approvals"), claims.get("digest"), claims.get("rule")
    times = (claims.get("iat"), claims.get("exp"))
    if (
        any(not isinstance(claims.get(name), str) for name in _TEXTS)
        or any(
            isinstance(each, bool) or not isinstance(each, (int, float)) or not math.isfinite(each)
            for each in times
        )
        or not isinstance(approvals, list)
    ):
        raise ApprovalError("malformed_approval", "a claim is missing")
    workspace = header.get("workspace")
    found = ServiceApproval(
        **{name: claims[name] for name in (*_TEXTS, "iat", "exp")},
        approvals=approvals,
        digest=digest,
        rule=rule,
        workspace=workspace if isinstance(workspace, str) else None,
    )
    _check_time(found, options)
    if found.aud not in options.audiences:
        raise ApprovalError("wrong_audience", "it was signed for another host")
    if options.issuer is not None and found.iss != options.issuer.rstrip("/"):
        raise ApprovalError("wrong_issuer", "it was signed by another deployment")
    if options.workspace is not None and found.workspace != options.workspace:
        raise ApprovalError("wrong_workspace", "it was signed for another workspace")
    return found


def _check_time(claims: ServiceApproval, options: ApprovalOptions) -> None:
    now = time.time()
    if claims.exp <= now - options.leeway_seconds:
        raise ApprovalError("expired_approval", "it is too old")
    if claims.iat > now + options.leeway_seconds:
        raise ApprovalError("early_approval", "it was signed in the future: the clocks are apart")


def _as_sent(value: Any) -> Any:
    """Integers beyond 2**53 as the doubles that JavaScript has written them from."""
    if isinstance(value, dict):
        return {name: _as_sent(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_as_sent(member) for member in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53 - 1:
        return float(value)
    return value
