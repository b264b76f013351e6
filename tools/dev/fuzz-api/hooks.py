"""Completes valid requests so that they succeed. Requests that are invalid on purpose stay unchanged."""

import itertools
import os

import schemathesis
from schemathesis import GenerationMode

OWN_KEY = os.environ["HEDDLE_API_KEY_ID"]
SUBJECT = os.environ["HEDDLE_SUBJECT"]
numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    case.headers = case.headers or {}
    names = {parameter.name for parameter in case.operation.headers}
    # Without it, an API key acts for nobody.
    if "Service-Subject" in names and "Service-Subject" not in case.headers:
        case.headers["Service-Subject"] = SUBJECT
    # A key that was used before only returns its response.
    if "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = f"fuzz-{next(numbers)}"
    # The fuzzer's own credential must outlive the run.
    operation = case.operation.definition.raw.get("operationId")
    if operation == "deleteApiKey" and case.path_parameters.get("id") == OWN_KEY:
        case.path_parameters["id"] = "00000000-0000-7000-8000-000000000000"
