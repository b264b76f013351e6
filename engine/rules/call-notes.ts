import type { ToolCallDocument } from '../documents/tool-call.ts';

type Noted = Pick<ToolCallDocument, 'approvals' | 'decision' | 'error' | 'outcome'>;

/**
 * The characters that a model gets of people's notes on a call, beside its result: the comments of approvers, and an
 * outcome that was reported later. Other details are part of the result.
 */
export function noteCharacters({ approvals = [], decision, error, outcome }: Noted): number {
  const comments = decision?.decision === 'approve' ? [...approvals, decision] : [];
  const late = error === undefined || outcome === undefined ? [] : [outcome];
  return [...comments, ...late].reduce((sum, { detail = '' }) => sum + detail.length, 0);
}

/** A call for whose details there is no room. What was decided and reported stays. */
export function withoutDetails<Call extends Noted>(call: Call): Call {
  const { approvals, decision, outcome } = call;
  return {
    ...call,
    ...(approvals === undefined ? {} : { approvals: approvals.map(withoutDetail) }),
    ...(decision === undefined ? {} : { decision: withoutDetail(decision) }),
    ...(outcome === undefined ? {} : { outcome: withoutDetail(outcome) }),
  };
}

function withoutDetail<Report extends { detail?: unknown }>(report: Report): Report {
  const { detail: _, ...kept } = report;
  return kept as Report;
}
