import { expect, it } from 'vitest';
import { errorStatus } from '#contract/errors.ts';
import { fateOfKey } from '#contract/idempotency.ts';

const codesWith = (status: number) =>
  Object.entries(errorStatus)
    .filter(([, its]) => its === status)
    .map(([code]) => code);

it.each([200, 201, 202, 403, 404, 405, 410])('[idempotency.replay] %i is stored', (status) => {
  expect(fateOfKey(status)).toBe('stored');
});

it.each([400, 401, 402, 409, 413, 415, 429])(
  '[idempotency.released-after-refusal] %i forgets the key',
  (status) => {
    expect(codesWith(status).map((code) => fateOfKey(status, code))).not.toContain('stored');
    expect(fateOfKey(status)).toBe('forgotten');
  },
);

it.each([500, 502, 503])(
  '[idempotency.released-after-5xx] after %i the same request works again',
  (status) => {
    expect(fateOfKey(status)).toBe('failed');
  },
);

it('[idempotency.released-after-refusal] [idempotency.stores-other-4xx] of 422 what speaks of the request itself forgets the key', () => {
  const forgotten = codesWith(422).filter((code) => fateOfKey(422, code) === 'forgotten');
  expect(forgotten).toContain('invalid_request');
  expect(forgotten).toContain('subject_required');
  for (const code of ['awaiting_confirmation', 'not_awaiting_confirmation', 'not_awaiting_outcome']) {
    expect(forgotten).not.toContain(code);
  }
});
