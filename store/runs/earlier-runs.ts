import type { JsonText } from '#contract/json-text.ts';
import {
  type EarlierRun,
  type LastingCall,
  callFieldsForModel,
  runFieldsForModel,
  type ToolCallForModel,
} from '#engine/ports/conversation-store.ts';
import { lineCharacters, redactableCharacters } from '#engine/rules/lasting-calls.ts';
import { noteCharacters } from '#engine/rules/call-notes.ts';
import type { Database } from '../mongo/database.ts';
import { newestWithin, textOrLength } from '../mongo/newest-within.ts';
import { details } from './tool-calls.ts';

/** Arguments without room are shown only up to this length. */
const shortArguments = 2000;

/**
 * Runs of a thread with their calls, of which only the newest have all of their arguments and results.
 * @param characters the longest total of the arguments and results that are read
 */
export async function listEarlierRuns(
  db: Database,
  runIds: string[],
  characters: number,
): Promise<EarlierRun[]> {
  const [runs, calls] = await Promise.all([
    db.runs
      .find<Omit<EarlierRun, 'calls'>>({ _id: { $in: runIds } }, { projection: runFieldsForModel })
      .toArray(),
    listCalls(db, runIds, characters),
  ]);
  const byRun = Map.groupBy(calls, ({ run_id }) => run_id);
  return runs.map((run) => ({ ...run, calls: byRun.get(run._id) ?? [] }));
}

/** The calls of runs, in order. Ids of runs ascend with their time. */
async function listCalls(db: Database, runIds: string[], characters: number): Promise<ToolCallForModel[]> {
  const { documents, rest } = await newestWithin(
    db.tool_calls
      .find<Omit<ToolCallForModel, 'result'> & { result?: JsonText }>(
        { run_id: { $in: runIds } },
        { projection: callFieldsForModel },
      )
      .sort({ run_id: -1, turn_seq: -1, index: -1 }),
    ({ args, result = '', ...call }) => args.length + result.length + noteCharacters(call),
    characters,
  );
  if (rest === undefined) return documents.toReversed();
  const { run_id, turn_seq, index } = rest;
  const $or = [
    { run_id: { $in: runIds.filter((id) => id < run_id) } },
    { run_id, turn_seq: { $lt: turn_seq } },
    { run_id, turn_seq, index: { $lte: index } },
  ];
  const length = { $strLenCP: '$args' };
  const args = { $cond: [{ $lte: [length, shortArguments] }, '$args', { $literal: '{"truncated":true}' }] };
  const older = await db.tool_calls
    .aggregate<ToolCallForModel>([
      { $match: { $or } },
      { $sort: { run_id: 1, turn_seq: 1, index: 1 } },
      { $project: { ...callFieldsForModel, args, result: textOrLength('$result') } },
      { $unset: details },
    ])
    .toArray();
  return [...older, ...documents.toReversed()];
}

/**
 * The lasting calls of runs of a thread, newest first. Of their arguments and results, no more is read than a line tells, unless
 * something of them is left out.
 */
export async function listLastingCalls(
  db: Database,
  threadId: string,
  { before, except, limit }: { before: number; except: string[]; limit: number },
): Promise<LastingCall[]> {
  const beginning = (field: string) => ({ $substrCP: [field, 0, lineCharacters + 1] });
  const whole = (field: string) => {
    const length = { $strLenCP: field };
    return { $cond: [{ $lte: [length, redactableCharacters] }, field, length] };
  };
  const isMissing = (field: string) => ({ $eq: [{ $type: field }, 'missing'] });
  const isUnchanged = { $and: [isMissing('$redact'), isMissing('$filled')] };
  const shown = (field: string) => ({
    $cond: [isMissing(field), '$$REMOVE', { $cond: [isUnchanged, beginning(field), whole(field)] }],
  });
  return await db.tool_calls
    .aggregate<LastingCall>([
      {
        $match: {
          'lasting.thread_id': threadId,
          'lasting.run_seq': { $lt: before },
          ...(except.length === 0 ? {} : { run_id: { $nin: except } }),
        },
      },
      { $sort: { 'lasting.run_seq': -1, _id: -1 } },
      { $limit: limit },
      {
        $project: {
          _id: 0,
          patch_ref: 1,
          status: 1,
          repeated: 1,
          error: 1,
          'outcome.state': 1,
          filled: 1,
          redact: 1,
          started_at: 1,
          finished_at: 1,
          args: shown('$args'),
          result: shown('$result'),
        },
      },
    ])
    .toArray();
}
