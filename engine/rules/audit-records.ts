import type { AuditDetails } from '#contract/audit.ts';
import { defined } from '#contract/defined.ts';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import type { PasskeySignature } from '#contract/passkey.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { AuditRecord } from '../documents/audit-record.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { redactedArgs, redactedDetail, redactedResult } from './redaction.ts';
import type { CallChange, RuleContext } from './stored.ts';
import { wasSent } from './was-sent.ts';

type Decision = NonNullable<ToolCallDocument['decision']>;
type Outcome = NonNullable<ToolCallDocument['outcome']>;

/** A record without what all records of a step have in common. */
type CallRecord = Pick<AuditRecord, 'type' | 'actor' | 'credential' | 'contents' | 'gate_rule'> & {
  details?: AuditDetails;
};

/**
 * The audit entries of changed calls: decisions, approvals that have lapsed, reported outcomes, and sent calls with
 * their results. A call that was not sent has none. They are stored in the same write.
 */
export function auditRecords(
  run: RunDocument,
  changes: readonly CallChange[],
  newCalls: readonly ToolCallDocument[],
  { now, newId }: RuleContext,
): AuditRecord[] {
  const successors = newCalls.flatMap((call) => asChange(call));
  return [...changes, ...successors].flatMap(({ before, set, unset }) => {
    const call = { ...before, ...set };
    const records: CallRecord[] = [
      ...(set.revised_from === undefined ? [] : [revised(call, changes)]),
      ...(set.frozen === undefined ? newApprovals(before, set) : []).map((approval) =>
        decided(call, approval),
      ),
      ...newWithdrawals(before, set),
      ...newDecision(before, set).map((decision) => decided(call, decision)),
      ...(unset?.includes('decision') === true && set.frozen === undefined ? [lapsed(before, call)] : []),
      ...(set.outcome === undefined ? [] : [outcomeReported(call, set.outcome)]),
      ...(wasSent(before, set) ? [completed(call)] : []),
    ];
    return records.map(({ details, ...record }) => ({
      _id: newId(),
      workspace_id: run.workspace_id,
      at: now,
      target: { kind: 'tool_call', id: call._id },
      subject_ref: run.subject_ref,
      details: { run_id: run._id, agent_id: run.agent.id, patch_ref: call.patch_ref, ...details },
      ...record,
    }));
  });
}

/** A call that took the place of one that was revised, which may have an approval already. */
function asChange(call: ToolCallDocument): CallChange[] {
  const { approvals, decision, revised_from, ...before } = call;
  return revised_from === undefined ? [] : [{ before, set: defined({ approvals, decision, revised_from }) }];
}

/** The person who revised a call is the one who declined the first one. */
function revised(call: ToolCallDocument, changes: readonly CallChange[]): CallRecord {
  const first = changes.find(({ before }) => before._id === call.revised_from);
  const { actor = '', credential } = first?.set.decision ?? {};
  return {
    type: 'call.revised',
    ...by({ actor, ...defined({ credential }) }),
    details: defined({ revised_from: call.revised_from }),
    contents: { args: shownArgs(call) },
  };
}

/** Approvals that leave the call held. */
function newApprovals({ approvals = [] }: ToolCallDocument, set: Partial<ToolCallDocument>): Decision[] {
  return (set.approvals ?? []).slice(approvals.length);
}

/** The last approval of a call that stayed held is recorded when it is given. */
function newDecision({ not_before }: ToolCallDocument, { decision }: Partial<ToolCallDocument>): Decision[] {
  if (decision === undefined) return [];
  return decision.decision === 'approve' && not_before !== undefined ? [] : [decision];
}

/** Approvals that were taken back, each by who had given it. When that was says which one it is. */
function newWithdrawals(
  { withdrawn_decisions = [] }: ToolCallDocument,
  set: Partial<ToolCallDocument>,
): CallRecord[] {
  const withdrawn = (set.withdrawn_decisions ?? []).slice(withdrawn_decisions.length);
  return withdrawn.map(({ created_at, withdrawn_as: { via, ...person } }) => ({
    type: 'call.approval_withdrawn',
    ...by(person),
    details: { given_at: toTimestamp(created_at), ...defined({ via }) },
  }));
}

function decided(
  call: ToolCallDocument,
  { decision, detail, digest, via, request_via, decision_id, signature, ...person }: Decision,
): CallRecord {
  return {
    type: 'call.decided',
    ...by(person),
    details: {
      decision,
      ...defined({ via, request_via, decision_id }),
      ...(signature && signedDetails(signature)),
    },
    ...defined({ gate_rule: call.applied_gate?.rule }),
    contents: {
      args: shownArgs(call),
      ...detailOf(call, detail),
      // Salted like the arguments, which could be found by trying from the digest alone.
      ...(digest === undefined ? {} : { digest: toJsonText(digest) }),
      ...(signature === undefined ? {} : { statement: toJsonText(signature.statement) }),
    },
  };
}

/** The key and its signature, by which the log shows by itself who has signed (audit.passkeys). */
function signedDetails({ passkey_id, thumbprint, credential_id, enrolled_via, assertion }: PasskeySignature) {
  const { authenticatorData, clientDataJSON, signature } = assertion.response;
  return {
    passkey_id,
    thumbprint,
    credential_id,
    enrolled_via,
    authenticator_data: authenticatorData,
    client_data: clientDataJSON,
    signature,
  };
}

/** All approvals that a call has had lapse together. */
function lapsed({ approvals = [], decision }: ToolCallDocument, { returned }: ToolCallDocument): CallRecord {
  const given = [...approvals, ...(decision === undefined ? [] : [decision])];
  const given_at = given.map(({ created_at }) => toTimestamp(created_at));
  return { type: 'call.approval_lapsed', details: { ...defined({ reason: returned?.reason }), given_at } };
}

function outcomeReported(call: ToolCallDocument, { state, detail, ...person }: Outcome): CallRecord {
  return {
    type: 'call.outcome_reported',
    ...by(person),
    details: { state },
    contents: { args: shownArgs(call), ...detailOf(call, detail) },
  };
}

function completed(call: ToolCallDocument): CallRecord {
  const { connection, error, response_status, result, sending, status } = call;
  return {
    type: 'call.completed',
    ...defined({ gate_rule: call.applied_gate?.rule }),
    details: {
      status,
      ...defined({ response_status }),
      ...(error === undefined ? {} : { error: error.code }),
      ...(connection === undefined ? {} : { connection_id: connection.id }),
      ...(sending === undefined ? {} : { attempts: sending.attempts }),
      ...(sending?.first_at === undefined ? {} : { sent_at: toTimestamp(sending.first_at) }),
    },
    contents: {
      args: shownArgs(call),
      ...(result === undefined ? {} : { result: shownResult(call, result) }),
    },
  };
}

function by({ actor, credential }: Pick<Decision, 'actor' | 'credential'>) {
  return { ...(actor === '' ? {} : { actor }), ...defined({ credential }) };
}

/** As traces show them, so that a digest says nothing about what they hide. */
function shownArgs(call: ToolCallDocument): JsonText {
  return call.redact?.args === undefined ? call.args : toJsonText(redactedArgs(call));
}

function shownResult(call: ToolCallDocument, result: JsonText): JsonText {
  return call.redact?.result === undefined ? result : toJsonText(redactedResult(call) ?? {});
}

function detailOf(call: ToolCallDocument, detail: JsonText | undefined): { detail?: JsonText } {
  if (detail === undefined) return {};
  return { detail: call.redact?.result === undefined ? detail : toJsonText(redactedDetail(call, detail)) };
}
