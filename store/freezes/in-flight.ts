import type { Filter } from 'mongodb';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { runStates, isTerminal } from '#contract/run-state.ts';
import { targetOf } from '#engine/rules/freezes/targets.ts';
import type { FreezeDocument } from '../documents/freeze.ts';
import type { Database } from '../mongo/database.ts';

/** How many runs are looked at in one query. */
const runsAtOnce = 1000;
const openStates = runStates.filter((state) => !isTerminal(state));

/**
 * How many calls that a freeze covers were recorded as being sent, and have no result yet. To be read after the freeze is stored: a call
 * that is recorded later is not sent. It may count some that are not sent either, because their processes have yet to see the freeze.
 */
export async function countInFlight(db: Database, freeze: FreezeDocument): Promise<number> {
  const { workspace_id, scope, id, target } = freeze;
  const open: Filter<RunDocument> = {
    workspace_id,
    state: { $in: openStates },
    ...(scope === 'agent' ? { 'agent.key': id ?? '' } : {}),
  };
  const covered: Filter<ToolCallDocument> = {
    status: 'pending',
    'sending.in_flight': true,
    ...(scope === 'connection' ? { 'sending.connection_id': id ?? '' } : {}),
    ...(scope === 'payee' ? { 'payment.payee.named': target.slice(targetOf('payee', '').length) } : {}),
  };
  let inFlight = 0;
  let after = '';
  for (;;) {
    const runs = await db.runs
      .find({ ...open, _id: { $gt: after } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(runsAtOnce)
      .toArray();
    const ids = runs.map(({ _id }) => _id);
    if (ids.length > 0) inFlight += await db.tool_calls.countDocuments({ run_id: { $in: ids }, ...covered });
    const last = ids.at(-1);
    if (last === undefined || ids.length < runsAtOnce) return inFlight;
    after = last;
  }
}
