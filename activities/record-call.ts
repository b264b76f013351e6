import { toMicrocredits } from '#contract/credits.ts';
import type { MessagePart } from '#contract/message.ts';
import type { ModelCall } from '#adapters/model/port.ts';
import { completedEvent, failure, startedEvent, type CallResolution } from '#loom/resolve-call.ts';
import { redactedArgs } from '#loom/redaction.ts';
import { validateArgs } from '#patches/input-schema.ts';
import { effectiveRisk } from '#patches/risk.ts';
import { summarize } from '#patches/summary.ts';
import type { RunEvent } from '#store/events.ts';
import { newId } from '#store/ids.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import type { AgentTool, TakenTurn } from './taken-turn.ts';

/** A call of a turn, recorded: some are resolved with it, the others are to be made or to pause the run. */
export interface RecordedCall {
  call: ToolCallDocument;
  events: RunEvent[];
  /** A rich block for the reply. */
  block?: Extract<MessagePart, { type: 'data' }>;
  handsOff?: boolean;
}

/**
 * Records what the model called. The arguments are validated before anything else (contract section 4), and stored:
 * what is approved later is what is executed (engineering invariant 4).
 */
export function recordCall(taken: TakenTurn, made: ModelCall, index: number): RecordedCall {
  const tool = taken.tools.get(made.name);
  const call = callDocument(taken, made, index, tool);
  if (made.args === undefined) {
    return refused(call, failure('invalid_args', 'The arguments are not a JSON object.'), 'failed');
  }
  if (tool === undefined) {
    return refused(call, failure('denied', `The agent has no patch ${made.name}.`), 'denied');
  }
  const valid = validateArgs(tool.patch, made.args);
  if (!valid.ok) {
    const faults = valid.errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
    return refused(call, failure('invalid_args', faults), 'failed');
  }
  if (tool.patch.interaction === 'handoff') return handedOff(call);
  switch (tool.patch.ref) {
    case 'update_plan@1':
      return done(call, [{ type: 'plan.updated', data: { steps: made.args['steps'] } }]);
    case 'show_block@1': {
      const { kind, payload, ref } = made.args;
      const block = {
        type: 'data' as const,
        kind: kind as string,
        payload,
        ...(ref === undefined ? {} : { ref }),
      };
      return { ...done(call, []), block };
    }
    default:
      return {
        call,
        events: call.gate === null && tool.patch.interaction === 'silent' ? [startedEvent(call)] : [],
      };
  }
}

function callDocument(
  { run, turn }: TakenTurn,
  made: ModelCall,
  index: number,
  tool: AgentTool | undefined,
): ToolCallDocument {
  const args = made.args ?? {};
  const common = {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    turn_seq: turn,
    index,
    call_id: made.id,
    name: made.name,
    status: 'pending' as const,
    args,
    started_at: new Date(),
  };
  if (tool === undefined) {
    return { ...common, patch_ref: made.name, interaction: 'silent', gate: null, timeout_seconds: 0 };
  }
  const { patch, wired } = tool;
  const call: ToolCallDocument = {
    ...common,
    patch_ref: patch.ref,
    interaction: patch.interaction,
    gate: wired.gate ?? null,
    risk: { base: patch.risk.base, effective: effectiveRisk(patch.risk.base, wired.risk) },
    reliability: patch.reliability,
    timeout_seconds: patch.timeout_seconds,
    ...(patch.price_credits === undefined ? {} : { price: toMicrocredits(patch.price_credits) }),
    ...(patch.redact === undefined ? {} : { redact: patch.redact }),
  };
  // The event shows what the summary shows: it is made of what may be shown.
  return wired.gate === undefined ? call : { ...call, summary: summarize(patch, redactedArgs(call)) };
}

function refused(call: ToolCallDocument, why: CallResolution, status: 'failed' | 'denied'): RecordedCall {
  const resolved = { ...call, ...why, finished_at: new Date() };
  return { call: resolved, events: [startedEvent(resolved), completedEvent(resolved, status)] };
}

function done(call: ToolCallDocument, events: RunEvent[]): RecordedCall {
  const resolved: ToolCallDocument = { ...call, status: 'ok', result: { ok: true }, finished_at: new Date() };
  return { call: resolved, events: [startedEvent(resolved), ...events, completedEvent(resolved, 'ok')] };
}

/** A person takes over; the model gets one last turn to say so (contract section 4, "Handoff"). */
function handedOff(call: ToolCallDocument): RecordedCall {
  const data = { ...redactedArgs(call), patch_ref: call.patch_ref };
  return { ...done(call, [{ type: 'handoff.requested', data }]), handsOff: true };
}
