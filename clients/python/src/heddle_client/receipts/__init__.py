"""Verification of receipts of sent calls, without the service."""

from .errors import ReceiptError
from .verify import SignatureResult, VerifiedReceipt, verify_receipt

__all__ = ["ReceiptError", "SignatureResult", "VerifiedReceipt", "verify_receipt"]
