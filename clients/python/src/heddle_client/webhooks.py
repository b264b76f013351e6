"""Verification of deliveries to webhook endpoints (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Iterable, Mapping

from ._requests import parsed
from ._unions import EVENT
from .errors import WebhookVerificationError
from .models import Event


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
) -> Event:
    """The event of a delivery. The same one may be delivered twice: deduplicate by its ``id``.

    :param body: the bytes of the body as received, not JSON that was parsed and written again
    :param secret: that of the endpoint, ``whsec_…``; during a rotation, the old and the new one
    :param tolerance_seconds: how far the clocks may be apart, and how late a delivery may come
    :raises WebhookVerificationError: if no secret signed it, or its time is further away
    """
    if not isinstance(body, (bytes, str)):
        raise WebhookVerificationError(
            "the body must be the bytes or the text that was received, not what a framework has parsed"
        )
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identity, timestamp, signatures = (
            lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError as error:
        raise WebhookVerificationError(f"there is no {error.args[0]}") from None
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("the time is not a number")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"the time is more than {tolerance_seconds:g} seconds away")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + content
    given = [each[3:].encode() for each in signatures.split(" ") if each.startswith("v1,")]
    for each in [secret] if isinstance(secret, str) or secret is None else secret:
        expected = base64.b64encode(hmac.new(_key(each), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in given):
            # Also if only a newer service knows its type.
            return parsed(EVENT, json.loads(content))
    raise WebhookVerificationError("no signature was made with the secret")


def sign_webhook(
    body: bytes | str, secret: str, *, identity: str | None = None, at: float | None = None
) -> dict[str, str]:
    """The headers of a delivery with this body, for tests of a receiver.

    :param body: the exact bytes that are sent
    :param secret: that of the endpoint, ``whsec_…``
    :param at: the time of the delivery, in seconds since 1970. Default: now
    """
    identity = identity or f"msg_{uuid.uuid4()}"
    timestamp = str(int(time.time() if at is None else at))
    content = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + content
    signature = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": identity,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{signature}",
    }


def _key(secret: object) -> bytes:
    if not isinstance(secret, str):
        raise WebhookVerificationError("the secret is missing: it is that of the endpoint, whsec_…")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise WebhookVerificationError("the secret is not whsec_ and base64")
    return key
