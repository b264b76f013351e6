import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
let client: ApiClient;
let agent: Agent;
let thread: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = await publishScripted(client);
  thread = await startThread(client, agent.id);
});

const json = { 'content-type': 'application/json' };
const send = async (body?: string | Uint8Array<ArrayBuffer>) =>
  await client.send('POST', '/v1/agents', {
    headers: json,
    ...(body === undefined ? {} : { body }),
  });

/** A body that is accepted, but for the text at one place in it. */
const bodyWith = (text: unknown) => definition({ key: 'hostile', instructions: text });
const textWith = (json: string) => JSON.stringify(bodyWith('x')).replace('"x"', json);

/** Whether it is in the envelope: a success, or an error of the table that is the client's. */
function isProper({ status, body, error }: ApiAnswer): boolean {
  if (status < 300) return (body as { status: string }).status === 'success';
  return status < 500 && errorStatus[error.code as ErrorCode] === status;
}

it.each<[string, (string | Uint8Array<ArrayBuffer>)?]>([
  ['is missing'],
  ['is empty', ''],
  ['is not UTF-8', new Uint8Array(Buffer.from(textWith('"\u{e9}"'), 'latin1'))],
])('[body.hostile] a body that %s is refused', async (_, body) => {
  expect(verdict(await send(body))).toEqual([400, 'invalid_json']);
});

it.each([
  ['NUL', textWith(String.raw`"a\u0000b"`), 'instructions', 'invalid_text'],
  ['half of a surrogate pair', textWith(String.raw`"a\ud83d"`), 'instructions', 'invalid_text'],
  ['NUL in the name of a field', JSON.stringify({ ...bodyWith('x'), 'a\0b': 1 }), 'a\0b', undefined],
  ['a number that JSON cannot say again', textWith('1e400'), 'instructions', 'invalid_number'],
])('[body.hostile] a body with %s is refused, and says where', async (_, body, path, code) => {
  const answer = await send(body);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toMatchObject([{ path, ...(code === undefined ? {} : { code }) }]);
});

it.each([
  ['arrays', '[', ']', 500_000, 'too_many_values'],
  ['objects', '{"a":', '}', 150_000, 'too_many_values'],
  ['a few levels too many', '[', ']', 106, 'too_deep'],
])('[body.hostile] a body that nests %s is refused', async (_, open, close, depth, code) => {
  const nested = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
  const answer = await send(nested);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([expect.objectContaining({ code })]);
  expect((await send(textWith(nested.slice(0, 900_000)))).status).toBeOneOf([400, 422]);
});

describe('[body.hostile] a code of the table is the answer to a body', () => {
  const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array));

  it('of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        expect(isProper(await send(body))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['an agent', () => ['/v1/agents', bodyWith('x')] as const],
    ['a thread', () => ['/v1/loom/threads', { agent_id: agent.id, title: 'x' }] as const],
    ['a message', () => [`/v1/loom/threads/${thread}/messages`, { content: 'x' }] as const],
  ])('of any JSON, for %s', async (_, target) => {
    const [path, valid] = target();
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom('', '$set', 'a.b', '__proto__', 'constructor'));
    const keys = fc.constantFrom(...Object.keys(valid), 'metadata', 'subject_ref', 'connection');
    const body = fc
      .tuple(fc.dictionary(keys, field), fc.boolean())
      .map(([parts, isWhole]) => JSON.stringify(isWhole ? { ...valid, ...parts } : parts));
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect(isProper(await client.send('POST', path, { headers: json, body: text }))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
