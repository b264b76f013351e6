"""Signatures of private keys, in the form of JWS (RFC 7518)."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from .errors import HeddleError


def sign(algorithm: str, private_key: Mapping[str, Any] | str | None, signed: bytes) -> bytes:
    """The signature of a text.

    :param private_key: a JWK, or PKCS #8 as PEM
    :raises HeddleError: if the key is none of the algorithm. The message shows nothing of it.
    """
    try:
        key = _of_pem(private_key) if isinstance(private_key, str) else _of_jwk(private_key or {})
    except (ValueError, TypeError, KeyError):
        key = None
    if algorithm == "EdDSA" and isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(signed)
    if algorithm == "RS256" and isinstance(key, rsa.RSAPrivateKey):
        return key.sign(signed, padding.PKCS1v15(), SHA256())
    if algorithm == "ES256" and isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name == "secp256r1":
        r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")
    raise HeddleError(f"the private key is none for {algorithm}, as a JWK or as PKCS #8 in PEM")


def _of_pem(pem: str) -> object:
    return load_pem_private_key(pem.encode(), password=None)


def _of_jwk(jwk: Mapping[str, Any]) -> object:
    kind = (jwk["kty"], jwk.get("crv"))
    if kind == ("OKP", "Ed25519"):
        return ed25519.Ed25519PrivateKey.from_private_bytes(_bytes(jwk, "d"))
    if kind == ("EC", "P-256"):
        point = ec.EllipticCurvePublicNumbers(_number(jwk, "x"), _number(jwk, "y"), ec.SECP256R1())
        return ec.EllipticCurvePrivateNumbers(_number(jwk, "d"), point).private_key()
    if kind == ("RSA", None):
        p, q, d, dp, dq, qi, e, n = (
            _number(jwk, name) for name in ("p", "q", "d", "dp", "dq", "qi", "e", "n")
        )
        return rsa.RSAPrivateNumbers(p, q, d, dp, dq, qi, rsa.RSAPublicNumbers(e, n)).private_key()
    return None


def _number(jwk: Mapping[str, Any], name: str) -> int:
    return int.from_bytes(_bytes(jwk, name), "big")


def _bytes(jwk: Mapping[str, Any], name: str) -> bytes:
    text = jwk[name]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
