"""Verification of deliveries to webhook endpoints (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable, Mapping

from .errors import WebhookVerificationError
from .models import Event

_TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str | Iterable[str]) -> Event:
    """The event of a delivery. The same one may be delivered twice: deduplicate by its ``id``.

    :param body: the bytes of the body as received, not JSON that was parsed and written again
    :param secret: that of the endpoint, ``whsec_…``; during a rotation, the old and the new one
    :raises WebhookVerificationError: if no secret signed it, or its time is more than five minutes away
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identity, timestamp, signatures = (
            lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError as error:
        raise WebhookVerificationError(f"there is no {error.args[0]}") from None
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("the time is not a number")
    if abs(time.time() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("the time is more than five minutes away")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + content
    given = [each[3:].encode() for each in signatures.split(" ") if each.startswith("v1,")]
    for each in [secret] if isinstance(secret, str) else secret:
        expected = base64.b64encode(hmac.new(_key(each), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in given):
            return Event.model_validate_json(content)
    raise WebhookVerificationError("no signature was made with the secret")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise WebhookVerificationError("the secret is not whsec_ and base64")
    return key
