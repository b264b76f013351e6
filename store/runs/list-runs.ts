import type { Filter } from 'mongodb';
import type { Microcredits } from '#contract/credits.ts';
import type { Page } from '#contract/pagination.ts';
import type { CloseReason, RunErrorCode, RunState } from '#contract/run-state.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { idFrom } from '../mongo/ids.ts';
import { readPage } from '../mongo/page.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { runsInScope } from '../threads/scope.ts';
import { heldLength } from '../threads/shown-content.ts';

/** Which runs are listed, and in which order: newest first, or the dearest first. */
export interface RunFilter extends Scope {
  agent_key?: string;
  state?: RunState;
  reason?: CloseReason;
  error_code?: RunErrorCode;
  thread_id?: string;
  /** A model that took a turn of theirs. */
  model?: string;
  /** When they were opened. */
  from?: Date;
  to?: Date;
  min_cost?: Microcredits;
  max_cost?: Microcredits;
  /** Words of the message that opened them, of which the last may be the beginning of one. */
  words?: readonly string[];
  order?: 'cost';
}

/** Ids are in the order of their creation, and a run is opened with an id that the first try of a slow request has made. */
const idToOpeningMs = 2 * 24 * 60 * 60 * 1000;
/** Between the clocks of two processes. */
const clockMs = 5 * 60 * 1000;
/** A shorter word is searched as a whole: too many begin with it. */
const shortestBeginning = 3;

/** Runs. The position is that of the last one in the order. */
export async function listRuns(
  db: Database,
  { order, ...filter }: RunFilter,
  limit: number,
  after?: string,
): Promise<Page<RunDocument, string>> {
  const wanted = matching(filter);
  if (order === 'cost') {
    const cursor = db.runs.find({ $and: [wanted, ...afterCost(after)] }).sort({ cost: -1, _id: -1 });
    return await readPage(cursor, limit, ({ _id, cost }) => `${cost} ${_id}`, heldLength);
  }
  const older = after === undefined ? [] : [{ _id: { $lt: after } }];
  return await readPage(
    db.runs.find({ $and: [wanted, ...older] }).sort({ _id: -1 }),
    limit,
    ({ _id }) => _id,
    heldLength,
  );
}

function afterCost(after: string | undefined): Filter<RunDocument>[] {
  if (after === undefined) return [];
  const [cost, id = ''] = after.split(' ');
  return [{ $or: [{ cost: { $lt: Number(cost) } }, { cost: Number(cost), _id: { $lt: id } }] }];
}

function matching(filter: Omit<RunFilter, 'order'>): Filter<RunDocument> {
  const { agent_key, reason, error_code, model, from, to, min_cost, max_cost, words = [], ...plain } = filter;
  const conditions: Filter<RunDocument>[] = [runsInScope(plain)];
  if (agent_key !== undefined) conditions.push({ 'agent.key': agent_key });
  // The stand-in finds nothing by the value alone if another index than that of the field is used.
  if (reason !== undefined) conditions.push({ reason: { $eq: reason } });
  if (model !== undefined) conditions.push({ models: { $eq: model } });
  // Only failed runs have one, of which there are few.
  if (error_code !== undefined) conditions.push({ state: 'failed', 'error.code': error_code });
  if (from !== undefined) {
    const earliest = idFrom(new Date(Math.max(0, from.getTime() - idToOpeningMs)));
    conditions.push({ opened_at: { $gte: from }, _id: { $gte: earliest } });
  }
  if (to !== undefined) {
    const latest = idFrom(new Date(Math.max(0, to.getTime() + clockMs)));
    conditions.push({ opened_at: { $lt: to }, _id: { $lt: latest } });
  }
  if (min_cost !== undefined) conditions.push({ cost: { $gte: min_cost } });
  if (max_cost !== undefined) conditions.push({ cost: { $lte: max_cost } });
  return { $and: [...conditions, ...found(words)] };
}

/** Every word is looked up in the index of words: nothing is matched against the messages. */
function found(words: readonly string[]): Filter<RunDocument>[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const whole = words.slice(0, -1).map((word) => ({ opening_words: word }));
  const begins =
    last.length < shortestBeginning
      ? { opening_words: last }
      : { opening_words: { $elemMatch: { $gte: last, $lt: `${last}\u{10FFFF}` } } };
  return [...whole, begins];
}
