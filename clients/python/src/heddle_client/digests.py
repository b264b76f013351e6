"""Verification of what a held call's digest covers."""

from __future__ import annotations

import base64
import hashlib

from .errors import DigestMismatchError


def verify_digest(digest: str | None, document: str | None) -> str:
    """The document of a held call or a receipt, once it is certain that the digest is of it.

    Whoever approves with the digest approves what the document says. Read it only after that.

    :raises DigestMismatchError: if the digest is of another document, or one of them is missing
    """
    if digest is None or document is None:
        raise DigestMismatchError("there is no digest, or no document")
    expected = base64.b64encode(hashlib.sha256(document.encode()).digest()).decode()
    if digest != f"sha-256=:{expected}:":
        raise DigestMismatchError("the digest is of another document")
    return document
