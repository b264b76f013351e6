"""Verification of calls at their host."""

from .asgi import AsgiApprovals
from .errors import ApprovalError
from .verify import ServiceApproval, verify_approval, verify_tool_approval
from .wsgi import WsgiApprovals

__all__ = [
    "ApprovalError",
    "AsgiApprovals",
    "ServiceApproval",
    "WsgiApprovals",
    "verify_approval",
    "verify_tool_approval",
]
