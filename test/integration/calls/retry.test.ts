import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Patch } from '#contract/patch.ts';
import { actingPatch, type HostCall, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '../../support/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

type Answer = (response: ServerResponse, call: HostCall) => void;
type Reliability = Patch['reliability'];

const none: Reliability = { idempotent: false, retry: 'none' };
const idempotentNone: Reliability = { idempotent: true, retry: 'none' };
const safe: Reliability = { idempotent: false, retry: 'safe' };
const idempotentSafe: Reliability = { idempotent: true, retry: 'safe' };
const always: Reliability = { idempotent: false, retry: 'always' };

const faults = {
  hang: () => {},
  reset: (response) => response.destroy(),
  'cut short': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => response.destroy());
  },
  'status 500': (response) => json(response, 500, {}),
  'status 408': (response) => json(response, 408, {}),
  'status 429': (response) => json(response, 429, {}),
  '429 with Retry-After': (response) => json(response, 429, {}, { 'retry-after': '0' }),
  'status 503': (response) => json(response, 503, {}),
  '503 with Retry-After': (response) => json(response, 503, {}, { 'retry-after': '0' }),
  'status 302': (response) => json(response, 302, {}, { location: 'http://127.0.0.1:1/' }),
  'status 400': (response) => json(response, 400, {}),
  'invalid JSON': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  '2 MiB': (response) => response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024, 'a')),
} satisfies Record<string, Answer>;

/** Makes one call to a host that fails at first and then works. Resolves to what the host got, and what came of it. */
async function callOf(reliability: Reliability, answer: Answer, failures = 1) {
  const host = await startHost();
  const times: number[] = [];
  host.answer = (call, response, count) => {
    times.push(Date.now());
    if (count <= failures) answer(response, call);
    else json(response, 200, { ok: true });
  };
  // Short only where it is waited for: a busy machine must not run into it.
  const timeout_seconds = answer === faults.hang ? 1 : 30;
  const patches = [actingPatch('call', { reliability, timeout_seconds })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id, state } = await converse(client, thread, '/call call {}\n---\n/say went on');
  await host.stop();
  expect(state).toBe('closed');
  const [call] = await callsOf(client, id);
  const keys = host.calls.map(({ headers }) => headers['idempotency-key']);
  return { attempts: host.calls.length, status: call?.status, code: call?.error?.code, keys, times };
}

const every = Object.keys(faults) as (keyof typeof faults)[];
const transient: (keyof typeof faults)[] = every.slice(0, 9);
const noEffect: (keyof typeof faults)[] = ['status 429', '429 with Retry-After', '503 with Retry-After'];

it.concurrent.each(transient)('[tool-call.retry.none] retry none makes one attempt: %s', async (fault) => {
  expect(await callOf(none, faults[fault])).toMatchObject({ attempts: 1, status: 'failed' });
  expect(await callOf(idempotentNone, faults[fault])).toMatchObject({ attempts: 1, status: 'failed' });
});

it.concurrent.each(transient)(
  '[tool-call.retry.safe] retry safe repeats what surely took no effect, and when idempotent any transient failure: %s',
  async (fault) => {
    const repeated = noEffect.includes(fault);
    expect(await callOf(safe, faults[fault])).toMatchObject(
      repeated ? { attempts: 2, status: 'ok' } : { attempts: 1, status: 'failed' },
    );
    expect(await callOf(idempotentSafe, faults[fault])).toMatchObject({ attempts: 2, status: 'ok' });
  },
);

it.concurrent.each(transient)(
  '[tool-call.retry.always] [tool-call.retry.idempotency-key] retry always repeats a transient failure, under the same key: %s',
  async (fault) => {
    const { attempts, status, keys } = await callOf(always, faults[fault]);
    expect([attempts, status]).toEqual([2, 'ok']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  },
);

it.concurrent.each(every.slice(9))(
  '[tool-call.retry.always] [tool-call.retry.safe] what would fail again is not repeated: %s',
  async (fault) => {
    expect(await callOf(always, faults[fault])).toMatchObject({ attempts: 1, status: 'failed' });
    expect(await callOf(idempotentSafe, faults[fault])).toMatchObject({ attempts: 1, status: 'failed' });
  },
);

it.concurrent(
  '[tool-call.retry.bounded] [tool-call.retry.idempotency-key] five attempts are made, each after twice the wait, all under one key',
  async () => {
    const { attempts, status, code, keys, times } = await callOf(always, faults['status 500'], 99);
    expect([attempts, status, code]).toEqual([5, 'failed', 'host_error']);
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
      const host = await startHost();
      const { client, thread } = await startActing(service, {
        host,
        patches: [actingPatch('call', { reliability })],
      });
      await host.stop();
      const { id } = await converse(client, thread, '/call call {}\n---\n/say went on');
      expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'refused' } }]);
      return (await service.db.tool_calls.findOne({ run_id: id }))?.sending?.attempts;
    };
    expect(await Promise.all([none, safe, always].map(attemptsOf))).toEqual([1, 5, 5]);
  },
);
