import type { Requirement } from './requirement.ts';

/** Envelope, ids, bodies, routes, faults, pagination, tenancy and versioning. */
export const conventions = [
  {
    id: 'envelope.success',
    behaviour: "A success body is {status: 'success', data}, where data is an object or an array.",
  },
  {
    id: 'envelope.error',
    behaviour: "An error body is {status: 'error', error: {message, code, details?}}.",
  },
  {
    id: 'envelope.omits-empty-fields',
    behaviour: 'A field with no value is omitted; null is sent only where a field is documented as null.',
  },
  {
    id: 'envelope.status-200',
    behaviour:
      'A success is 200 unless a rule says 201 (a POST that creates a resource) or 202 (messages, confirm, outcome).',
  },
  {
    id: 'error.code-has-one-status',
    behaviour:
      'Every error code stands once in one table with its one HTTP status, and responses use only codes of the table.',
  },
  {
    id: 'id.uuid-v7',
    behaviour: 'Ids of workspaces, threads, messages and runs are UUID v7.',
  },
  {
    id: 'id.agent',
    behaviour: 'An agent id is agent_ and 32 hex characters.',
  },
  {
    id: 'id.api-key',
    behaviour: 'An API key is sk_ and 43 base64url characters.',
  },
  {
    id: 'id.malformed-in-path',
    behaviour: 'An id in a path that is not well formed is 404, never 500.',
  },
  {
    id: 'timestamp.rfc3339-utc-milliseconds',
    behaviour: 'Timestamps are RFC 3339 UTC with milliseconds and Z.',
  },
  {
    id: 'body.wrong-media-type',
    behaviour: 'A body that is not application/json is 415 unsupported_media_type.',
  },
  {
    id: 'body.malformed-json',
    behaviour: 'Malformed JSON is 400 invalid_json.',
  },
  {
    id: 'body.too-large',
    behaviour: 'A body of over 1 MiB is 413 payload_too_large.',
  },
  {
    id: 'body.invalid',
    behaviour: 'A body that fails validation is 422 invalid_request with details of [{path, message, code}].',
  },
  {
    id: 'body.unknown-field',
    behaviour: 'An unknown body field is 422 invalid_request that names its path.',
  },
  {
    id: 'body.hostile',
    behaviour:
      'An empty, non-UTF-8, NUL-containing or deeply nested body is answered with a 4xx of the table, never a 500.',
  },
  {
    id: 'body.bounded-work',
    behaviour:
      'Lists, records and values of a body are counted before any of them is looked at: too many are 422 with one detail.',
  },
  {
    id: 'body.free-json',
    behaviour:
      'Free JSON (metadata, detail, schemas) is nested at most 100 levels and well-formed, else 422 invalid_request; any names and texts are kept as they are.',
  },
  {
    id: 'body.dedicated-code-wins',
    behaviour:
      'A fault that has a code of its own (invalid_decision, invalid_state) answers with it and not with invalid_request.',
  },
  {
    id: 'query.invalid',
    behaviour: 'A query that fails validation is 422 invalid_request with details.',
  },
  {
    id: 'route.unknown-path',
    behaviour: 'An unknown path is 404 not_found in the error envelope.',
  },
  {
    id: 'route.wrong-method',
    behaviour: 'A known path with a wrong method is 405 method_not_allowed with Allow.',
  },
  {
    id: 'fault.unexpected',
    behaviour:
      'An unexpected fault is 500 internal_error without a stack trace or inner message in the body.',
  },
  {
    id: 'fault.dependency-down',
    behaviour:
      'While MongoDB is down a request that needs it is 503 temporarily_unavailable with Retry-After.',
  },
  {
    id: 'fault.mongodb-errors',
    behaviour:
      'Whatever MongoDB answers when it passes (a conflict, a stepdown, a shutdown, a lost connection or cursor), posting, deciding, charging, looking up and streaming go on, and nothing is done twice; a client sees 503 at most.',
  },
  {
    id: 'fault.temporal-down',
    behaviour:
      'While Temporal is down messages, answers, decisions, outcomes and cancels are accepted all the same, and carried out when it is back.',
  },
  {
    id: 'operations.healthz',
    behaviour:
      'GET /healthz answers without credentials while the process lives, whatever is down behind it.',
  },
  {
    id: 'operations.readyz',
    behaviour: 'GET /readyz answers without credentials, well only when Temporal and MongoDB both answer.',
  },
  {
    id: 'operations.temporal-back',
    behaviour: 'Clients reach Temporal again within two seconds after it is back, however long it was away.',
  },
  {
    id: 'worker.own-slots',
    behaviour:
      "Model turns, calls to hosts, the service's own steps and webhook attempts have slots of their own: slow hosts delay neither a cancellation nor a model turn.",
  },
  {
    id: 'worker.workspace-share',
    behaviour:
      'No workspace, and no two together, hold all slots of a worker: the others keep some of every kind.',
  },
  {
    id: 'operations.metrics',
    behaviour: 'GET /metrics serves Prometheus text on a port of its own and not on the API port.',
  },
  {
    id: 'operations.sdk-metrics',
    behaviour: 'GET /metrics of a worker also serves the metrics of the Temporal SDK.',
  },
  {
    id: 'operations.workflow-status',
    behaviour:
      'The workflow of a run that failed is Failed, of a cancelled run Cancelled, and of any other closed run Completed.',
  },
  {
    id: 'operations.waits-for',
    behaviour:
      'Search attributes say what a run waits for while it is paused, and nothing once it is not, however the pause ends.',
  },
  {
    id: 'operations.worker-versions',
    behaviour:
      'A paused run continues on the worker version that is current when it is resumed; without a version, workers are unversioned.',
  },
  {
    id: 'operations.sweep-schedule',
    behaviour:
      'A worker creates the schedule of the sweep when it starts and whenever it is lost while the worker runs, and updates one that differs; one that is paused stays paused.',
  },
  {
    id: 'operations.temporal-tls',
    behaviour:
      "API and worker connect to Temporal over TLS with a client certificate, a CA and a server name of one's own.",
  },
  {
    id: 'operations.openapi',
    behaviour:
      'GET /openapi.json serves, without credentials, OpenAPI 3.1 generated from the schemas that validate.',
  },
  {
    id: 'operations.openapi-complete',
    behaviour: 'Every route is in the API description with each status and code that it can answer.',
  },
  {
    id: 'operations.docs',
    behaviour: 'GET /docs serves a readable reference without credentials and without another host.',
  },
  {
    id: 'operations.cors',
    behaviour:
      'Browsers of the origins in CORS_ORIGINS, and of no others, may call the API and read its documented headers.',
  },
  {
    id: 'response.request-id',
    behaviour: 'Every response under /v1, errors included, carries its own Request-Id.',
  },
  {
    id: 'response.request-id-in-log',
    behaviour: 'The Request-Id of a response stands in the log lines of its request.',
  },
  {
    id: 'pagination.shape',
    behaviour:
      'A collection carries pagination {next_cursor, has_more, limit} beside data, and no page, offset or total.',
  },
  {
    id: 'pagination.every-collection',
    behaviour: 'Every collection in the API description takes limit and cursor and answers pagination.',
  },
  {
    id: 'pagination.default-25',
    behaviour: 'Without limit a page holds 25 items.',
  },
  {
    id: 'pagination.limit-clamped',
    behaviour: 'A limit below 1 is clamped to 1 and one above 100 to 100.',
  },
  {
    id: 'pagination.limit-not-an-integer',
    behaviour: 'A limit that is not an integer is 422 invalid_request.',
  },
  {
    id: 'pagination.walk',
    behaviour:
      'Passing back next_cursor verbatim walks every item once, until has_more is false and next_cursor is null.',
  },
  {
    id: 'pagination.narrowed',
    behaviour: 'A filter selects from what the caller may see, and never adds to it.',
  },
  {
    id: 'pagination.page-size',
    behaviour:
      'A page ends before its limit when its items become larger than 1 MiB together, but has at least one item.',
  },
  {
    id: 'pagination.stable-under-writes',
    behaviour: 'Items created during a walk neither repeat nor hide an item that was there when it began.',
  },
  {
    id: 'pagination.newest-first',
    behaviour:
      'Collections are in order of creation, newest first, ties broken by id, unless said otherwise.',
  },
  {
    id: 'pagination.forged-cursor',
    behaviour: 'A cursor that the server did not issue, forged or truncated, is 422 invalid_cursor.',
  },
  {
    id: 'pagination.foreign-cursor',
    behaviour: 'A cursor issued for another collection, filter or workspace is 422 invalid_cursor.',
  },
  {
    id: 'tenancy.cross-workspace',
    behaviour:
      'Whatever belongs to another workspace is 404 not_found, the same in every byte but the Request-Id as what does not exist.',
  },
  {
    id: 'version.prefix',
    behaviour: 'Public endpoints live under /v1.',
  },
  {
    id: 'version.additive',
    behaviour:
      'The reference says that fields may be added under /v1, and that breaking changes get a new prefix.',
  },
] as const satisfies readonly Requirement[];
