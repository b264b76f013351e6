"""The content of a receipt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TEXTS = ("workspace", "run_id", "tool_call_id", "agent_id", "patch_ref", "completed_at")
#: The members of a public key that make it up, by its type.
KEY_MEMBERS = {"RSA": ("e", "n"), "EC": ("crv", "x", "y"), "OKP": ("crv", "x")}


def is_receipt(value: Mapping[str, Any]) -> bool:
    """Whether a value has what the verification of a receipt reads."""
    decisions, signatures = value.get("decisions"), value.get("passkeys", [])
    return (
        _has_texts(value, *_TEXTS)
        and all(isinstance(value.get(name, ""), str) for name in ("document", "digest"))
        and isinstance(decisions, list)
        and all(isinstance(each, dict) and isinstance(each.get("decision"), str) for each in decisions)
        and isinstance(signatures, list)
        and all(_is_signature(each) for each in signatures)
    )


def _is_signature(value: object) -> bool:
    if not isinstance(value, dict) or not _has_texts(value, "passkey_id", "actor", "thumbprint"):
        return False
    key, assertion, statement = (value.get(name) for name in ("public_key", "assertion", "statement"))
    response = assertion.get("response") if isinstance(assertion, dict) else None
    digests = statement.get("digests") if isinstance(statement, dict) else None
    return (
        isinstance(key, dict)
        and key.get("kty") in KEY_MEMBERS
        and _has_texts(key, *KEY_MEMBERS[key["kty"]])
        and isinstance(response, dict)
        and _has_texts(response, "clientDataJSON", "authenticatorData", "signature")
        and isinstance(statement, dict)
        and _has_texts(statement, "challenge_id", "workspace_id", "actor", "decision", "expires_at")
        and isinstance(digests, list)
        and all(isinstance(each, str) for each in digests)
    )


def _has_texts(value: Mapping[str, Any], *names: str) -> bool:
    return all(isinstance(value.get(name), str) for name in names)
