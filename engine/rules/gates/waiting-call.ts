import type { JsonObject } from '#contract/json.ts';
import type { HoldingGate } from '../../documents/applied-gate.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { redactedArgs } from '../redaction.ts';
import { argsOf } from '../resolve-call.ts';
import { holdingGateOf } from './gate-of-call.ts';

/** A call that is shown to a person, with its gate, and its arguments parsed and redacted once. */
export interface WaitingCall<Call extends Held = ToolCallDocument> {
  call: Call;
  gate: HoldingGate;
  /** As they are sent. */
  args: JsonObject;
  /** As readers may see them. */
  shown: JsonObject;
}

/** The fields of a call by which its arguments are read. */
type Held = Pick<ToolCallDocument, 'args' | 'redact' | 'applied_gate'>;

/** @param args the arguments of the call, if they are parsed already */
export function waitingCall<Call extends Held>(
  call: Call,
  args: JsonObject = argsOf(call),
): WaitingCall<Call> {
  return { call, gate: holdingGateOf(call), args, shown: redactedArgs(call, args) };
}
