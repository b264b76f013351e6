import { expect, it } from 'vitest';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { joinChanges } from '#engine/rules/join-changes.ts';
import type { CallChange, Changes } from '#engine/rules/stored.ts';

const due_at = new Date(0);
const run = { _id: 'run', version: 7, outbox: { kind: 'look', version: 6, due_at } } as RunDocument;
const thread = { _id: 'thread', version: 3 } as ThreadDocument;
const nothing: Omit<Changes, 'run'> = {
  calls: [],
  turns: [],
  newCalls: [],
  messages: [],
  events: [],
  ledger: [],
  uses: [],
  memberships: [],
  reserved: [],
  givenBack: [],
  payments: [],
  audit: [],
};
const call = (id: string) => ({ _id: id, status: 'pending' }) as ToolCallDocument;

it('[decide.many.together] joined changes have the version of one write, and so do the notifications they require', () => {
  const outbox = { kind: 'resume', tool_call_id: 'b', version: 9, due_at } as const;
  const joined = joinChanges({ run, thread }, [
    { ...nothing, run: { ...run, version: 8 }, thread: { ...thread, version: 4, last_event_seq: 1 } },
    { ...nothing, run: { ...run, version: 9, outbox } },
  ]);
  expect(joined.run).toEqual({ ...run, version: 8, outbox: { ...outbox, version: 8 } });
  expect(joined.thread).toEqual({ ...thread, version: 4, last_event_seq: 1 });
  const kept = joinChanges({ run, thread }, [{ ...nothing, run: { ...run, version: 8 } }]);
  expect(kept.run.outbox).toEqual(run.outbox);
  expect(kept).not.toHaveProperty('thread');
});

it('[decide.many.together] a call that changes twice is changed once, on condition that it is as it was read', () => {
  const before = call('a');
  const approval = { decision: 'approve' } as NonNullable<ToolCallDocument['decision']>;
  const changes = (...calls: CallChange[]): Changes => ({ ...nothing, run, calls });
  const joined = joinChanges({ run, thread }, [
    changes({ before, set: { decision: approval, approval_changes: 1 }, unset: ['reserved'] }),
    changes(
      { before: { ...before, decision: approval }, set: { reserved: [] }, unset: ['decision'], unsent: true },
      { before: call('b'), set: { status: 'failed' } },
    ),
  ]);
  expect(joined.calls).toEqual([
    { before, set: { approval_changes: 1, reserved: [] }, unset: ['decision'], unsent: true },
    { before: call('b'), set: { status: 'failed' } },
  ]);
});
