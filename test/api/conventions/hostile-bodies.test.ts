import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#client/conversation.ts';
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

const targets = ['agents', 'threads', 'messages'] as const;
type Target = (typeof targets)[number];

const pathOf = (target: Target) =>
  ({ agents: '/v1/agents', threads: '/v1/loom/threads', messages: `/v1/loom/threads/${thread}/messages` })[
    target
  ];

/** A body that is accepted, but for the text at one place in it. */
const bodyWith = (target: Target, text: unknown) =>
  ({
    agents: definition({ key: 'hostile', instructions: text }),
    threads: { agent_id: agent.id, title: text },
    messages: { content: text },
  })[target];

const send = async (target: Target, body?: string | Uint8Array<ArrayBuffer>) =>
  await client.send('POST', pathOf(target), {
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });

/** Whether it is in the envelope: a success, or an error of the table that is the client's. */
function isProper({ status, body, error }: ApiAnswer): boolean {
  if (status < 300) return (body as { status: string }).status === 'success';
  return status < 500 && errorStatus[error.code as ErrorCode] === status;
}

describe.each(targets)('a body for %s', (target) => {
  it('[body.hostile] that is empty is refused', async () => {
    expect(verdict(await send(target))).toEqual([400, 'invalid_json']);
    expect(verdict(await send(target, ''))).toEqual([400, 'invalid_json']);
  });

  it('[body.hostile] that is not UTF-8 is refused', async () => {
    const text = JSON.stringify(bodyWith(target, 'x'));
    const bytes = new Uint8Array(Buffer.from(text.replace('"x"', '"\u{e9}"'), 'latin1'));
    expect(verdict(await send(target, bytes))).toEqual([400, 'invalid_json']);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud83d'],
  ])('[body.hostile] that contains %s is refused, and says where', async (_, text) => {
    const answer = await client.post(pathOf(target), bodyWith(target, text));
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    const path = { agents: 'instructions', threads: 'title', messages: 'content' }[target];
    expect(answer.error.details).toEqual([{ path, message: expect.any(String), code: 'invalid_text' }]);
  });

  it('[body.hostile] with NUL in the name of a field is refused', async () => {
    const answer = await client.post(pathOf(target), { ...bodyWith(target, 'x'), 'a\0b': 1 });
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ path: 'a\0b' })]);
  });

  it.each([
    ['arrays', '[', ']', 500_000, 'too_many_values'],
    ['objects', '{"a":', '}', 150_000, 'too_many_values'],
    ['a few levels too many', '[', ']', 106, 'too_deep'],
  ])('[body.hostile] that nests %s is refused', async (_, open, close, depth, code) => {
    const nested = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
    const answer = await send(target, nested);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ code })]);
    const inside = JSON.stringify(bodyWith(target, 'x')).replace('"x"', nested.slice(0, 900_000));
    expect((await send(target, inside)).status).toBeOneOf([400, 422]);
  });

  it('[body.hostile] with a number that JSON cannot say again is refused', async () => {
    const text = JSON.stringify(bodyWith(target, 'x')).replace('"x"', '1e400');
    const answer = await send(target, text);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ code: 'invalid_number' })]);
  });

  it('[body.hostile] of any bytes is answered with a code of the table', async () => {
    const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array));
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        expect(isProper(await send(target, body))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('[body.hostile] of any JSON is answered with a code of the table', async () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom('', '$set', 'a.b', '__proto__', 'constructor'));
    const keys = fc.constantFrom(
      ...Object.keys(bodyWith(target, 'x')),
      'metadata',
      'subject_ref',
      'connection',
    );
    const body = fc
      .tuple(fc.dictionary(keys, field), fc.boolean())
      .map(([parts, valid]) => JSON.stringify(valid ? { ...bodyWith(target, 'x'), ...parts } : parts));
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect(isProper(await send(target, text))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
