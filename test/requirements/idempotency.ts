import type { Requirement } from './requirement.ts';

/** The Idempotency-Key header. */
export const idempotency = [
  {
    id: 'idempotency.any-post',
    behaviour: 'Idempotency-Key is accepted on every POST.',
  },
  {
    id: 'idempotency.multipart',
    behaviour:
      'Idempotency-Key is accepted with a multipart body too, whose fields and file bytes are part of the fingerprint.',
  },
  {
    id: 'idempotency.replay',
    behaviour:
      'A retry with the same key and body gets the stored response with Idempotency-Replayed: true and runs and charges nothing.',
  },
  {
    id: 'idempotency.replay-is-exact',
    behaviour:
      'A replay has the status, the body bytes, the content type and the headers that matter of the first response.',
  },
  {
    id: 'idempotency.key-reuse',
    behaviour: 'The same key with a different body is 422 idempotency_key_reuse.',
  },
  {
    id: 'idempotency.in-flight',
    behaviour: 'The same key while the first call runs is 409 idempotency_in_flight with Retry-After.',
  },
  {
    id: 'idempotency.fingerprint',
    behaviour: 'The fingerprint covers method, path, subject and body bytes.',
  },
  {
    id: 'idempotency.released-after-5xx',
    behaviour: 'After a 5xx the key is released and the retry runs again.',
  },
  {
    id: 'idempotency.released-after-refusal',
    behaviour:
      'Every 4xx that cost nothing releases the key: the same request may succeed later, and another may take the key.',
  },
  {
    id: 'idempotency.stores-costly-refusals',
    behaviour: 'A refusal that cost something (extract_failed) is stored and replayed.',
  },
  {
    id: 'idempotency.workspace-scope',
    behaviour: 'Keys are scoped to the workspace.',
  },
  {
    id: 'idempotency.subject-scope',
    behaviour:
      'Keys of session tokens are scoped to their subject: the same key of another subject, or of an API key, is another key.',
  },
  {
    id: 'idempotency.expires-after-24-hours',
    behaviour: 'A key expires 24 hours after its first use.',
  },
  {
    id: 'idempotency.key-format',
    behaviour: 'A key has 1 to 255 characters, quoted or bare; otherwise 422 invalid_idempotency_key.',
  },
  {
    id: 'idempotency.lease',
    behaviour: 'A process that dies while it holds a key blocks it for at most 60 seconds.',
  },
  {
    id: 'idempotency.encrypted',
    behaviour: 'Stored responses are encrypted at rest.',
  },
  {
    id: 'idempotency.simultaneous',
    behaviour:
      'Of simultaneous requests with one key, over any number of API processes, exactly one does the work.',
  },
  {
    id: 'idempotency.without-key',
    behaviour: 'Without a key a POST repeats its work: a second message POST starts a second run.',
  },
  {
    id: 'idempotency.replay-is-logged',
    behaviour: 'A replay is logged as a request, marked replayed, and counted in no product statistics.',
  },
] as const satisfies readonly Requirement[];
