"""Verification of the response of a passkey (WebAuthn)."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ..approvals.errors import ApprovalError
from ..approvals.jws import decode_base64url
from ..errors import HeddleError
from .content import KEY_MEMBERS

_USER_PRESENT, _USER_VERIFIED = 0x01, 0x04
#: The hash of the relying party's id, the flags and the counter.
_SHORTEST_AUTHENTICATOR_DATA = 37


def challenge_of(statement: Mapping[str, Any]) -> str:
    """The challenge that a passkey signs for a statement: the SHA-256 of its canonical JSON (RFC 8785)."""
    # Of its members only those that are signed: texts, and one list of texts.
    names = ("actor", "challenge_id", "decision", "digests", "expires_at", "workspace_id")
    signed = {name: statement[name] for name in names}
    return _hash_of(json.dumps(signed, ensure_ascii=False, separators=(",", ":")))


def thumbprint_of(key: Mapping[str, Any]) -> str:
    """The thumbprint of a public key (RFC 7638): its required members in the order of their names."""
    members = {name: key[name] for name in sorted((*KEY_MEMBERS[key["kty"]], "kty"))}
    return _hash_of(json.dumps(members, ensure_ascii=False, separators=(",", ":")))


def origin_of(response: Mapping[str, Any]) -> str | None:
    """The origin of the page on which a passkey has signed; None if it cannot be read."""
    said = _client_data(response)
    origin = said[1].get("origin") if said is not None else None
    return origin if isinstance(origin, str) else None


def response_fault(response: Mapping[str, Any], key: Mapping[str, Any], challenge: str) -> str | None:
    """Why a key has not signed a challenge, or its user was not verified; None if it has.

    The service has checked origin, relying party and counter.
    """
    said = _client_data(response)
    try:
        authenticator_data = decode_base64url(response["authenticatorData"])
        signature = decode_base64url(response["signature"])
    except ApprovalError:
        return "malformed"
    if said is None or len(authenticator_data) < _SHORTEST_AUTHENTICATOR_DATA:
        return "malformed"
    content, data = said
    if data.get("type") != "webauthn.get":
        return "not_an_assertion"
    if data.get("challenge") != challenge:
        return "other_challenge"
    flags = authenticator_data[32]
    if not flags & _USER_PRESENT or not flags & _USER_VERIFIED:
        return "user_not_verified"
    signed = authenticator_data + hashlib.sha256(content).digest()
    return None if _is_signed_by(key, signature, signed) else "signature_invalid"


def _client_data(response: Mapping[str, Any]) -> tuple[bytes, dict[str, Any]] | None:
    try:
        content = decode_base64url(response["clientDataJSON"])
        value = json.loads(content.decode())
    except (ApprovalError, ValueError, RecursionError):
        return None
    return (content, value) if isinstance(value, dict) else None


def _is_signed_by(key: Mapping[str, Any], signature: bytes, signed: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
        from cryptography.hazmat.primitives.hashes import SHA256
    except ImportError:
        raise HeddleError(
            "verification needs more packages: pip install 'heddle-client[approvals]'"
        ) from None
    try:
        if key["kty"] == "OKP" and key["crv"] == "Ed25519":
            ed25519.Ed25519PublicKey.from_public_bytes(decode_base64url(key["x"])).verify(signature, signed)
        elif key["kty"] == "EC" and key["crv"] == "P-256":
            point = ec.EllipticCurvePublicNumbers(_number(key["x"]), _number(key["y"]), ec.SECP256R1())
            point.public_key().verify(signature, signed, ec.ECDSA(SHA256()))
        elif key["kty"] == "RSA":
            numbers = rsa.RSAPublicNumbers(_number(key["e"]), _number(key["n"]))
            numbers.public_key().verify(signature, signed, padding.PKCS1v15(), SHA256())
        else:
            return False
    except (InvalidSignature, ValueError, ApprovalError):
        return False
    return True


def _number(text: str) -> int:
    return int.from_bytes(decode_base64url(text), "big")


def _hash_of(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
