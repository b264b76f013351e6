"""Verification of a receipt: who has decided on exactly the document that it shows."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..approvals.errors import ApprovalError
from ..approvals.jws import decode_object, read_jws
from .actors import is_same_actor
from .content import is_receipt
from .errors import ReceiptError
from .responses import challenge_of, origin_of, response_fault, thumbprint_of

#: No receipt is larger.
_MOST_CHARACTERS = 8 * 1024 * 1024


@dataclass(frozen=True)
class SignatureResult:
    """A signature in a receipt, as it was verified."""

    passkey_id: str
    actor: str
    #: The thumbprint of the key (RFC 7638).
    thumbprint: str
    #: The page on which it was given.
    origin: str | None
    #: ``verified``; ``key_not_confirmed`` if no thumbprints were given; ``key_not_trusted``; ``failed``.
    result: str
    #: Why it failed.
    fault: str | None = None


@dataclass(frozen=True)
class VerifiedReceipt:
    """A receipt that verifies."""

    #: Its content (docs/audit.md of the service).
    receipt: dict[str, Any]
    #: ``verified``, or ``not_checked`` without the keys of the service.
    service: str
    #: The signatures of its passkeys.
    signatures: tuple[SignatureResult, ...]


def verify_receipt(
    jws: str,
    *,
    jwks: str | Mapping[str, Any] | None = None,
    passkeys: Collection[str] | None = None,
) -> VerifiedReceipt:
    """Verifies a receipt of a sent call without the service. It needs ``pip install 'heddle-client[approvals]'``.

    :param jws: of ``runs.receipt``, compact
    :param jwks: the public keys of the service: what you have saved of ``/.well-known/jwks.json``, or its address. Without them the
        signature of the service is not checked, and only what passkeys have signed is certain
    :param passkeys: the thumbprints of the passkeys that you trust. Without them it is not known whose keys they are
    :raises ReceiptError: if any part of it does not verify
    """
    receipt = _content(jws)
    service = "not_checked" if jwks is None else _check_service(jws, jwks)
    results = tuple(_result(receipt, each, passkeys) for each in receipt.get("passkeys", []))
    _check_content(receipt, results)
    if any(each.result == "failed" for each in results):
        raise ReceiptError("passkey_failed", results)
    if any(each.result == "key_not_trusted" for each in results):
        raise ReceiptError("key_not_trusted", results)
    return VerifiedReceipt(receipt, service, results)


def _content(jws: str) -> dict[str, Any]:
    parts = jws.split(".") if len(jws) <= _MOST_CHARACTERS else []
    try:
        receipt = decode_object(parts[1])
    except (ApprovalError, IndexError):
        raise ReceiptError("malformed_receipt") from None
    if not is_receipt(receipt):
        raise ReceiptError("malformed_receipt")
    return receipt


def _check_service(jws: str, jwks: str | Mapping[str, Any]) -> str:
    try:
        read_jws(jws, jwks, typ="call-receipt+json", purpose="statements", most_characters=_MOST_CHARACTERS)
    except ApprovalError as error:
        code = "keys_unavailable" if error.code == "keys_unavailable" else "service_signature"
        raise ReceiptError(code) from error
    return "verified"


def _check_content(receipt: Mapping[str, Any], results: tuple[SignatureResult, ...]) -> None:
    document, digest = receipt.get("document"), receipt.get("digest")
    if document is not None and digest != _digest_of(document):
        raise ReceiptError("document_changed", results)
    signed = {each.get("passkey_id") for each in receipt["decisions"] if each.get("via") == "passkey"}
    if not signed <= {each.passkey_id for each in results}:
        raise ReceiptError("signature_missing", results)


def _digest_of(document: str) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(document.encode()).digest()).decode()}:"


def _result(
    receipt: Mapping[str, Any], signature: Mapping[str, Any], trusted: Collection[str] | None
) -> SignatureResult:
    fault = _fault(receipt, signature)
    thumbprint = signature["thumbprint"]
    if fault is not None:
        result = "failed"
    elif trusted is None:
        result = "key_not_confirmed"
    else:
        result = "verified" if thumbprint in trusted else "key_not_trusted"
    return SignatureResult(
        passkey_id=signature["passkey_id"],
        actor=signature["actor"],
        thumbprint=thumbprint,
        origin=origin_of(signature["assertion"]["response"]),
        result=result,
        fault=fault,
    )


def _fault(receipt: Mapping[str, Any], signature: Mapping[str, Any]) -> str | None:
    statement, digest = signature["statement"], receipt.get("digest")
    own = next(
        (
            each
            for each in receipt["decisions"]
            if each.get("via") == "passkey" and each.get("passkey_id") == signature["passkey_id"]
        ),
        None,
    )
    if own is None or digest is None:
        return "not_decided"
    if statement["workspace_id"] != receipt["workspace"]:
        return "other_workspace"
    if statement["decision"] != own["decision"]:
        return "other_decision"
    if own.get("actor") is not None and not is_same_actor(statement["actor"], own["actor"]):
        return "other_actor"
    if digest not in statement["digests"]:
        return "other_call"
    if thumbprint_of(signature["public_key"]) != signature["thumbprint"]:
        return "other_key"
    return response_fault(
        signature["assertion"]["response"], signature["public_key"], challenge_of(statement)
    )
