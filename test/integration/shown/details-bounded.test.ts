import { expect, inject, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { ToolCallForModel } from '#engine/ports/conversation-store.ts';
import { newId } from '#store/mongo/ids.ts';
import { listEarlierRuns } from '#store/runs/earlier-runs.ts';
import { listToolCallsForModel } from '#store/runs/tool-calls.ts';
import { dropDatabase, openDatabaseOn } from '../../support/open-database.ts';
import { perFile } from '../../support/per-file.ts';
import { call, now, run as runDocument } from '../../support/rules/documents.ts';

const db = perFile(() => openDatabaseOn(inject('mongodbUri')), dropDatabase);

/** A run of three calls, each approved with comments of 800 characters and reported on with 400. */
async function approvedRun(): Promise<string> {
  const run_id = newId();
  const said = (characters: number) => ({
    actor: 'eve',
    request_id: newId(),
    created_at: now,
    detail: toJsonText<JsonObject>({ note: 'x'.repeat(characters) }),
  });
  const calls = [1, 2, 3].map((turn_seq) =>
    call({
      _id: newId(),
      run_id,
      turn_seq,
      status: 'failed',
      error: { code: 'expired', message: 'late' },
      result: toJsonText<JsonObject>({ error: { code: 'expired' } }),
      approvals: [{ ...said(400), decision: 'approve' }],
      decision: { ...said(400), decision: 'approve' },
      outcome: { ...said(400), state: 'occurred' },
    }),
  );
  await db.runs.insertOne(runDocument({ _id: run_id }));
  await db.tool_calls.insertMany(calls);
  return run_id;
}

/** Which of the comments and reports of calls were read, and what was decided and reported. */
const read = (calls: ToolCallForModel[]) =>
  calls.map(({ approvals = [], decision, outcome }) => [
    [...approvals, decision, outcome].filter((each) => each?.detail !== undefined).length,
    decision?.decision,
    outcome?.state,
  ]);

it('[model.shown.bounds] of what people have said of calls, only the newest is read for a turn', async () => {
  const run = await approvedRun();
  const newest = [
    [0, 'approve', 'occurred'],
    [0, 'approve', 'occurred'],
    [3, 'approve', 'occurred'],
  ];
  expect(read(await listToolCallsForModel(db, run, 2000))).toEqual(newest);
  expect(read(await listToolCallsForModel(db, run, 10_000))).toEqual(
    newest.map(([, ...decided]) => [3, ...decided]),
  );
  const [earlier] = await listEarlierRuns(db, [run], 2000);
  expect(read(earlier?.calls ?? [])).toEqual(newest);
});
