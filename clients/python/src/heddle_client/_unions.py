"""Adapters of the unions of models, which are no classes."""

from __future__ import annotations

from pydantic import TypeAdapter

from . import models

EVENT: TypeAdapter[models.Event] = TypeAdapter(models.Event)
APPROVAL: TypeAdapter[models.Approval] = TypeAdapter(models.Approval)
