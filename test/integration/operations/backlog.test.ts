import { expect, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { readBacklog } from '#store/stats/backlog.ts';
import { run, thread } from '../../support/rules/documents.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

it('[operations.backlog-metrics] everything that waits is counted over all workspaces, with the time of the oldest', async () => {
  expect(await readBacklog(db, at(30))).toEqual({
    paused: { count: 0 },
    running: 0,
    outbox: { count: 0 },
    deliveries: 0,
  });
  const outbox = (minute: number) => ({ kind: 'start', version: 1, due_at: at(minute) }) as const;
  await db.runs.insertMany([
    run({ _id: newId(), workspace_id: 'one', state: 'awaiting_input', paused_at: at(7) }),
    run({ _id: newId(), workspace_id: 'other', state: 'awaiting_outcome', paused_at: at(5) }),
    run({ _id: newId(), workspace_id: 'one', state: 'running', outbox: outbox(10) }),
    run({ _id: newId(), workspace_id: 'other', state: 'running', outbox: outbox(50) }),
    run({ _id: newId(), workspace_id: 'other', state: 'closed' }),
  ]);
  await db.threads.insertOne(
    thread({
      _id: newId(),
      workspace_id: 'other',
      outbox: { kind: 'lockGranted', run_id: 'r', version: 1, due_at: at(9) },
    }),
  );
  await db.pending_deliveries.insertOne({
    _id: 'endpoint:event',
    workspace_id: 'one',
    endpoint_id: 'endpoint',
    event_id: 'event',
    attempt: 1,
    retry: 0,
    due_at: at(59),
  });
  expect(await readBacklog(db, at(30))).toEqual({
    paused: { count: 2, since: at(5) },
    running: 2,
    outbox: { count: 2, since: at(9) },
    deliveries: 1,
  });
});
