"""Why a receipt does not verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HeddleError

if TYPE_CHECKING:
    from .verify import SignatureResult

#: The codes, each in words.
MESSAGES = {
    "malformed_receipt": "this is no receipt of a call",
    "keys_unavailable": "the public keys cannot be fetched",
    "service_signature": "none of the keys has signed the receipt",
    "document_changed": "the document is not the one whose digest was decided on",
    "signature_missing": "a decision by passkey has no signature in the receipt",
    "passkey_failed": "a passkey has not signed its decision",
    "key_not_trusted": "a passkey is not one of those that are trusted",
}


class ReceiptError(HeddleError):
    """A receipt does not verify: do not rely on it. Branch on ``code``, which is stable."""

    def __init__(self, code: str, signatures: tuple[SignatureResult, ...] = ()) -> None:
        super().__init__(MESSAGES[code])
        self.code = code
        #: The signatures of its passkeys, each with its ``fault``.
        self.signatures = signatures
