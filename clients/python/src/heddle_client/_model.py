"""What all models have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from typing_extensions import Self

#: The context in which what the service has sent is parsed.
RECEIVED = object()


class Model(BaseModel):
    """An object of the API. Fields that only a newer service knows are kept."""

    # NaN stays NaN in a body, which is then refused: by default, it would be sent as null.
    model_config = ConfigDict(extra="allow", protected_namespaces=(), ser_json_inf_nan="constants")

    @model_validator(mode="wrap")
    @classmethod
    def _take_what_fits(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        """A value or a gap that only another version knows is no reason to fail: the other fields are parsed."""
        try:
            return handler(data)
        except ValidationError:
            if info.context is not RECEIVED or not isinstance(data, dict):
                raise
        return cls.model_construct(**{name: _fitting(cls, name, value) for name, value in data.items()})


def _fitting(model: type[Model], name: str, value: Any) -> Any:
    if name not in model.model_fields:
        return value
    try:
        return _field(model, name).validate_python(value, context=RECEIVED)
    except ValidationError:
        return value


@lru_cache(maxsize=None)
def _field(model: type[Model], name: str) -> TypeAdapter[Any]:
    info = model.model_fields[name]
    annotation: Any = Annotated[info.annotation, info]
    return TypeAdapter(annotation)


def or_unknown(model: Callable[[], type[Model]]) -> WrapValidator:
    """Has a union keep what is none of its members, when it comes from the service.

    :param model: the fields that all members have
    """

    def validate(value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        try:
            return handler(value)
        except ValidationError:
            if info.context is not RECEIVED or not isinstance(value, dict):
                raise
        return model().model_validate(value, context=RECEIVED)

    return WrapValidator(validate)
