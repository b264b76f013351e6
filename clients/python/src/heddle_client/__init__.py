"""The client of Heddle: durable agent conversations, approvals and account identification."""

from . import models
from ._async.client import AsyncHeddle
from ._async.pages import AsyncCollection, AsyncPage
from ._sync.client import Heddle
from ._sync.pages import Collection, Page
from .approvals import (
    ApprovalError,
    AsgiApprovals,
    ServiceApproval,
    WsgiApprovals,
    verify_approval,
    verify_tool_approval,
)
from .digests import verify_digest
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    DigestMismatchError,
    HeddleError,
    InsufficientCreditsError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeout,
    ServerError,
    WebhookVerificationError,
)
from .receipts import ReceiptError, SignatureResult, VerifiedReceipt, verify_receipt
from .replies import RunUpdate
from .responses import ReceivedResponse, ResponseInfo, Retry, response_of
from .session_tokens import SessionKey, sign_session_token
from .webhooks import sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "ApprovalError",
    "AsgiApprovals",
    "AsyncCollection",
    "AsyncHeddle",
    "AsyncPage",
    "AuthenticationError",
    "Collection",
    "ConflictError",
    "ConnectionFailed",
    "DigestMismatchError",
    "Heddle",
    "HeddleError",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ReceiptError",
    "ReceivedResponse",
    "RequestTimeout",
    "ResponseInfo",
    "Retry",
    "RunUpdate",
    "ServerError",
    "ServiceApproval",
    "SessionKey",
    "SignatureResult",
    "VerifiedReceipt",
    "WebhookVerificationError",
    "WsgiApprovals",
    "models",
    "response_of",
    "sign_session_token",
    "sign_webhook",
    "verify_approval",
    "verify_digest",
    "verify_receipt",
    "verify_tool_approval",
    "verify_webhook",
]
