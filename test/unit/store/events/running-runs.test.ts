import { expect, it } from 'vitest';
import type { EventType } from '#contract/event.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { RunningRuns } from '#store/events/running-runs.ts';

const scope = { workspace_id: 'ws_1', subject_ref: 'ada' };

const runOf = (state: RunDocument['state'], last_event_seq: number, others: Partial<RunDocument> = {}) =>
  ({
    _id: 'run_1',
    workspace_id: 'ws_1',
    subject_ref: 'ada',
    agent: { id: 'agent_1' },
    state,
    last_event_seq,
    ...others,
  }) as RunDocument;
const eventOf = (type: EventType, seq: number) =>
  ({ _id: `evt_${seq}`, type, run_id: 'run_1', seq }) as EventDocument;

it('a run that this process has stored as running is known until it stores something else', () => {
  const runs = new RunningRuns();
  const running = runOf('running', 1);
  runs.stored(running);
  expect(runs.find(scope, 'run_1')).toBe(running);
  runs.stored(runOf('awaiting_input', 2));
  expect(runs.find(scope, 'run_1')).toBeUndefined();
});

it('a run that another process has settled is not known any more, and an event of before changes nothing', () => {
  const runs = new RunningRuns();
  runs.stored(runOf('running', 4));
  runs.heard(eventOf('write.confirmation_requested', 3));
  runs.heard(eventOf('message.completed', 5));
  expect(runs.find(scope, 'run_1')).toBeDefined();
  runs.heard(eventOf('run.completed', 6));
  expect(runs.find(scope, 'run_1')).toBeUndefined();
});

it('a run whose end was heard of before the process knew that it had stored its beginning is not known', () => {
  const runs = new RunningRuns();
  runs.heard(eventOf('run.completed', 3));
  runs.stored(runOf('running', 1));
  expect(runs.find(scope, 'run_1')).toBeUndefined();
});

it('a run that went on after a pause is known again', () => {
  const runs = new RunningRuns();
  runs.heard(eventOf('elicitation.requested', 3));
  runs.stored(runOf('running', 4));
  expect(runs.find(scope, 'run_1')).toBeDefined();
});

it('after a gap, nothing is known', () => {
  const runs = new RunningRuns();
  runs.stored(runOf('running', 1));
  runs.missed();
  expect(runs.find(scope, 'run_1')).toBeUndefined();
});

it.each([
  { workspace_id: 'ws_2' },
  { workspace_id: 'ws_1', subject_ref: 'bob' },
  { workspace_id: 'ws_1', agent_id: 'agent_2' },
  { workspace_id: 'ws_1', grant_id: 'grant_1' },
])('[tenancy.every-operation] a run is not known to others: %o', (others) => {
  const runs = new RunningRuns();
  runs.stored(runOf('running', 1));
  expect(runs.find(others, 'run_1')).toBeUndefined();
  expect(runs.find({ workspace_id: 'ws_1', agent_id: 'agent_1' }, 'run_1')).toBeDefined();
});
