import type { ToolCall, Trace } from '../api/schema.ts';
import { isEarlyEnd } from './early-end.ts';
import { Handoff, Plan } from './event-data.ts';
import type { CallStatus, TimelineItem } from './timeline.ts';

/** The timeline of a run whose events are gone, from its trace. Waiting items are left out: the thread has them. */
export function itemsOfTrace({ id: runId, turns, error, reason, closed_at }: Trace): TimelineItem[] {
  const items = turns.flatMap(({ seq, tool_calls }) =>
    tool_calls.flatMap((call, index) => {
      const item = itemOf(call, { key: `${runId} ${seq} ${index}`, at: call.started_at, runId });
      return item === undefined ? [] : [item];
    }),
  );
  const lastPlan = items.findLast(({ kind }) => kind === 'plan');
  const shown = items.filter((item) => item.kind !== 'plan' || item === lastPlan);
  const end = { key: `${runId} end`, at: closed_at ?? '', runId };
  if (error !== undefined) shown.push({ ...end, kind: 'failure', error });
  if (isEarlyEnd(reason)) shown.push({ ...end, kind: 'end', reason });
  return shown;
}

function itemOf(call: ToolCall, base: { key: string; at: string; runId: string }): TimelineItem | undefined {
  const { patch_ref, args, gate, interaction, risk } = call;
  const [name = patch_ref] = patch_ref.split('@');
  const status = statusOf(call);
  const end = { status, result: objectOf(call.result) };
  const tool_call_id = base.key;
  if (gate !== null || interaction !== 'silent') {
    // A waiting call has a card of its own.
    if (status === undefined) return undefined;
  }
  if (gate !== null) {
    const held = {
      tool_call_id,
      patch_ref,
      args: objectOf(args),
      summary: { title: patch_ref },
      risk: risk?.effective ?? 'low',
    };
    return { ...base, kind: 'approval', held, started: call.decision?.decision === 'approve', ...end };
  }
  if (interaction === 'proposed_action') {
    return {
      ...base,
      kind: 'action',
      action: { tool_call_id, patch_ref, args: objectOf(args) ?? {} },
      ...end,
    };
  }
  if (interaction === 'interactive') {
    const question = { tool_call_id, kind: name, prompt: objectOf(args) ?? {} };
    return { ...base, kind: 'question', question, ...end };
  }
  if (interaction === 'handoff') {
    const handoff = Handoff.safeParse(args).data;
    return handoff && { ...base, kind: 'handoff', handoff };
  }
  if (name === 'update_plan') {
    const plan = Plan.safeParse(args).data;
    return plan && { ...base, kind: 'plan', plan };
  }
  // Its block is in the reply.
  if (name === 'show_block') return undefined;
  return { ...base, kind: 'call', call: { tool_call_id, patch_ref, name, args: objectOf(args) }, ...end };
}

function statusOf({ status, result, error }: ToolCall): CallStatus | undefined {
  if (status === 'pending') return undefined;
  if (objectOf(result)?.['declined'] === true) return 'declined';
  return status === 'failed' && error?.code.startsWith('denied') === true ? 'denied' : status;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
