import type { DecisionDocument, ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Database } from '../mongo/database.ts';

/** A decision as it is stored with its call. */
export type StoredDecision = Pick<
  DecisionDocument,
  'decision' | 'actor' | 'via' | 'digest' | 'signature' | 'created_at'
>;

type Decided = Pick<
  ToolCallDocument,
  '_id' | 'decision' | 'approvals' | 'withdrawn_decisions' | 'lapsed_decisions'
>;

const fields = { decision: 1, approvals: 1, withdrawn_decisions: 1, lapsed_decisions: 1 } as const;

/** All decisions on a call; undefined if it is not there. */
export async function callWithDecisions(
  db: Database,
  workspace_id: string,
  id: string,
): Promise<StoredDecision[] | undefined> {
  const call = await db.tool_calls.findOne<Decided>({ _id: id, workspace_id }, { projection: fields });
  return call === null ? undefined : decisionsOf(call);
}

/** The calls of a workspace that are decided, or held with approvals, as far as a passkey is said to have signed. */
export async function* signedCalls(
  db: Database,
  workspace_id: string,
): AsyncGenerator<{ id: string; decisions: StoredDecision[] }> {
  const decided = db.tool_calls
    .find<Decided>({ workspace_id, 'decision.created_at': { $exists: true } }, { projection: fields })
    .sort({ 'decision.created_at': -1, _id: -1 });
  for await (const call of decided) {
    if (isSigned(call)) yield { id: call._id, decisions: decisionsOf(call) };
  }
  const paused = db.runs.find({ workspace_id, paused_at: { $exists: true } }, { projection: { _id: 1 } });
  for await (const { _id: run_id } of paused) {
    const held = db.tool_calls.find<Decided>(
      { run_id, workspace_id, decision: { $exists: false } },
      { projection: fields },
    );
    for await (const call of held) {
      if (isSigned(call)) yield { id: call._id, decisions: decisionsOf(call) };
    }
  }
}

function isSigned(call: Decided): boolean {
  return decisionsOf(call).some(({ via }) => via === 'passkey');
}

function decisionsOf({
  decision,
  approvals = [],
  withdrawn_decisions = [],
  lapsed_decisions = [],
}: Decided): StoredDecision[] {
  return [
    ...lapsed_decisions,
    ...withdrawn_decisions,
    ...approvals,
    ...(decision === undefined ? [] : [decision]),
  ];
}
