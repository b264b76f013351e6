import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebhookDependencies } from '#integrations/webhooks/dependencies.ts';
import { WorkflowSignals } from '#integrations/webhooks/workflow-signals.ts';

const endpoint = { id: 'endpoint', workspace_id: 'workspace' };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startSignals(signal: WebhookDependencies['workflows']['signal']) {
  const signalled = vi.fn<WebhookDependencies['workflows']['signal']>(signal);
  const warn = vi.fn<WebhookDependencies['log']['warn']>();
  const log = { debug: () => {}, warn };
  return {
    signals: new WorkflowSignals({ workflows: { signal: signalled }, log } as unknown as WebhookDependencies),
    signalled,
    warn,
  };
}

it('a workflow that was told of what is due is not told of what is due later, until it has looked', async () => {
  const { signals, signalled } = startSignals(() => Promise.resolve());
  await signals.signal(endpoint, inSeconds(5));
  await signals.signal(endpoint, inSeconds(5));
  await signals.signal(endpoint, inSeconds(6));
  expect(signalled.mock.calls).toEqual([[{ endpoint_id: 'endpoint', workspace_id: 'workspace' }]]);
  vi.advanceTimersByTime(5000);
  await signals.signal(endpoint, inSeconds(5));
  expect(signalled).toHaveBeenCalledTimes(2);
});

it('a workflow is told of what is due earlier than it knows, and each endpoint has its own', async () => {
  const { signals, signalled } = startSignals(() => Promise.resolve());
  await signals.signal(endpoint, inSeconds(300));
  await signals.signal(endpoint, inSeconds(5));
  await signals.signal({ ...endpoint, id: 'other' }, inSeconds(300));
  expect(signalled.mock.calls.map(([{ endpoint_id }]) => endpoint_id)).toEqual([
    'endpoint',
    'endpoint',
    'other',
  ]);
});

it('a word that was not heard is logged and does not count', async () => {
  const { signals, signalled, warn } = startSignals(() =>
    Promise.reject(new Error('Temporal does not answer')),
  );
  await signals.signal(endpoint, inSeconds(5));
  await signals.signal(endpoint, inSeconds(5));
  expect(signalled).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('who comes while a workflow is told has it told once more, together with all others who come then', async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  const { signals, signalled } = startSignals(async () => {
    const call = Promise.withResolvers<void>();
    calls.push(call);
    await call.promise;
  });
  const first = signals.signal(endpoint, inSeconds(60));
  const meanwhile = [50, 40, 30].map(async (seconds) => await signals.signal(endpoint, inSeconds(seconds)));
  const other = signals.signal({ ...endpoint, id: 'other' }, inSeconds(60));
  expect(signalled).toHaveBeenCalledTimes(2);
  calls[1]?.resolve();
  expect(await other).toBe(true);
  calls[0]?.resolve();
  expect(await first).toBe(true);
  await vi.waitUntil(() => calls.length === 3);
  // The second call is in progress: later callers need a third.
  const late = signals.signal(endpoint, inSeconds(20));
  calls[2]?.resolve();
  expect(await Promise.all(meanwhile)).toEqual([true, true, true]);
  await vi.waitUntil(() => calls.length === 4);
  calls[3]?.reject(new Error('Temporal does not answer'));
  expect(await late).toBe(false);
  // It ended with a failure: the next one starts a new call.
  const next = signals.signal(endpoint, inSeconds(60));
  calls[4]?.resolve();
  expect(await next).toBe(true);
  expect(signalled).toHaveBeenCalledTimes(5);
});
