"""A middleware for WSGI applications: Flask, Django, Pyramid and others."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_to_bytes

from typing_extensions import Unpack

from .address import comparable, target_of
from .errors import ApprovalError
from .options import ApprovalOptions, ApprovalSettings
from .verify import approval_of, check_body, too_large, verify_request

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
App = Callable[[Environ, StartResponse], Iterable[bytes]]


class WsgiApprovals:
    """Lets only those requests through that Heddle has signed.

    ``environ["heddle.approval"]`` is the :class:`ServiceApproval`; the body is still to be read by the application. Others are
    answered with the error as JSON.
    """

    def __init__(self, app: App, **settings: Unpack[ApprovalSettings]) -> None:
        self._app = app
        self._options = ApprovalOptions(**settings)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        try:
            header = environ.get("HTTP_SERVICE_APPROVAL")
            approval = approval_of([] if header is None else [header])
            claims = verify_request(approval, environ["REQUEST_METHOD"], _target(environ), self._options)
            body = self._read(environ)
            check_body(claims, body, self._options)
        except ApprovalError as error:
            content = error.body()
            status = f"{error.status} {HTTPStatus(error.status).phrase}"
            start_response(
                status, [("Content-Type", "application/json"), ("Content-Length", str(len(content)))]
            )
            return [content]
        environ["heddle.approval"] = claims
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        return self._app(environ, start_response)

    def _read(self, environ: Environ) -> bytes:
        """The body. Without a length, servers that end their input at the end of the body are read to the end."""
        given = environ.get("CONTENT_LENGTH") or ""
        is_ended = environ.get("wsgi.input_terminated", False)
        limit = self._options.max_bytes
        length = int(given) if given.isdigit() else (limit + 1 if is_ended else 0)
        if given.isdigit() and length > limit:
            raise too_large(self._options)
        stream, pieces = environ["wsgi.input"], []
        while length > 0:
            piece = stream.read(min(length, 65536))
            if not piece:
                break
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)


def _target(environ: Environ) -> str | Callable[[str], bool]:
    """The path and the query as they came in, if the server keeps them; otherwise how they are compared.

    WSGI decodes the path. Gunicorn, uWSGI, mod_wsgi, waitress and Werkzeug also have it as it came in. Without that, the path that
    was signed is compared as the application sees it.
    """
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")
    if isinstance(raw, str) and raw:
        return target_of(raw)
    path = (environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")).encode("latin-1") or b"/"
    query = environ.get("QUERY_STRING", "")

    def is_same(signed: str) -> bool:
        signed_path, _, signed_query = signed.partition("?")
        return unquote_to_bytes(signed_path) == path and comparable(signed_query) == comparable(query)

    return is_same
