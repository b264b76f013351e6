import { expect, it } from 'vitest';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { Sending, ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Engine } from '#engine/steps/engine.ts';
import { takeTurnAndCall } from '#engine/steps/turn-and-call.ts';
import { call, later, run, thread } from '../../../support/rules/documents.ts';

const input = { run_id: 'run', thread_id: 'thread', agent_id: 'agent', seq: 1, workspace_id: 'workspace' };
const sending: Sending = { attempts: 1, in_flight: false, by: 'worker', until: later(30) };
const made = call({ status: 'ok', sending, finished_at: later(1) });
const held = call({ _id: 'held', index: 1, gate: 'confirm', patch_ref: 'wire@1' });

/** A further attempt at turn 1, in a process without a place for calls, that finds these calls stored. */
async function attemptAgain(
  calls: ToolCallDocument[],
  { marked = 0, stored = {} }: { marked?: number; stored?: Partial<LoadedRun['run']> } = {},
) {
  const read: LoadedRun = { run: run({ turn_count: 1, ...stored }), thread: thread(), calls };
  const stub = { store: { read: async () => await Promise.resolve(read) } };
  const { signal } = new AbortController();
  const attempt = { isFirst: false, cancelled: signal, stopping: signal, marked: () => marked };
  return await takeTurnAndCall(
    stub as unknown as Engine,
    { ...input, turn: 1, makes_call: true },
    { ...attempt, noteMarked: () => {} },
    () => undefined,
  );
}

const told = { turn: 1, tool_call_id: 'call', patch_ref: 'pay@1' };

it('[tool-call.outcome-unknown.restored] a further attempt at a turn says which call an earlier one has made', async () => {
  expect(await attemptAgain([made])).toEqual({ next: 'turn', turn: 2, made_call: told });
});

it('[tool-call.outcome-unknown.restored] it says so of a turn that also has calls that are held', async () => {
  expect(await attemptAgain([made, held])).toEqual({
    next: 'hold',
    turn: 1,
    calls: ['held'],
    made_call: told,
  });
});

it('[tool-call.outcome-unknown.restored] it says that a call was made of which the store has lost the mark, although the call is left to another activity', async () => {
  const pending = { tool_call_id: 'call', patch_ref: 'pay@1', timeout_seconds: 30 };
  const execute = { next: 'execute', turn: 1, calls: [pending], made_call: told };
  expect(await attemptAgain([call(), held], { marked: 1 })).toEqual(execute);
  expect(await attemptAgain([call({ sending })], { marked: 2 })).toEqual(execute);
});

it('[tool-call.outcome-unknown.restored] it says so of a run that is to be cancelled', async () => {
  const stored = { cancel_requested: true as const };
  expect(await attemptAgain([call()], { marked: 1, stored })).toEqual({ next: 'cancel', made_call: told });
});

it('[tool-call.outcome-unknown.restored] it says of a turn that is over, or that the store has lost after a mark, that its calls may have been made', async () => {
  const made_call = { turn: 1 };
  expect(await attemptAgain([], { stored: { turn_count: 2 } })).toEqual({ next: 'turn', turn: 3, made_call });
  const lost = { marked: 1, stored: { turn_count: 0 } };
  expect(await attemptAgain([], lost)).toEqual({ next: 'turn', turn: 1, made_call });
});
