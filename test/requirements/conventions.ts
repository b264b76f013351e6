import type { Requirement } from './requirement.ts';

/** Envelope, ids, bodies, routes, faults, pagination, tenancy and versioning. */
export const conventions = [
  {
    id: 'envelope.success',
    source: 'service.md Envelope and conventions',
    issue: 3,
    behaviour: "A success body is {status: 'success', data}, where data is an object or an array.",
  },
  {
    id: 'envelope.error',
    source: ['service.md Envelope and conventions', 'service.md Errors'],
    issue: 3,
    behaviour: "An error body is {status: 'error', error: {message, code, details?}}.",
  },
  {
    id: 'envelope.omits-empty-fields',
    source: 'service.md Envelope and conventions',
    issue: 3,
    behaviour: 'A field with no value is omitted; null is sent only where a field is documented as null.',
  },
  {
    id: 'envelope.status-200',
    source: 'contract.md 1',
    issue: 3,
    behaviour:
      'A success is 200 unless a rule says 201 (a POST that creates a resource) or 202 (messages, confirm, outcome).',
  },
  {
    id: 'error.code-has-one-status',
    source: ['service.md Errors', 'contract.md 1'],
    issue: 3,
    behaviour:
      'Every error code stands once in one table with its one HTTP status, and responses use only codes of the table.',
  },
  {
    id: 'id.uuid-v7',
    source: ['service.md Identifier formats', 'contract.md 1'],
    issue: 3,
    behaviour: 'Ids of workspaces, threads, messages and runs are UUID v7.',
  },
  {
    id: 'id.agent',
    source: ['service.md Identifier formats', 'contract.md 1'],
    issue: 3,
    behaviour: 'An agent id is agent_ and 32 hex characters.',
  },
  {
    id: 'id.api-key',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'An API key is sk_ and 43 base64url characters.',
  },
  {
    id: 'id.malformed-in-path',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'An id in a path that is not well formed is 404, never 500.',
  },
  {
    id: 'timestamp.rfc3339-utc-milliseconds',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'Timestamps are RFC 3339 UTC with milliseconds and Z.',
  },
  {
    id: 'body.wrong-media-type',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A body that is not application/json is 415 unsupported_media_type.',
  },
  {
    id: 'body.malformed-json',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'Malformed JSON is 400 invalid_json.',
  },
  {
    id: 'body.too-large',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A body of over 1 MiB is 413 payload_too_large.',
  },
  {
    id: 'body.invalid',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A body that fails validation is 422 invalid_request with details of [{path, message, code}].',
  },
  {
    id: 'body.unknown-field',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'An unknown body field is 422 invalid_request that names its path.',
  },
  {
    id: 'body.hostile',
    source: 'contract.md 1',
    issue: 3,
    behaviour:
      'An empty, non-UTF-8, NUL-containing or deeply nested body is answered with a 4xx of the table, never a 500.',
  },
  {
    id: 'body.free-json',
    source: 'contract.md 1',
    issue: 12,
    behaviour:
      'Free JSON (metadata, detail, schemas) is nested at most 100 levels and well-formed, else 422 invalid_request; any names and texts are kept as they are.',
  },
  {
    id: 'body.dedicated-code-wins',
    source: 'contract.md 1',
    issue: 4,
    behaviour:
      'A fault that has a code of its own (invalid_decision, invalid_state) answers with it and not with invalid_request.',
  },
  {
    id: 'query.invalid',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A query that fails validation is 422 invalid_request with details.',
  },
  {
    id: 'route.unknown-path',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'An unknown path is 404 not_found in the error envelope.',
  },
  {
    id: 'route.wrong-method',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A known path with a wrong method is 405 method_not_allowed with Allow.',
  },
  {
    id: 'fault.unexpected',
    source: 'contract.md 1',
    issue: 3,
    behaviour:
      'An unexpected fault is 500 internal_error without a stack trace or inner message in the body.',
  },
  {
    id: 'fault.dependency-down',
    source: 'contract.md 1',
    issue: 12,
    behaviour:
      'While MongoDB is down a request that needs it is 503 temporarily_unavailable with Retry-After.',
  },
  {
    id: 'fault.mongodb-errors',
    source: ['contract.md 1', 'invariant 1', 'invariant 5'],
    issue: 12,
    behaviour:
      'Whatever MongoDB answers when it passes (a conflict, a stepdown, a shutdown, a lost connection or cursor), posting, deciding, charging, looking up and streaming go on, and nothing is done twice; a client sees 503 at most.',
  },
  {
    id: 'fault.temporal-down',
    source: ['contract.md 1', 'invariant 1'],
    issue: 12,
    behaviour:
      'While Temporal is down messages, answers, decisions, outcomes and cancels are accepted all the same, and carried out when it is back.',
  },
  {
    id: 'operations.healthz',
    source: 'contract.md 1',
    issue: 3,
    behaviour:
      'GET /healthz answers without credentials while the process lives, whatever is down behind it.',
  },
  {
    id: 'operations.readyz',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'GET /readyz answers without credentials, well only when Temporal and MongoDB both answer.',
  },
  {
    id: 'operations.temporal-back',
    source: 'invariant 1',
    issue: 12,
    behaviour: 'Clients reach Temporal again within two seconds after it is back, however long it was away.',
  },
  {
    id: 'operations.metrics',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'GET /metrics serves Prometheus text on a port of its own and not on the API port.',
  },
  {
    id: 'operations.openapi',
    source: 'contract.md 1',
    issue: 5,
    behaviour:
      'GET /openapi.json serves, without credentials, OpenAPI 3.1 generated from the schemas that validate.',
  },
  {
    id: 'operations.openapi-complete',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'Every route is in the API description with each status and code that it can answer.',
  },
  {
    id: 'operations.docs',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'GET /docs serves a readable reference without credentials and without another host.',
  },
  {
    id: 'operations.cors',
    source: 'contract.md 9',
    issue: 5,
    behaviour:
      'Browsers of the origins in CORS_ORIGINS, and of no others, may call the API and read its documented headers.',
  },
  {
    id: 'response.request-id',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'Every response under /v1, errors included, carries its own Request-Id.',
  },
  {
    id: 'response.request-id-in-log',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'The Request-Id of a response stands in the log lines of its request.',
  },
  {
    id: 'pagination.shape',
    source: ['service.md Envelope and conventions', 'service.md Cross-cutting rules'],
    issue: 3,
    behaviour:
      'A collection carries pagination {next_cursor, has_more, limit} beside data, and no page, offset or total.',
  },
  {
    id: 'pagination.every-collection',
    source: 'service.md Cross-cutting rules',
    issue: 5,
    behaviour: 'Every collection in the API description takes limit and cursor and answers pagination.',
  },
  {
    id: 'pagination.default-25',
    source: ['service.md Cross-cutting rules', 'service.md Limits'],
    issue: 3,
    behaviour: 'Without limit a page holds 25 items.',
  },
  {
    id: 'pagination.limit-clamped',
    source: ['service.md Cross-cutting rules', 'service.md Limits', 'contract.md 1'],
    issue: 3,
    behaviour: 'A limit below 1 is clamped to 1 and one above 100 to 100.',
  },
  {
    id: 'pagination.limit-not-an-integer',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A limit that is not an integer is 422 invalid_request.',
  },
  {
    id: 'pagination.walk',
    source: 'service.md Cross-cutting rules',
    issue: 3,
    behaviour:
      'Passing back next_cursor verbatim walks every item once, until has_more is false and next_cursor is null.',
  },
  {
    id: 'pagination.stable-under-writes',
    source: 'service.md Cross-cutting rules',
    issue: 3,
    behaviour: 'Items created during a walk neither repeat nor hide an item that was there when it began.',
  },
  {
    id: 'pagination.newest-first',
    source: 'contract.md 1',
    issue: 3,
    behaviour:
      'Collections are in order of creation, newest first, ties broken by id, unless said otherwise.',
  },
  {
    id: 'pagination.forged-cursor',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A cursor that the server did not issue, forged or truncated, is 422 invalid_cursor.',
  },
  {
    id: 'pagination.foreign-cursor',
    source: 'contract.md 1',
    issue: 3,
    behaviour: 'A cursor issued for another collection, filter or workspace is 422 invalid_cursor.',
  },
  {
    id: 'tenancy.cross-workspace',
    source: ['contract.md 1', 'service.md Errors'],
    issue: 3,
    behaviour:
      'Whatever belongs to another workspace is 404 not_found, the same in every byte but the Request-Id as what does not exist.',
  },
  {
    id: 'version.prefix',
    source: 'service.md Versioning',
    issue: 3,
    behaviour: 'Public endpoints live under /v1.',
  },
  {
    id: 'version.additive',
    source: 'service.md Versioning',
    issue: 5,
    behaviour:
      'The reference says that fields may be added under /v1, and that breaking changes get a new prefix.',
  },
] as const satisfies readonly Requirement[];
