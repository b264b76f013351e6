import type { Requirement } from './requirement.ts';

/** The Idempotency-Key header. */
export const idempotency = [
  {
    id: 'idempotency.any-post',
    source: 'service.md Cross-cutting rules',
    issue: 5,
    behaviour: 'Idempotency-Key is accepted on every POST.',
  },
  {
    id: 'idempotency.multipart',
    source: ['service.md Cross-cutting rules', 'contract.md 1'],
    issue: 8,
    behaviour:
      'Idempotency-Key is accepted with a multipart body too, whose fields and file bytes are its fingerprint.',
  },
  {
    id: 'idempotency.replay',
    source: 'service.md Cross-cutting rules',
    issue: 5,
    behaviour:
      'A retry with the same key and body gets the stored response with Idempotency-Replayed: true and runs and charges nothing.',
  },
  {
    id: 'idempotency.replay-is-exact',
    source: 'contract.md 1',
    issue: 5,
    behaviour:
      'A replay has the status, the body bytes, the content type and the headers that matter of the first response.',
  },
  {
    id: 'idempotency.key-reuse',
    source: ['service.md Cross-cutting rules', 'service.md Errors'],
    issue: 5,
    behaviour: 'The same key with a different body is 422 idempotency_key_reuse.',
  },
  {
    id: 'idempotency.in-flight',
    source: ['service.md Cross-cutting rules', 'service.md Errors'],
    issue: 5,
    behaviour: 'The same key while the first call runs is 409 idempotency_in_flight with Retry-After.',
  },
  {
    id: 'idempotency.fingerprint',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'The fingerprint covers method, path, subject and body bytes.',
  },
  {
    id: 'idempotency.released-after-5xx',
    source: ['service.md Cross-cutting rules', 'contract.md 1'],
    issue: 5,
    behaviour: 'After a 5xx the key is released and the retry runs again.',
  },
  {
    id: 'idempotency.released-after-refusal',
    source: 'contract.md 1',
    issue: 12,
    behaviour:
      'Every 4xx that cost nothing releases the key: the same request may succeed later, and another may take the key.',
  },
  {
    id: 'idempotency.stores-costly-refusals',
    source: 'contract.md 1',
    issue: 12,
    behaviour: 'A refusal that cost something (extract_failed) is stored and replayed.',
  },
  {
    id: 'idempotency.workspace-scope',
    source: ['service.md Cross-cutting rules', 'service.md Limits'],
    issue: 5,
    behaviour: 'Keys are scoped to the workspace.',
  },
  {
    id: 'idempotency.expires-after-24-hours',
    source: ['service.md Cross-cutting rules', 'service.md Limits'],
    issue: 5,
    behaviour: 'A key expires 24 hours after its first use.',
  },
  {
    id: 'idempotency.key-format',
    source: ['service.md Limits', 'contract.md 1'],
    issue: 5,
    behaviour: 'A key has 1 to 255 characters, quoted or bare; otherwise 422 invalid_idempotency_key.',
  },
  {
    id: 'idempotency.lease',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'A process that dies while it holds a key blocks it for at most 60 seconds.',
  },
  {
    id: 'idempotency.encrypted',
    source: 'contract.md 1',
    issue: 5,
    behaviour: 'Stored responses are encrypted at rest.',
  },
  {
    id: 'idempotency.simultaneous',
    source: ['service.md Cross-cutting rules', 'invariant 8'],
    issue: 5,
    behaviour:
      'Of simultaneous requests with one key, over any number of API processes, exactly one does the work.',
  },
  {
    id: 'idempotency.without-key',
    source: 'service.md Cross-cutting rules',
    issue: 5,
    behaviour: 'Without a key a POST repeats its work: a second message POST starts a second run.',
  },
  {
    id: 'idempotency.replay-is-logged',
    source: 'service.md Cross-cutting rules',
    issue: 5,
    behaviour: 'A replay is logged as a request, marked replayed, and counted in no product statistics.',
  },
] as const satisfies readonly Requirement[];
