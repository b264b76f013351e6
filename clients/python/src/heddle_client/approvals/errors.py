"""Why a request is not what Heddle has signed."""

from __future__ import annotations

import json

from ..errors import HeddleError

#: The codes, each with the HTTP status with which a middleware answers.
STATUSES = {
    "missing_approval": 401,
    "duplicate_approval": 401,
    "malformed_approval": 401,
    "invalid_type": 401,
    "invalid_algorithm": 401,
    "unknown_key": 401,
    "wrong_key": 401,
    "invalid_signature": 401,
    "expired_approval": 401,
    "early_approval": 401,
    "wrong_audience": 401,
    "wrong_issuer": 401,
    "wrong_workspace": 401,
    "wrong_method": 401,
    "wrong_address": 401,
    "wrong_body": 401,
    "body_too_large": 413,
    "body_unavailable": 500,
    "keys_unavailable": 503,
}


class ApprovalError(HeddleError):
    """A request is not what Heddle has signed, or that cannot be verified: do not act on it.

    Branch on ``code``, which is stable; docs/verifying-calls.md of the service lists them.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        #: The HTTP status of the answer to the request.
        self.status = STATUSES[code]

    def body(self) -> bytes:
        """The body of an answer that refuses the request."""
        return json.dumps({"error": {"code": self.code, "message": str(self)}}).encode()
