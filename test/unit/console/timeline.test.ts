import { expect, it } from 'vitest';
import type { Message } from '#console/api/schema.ts';
import { openRuns } from '#console/conversation/open-runs.ts';
import { timelineOf } from '#console/conversation/timeline-of.ts';
import { mayWait } from '#console/pages/playground/waits.ts';
import { storedEvent } from './stored-event.ts';

const held = (id: string) => ({
  tool_call_id: id,
  patch_ref: 'send_payment@1',
  summary: { title: 'Send 12.5 EUR' },
  risk: 'high',
});
const call = (id: string, name: string, status?: string) => ({
  tool_call_id: id,
  patch_ref: `${name}@1`,
  name,
  ...(status === undefined ? { args: {} } : { status }),
});

it('a held call is one item: waiting, then started, then what became of it', () => {
  const asked = storedEvent('write.confirmation_requested', held('c'), { seq: 2 });
  const started = storedEvent('tool_call.started', call('c', 'send_payment'), { seq: 3 });
  const completed = storedEvent('tool_call.completed', call('c', 'send_payment', 'ok'), { seq: 4 });
  const shown = (...events: (typeof asked)[]) => timelineOf([], events);
  expect(shown(asked)).toMatchObject([{ kind: 'approval', started: false, status: undefined }]);
  expect(shown(asked, started)).toMatchObject([{ kind: 'approval', started: true, status: undefined }]);
  expect(shown(asked, started, completed)).toMatchObject([{ kind: 'approval', status: 'ok' }]);
});

it('a call that goes back to its gate is one item still, whose earlier approvals and start do not count', () => {
  const approvals = (given: number) => ({
    required: 2,
    given: Array.from({ length: given }, (_, index) => ({ actor: `u${index}`, via: 'token', at: '' })),
  });
  const asked = storedEvent('write.confirmation_requested', held('c'), { seq: 2 });
  const approved = storedEvent(
    'write.approval_recorded',
    { tool_call_id: 'c', actor: 'u0', decision: 'approve', approvals: approvals(1) },
    { seq: 3 },
  );
  const started = storedEvent('tool_call.started', call('c', 'send_payment'), { seq: 4 });
  const again = storedEvent(
    'write.confirmation_requested',
    { ...held('c'), approvals: approvals(0), returned: { reason: 'approval_age' } },
    { seq: 5 },
  );
  const before = timelineOf([], [asked, approved]);
  expect(before).toMatchObject([{ kind: 'approval', asked: asked.id, held: { approvals: approvals(1) } }]);
  expect(timelineOf([], [asked, approved, started, again])).toMatchObject([
    {
      key: before[0]?.key,
      at: asked.created_at,
      asked: again.id,
      started: false,
      held: { approvals: approvals(0), returned: { reason: 'approval_age' } },
    },
  ]);
});

it('[console.approve] a held call may wait only until the thread was read after the event that asked for it', () => {
  const asked = storedEvent('write.confirmation_requested', held('c'), { seq: 2 });
  const [item] = timelineOf([], [asked]);
  if (item?.kind !== 'approval') throw new Error('it is no held call');
  const before = { open: ['run-1'], heldBeforeRead: new Set<string>() };
  expect(mayWait(item, before)).toBe(true);
  expect(mayWait(item, { ...before, heldBeforeRead: new Set([asked.id]) })).toBe(false);
  expect(mayWait(item, { ...before, open: [] })).toBe(false);
});

it('a call that was denied before it started is shown, and calls that show themselves otherwise are not', () => {
  const items = timelineOf(
    [],
    [
      storedEvent('tool_call.completed', call('a', 'delete_all', 'denied'), { seq: 2 }),
      storedEvent('tool_call.started', call('b', 'update_plan'), { seq: 3 }),
      storedEvent('plan.updated', { steps: [{ title: 'Old', status: 'active' }] }, { seq: 4 }),
      storedEvent('plan.updated', { steps: [{ title: 'New', status: 'done' }] }, { seq: 5 }),
    ],
  );
  expect(items).toMatchObject([
    { kind: 'call', status: 'denied' },
    { kind: 'plan', plan: { steps: [{ title: 'New' }] } },
  ]);
});

it('messages and events are in the order of their times, a person before what it brought about', () => {
  const event = storedEvent('run.failed', { error: { code: 'model_error', message: 'No' } }, { seq: 2 });
  const message: Message = {
    id: 'm',
    role: 'user',
    content: 'Hello',
    parts: null,
    run_id: 'run-1',
    seq: 1,
    created_at: event.created_at,
  };
  expect(timelineOf([message], [event]).map(({ kind }) => kind)).toEqual(['message', 'failure']);
});

it('data of another shape than expected is left out, and breaks nothing', () => {
  expect(timelineOf([], [storedEvent('plan.updated', { steps: 'none' }, { seq: 1 })])).toEqual([]);
});

it('a run is open from its first event to its last', () => {
  const events = [
    storedEvent('run.started', {}, { seq: 1 }),
    storedEvent('run.started', {}, { run: 'run-2', seq: 1 }),
    storedEvent('run.completed', {}, { seq: 2 }),
  ];
  expect(openRuns(events)).toEqual(['run-2']);
});
