import { defined } from '#contract/defined.ts';
import { DecidedCall } from '#contract/decided-call.ts';
import { DecisionName } from '#contract/run-names.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { redactedDetail } from '#engine/rules/redaction.ts';
import type { Database } from '#store/mongo/database.ts';
import { type DecidedCallDocument, listDecidedCalls } from '#store/runs/decided-calls.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';

export const listDecided = listEndpoint({
  operation: 'listDecidedCalls',
  summary: 'List held writes on which people have decided, the latest decision first',
  path: '/v1/loom/approvals/decided',
  noun: 'decision',
  role: 'viewer',
  filters: { decision: DecisionName.optional() },
  item: DecidedCall,
  read: async ({ db }: { db: Database }, filter, limit, after) =>
    await listDecidedCalls(db, filter, limit, after),
  present: toDecidedCall,
});

function toDecidedCall({ call, run }: DecidedCallDocument): DecidedCall {
  const { decision, summary, connection, risk, error, finished_at } = call;
  const { actor, via, client, detail, decision_id, signature } = decision;
  const approved = decision.decision === 'approve';
  return {
    run_id: run._id,
    thread_id: run.thread_id,
    subject_ref: run.subject_ref,
    agent: { id: run.agent.id, name: run.agent.name },
    tool_call_id: call._id,
    patch_ref: call.patch_ref,
    ...defined({ summary, risk: risk?.effective }),
    ...(connection === undefined ? {} : { connection: { id: connection.id, name: connection.name } }),
    decision: decision.decision,
    actor,
    ...defined({ via, client, passkey_id: signature?.passkey_id }),
    // The detail of an approval is not part of the result, and is shown whole.
    ...(detail === undefined ? {} : { detail: redactedDetail(approved ? {} : call, detail) }),
    ...defined({ decision_id }),
    decided_at: toTimestamp(decision.created_at),
    ...(approved ? { approved_by: [...(call.approvals ?? []), decision].map(({ actor }) => actor) } : {}),
    status: call.status,
    ...(approved ? defined({ error }) : {}),
    ...(finished_at === undefined ? {} : { finished_at: toTimestamp(finished_at) }),
  };
}
