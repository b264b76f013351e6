import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
/** Asserts that a definition is refused, and returns where its faults are. */
async function refused(parts: object): Promise<string[]> {
  const answer = await client.post('/v1/patches', patchDefinition(parts as Partial<PatchDefinition>));
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  return (answer.error.details as { path: string }[]).map(({ path }) => path);
}

it.each(['', 'Pay', '1st', '_pay', 'pay-out', 'pay out', 'a'.repeat(65), 'päy', 7])(
  '[patch.publish.key-format] the key %j is refused',
  async (key) => {
    expect(await refused({ key })).toEqual(['key']);
  },
);

const object = (parts: JsonObject): JsonObject => ({ type: 'object', ...parts });
const nested = (depth: number): unknown => (depth === 0 ? {} : { items: nested(depth - 1) });

it.each([
  ['none', undefined],
  ['true', true],
  ['another type', { type: 'array' }],
  ['an unknown type', object({ properties: { a: { type: 'money' } } })],
  ['a remote reference', object({ properties: { a: { $ref: 'http://169.254.169.254/schema' } } })],
  ['a prototype', JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}')],
  ['a prototype at the top', JSON.parse('{"type": "object", "__proto__": {"a": 1}}')],
  ['one too deep', object({ properties: { a: nested(40) } })],
  ['one too large', object({ description: 'x'.repeat(33_000) })],
])('[patch.publish.bad-schema] %s is refused', async (_, input_schema) => {
  // Values that no body may hold are reported with their place.
  expect(await refused({ input_schema })).toEqual([expect.stringMatching(/^input_schema(\.|$)/)]);
});

const request = { method: 'POST', path: '/x' };

it.each([
  ['summary.title', { summary: { title: 'Pay {{amont}}' } }],
  [
    'summary.fields.0.value',
    { summary: { title: 'T', fields: [{ label: 'L', value: '{{recipient.nam}}' }] } },
  ],
  ['request.path', { request: { ...request, path: '/a/{{id}}' } }],
  ['request.query.q', { request: { ...request, query: { q: '{{q}}' } } }],
  ['request.headers.h', { request: { ...request, headers: { h: 'h {{h}}' } } }],
  ['request.body.a.1.b', { request: { ...request, body: { a: [1, { b: '{{b}}' }] } } }],
  ['request.body', { request: { ...request, body: '{{amount.value}}' } }],
  ['summary.title', { summary: { title: '{{}}' } }],
  ['summary.title', { summary: { title: '{{amount + 1}}' } }],
  ['summary.title', { summary: { title: '{{__proto__}}' } }],
  ['summary.title', { summary: { title: '{{constructor}}' } }],
])('[patch.publish.bad-template] an unknown argument at %s is refused', async (path, parts) => {
  expect(await refused(parts)).toEqual([path]);
});

it('[patch.publish.bad-template] no more than 20 faults are told', async () => {
  const body = Array.from({ length: 256 }, (_, n) => `{{unknown${n}}}`);
  expect(await refused({ request: { ...request, body } })).toHaveLength(20);
});

it('[patch.publish.linear] templates that name over 256 arguments are refused, whatever they name', async () => {
  const body = Array.from({ length: 257 }, (_, n) => `{{unknown${n}}}`);
  expect(await refused({ request: { ...request, body } })).toEqual(['request']);
});

it.each(['interactive', 'handoff', 'proposed_action'])(
  '[patch.publish.request-not-allowed] a patch that is %s makes no request',
  async (interaction) => {
    expect(await refused({ interaction, request })).toEqual(['request']);
  },
);

it.each(['ask_user', 'handoff', 'identify_account', 'list_banks', 'extract', 'update_plan', 'show_block'])(
  '[patch.builtin.everywhere] %s cannot be redefined',
  async (key) => {
    expect(await refused({ key })).toEqual(['key']);
  },
);

it.each([0, -1, 301, 1.5, '30'])(
  '[patch.publish.timeout] a time-out of %j is refused',
  async (timeout_seconds) => {
    expect(await refused({ timeout_seconds })).toEqual(['timeout_seconds']);
  },
);

it.each([
  ['description', { description: ' ' }],
  ['description', { description: 'x'.repeat(4001) }],
  ['interaction', { interaction: 'loud' }],
  ['risk', { risk: undefined }],
  ['risk.base', { risk: { base: 'none' } }],
  ['risk.effective', { risk: { base: 'low', effective: 'low' } }],
  ['reliability.retry', { reliability: { idempotent: true, retry: 'forever' } }],
  ['reliability.idempotent', { reliability: { idempotent: 'yes', retry: 'none' } }],
  ['price_credits', { price_credits: -1 }],
  ['price_credits', { price_credits: 0.000_000_1 }],
  ['price_credits', { price_credits: 1.234_567_8 }],
  ['price_credits', { price_credits: 1_000_001 }],
  ['redact.args.0', { redact: { args: ['card'] } }],
  ['redact.args.1', { redact: { args: ['/card', '/a~2'] } }],
  ['redact.result.0', { redact: { result: ['#/card'] } }],
  ['redact.result', { redact: { result: Array.from({ length: 65 }, () => '/a') } }],
  ['summary.title', { summary: { title: '' } }],
  ['request.method', { request: { method: 'TRACE', path: '/x' } }],
  ['request.path', { request: { method: 'POST', path: 'http://host/' } }],
  ['request.body', { request: { method: 'GET', path: '/x', body: {} } }],
  ['request.headers.Authorization', { request: { ...request, headers: { Authorization: 'x' } } }],
  ['version', { version: 3 }],
])('[body.invalid] %s of %j is refused', async (path, parts) => {
  expect(await refused(parts)).toEqual([path]);
});

it('a pattern that could backtrack for years holds nobody up', async () => {
  const input_schema = object({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
  expect((await client.post('/v1/patches', patchDefinition({ input_schema }))).status).toBe(201);
});

it.each([
  ['no pointers', []],
  ['a name', ['amount']],
  ['several values', ['/recipient/*']],
  ['all arguments', ['']],
  ['an argument that is not declared', ['/amount', '/amont']],
  ['nine pointers', Array.from({ length: 9 }, () => '/amount')],
])('[tool-call.repeated.key] a key of %s is refused', async (_, key) => {
  const paths = await refused({ reliability: { idempotent: false, retry: 'none', key } });
  expect(paths).toEqual([expect.stringMatching(/^reliability\.key/)]);
});

it('[tool-call.repeated.key] a patch that only asks has no key', async () => {
  const reliability = { idempotent: false, retry: 'none', key: ['/amount'] };
  expect(await refused({ interaction: 'interactive', reliability })).toEqual(['reliability.key']);
});

const account = { iban: '/recipient/name' };
const payment = (parts: object = {}) => ({
  payment: { amount: '/amount', currency: { constant: 'EUR' }, payee: { account }, ...parts },
});

it.each([
  ['payment.amount', payment({ amount: '/amont' })],
  ['payment.amount', payment({ amount: '/amount/value' })],
  ['payment.amount', payment({ amount: 'amount' })],
  ['payment.currency', payment({ currency: '/currency' })],
  ['payment.currency.constant', payment({ currency: { constant: 'euro' } })],
  ['payment.unit', payment({ unit: 'cents' })],
  ['payment.payee.account.iban', payment({ payee: { account: { iban: '/recipient/iban' } } })],
  ['payment.payee.account.country', payment({ payee: { account: { ...account, country: '/country' } } })],
  ['payment.payee.account.rail', payment({ payee: { account: { ...account, rail: 'iban' } } })],
  ['payment.payee.account', payment({ payee: { account: {} } })],
  ['payment.payee.account', payment({ payee: { account: { ...account, sort_code: '/amount' } } })],
  ['payment.payee.name', payment({ payee: { account, name: '/name' } })],
  ['payment.reference', payment({ reference: '/reference' })],
  ['payment.status', payment({ status: {} })],
  ['payment', { ...payment(), interaction: 'proposed_action', request: undefined }],
])('[payment.declared] a payment is refused at %s', async (path, parts) => {
  expect(await refused(parts)).toContain(path);
});
