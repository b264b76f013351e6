import { expect, it } from 'vitest';
import type { Directive, EndDirective, PauseDirective } from '#contract/temporal/directive.ts';
import { signalNames } from '#contract/temporal/names.ts';
import { ScriptedRun } from './run-script.ts';

const end: EndDirective = { next: 'end', state: 'closed', reason: 'finished' };
const pending = (tool_call_id: string) => ({ tool_call_id, patch_ref: 'pay@1', timeout_seconds: 5 });
const pause: PauseDirective = {
  next: 'pause',
  tool_call_id: 'a',
  patch_ref: 'pay@1',
  kind: 'confirmation',
  expires_at: '2026-01-01T00:01:00.000Z',
};
/** The pause, while these calls are approved and not made. */
const approved = (...ids: string[]): PauseDirective => ({
  ...pause,
  approved: { turn: 1, calls: ids.map(pending) },
});
const { resumed, cancelRequested } = signalNames;
const told = (directive: Directive) => ({ tool_call_id: 'a', directive });
const made = { made: true as const };
const startsOf = (run: ScriptedRun) =>
  run.asked.flatMap((each) => {
    const [name, about] = each as [string, { tool_call_id?: string }];
    return name === 'executePatch' ? [about.tool_call_id] : [];
  });

it('[gate.set.sent-at-once] makes a call as soon as it is approved, once, whatever signals say so, and waits on', async () => {
  const run = new ScriptedRun([
    ['callModel', () => pause],
    ['executePatch', () => undefined],
    ['executePatch', () => undefined],
    ['callModel', () => end],
  ]);
  await run.goOn();
  run.signal(resumed, told(approved('b')));
  run.signal(resumed, told(approved('b')));
  await run.goOn();
  run.signal(resumed, told(approved('b', 'c')));
  await run.goOn();
  expect(startsOf(run)).toEqual(['b', 'c']);
  await run.resolve('b', { ...approved('c'), ...made });
  // A signal from before that.
  run.signal(resumed, told(approved('b', 'c')));
  await run.goOn();
  expect(startsOf(run)).toEqual(['b', 'c']);
  expect(run.end).toBeUndefined();
  run.signal(resumed, told({ next: 'execute', turn: 1, calls: [pending('c')] }));
  await run.goOn();
  await run.resolve('c', { next: 'turn', turn: 2, ...made });
  expect(run.end).toEqual(end);
  expect(startsOf(run)).toEqual(['b', 'c']);
});

it('[gate.set.sent-at-once] makes a call again that says what was next before the last decision', async () => {
  const run = new ScriptedRun([
    ['callModel', () => approved('b')],
    ['executePatch', () => undefined],
    ['executePatch', () => ({ next: 'turn', turn: 2 })],
    ['callModel', () => end],
  ]);
  await run.goOn();
  run.signal(resumed, told({ next: 'execute', turn: 1, calls: [pending('b')] }));
  await run.goOn();
  await run.resolve('b', { next: 'wait_for_turn_lock' });
  expect(run.end).toEqual(end);
});

it('[gate.set.held-together] holds a call again that went back to its gate, and goes on waiting for the others', async () => {
  const run = new ScriptedRun([
    ['callModel', () => approved('b')],
    ['executePatch', () => undefined],
    ['readNext', () => ({ next: 'hold', turn: 1, calls: ['b'] })],
    ['holdCalls', () => pause],
    ['callModel', () => end],
  ]);
  await run.goOn();
  await run.resolve('b', { next: 'hold', turn: 1, calls: ['b'] });
  run.signal(resumed, told({ next: 'turn', turn: 2 }));
  await run.goOn();
  expect(run.end).toEqual(end);
});

it('[gate.set.continued] starts no call before it continues as new, waits for those on their way, and takes along what was approved meanwhile', async () => {
  const run = new ScriptedRun([
    ['callModel', () => approved('b')],
    ['executePatch', () => undefined],
    ['readNext', () => approved('c')],
  ]);
  await run.goOn();
  run.isSuggested = true;
  // A signal that says nothing new, after which nothing but the call on its way is waited for.
  run.signal(resumed, told(pause));
  await run.goOn();
  expect(run.end).toBeUndefined();
  await run.resolve('b', { ...pause, ...made });
  expect(startsOf(run)).toEqual(['b']);
  expect(run.end).toMatchObject({ directive: approved('c'), seen: { turn: 1, made: ['b'] } });
});

it('[gate.set.approved-first] makes what was approved before a cancellation, and ends then', async () => {
  const execute: Directive = { next: 'execute', turn: 1, calls: [pending('b')] };
  const run = new ScriptedRun([
    ['callModel', () => pause],
    ['cancelRun', () => execute],
    ['cancelRun', () => execute],
    ['executePatch', () => ({ ...end, reason: 'cancelled' })],
  ]);
  await run.goOn();
  run.signal(cancelRequested);
  await run.goOn();
  expect(run.end).toBe('cancelled');
});
