import { expect, it } from 'vitest';
import { makeCallInPlace } from '#engine/steps/call-in-place.ts';
import type { Engine } from '#engine/steps/engine.ts';
import { TryAgain } from '#engine/steps/try-again.ts';
import { call, run, thread } from '../../../support/rules/documents.ts';

const input = {
  run_id: 'run',
  thread_id: 'thread',
  agent_id: 'agent',
  seq: 1,
  turn: 1,
  tool_call_id: 'call',
};

/** An attempt at a call of a run that has to be cancelled. `read` says whether the store was asked. */
async function attemptIn(place: (() => void) | undefined, marked = 0) {
  const stored = { run: run({ turn_count: 1, cancel_requested: true }), thread: thread(), calls: [call()] };
  let read = false;
  const store = { read: async () => await Promise.resolve(((read = true), stored)) };
  const { signal } = new AbortController();
  const attempt = { isFirst: false, cancelled: signal, stopping: signal, marked: () => marked };
  const result = makeCallInPlace(
    { store } as unknown as Engine,
    { ...input, needs_place: true },
    { ...attempt, noteMarked: () => {} },
    () => place,
  );
  return { result: await result.catch((error: unknown) => error), read };
}

it('[worker.own-slots] a call without a place among the model turns is left to the workers for calls, and nothing is done', async () => {
  expect(await attemptIn(undefined)).toEqual({ result: { next: 'no_place' }, read: false });
});

it('[tool-call.outcome-unknown.restored] a call that an earlier attempt has marked waits for a place, because nobody else would know of the mark', async () => {
  const { result } = await attemptIn(undefined, 1);
  expect(result).toBeInstanceOf(TryAgain);
  expect(result).toMatchObject({ type: 'no_place' });
});

it('[worker.own-slots] a call gives its place back when it is over', async () => {
  let given = 0;
  const { result, read } = await attemptIn(() => (given += 1));
  expect([result, read, given]).toEqual([{ next: 'cancel' }, true, 1]);
});
