"""Reading of a compact JWS (RFC 7515) that Heddle has signed."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Any

from ..errors import HeddleError
from .errors import ApprovalError
from .keys import find_key

#: No approval is larger.
_MOST_CHARACTERS = 128 * 1024


def read_jws(
    jws: str,
    jwks: str | Mapping[str, Any],
    *,
    typ: str = "approval+jwt",
    purpose: str = "approvals",
    most_characters: int = _MOST_CHARACTERS,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the claims, once it is certain that a key for this purpose has signed them.

    :raises ApprovalError: if it is of another form, type or algorithm, or not signed by such a key
    """
    parts = jws.split(".") if len(jws) <= most_characters else []
    if len(parts) != 3:
        raise _malformed()
    header, claims = decode_object(parts[0]), decode_object(parts[1])
    signature = decode_base64url(parts[2])
    if header.get("alg") != "EdDSA":
        raise ApprovalError("invalid_algorithm", "its algorithm is not EdDSA")
    if header.get("typ") != typ:
        raise ApprovalError("invalid_type", f"it is no {typ}")
    kid = header.get("kid")
    if "crit" in header or not isinstance(kid, str):
        raise ApprovalError("malformed_approval", f"its header is not that of {typ}")
    _verify(find_key(jwks, kid, purpose), signature, f"{parts[0]}.{parts[1]}".encode())
    return header, claims


def _verify(key: Mapping[str, Any], signature: bytes, signed: bytes) -> None:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise HeddleError(
            "verification needs more packages: pip install 'heddle-client[approvals]'"
        ) from None
    try:
        public = Ed25519PublicKey.from_public_bytes(decode_base64url(str(key.get("x"))))
    except (ApprovalError, ValueError) as error:
        raise ApprovalError("wrong_key", "the key that has this id cannot be used") from error
    try:
        public.verify(signature, signed)
    except InvalidSignature:
        raise ApprovalError("invalid_signature", "the signature is not of the key") from None


def decode_base64url(text: str) -> bytes:
    """The bytes of base64url without padding.

    :raises ApprovalError: if it is none
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        raise _malformed()
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise _malformed() from None


def decode_object(part: str) -> dict[str, Any]:
    """The object in a part of a JWS.

    :raises ApprovalError: if there is none
    """
    try:
        value = json.loads(decode_base64url(part).decode())
    except (ValueError, RecursionError):
        raise _malformed() from None
    if not isinstance(value, dict):
        raise _malformed()
    return value


def _malformed() -> ApprovalError:
    return ApprovalError("malformed_approval", "it is no compact JWS")
