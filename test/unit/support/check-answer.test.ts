import { expect, it } from 'vitest';
import { checkAnswer, type ReceivedAnswer } from '../../support/description/check-answer.ts';

/** A client's response for the balance of its workspace. */
const balance = (
  parts: Partial<ReceivedAnswer> = {},
  headers: Record<string, string> = {},
): ReceivedAnswer => ({
  method: 'GET',
  path: '/v1/credits',
  status: 200,
  headers: new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Request-Id': '019a9f41-9bf8-7d10-8a2b-92a3b4c5d6e7',
    'RateLimit-Limit': '600',
    'RateLimit-Remaining': '599',
    'RateLimit-Reset': '60',
    'RateLimit-Policy': '"default";q=600;w=60',
    RateLimit: '"default";r=599;t=60',
    ...headers,
  }),
  body: { status: 'success', data: { balance: 12.5, held: 0 } },
  ...parts,
});
const failure = (code: string) => ({ status: 'error', error: { code, message: 'Words.' } });

it('what is described passes', () => {
  expect(() => checkAnswer(balance())).not.toThrow();
  expect(() => checkAnswer(balance({ status: 403, body: failure('forbidden') }))).not.toThrow();
  expect(() =>
    checkAnswer(balance({ path: '/v1/nothing', status: 404, body: failure('not_found') })),
  ).not.toThrow();
});

it.each<[string, ReceivedAnswer, RegExp]>([
  ['a status', balance({ status: 418 }), /no such status/],
  [
    'a code',
    balance({ status: 403, body: failure('not_found') }),
    /its description does not have the code not_found/,
  ],
  [
    'a field too many',
    balance({ body: { status: 'success', data: { balance: 1, held: 0, owed: 1 } } }),
    /additional/,
  ],
  ['a field too few', balance({ body: { status: 'success', data: {} } }), /required property 'balance'/],
  [
    'a field of another type',
    balance({ body: { status: 'success', data: { balance: '1', held: 0 } } }),
    /must be number/,
  ],
  ['another envelope', balance({ body: { balance: 1 } }), /required property 'status'/],
  ['a media type', balance({}, { 'Content-Type': 'text/plain' }), /media type is text\/plain/],
  [
    'a header of another form',
    balance({}, { 'RateLimit-Limit': 'many' }),
    /RateLimit-Limit .*must be integer/,
  ],
  ['an operation', balance({ method: 'PUT' }), /no such operation/],
  [
    'a code without an operation',
    balance({ path: '/v1/x', status: 404, body: failure('unknown_agent') }),
    /no such/,
  ],
])('%s that is not described does not', (_, answer, fault) => {
  expect(() => checkAnswer(answer)).toThrow(fault);
});

it('nor does a missing header', () => {
  const answer = balance();
  answer.headers.delete('Request-Id');
  expect(() => checkAnswer(answer)).toThrow('GET /v1/credits answered 200, and has no Request-Id');
});
