"""Checks the vectors that the clients of all languages share, and prints what differs as JSON."""

import base64
import json
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from heddle_client import (
    HeddleError,
    ReceiptError,
    sign_session_token,
    sign_webhook,
    verify_receipt,
)


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(token, jwk):
    """Whether an ES256 token is signed by a key."""
    x, y = (int.from_bytes(decoded(jwk[name]), "big") for name in ("x", "y"))
    text, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:]))
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    public.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
    return True


def token_fault(vector):
    signed = sign_session_token(
        vector["key"],
        **vector["claims"],
        at=vector["at"],
        expires_in=vector["expires_in"],
    )
    if vector["key"]["algorithm"] != "ES256":
        return None if signed == vector["token"] else signed
    same = signed.rpartition(".")[0] == vector["token"].rpartition(".")[0]
    return None if same and is_signed(signed, vector["public_jwk"]) else signed


def receipt_result(vector):
    try:
        verified = verify_receipt(vector["jws"], jwks=vector.get("jwks"), passkeys=vector.get("passkeys"))
    except ReceiptError as error:
        faults = [each.fault for each in error.signatures if each.fault is not None]
        return {"code": error.code, **({"faults": faults} if faults else {})}
    return {
        "service": verified.service,
        "results": [each.result for each in verified.signatures],
        "origins": [each.origin or "" for each in verified.signatures],
    }


def refusal(key, sub="ada", **options):
    try:
        sign_session_token(key, sub, **options)
    except HeddleError as error:
        return str(error)
    return "signed"


with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
good = {"id": "key", "algorithm": "HS256", "secret": "secret"}
print(
    json.dumps(
        {
            "tokens": [fault for fault in map(token_fault, vectors["tokens"]) if fault is not None],
            "receipts": [
                [each["name"], receipt_result(each)]
                for each in vectors["receipts"]
                if receipt_result(each) != each["expected"]
            ],
            "webhooks": [
                each["id"]
                for each in vectors["webhooks"]
                if sign_webhook(each["body"], each["secret"], identity=each["id"], at=each["at"])
                != each["headers"]
            ],
            "counts": [len(vectors[name]) for name in ("tokens", "receipts", "webhooks")],
            "refusals": [
                refusal(good, ""),
                refusal(good, actor="x" * 256),
                refusal(good, " \u200b"),
                refusal(good, "a\nb"),
                refusal(good, context={f"fact_{index}": index for index in range(33)}),
                refusal(good, context={"a b": 1}),
                refusal(good, context={"limit": float("nan")}),
                refusal(good, context={"note": "hunter2" * 200}),
                refusal(good, "\U0001f916" * 255),
                refusal(good, expires_in=3601),
                refusal({**good, "secret": ""}),
                refusal({"id": "key", "algorithm": "none"}),
                refusal(
                    {
                        "id": "key",
                        "algorithm": "EdDSA",
                        "private_key": {"kty": "RSA", "d": "hunter2"},
                    }
                ),
                refusal({"id": "key", "algorithm": "ES256", "private_key": "hunter2"}),
            ],
        }
    )
)
