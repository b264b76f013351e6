import { expect, it } from 'vitest';
import { recentRun, RecentRuns } from '#engine/steps/recent-runs.ts';
import { call, later, now, run, thread, working } from '../../../support/rules/documents.ts';

const first = { isFirst: true };
const always = () => true;

function remembering(...stored: ReturnType<typeof working>[]) {
  const recentRuns = new RecentRuns();
  for (const each of stored) recentRuns.note(each, now);
  return { recentRuns, clock: { now: () => now } };
}

it('remembers a run as it was stored last, whatever order it is noted in', () => {
  const newer = { ...working([]), run: run({ version: 3 }) };
  const older = { ...working([]), run: run({ version: 2 }) };
  expect(recentRun(remembering(newer, older), 'run', first, always)?.run.version).toBe(3);
});

it('knows nothing of a run that has stopped working', () => {
  const ended = { run: run({ state: 'closed', version: 2 }), thread: thread({ active_runs: [] }), calls: [] };
  expect(recentRun(remembering(working([]), ended), 'run', first, always)).toBeUndefined();
});

it('gives nothing to an attempt that follows another, which may have written', () => {
  expect(recentRun(remembering(working([])), 'run', { isFirst: false }, always)).toBeUndefined();
});

it('[run.order.one-at-a-time] gives no run that has to wait for the thread lock, because a grant may be newer', () => {
  const waiting = { ...working([]), thread: thread({ active_runs: ['other', 'run'] }) };
  expect(recentRun(remembering(waiting), 'run', first, always)).toBeUndefined();
});

it('gives nothing with which the step cannot begin', () => {
  expect(recentRun(remembering(working([])), 'run', first, () => false)).toBeUndefined();
});

it('has the thread of a run as another run has stored it since', () => {
  const other = {
    run: run({ _id: 'other' }),
    thread: thread({ active_runs: ['run', 'other'], version: 9 }),
    calls: [],
  };
  const both = { ...working([]), thread: thread({ active_runs: ['run'], version: 8 }) };
  const kept = remembering(both, other);
  expect(recentRun(kept, 'run', first, always)?.thread.version).toBe(9);
});

it('forgets a run that nobody has gone on with, and does not keep large arguments or results', () => {
  const { recentRuns } = remembering(working([]));
  expect(recentRuns.get('run', later(11))).toBeUndefined();
  const large = JSON.stringify('x'.repeat(100_000)) as never;
  for (const fields of [{ args: large }, { result: large }, { request: large }]) {
    recentRuns.note(working([call(fields)]), now);
    expect(recentRuns.get('run', now)).toBeUndefined();
  }
});

it('keeps the latest runs, a limited number', () => {
  const { recentRuns } = remembering();
  for (let index = 0; index < 600; index += 1) {
    const _id = `run ${index}`;
    recentRuns.note({ run: run({ _id }), thread: thread({ active_runs: [_id] }), calls: [] }, now);
  }
  expect(recentRuns.get('run 0', now)).toBeUndefined();
  expect(recentRuns.get('run 599', now)).toBeDefined();
});
