import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { changesOf } from '#store/streaming/approval-feed.ts';

const event = (type: EventDocument['type'], run_id: string, tool_call_id?: string): EventDocument =>
  ({
    _id: 'evt',
    type,
    run_id,
    thread_id: 'thread',
    created_at: new Date(0),
    ...(tool_call_id !== undefined && { data: toJsonText({ tool_call_id }) }),
  }) as unknown as EventDocument;

it('[inbox.stream] a call is told once as waiting and once as settled, and calls that nobody waited for never', () => {
  const calls = new Map([['old', new Set(['first'])]]);
  const told = (...about: Parameters<typeof event>) => changesOf(event(...about), calls)[0]?.change;
  expect(told('tool_call.started', 'new', 'a')).toBeUndefined();
  expect(told('write.confirmation_requested', 'new', 'b')).toBe('waiting');
  expect(told('write.approval_recorded', 'new', 'b')).toBe('changed');
  expect(told('approval.reminder', 'new', 'b')).toBe('reminder');
  expect(told('approval.escalated', 'new', 'b')).toBe('changed');
  // Another call of the same turn.
  expect(told('tool_call.completed', 'new', 'a')).toBeUndefined();
  expect(told('tool_call.started', 'new', 'b')).toBe('settled');
  expect(told('tool_call.completed', 'new', 'b')).toBeUndefined();
  expect(told('run.completed', 'new')).toBeUndefined();
  // Waited since before.
  expect(told('run.failed', 'old')).toBe('settled');
  expect([...calls]).toEqual([]);
  expect(told('message.completed', 'old')).toBeUndefined();
});

it('[inbox.stream] each of several held calls is told as settled, and all that are left when their run ends', () => {
  const calls = new Map<string, Set<string>>();
  const told = (...about: Parameters<typeof event>) =>
    changesOf(event(...about), calls).map(({ change, tool_call_id }) => [change, tool_call_id].join(' '));
  for (const id of ['a', 'b', 'c']) told('write.confirmation_requested', 'run', id);
  expect(told('tool_call.started', 'run', 'b')).toEqual(['settled b']);
  expect(told('tool_call.completed', 'run', 'b')).toEqual([]);
  expect(told('run.completed', 'run')).toEqual(['settled a', 'settled c']);
  expect([...calls]).toEqual([]);
});
