import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Patch } from '#contract/patch.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { actingPatch, type HostCall, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '#clients/raw/conversation.ts';
import { lapsingCalls, lapsingSeconds } from '../../support/lapsing-calls.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

type Answer = (response: ServerResponse, call: HostCall) => void;
type Reliability = Patch['reliability'];

const none: Reliability = { idempotent: false, retry: 'none' };
const idempotentNone: Reliability = { idempotent: true, retry: 'none' };
const safe: Reliability = { idempotent: false, retry: 'safe' };
const idempotentSafe: Reliability = { idempotent: true, retry: 'safe' };
const always: Reliability = { idempotent: false, retry: 'always' };

const unavailable: Answer = (response) => json(response, 503, {});
const busy: Answer = (response) => json(response, 503, {}, { 'retry-after': '0' });

/** Makes one call to a host that fails at first and then works. Resolves to what the host got, and what came of it. */
async function callOf(reliability: Reliability, answer: Answer, failures = 1) {
  const host = await startHost();
  const times: number[] = [];
  host.answer = (call, response, count) => {
    times.push(Date.now());
    if (count <= failures) answer(response, call);
    else json(response, 200, { ok: true });
  };
  const patches = [actingPatch('call', { reliability, timeout_seconds: lapsingSeconds })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id, state } = await converse(client, thread, '/call call {}\n---\n/say went on');
  await host.stop();
  expect(state).toBe('closed');
  const [call] = await callsOf(client, id);
  const keys = host.calls.map(({ headers }) => headers['idempotency-key']);
  return {
    attempts: host.calls.length,
    status: call?.status,
    code: call?.error?.code,
    tries: call?.tries,
    keys,
    times,
  };
}

/** The same, and all attempts have one key. */
async function callUnderOneKey(reliability: Reliability, answer: Answer) {
  const made = await callOf(reliability, answer);
  expect(new Set(made.keys).size).toBe(1);
  expect(made.keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  return made;
}

it.concurrent.each([
  ['none', 'is unavailable', none, unavailable, 1],
  ['none', 'is unavailable', idempotentNone, unavailable, 1],
  ['safe', 'says when to come again', safe, busy, 2],
] as const)(
  '[tool-call.retry.none] [tool-call.retry.safe] [tool-call.retry.idempotency-key] retry %s, and a host that %s at first: it is called as often as the patch allows, under one key',
  async (_retry, _fault, reliability, answer, attempts) => {
    const status = attempts === 1 ? 'failed' : 'ok';
    expect(await callUnderOneKey(reliability, answer)).toMatchObject({ attempts, status });
  },
);

it.concurrent(
  '[tool-call.retry.bounded] [tool-call.retry.idempotency-key] [run.trace.tries] five attempts are made, each after twice the wait, all under one key, and the trace shows each',
  async () => {
    const { attempts, status, code, keys, times, tries } = await callOf(always, unavailable, 99);
    expect([attempts, status, code]).toEqual([5, 'failed', 'outcome_unknown']);
    const tried = {
      at: expect.any(String),
      code: 'host_error',
      status: 503,
      duration_ms: expect.any(Number),
    };
    expect(tries).toEqual(
      [500, 1000, 2000, 4000, undefined].map((retry_in_ms) =>
        retry_in_ms === undefined ? tried : { ...tried, retry_in_ms },
      ),
    );
    expect(new Set(keys).size).toBe(1);
    const waits = times.slice(1).map((time, index) => time - (times[index] as number));
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index - 50);
  },
);

it.concurrent('[tool-call.retry.bounded] a host that asks for patience is waited for', async () => {
  const { attempts, times } = await callOf(safe, (response) =>
    json(response, 429, {}, { 'retry-after': '2' }),
  );
  expect(attempts).toBe(2);
  expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(1950);
});

it.concurrent(
  '[tool-call.retry.safe] [tool-call.retry.none] [tool-call.retry.bounded] a host that refuses connections is tried as its patch allows',
  async () => {
    const attemptsOf = async (reliability: Reliability) => {
      const host = await startHost({ port: await freePort() });
      const { client, thread } = await startActing(service, {
        host,
        patches: [actingPatch('call', { reliability })],
      });
      await host.stop();
      const { id } = await converse(client, thread, '/call call {}\n---\n/say went on');
      expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'refused' } }]);
      return (await service.db.tool_calls.findOne({ run_id: id }))?.sending?.attempts;
    };
    expect(await Promise.all([none, safe].map(attemptsOf))).toEqual([1, 5]);
  },
);

it.concurrent(
  '[tool-call.status] a call on which the host may have acted is told so, though it refused every later attempt',
  async () => {
    const host = await startHost({ port: await freePort() });
    host.answer = (_, response) => {
      response.destroy();
      void host.stop();
    };
    const { client, thread } = await startActing(service, {
      host,
      patches: [actingPatch('pay', { reliability: idempotentSafe })],
    });
    const run = await converse(client, thread, '/call pay {}\n---\n/say {{last}}');
    expect(await callsOf(client, run.id)).toMatchObject([
      { status: 'failed', error: { code: 'outcome_unknown' } },
    ]);
    expect(run.message?.content).toContain('may have taken effect');
  },
);

// One after the other: the time of all calls that are under way is over together.
it.each([
  ['safe', 'hangs', safe, 1],
  ['safe', 'hangs, though nothing comes of a second call', idempotentSafe, 2],
  ['always', 'hangs', always, 2],
] as const)(
  '[tool-call.retry.safe] [tool-call.retry.always] [tool-call.retry.idempotency-key] retry %s, and a host that %s at first: it is called as often as the patch allows, under one key',
  async (_retry, _fault, reliability, attempts) => {
    const timeIsOver = lapsingCalls();
    const status = attempts === 1 ? 'failed' : 'ok';
    expect(await callUnderOneKey(reliability, () => timeIsOver())).toMatchObject({ attempts, status });
  },
);
