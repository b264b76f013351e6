import { expect, it } from 'vitest';
import { noteGrant } from '#engine/steps/note-grant.ts';
import { now, working } from '../../../support/rules/documents.ts';

const entry = { kind: 'lockGranted', run_id: 'run', version: 7, due_at: now } as const;
const loaded = { ...working([]), thread: { ...working([]).thread, outbox: entry } };

function noting(version: number | undefined) {
  const removed: unknown[] = [];
  const removeGrant = async (...args: unknown[]) => void removed.push(args);
  return { after: noteGrant({ removeGrant }, loaded, version), removed };
}

it('removes the entry of which the workflow was told', () => {
  const { after, removed } = noting(7);
  expect(removed).toEqual([['thread', entry]]);
  expect(after.thread.outbox).toBeUndefined();
});

it.each([6, undefined])(
  '[run.order.stale-worker] removes no later entry than the one it was told of (%s)',
  (version) => {
    const { after, removed } = noting(version);
    expect(removed).toEqual([]);
    expect(after).toBe(loaded);
  },
);
