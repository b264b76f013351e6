"""What the client raises."""

from __future__ import annotations

from typing import Any


class HeddleError(Exception):
    """Every error that this package raises itself."""


class ApiError(HeddleError):
    """The API has answered with an error. Branch on ``code``, which is stable.

    There is a subclass for each kind of error that callers usually tell apart.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Any = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.details = details
        #: What to tell whoever looks into it.
        self.request_id = request_id
        #: After how many seconds a retry makes sense, if the API said so.
        self.retry_after_seconds = retry_after_seconds


class AuthenticationError(ApiError):
    """401: the credential is missing, unknown, expired or revoked."""


class InsufficientCreditsError(ApiError):
    """402: the balance is empty, or a budget is spent."""


class PermissionDeniedError(ApiError):
    """403: the credential is valid, but not for this request."""


class NotFoundError(ApiError):
    """404: no resource of the caller has that id."""


class ConflictError(ApiError):
    """409: what was asked for does not fit what there is, such as ``stale_confirmation``."""


class InvalidRequestError(ApiError):
    """422: ``details`` says what is wrong; with ``invalid_request`` it is a list of ``{path, message, code}``."""


class RateLimitError(ApiError):
    """429: try again after ``retry_after_seconds``."""


class ServerError(ApiError):
    """5xx: the service, or a provider of it, has failed."""


class ConnectionFailed(HeddleError):
    """There was no answer. Whether the request was carried out is unknown."""


class RequestTimeout(ConnectionFailed):
    """There was no answer in time. Whether the request was carried out is unknown."""


class WebhookVerificationError(HeddleError):
    """What claims to be a webhook was not signed with the secret, or too long ago."""


class DigestMismatchError(HeddleError):
    """A digest is not that of the document beside it: do not approve with it."""


_by_status: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def api_error(status: int, headers: Any, body: Any) -> ApiError:
    """The error of a response. A proxy in between may answer with a status alone."""
    error = body.get("error") if isinstance(body, dict) else None
    fields = error if isinstance(error, dict) else {}
    kind = _by_status.get(status, ServerError if status >= 500 else ApiError)
    seconds = headers.get("retry-after")
    return kind(
        fields.get("message") or f"status {status}",
        status=status,
        code=fields.get("code") or ("invalid_http" if status < 500 else "temporarily_unavailable"),
        details=fields.get("details"),
        request_id=headers.get("request-id"),
        retry_after_seconds=float(seconds) if seconds is not None and seconds.isdigit() else None,
    )
