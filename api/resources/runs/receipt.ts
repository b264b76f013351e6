import { z } from 'zod';
import type { Statements } from '#adapters/statements/statements.ts';
import { type CallReceipt, SignedStatement } from '#contract/audit.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { queryInteger } from '#contract/query-integer.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Seal } from '#engine/ports/seal.ts';
import { digestOfDocument, documentOf, sealedBy } from '#engine/rules/gates/digest.ts';
import { waitingCall } from '#engine/rules/gates/waiting-call.ts';
import { auditEntriesOfCall, isCommittedTo } from '#store/audit/receipts.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import { sealsWith } from '#store/credentials/seal.ts';
import type { AuditEntryDocument } from '#store/documents/audit.ts';
import type { Database } from '#store/mongo/database.ts';
import { findToolCall, findToolCallAt } from '#store/runs/tool-calls.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import { seesWholeTraces } from '../../http/authentication/caller.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { decisionsIn, standingDecisions } from './receipt-decisions.ts';
import { signaturesOf } from './receipt-signatures.ts';
import { visibleRun } from './visible-run.ts';

const placeInTrace = (description: string) =>
  queryInteger({
    pattern: /^[1-9]\d{0,5}$/,
    message: 'must be a whole number from 1',
    bounds: { minimum: 1 },
  })
    .optional()
    .meta({ description });

/** Which call: by its id, or by its place in the trace, which does not show ids. */
const WhichCall = z
  .strictObject({
    tool_call_id: Uuid.optional(),
    turn: placeInTrace('`seq` of the turn, instead of `tool_call_id` and together with `call`.'),
    call: placeInTrace('The position of the call in the `tool_calls` of the turn, from 1.'),
  })
  .refine(
    ({ tool_call_id, turn, call }) =>
      tool_call_id === undefined
        ? turn !== undefined && call !== undefined
        : turn === undefined && call === undefined,
    { path: ['tool_call_id'], message: 'give either tool_call_id, or turn and call' },
  );

export const getReceipt = endpoint({
  operation: 'getReceipt',
  summary:
    'Get a signed record of a call that was sent: who decided on it, when it was sent, and what came back',
  method: 'get',
  path: '/v1/loom/runs/{id}/receipt',
  access: 'subject',
  noun: 'run',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  query: WhichCall,
  status: 200,
  data: SignedStatement,
  errors: ['audit_log_changed', 'call_not_executed', 'encryption_key_removed'],
  async handle(
    {
      db,
      endedRuns,
      keyring,
      statements,
    }: { db: Database; endedRuns: EndedRuns; keyring: Keyring; statements: Statements },
    { caller, params, query },
  ) {
    const run = await visibleRun(endedRuns, caller, params.id);
    const call = await callOf(db, run._id, query);
    // The audit log still has entries of an erased call.
    const id = call?._id ?? query.tool_call_id;
    const entries = id === undefined ? [] : await auditEntriesOfCall(db, run.workspace_id, id);
    const ofRun = entries.filter(({ details }) => details?.['run_id'] === run._id);
    // As in a trace: what authenticated others is the workspace's to know.
    const receipt = receiptOf(ofRun, seesWholeTraces(caller));
    if (receipt === undefined) {
      throw new ServiceError(
        'call_not_executed',
        'No call of the run that has that id was sent and has ended.',
      );
    }
    const passkeys = call && caller.mode === 'relay' ? await signaturesOf(call, ofRun) : [];
    const content = {
      ...receipt,
      ...(call === undefined ? {} : decidedOn(call, ofRun, sealsWith(keyring))),
      ...(passkeys.length === 0 ? {} : { passkeys }),
    };
    const jws = statements.sign('call-receipt+json', content);
    return { data: { jws }, about: aboutRun(run) };
  },
});

/**
 * The decided document. The log has a salted digest of it: only a document that the entry of each decision commits to
 * is signed, not a later change of the stored call.
 */
function decidedOn(
  call: ToolCallDocument,
  entries: AuditEntryDocument[],
  seals: Seal[],
): Pick<CallReceipt, 'digest' | 'document'> {
  const { digest } = call.decision ?? {};
  const decided = standingDecisions(entries);
  if (digest === undefined || decided.length === 0) return {};
  if (decided.some(({ salts }) => salts?.content === undefined)) return {};
  if (decided.some((entry) => !isCommittedTo(entry, digest))) {
    throw new ServiceError('audit_log_changed', 'The stored call does not match the audit log.');
  }
  const held = waitingCall(call);
  const document = seals
    .map((seal) => documentOf(held, { seal }))
    .find((text) => digestOfDocument(text) === digest);
  const { sealed_by } = call.decision ?? {};
  const isKeyRemoved = sealed_by !== undefined && seals.every((seal) => sealedBy(call, seal) !== sealed_by);
  if (document === undefined && isKeyRemoved) {
    throw new ServiceError(
      'encryption_key_removed',
      'The encryption key under which the call was decided on is no longer configured.',
    );
  }
  if (document === undefined) {
    throw new ServiceError('audit_log_changed', 'The stored call does not match the audit log.');
  }
  return { digest, document };
}

async function callOf(db: Database, run: string, { tool_call_id, turn, call }: z.infer<typeof WhichCall>) {
  if (turn !== undefined && call !== undefined) return await findToolCallAt(db, run, { turn, place: call });
  return tool_call_id === undefined ? undefined : await findToolCall(db, run, tool_call_id);
}

function receiptOf(entries: AuditEntryDocument[], seesCredentials: boolean): CallReceipt | undefined {
  const completed = entries.find(({ type }) => type === 'call.completed');
  if (completed === undefined) return undefined;
  const { workspace_id, at, commitments, details = {}, gate_rule, hash = '', seq = 0, target } = completed;
  const { agent_id, patch_ref, run_id, ...outcome } = details;
  return {
    workspace: workspace_id,
    run_id: String(run_id),
    tool_call_id: target.id,
    agent_id: String(agent_id),
    patch_ref: String(patch_ref),
    ...decisionsIn(entries, seesCredentials),
    ...outcome,
    completed_at: toTimestamp(at),
    ...defined({ gate_rule, commitments, salt: completed.salts?.content }),
    audit: { seq, hash },
  };
}
