"""What a host in Python does with the calls of the service, in an environment that has only the package.

``codes`` prints what the verification says of requests that are not what was signed. ``host`` serves a host on a free port,
prints the port, and answers under /wsgi and /asgi what the middlewares let through.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from wsgiref.simple_server import WSGIRequestHandler, make_server

import httpx
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from heddle_client import (
    ApprovalError,
    AsgiApprovals,
    HeddleError,
    WsgiApprovals,
    verify_approval,
    verify_tool_approval,
)

AUDIENCE = "https://api.bank.example"
BODY = b'{"amount":12.5}'


def base64url(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class Key:
    def __init__(self, kid, **more):
        self.private = Ed25519PrivateKey.generate()
        x = base64url(self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
        known = {"alg": "EdDSA", "use": "sig", "purpose": "approvals"}
        self.jwk = {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid, **known, **more}


def signed(key, header=None, **more):
    now = int(time.time())
    claims = {
        **{name: name for name in ("iss", "jti", "run", "sub", "agent", "patch")},
        **{
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + 300,
            "htm": "POST",
            "htu": f"{AUDIENCE}/payments?a=%C3%A9",
        },
        **{"body_sha256": base64url(hashlib.sha256(BODY).digest()), "approvals": [{"actor": "mo"}], **more},
    }
    head = {"alg": "EdDSA", "kid": key.jwk["kid"], "typ": "approval+jwt", "workspace": "w", **(header or {})}
    text = ".".join(base64url(json.dumps(each).encode()) for each in (head, claims))
    return f"{text}.{base64url(key.private.sign(text.encode()))}"


def codes():
    key, other, statements = Key("k1"), Key("k1"), Key("k2", purpose="statements")
    jwks = {"keys": [key.jwk, statements.jwk]}
    good = signed(key)
    now = int(time.time())

    def verdict(approval=good, method="POST", url="/payments?a=%c3%a9", body=BODY, headers=None, **settings):
        options = {"jwks": jwks, "audience": AUDIENCE, "workspace": "w", **settings}
        try:
            found = verify_approval(method, url, headers or {"Service-Approval": approval}, body, **options)
        except ApprovalError as error:
            return error.code
        return found.approvals[0]["actor"]

    head, claims, _ = good.split(".")
    unsigned = base64url(json.dumps({"alg": "none", "kid": "k1", "typ": "approval+jwt"}).encode())
    hmac_head = base64url(json.dumps({"alg": "HS256", "kid": "k1", "typ": "approval+jwt"}).encode())
    mac = hmac.new(key.jwk["x"].encode(), f"{hmac_head}.{claims}".encode(), hashlib.sha256).digest()
    arguments = {"b": 10**21, "a": ["\u00f6", {"10": 1.0, "9": None}]}
    covered = rfc8785.dumps({"name": "pay", "arguments": {"b": 1e21, "a": ["\u00f6", {"10": 1, "9": None}]}})
    meta = {"Service-Approval": signed(key, body_sha256=base64url(hashlib.sha256(covered).digest()))}

    def tool(name):
        try:
            return verify_tool_approval(name, arguments, meta, jwks=jwks, audience=AUDIENCE).sub
        except ApprovalError as error:
            return error.code

    def option(**settings):
        try:
            return verdict(**settings)
        except HeddleError as error:
            return str(error).split(" ")[0]

    return {
        "good": verdict(),
        "whole_address": verdict(url="http://internal:8000/payments?a=%c3%a9"),
        "prefix": verdict(signed(key, htu=f"{AUDIENCE}/bank/payments"), url="/payments", prefix="/bank"),
        "body": verdict(body=b'{"amount":12.50}'),
        "parsed": verdict(body={"amount": 12.5}),
        "large": verdict(max_bytes=4),
        "method": verdict(method="PUT"),
        "path": verdict(url="/refunds?a=%C3%A9"),
        "query": verdict(url="/payments"),
        "missing": verdict(headers={"other": "x"}),
        "twice": verdict(headers=[("service-approval", good), ("Service-Approval", good)]),
        "joined": verdict(f"{good}, {good}"),
        "malformed": verdict("a.b"),
        "no_claim": verdict(signed(key, htu=None)),
        "old": verdict(signed(key, iat=now - 400, exp=now - 100)),
        "early": verdict(signed(key, iat=now + 100, exp=now + 400)),
        "audience": verdict(signed(key, aud="https://other.example")),
        "issuer": verdict(issuer="https://heddle.example"),
        "workspace": verdict(signed(key, {"workspace": "other"})),
        "type": verdict(signed(key, {"typ": "call-receipt+json"})),
        "none": verdict(f"{unsigned}.{claims}.AA"),
        "hs256": verdict(f"{hmac_head}.{claims}.{base64url(mac)}"),
        "unknown": verdict(signed(Key("k3"))),
        "statements": verdict(signed(statements)),
        "forged": verdict(signed(other)),
        "tool": tool("pay"),
        "other_tool": tool("refund"),
        "options": [option(audience="bank"), option(prefix="bank"), option(jwks="keys.json")],
    }


def application(environ, start_response):
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps({"wsgi": json.loads(body), "sub": environ["heddle.approval"].sub}).encode()]


async def async_application(scope, receive, send):
    message = await receive()
    assert not message["more_body"]
    answer = {"asgi": json.loads(message["body"]), "sub": scope["heddle.approval"].sub}
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


def host(jwks):
    settings = {"jwks": jwks}

    def either(environ, start_response):
        """The middleware that the path names. An ASGI application gets what came in on the same connection."""
        if environ["PATH_INFO"].startswith("/wsgi"):
            return WsgiApprovals(application, **settings)(environ, start_response)
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"] or 0))
        headers = {
            name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")
        }
        app = AsgiApprovals(async_application, **settings)

        async def ask():
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app)) as client:
                url = f"https://internal{environ['heddle.target']}"
                return await client.request(environ["REQUEST_METHOD"], url, headers=headers, content=body)

        answer = asyncio.run(ask())
        start_response(f"{answer.status_code} -", [("Content-Type", "application/json")])
        return [answer.content]

    class Handler(WSGIRequestHandler):
        def get_environ(self):
            return {**super().get_environ(), "heddle.target": self.path}

        def log_message(self, *_):
            pass

    server = make_server("127.0.0.1", 0, either, handler_class=Handler)
    settings["audience"] = f"http://127.0.0.1:{server.server_port}"
    print(server.server_port, flush=True)
    server.serve_forever()


if sys.argv[1] == "codes":
    print(json.dumps(codes()))
else:
    host(os.environ["JWKS"])
