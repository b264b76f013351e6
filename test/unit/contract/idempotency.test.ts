import { expect, it } from 'vitest';
import { errorStatus } from '#contract/errors.ts';
import { fateOfKey } from '#api/http/idempotency/key-rules.ts';

/** Nothing was done before these; `extract_failed` has cost something. */
const free = Object.entries(errorStatus).filter(
  ([code, status]) => status < 500 && code !== 'extract_failed',
);
const first = { mayExist: false };
const repeated = { mayExist: true };

it.each([200, 201, 202])('[idempotency.replay] %i is stored', (status) => {
  expect(fateOfKey({ status, ...first })).toBe('stored');
  expect(fateOfKey({ status, ...repeated })).toBe('stored');
});

it.each(free)(
  '[idempotency.released-after-refusal] %s, which is %i, forgets the key: nothing was done',
  (code, status) => {
    expect(fateOfKey({ status, code, ...first })).toBe('forgotten');
  },
);

it.each(free)(
  '[idempotency.released-after-refusal] %s, which is %i, after an attempt that was cut off keeps what that one may have made',
  (code, status) => {
    expect(fateOfKey({ status, code, ...repeated })).toBe('failed');
  },
);

it('[idempotency.stores-costly-refusals] a refusal that was charged is stored: asked again it would be charged again', () => {
  expect(fateOfKey({ status: 422, code: 'extract_failed', ...first })).toBe('stored');
  expect(fateOfKey({ status: 422, code: 'extract_failed', ...repeated })).toBe('stored');
});

it.each([500, 502, 503])(
  '[idempotency.released-after-5xx] after %i the same request works again',
  (status) => {
    expect(fateOfKey({ status, ...first })).toBe('failed');
    expect(fateOfKey({ status, code: 'internal_error', ...repeated })).toBe('failed');
  },
);
