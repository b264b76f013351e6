import { beforeAll, expect, it } from 'vitest';
import type { Trace } from '#contract/run.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
/** Relays for `ada`. */
let client: ApiClient;
let signer: Signer;
let run: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  signer = await registerSigner(client);
  const request = { method: 'POST', path: '/payments' } as const;
  const agent = await publishActing(client, host, [actingPatch('pay', { request })], {
    instructions: 'The margin is 3 %.',
  });
  const thread = await startThread(client, agent.id);
  run = (await converse(client, thread, '/call pay {"amount":1,"to":"Bo"}\n---\n/say Paid.')).id;
});

const traceFor = async (by: ApiClient) => {
  const { status, data } = await by.get<Trace>(`/v1/loom/runs/${run}/trace`);
  expect(status).toBe(200);
  return data;
};
const asToken = async (claims: Record<string, unknown>) =>
  await traceFor(await directClient(client, signer, claims));

it.each([
  ['no claim', {}],
  ['a claim of another word', { trace: 'FULL' }],
  ['a claim that is not a string', { trace: true }],
  ['a claim of null', { trace: null }],
])(
  "[run.trace.session-token] a token with %s sees the calls and their results, and nothing of the workspace's",
  async (_, claims) => {
    const trace = await asToken(claims);
    expect(trace.turns).toHaveLength(2);
    for (const turn of trace.turns) {
      expect(turn).not.toHaveProperty('request');
      expect(turn).not.toHaveProperty('response');
      for (const call of turn.tool_calls) expect(call).not.toHaveProperty('request');
    }
    expect(trace.turns[0]?.tool_calls[0]).toMatchObject({
      patch_ref: 'pay@1',
      status: 'ok',
      args: { amount: 1, to: 'Bo' },
      result: { ok: true },
    });
    const text = JSON.stringify(trace);
    for (const secret of ['margin', host.url, 'input_schema']) expect(text).not.toContain(secret);
  },
);

it('[run.trace.session-token] what is left out is all that differs from what an API key is shown', async () => {
  const whole = await traceFor(client);
  expect(whole.turns[0]?.request).toMatchObject({ instructions: 'The margin is 3 %.' });
  expect(whole.turns[0]?.tool_calls[0]?.request).toMatchObject({ url: `${host.url}/payments` });
  const stripped = whole.turns.map(({ request: _request, response: _response, tool_calls, ...turn }) => ({
    ...turn,
    tool_calls: tool_calls.map(({ request: _sent, ...call }) => call),
  }));
  const shown = await asToken({});
  expect(shown.turns).toEqual(stripped);
  expect(shown.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(shown)).not.toContain('credential');
});

it('[run.trace.session-token] a token whose claim trace is full sees what an API key sees', async () => {
  const { requests: _, requests_count: __, ...whole } = await traceFor(client);
  expect(await asToken({ trace: 'full' })).toMatchObject(whole);
});
