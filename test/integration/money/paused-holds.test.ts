import { afterEach, beforeAll, expect, it } from 'vitest';
import type { CommandStartedEvent, Document } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { RunState } from '#contract/run-state.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { heldByPausedRuns, mostPausedHolds } from '#store/money/read-funds.ts';
import { newId } from '#store/mongo/ids.ts';
import { pause, run } from '../../support/rules/documents.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
const sent: Document[] = [];
beforeAll(() => {
  db.client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (['find', 'getMore', 'aggregate'].includes(commandName)) sent.push(command);
  });
});

afterEach(async () => await db.runs.deleteMany({}));

/** A run that holds this much, or nothing. */
function holding(workspace_id: string, state: RunState, hold?: number): RunDocument {
  const _id = newId();
  const lasting = { created_at: new Date(), ttl_seconds: 3600 };
  const waits = state.startsWith('awaiting')
    ? { paused_at: new Date(), pauses: [pause('outcome', { run_id: _id, ...lasting })] }
    : {};
  return run({ _id, workspace_id, state, ...waits, ...defined({ hold }) });
}

it('[money.hold.paused-bounded] what paused runs of a workspace hold is added up, and not what others hold', async () => {
  await db.runs.insertMany([
    holding('ours', 'awaiting_input', 3),
    holding('ours', 'awaiting_outcome', 4),
    holding('ours', 'awaiting_outcome'),
    holding('ours', 'running', 100),
    holding('ours', 'closed', 100),
    holding('theirs', 'awaiting_input', 100),
  ]);
  expect(await heldByPausedRuns(db, 'ours')).toBe(7);
  expect(await heldByPausedRuns(db, 'nobody')).toBe(0);
});

it('[money.hold.paused-bounded] of very many paused runs only as many are looked at as are needed, the largest first and in an index alone', async () => {
  const small = Array.from({ length: mostPausedHolds }, () => holding('ours', 'awaiting_input', 1));
  await db.runs.insertMany([...small, holding('ours', 'awaiting_outcome', 1000)]);
  sent.length = 0;
  expect(await heldByPausedRuns(db, 'ours', 1010)).toBe(1011);
  // The first batch of the driver has 101 documents.
  expect(sent).toHaveLength(1);
  const [{ find, filter, projection, sort, limit } = {}] = sent;
  const command = { find, filter, projection, sort, limit };
  const plan = await db.client.db(db.runs.dbName).command({ explain: command, verbosity: 'executionStats' });
  const { totalKeysExamined, totalDocsExamined } = plan['executionStats'] as Record<string, number>;
  expect(totalDocsExamined).toBe(0);
  expect(totalKeysExamined).toBeLessThanOrEqual(mostPausedHolds + 1);
  // The smallest of them does not count any more.
  expect(await heldByPausedRuns(db, 'ours')).toBe(1000 + mostPausedHolds - 1);
});
