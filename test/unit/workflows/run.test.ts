import { expect, it } from 'vitest';
import type { Directive, EndDirective, PauseDirective } from '#contract/temporal/directive.ts';
import { signalNames } from '#contract/temporal/names.ts';
import { ScriptedRun } from './run-script.ts';

const end: EndDirective = { next: 'end', state: 'closed', reason: 'finished' };
const pause: PauseDirective = {
  next: 'pause',
  tool_call_id: 'call',
  patch_ref: 'pay@1',
  kind: 'confirmation',
  expires_at: '2026-01-01T00:01:00.000Z',
};
const pending = (tool_call_id: string) => ({ tool_call_id, patch_ref: 'look@1', timeout_seconds: 5 });
const { lockGranted, resumed, cancelRequested, lookAgain } = signalNames;

it('follows a decision that came before its pause at once', async () => {
  const decided = { tool_call_id: 'call', directive: { next: 'turn', turn: 2 } };
  const run = new ScriptedRun([
    ['callModel', () => (run.signal(resumed, decided), pause)],
    ['callModel', () => end],
  ]);
  await run.goOn();
  expect(run.end).toEqual(end);
  expect(run.asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 2, makes_call: true }],
  ]);
});

it.each(['before', 'after'])(
  'follows a decision though a late signal about an earlier hold of the call comes right %s it',
  async (order) => {
    const decided = { tool_call_id: 'call', directive: { next: 'turn', turn: 2 } };
    const late = { tool_call_id: 'call', directive: pause };
    const run = new ScriptedRun([
      ['callModel', () => pause],
      ['callModel', () => end],
    ]);
    await run.goOn();
    for (const signal of order === 'before' ? [late, decided] : [decided, late]) run.signal(resumed, signal);
    await run.goOn();
    expect(run.end).toEqual(end);
    expect(run.asked.at(-1)).toEqual(['callModel', { turn: 2, makes_call: true }]);
  },
);

it('does not wait for a thread lock that was granted while its step asked for it', async () => {
  const run = new ScriptedRun([
    ['callModel', () => (run.signal(lockGranted, 7), { next: 'wait_for_turn_lock' })],
    ['callModel', () => end],
  ]);
  await run.goOn();
  expect(run.asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 1, grant_version: 7, makes_call: true }],
  ]);
});

it('awaits all calls of a turn, though one of them fails, and fails the run knowing which were made', async () => {
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('fails'), pending('is made')] };
  const run = new ScriptedRun([
    ['callModel', () => execute],
    ['executePatch', () => new Error('for good')],
    ['executePatch', () => undefined],
    ['failRun', () => end],
  ]);
  await run.goOn();
  expect(run.asked).toHaveLength(3);
  await run.resolve('is made', { ...execute, made: true } as Directive);
  expect(run.asked.at(-1)).toEqual(['failRun', { step: execute, seen: { turn: 1, made: ['is made'] } }]);
});

it('[tool-call.outcome-unknown.restored] cancels the run after all its calls, knowing which were made, though one finds it cancelled first', async () => {
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('is not made'), pending('is made')] };
  const run = new ScriptedRun([
    ['callModel', () => execute],
    ['executePatch', () => ({ next: 'cancel' })],
    ['executePatch', () => undefined],
    ['cancelRun', () => end],
  ]);
  await run.goOn();
  expect(run.asked).toHaveLength(3);
  await run.resolve('is made', { ...execute, made: true } as Directive);
  expect(run.asked.at(-1)).toEqual(['cancelRun', { seen: { turn: 1, made: ['is made'] } }]);
});

it('[tool-call.outcome-unknown.restored] has the call of a turn that is taken again made by its own activity, which knows that it was made before', async () => {
  const made_call = { turn: 1, tool_call_id: 'is made' };
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('again')] };
  const run = new ScriptedRun([
    // The store was restored before the next turn.
    ['callModel', () => ({ next: 'turn', turn: 1, made_call }) as Directive],
    ['callModel', () => execute],
    ['executePatch', () => end],
  ]);
  await run.goOn();
  expect(run.asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 1 }],
    ['executePatch', { turn: 1, tool_call_id: 'again', made_before: 'turn' }],
  ]);
});

it('waits on, and lets nobody work again, if it looks again and finds the pause for which it waits', async () => {
  const letsNextWork = { ...pause, grant_turn_lock_to: 'next' };
  const run = new ScriptedRun([
    ['callModel', () => letsNextWork],
    ['readNext', () => letsNextWork],
    ['readNext', () => end],
  ]);
  await run.goOn();
  for (let looks = 0; looks < 2; looks += 1) {
    run.signal(lookAgain);
    await run.goOn();
  }
  const waiting = ['timer', 60_000];
  const looking = ['readNext', {}];
  expect(run.asked.slice(1)).toEqual([[lockGranted, 'next'], waiting, looking, waiting, looking]);
});

it('looks at the store at once if it was told to before its pause', async () => {
  const run = new ScriptedRun([
    ['callModel', () => (run.signal(lookAgain), pause)],
    ['readNext', () => end],
  ]);
  await run.goOn();
  expect(run.end).toEqual(end);
  expect(run.asked.slice(1)).toEqual([['readNext', {}]]);
});

it('[approval-policy.escalation] wakes during its pause when something is due, and then waits for what is due next', async () => {
  const wake_at = '2026-01-01T00:00:05.000Z';
  const later = { ...pause, wake_at: '2026-01-01T00:00:20.000Z' };
  const run = new ScriptedRun([
    ['callModel', () => ({ ...pause, wake_at })],
    ['wakePause', () => later],
    ['wakePause', () => pause],
    ['expirePause', () => end],
  ]);
  await run.goOn();
  for (let wakes = 0; wakes < 3; wakes += 1) await run.fire();
  expect(run.end).toEqual(end);
  expect(run.asked.slice(1)).toEqual([
    ['timer', 5000],
    ['wakePause', { tool_call_id: 'call', wake_at }],
    ['timer', 20_000],
    ['wakePause', { tool_call_id: 'call', wake_at: later.wake_at }],
    ['timer', 60_000],
    ['expirePause', { tool_call_id: 'call', expires_at: pause.expires_at }],
  ]);
});

it('ends its run, and lets the next one work, if an operator cancels its workflow', async () => {
  const run = new ScriptedRun([
    ['callModel', () => pause],
    ['cancelRun', () => ({ ...end, grant_turn_lock_to: 'next', grant_version: 3 })],
  ]);
  await run.goOn();
  await run.goOn({ cancelWorkflow: {} });
  expect(run.asked.slice(-2)).toEqual([
    ['cancelRun', {}],
    [lockGranted, 'next', 3],
  ]);
});

it('[operations.workflow-status] closes as Cancelled when its run is cancelled, although nobody has cancelled it in Temporal', async () => {
  const run = new ScriptedRun([
    ['callModel', () => pause],
    ['cancelRun', () => ({ ...end, reason: 'cancelled' })],
  ]);
  await run.goOn();
  run.signal(cancelRequested);
  await run.goOn();
  expect(run.end).toBe('cancelled');
});
