"""Comparison of actors, as the service does it."""

from __future__ import annotations

import re
import unicodedata

#: Unicode's Default_Ignorable_Code_Point, of which Python has no property. Those of category C are left out below.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def is_same_actor(one: str, other: str) -> bool:
    """Whether two actors count as one: without case, white space and invisible characters (NFKC)."""
    return one == other or _key(one) == _key(other)


def visible(text: str) -> str:
    """A text without white space and invisible characters."""
    kept = (each for each in text if not each.isspace() and unicodedata.category(each)[0] != "C")
    return _IGNORABLE.sub("", "".join(kept))


def _key(actor: str) -> str:
    seen = visible(unicodedata.normalize("NFKC", actor))
    return unicodedata.normalize("NFC", seen.upper().lower())
