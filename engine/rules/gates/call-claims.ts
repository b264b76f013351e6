import { defined } from '#contract/defined.ts';
import type { ApprovalClaim, CallClaims } from '#contract/service-approval.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

/** The facts that a host is given about a call that is sent to it: whose call it is, and who approved what. */
export function callClaims(run: RunDocument, call: ToolCallDocument): CallClaims {
  const { _id, patch_ref, decision, applied_gate } = call;
  const rule = applied_gate !== undefined && 'policy' in applied_gate.rule ? applied_gate.rule.rule : null;
  return {
    jti: _id,
    run: run._id,
    sub: run.subject_ref,
    agent: run.agent.id,
    patch: patch_ref,
    ...defined({ digest: decision?.digest }),
    approvals: approvalClaims(call),
    ...(rule === null ? {} : { rule }),
  };
}

function approvalClaims({ approvals = [], decision, applied_gate }: ToolCallDocument): ApprovalClaim[] {
  const given = decision === undefined ? [] : [...approvals, decision];
  const hasStages = applied_gate?.verdict === 'hold' && applied_gate.stages.length > 1;
  return given.map(({ actor, via, created_at, stage = 0 }) => ({
    actor,
    ...defined({ via }),
    at: toTimestamp(created_at),
    ...(hasStages ? { stage: stage + 1 } : {}),
  }));
}
