import type { ConfirmGate } from '#contract/gate.ts';
import { defined } from '#contract/defined.ts';
import type { AppliedGate, GateStage, HoldingGate } from '../../documents/applied-gate.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { JudgedCall } from '../inputs.ts';

const oneApproval: GateStage[] = [{ approvals: 1 }];

/** The gate that holds every call until one person approves it. */
export const plainGate: HoldingGate = {
  verdict: 'hold',
  rule: { type: 'confirm', verdict: 'hold' },
  stages: oneApproval,
};

/**
 * Applies the options of a gate to one call.
 * @param isHeld whether the arguments fulfil its condition; undefined if that could not be determined
 */
export function optionsApplied(gate: ConfirmGate, isHeld: boolean | undefined = true): AppliedGate {
  const { approvals = 1, exclude_subject, ttl_seconds, on_expiry } = gate;
  if (!isHeld) return { verdict: 'allow', rule: { type: 'confirm', verdict: 'allow' } };
  return {
    ...plainGate,
    stages: [{ approvals }],
    ...(exclude_subject === true ? { exclude_subject } : {}),
    ...defined({ ttl_seconds, on_expiry }),
  };
}

/** The gate of a call; undefined if its patch has none. A gate that was not evaluated holds. */
export function gateOf({ gate, tool }: Pick<JudgedCall, 'gate' | 'tool'>): AppliedGate | undefined {
  return gate ?? (tool?.wired.gate === undefined ? undefined : plainGate);
}

/** Whether a recorded call has a gate, also one without options, which is not stored as `applied_gate`. */
export function isGated({ gate, applied_gate }: Pick<ToolCallDocument, 'gate' | 'applied_gate'>): boolean {
  return gate !== null || applied_gate !== undefined;
}

/** The gate that holds a recorded call. */
export function holdingGateOf({
  applied_gate,
}: {
  applied_gate?: ToolCallDocument['applied_gate'] | undefined;
}): HoldingGate {
  return applied_gate?.verdict === 'hold' ? applied_gate : plainGate;
}
