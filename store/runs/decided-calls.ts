import type { Filter } from 'mongodb';
import type { Page } from '#contract/pagination.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';

/** A call on which people have decided, and its run. Of its arguments and results, only lists that ask for one read them. */
export interface DecidedCallDocument {
  call: Omit<ToolCallDocument, 'args' | 'result' | 'request'> & { decision: DecisionDocument };
  run: Pick<RunDocument, '_id' | 'thread_id' | 'subject_ref' | 'agent'>;
}

type Decided = DecidedCallDocument['call'];

const unread = { args: 0, result: 0, request: 0, tries: 0, sending: 0 } as const;

/**
 * The calls of a workspace on which people have decided, the latest decision first.
 * @param after the position at which the previous page ended
 */
export async function listDecidedCalls(
  db: Database,
  { workspace_id, decision }: { workspace_id: string; decision?: DecisionDocument['decision'] },
  limit: number,
  after?: string,
): Promise<Page<DecidedCallDocument, string>> {
  const decided: Filter<ToolCallDocument> = {
    workspace_id,
    ...(decision === undefined ? {} : { 'decision.decision': decision }),
    ...(after === undefined ? { 'decision.created_at': { $exists: true } } : earlierThan(after)),
  };
  const calls = db.tool_calls
    .find<Decided>(decided, { projection: unread })
    .sort({ 'decision.created_at': -1, _id: -1 });
  const page = await readPage(calls, limit, positionOf);
  const ids = [...new Set(page.items.map(({ run_id }) => run_id))];
  const runs = await db.runs
    .find<DecidedCallDocument['run']>(
      { _id: { $in: ids } },
      { projection: { thread_id: 1, subject_ref: 1, agent: 1 } },
    )
    .toArray();
  const byId = new Map(runs.map((run) => [run._id, run]));
  const items = page.items.flatMap((call) => {
    const run = byId.get(call.run_id);
    return run === undefined ? [] : [{ call, run }];
  });
  return { ...page, items };
}

function positionOf({ _id, decision }: Decided): string {
  return `${decision.created_at.toISOString()} ${_id}`;
}

function earlierThan(position: string): Filter<ToolCallDocument> {
  const [at = '', id = ''] = position.split(' ');
  const time = new Date(at);
  return {
    // Also lets MongoDB use the partial index.
    'decision.created_at': { $lte: time },
    $or: [{ 'decision.created_at': { $lt: time } }, { _id: { $lt: id } }],
  };
}
