import { replyText } from '#contract/reply-text.ts';
import { holdCall } from '#loom/hold-call.ts';
import { redactedPayload } from '#loom/redaction.ts';
import type { RunStep } from '#store/advance-run.ts';
import { newId } from '#store/ids.ts';
import type { RunDocument } from '#store/runs.ts';
import { waitsFor, type ToolCallDocument } from '#store/tool-calls.ts';
import type { TurnDocument } from '#store/turns.ts';
import { failedRun } from '#loom/failed-run.ts';
import { recordCall } from './record-call.ts';
import type { TakenTurn } from './taken-turn.ts';

/** After this many turns in a row whose calls could not be understood, one more fails the run. */
const invalidCallRetries = 3;
/** A trace keeps at most this much of what went to and came from a provider, in characters of JSON. */
const tracedCharacters = 256 * 1024;

/**
 * What a model turn makes of its run. Words alone end it. Calls are recorded with it; where none of them has to be
 * made first, the first that pauses the run does so in the same write.
 */
export function recordTurn(taken: TakenTurn): RunStep {
  const { run, agent, reply, messageId, cost } = taken;
  const recorded = reply.calls.map((call, index) => recordCall(taken, call, index));
  const toolCalls = recorded.map(({ call }) => call);
  const blocks = [
    ...(run.blocks ?? []),
    ...recorded.flatMap(({ block }) => (block === undefined ? [] : [block])),
  ];
  const step: RunStep = {
    turn: turnDocument(taken, toolCalls),
    toolCalls,
    charge: { amount: cost, reason: 'turn' },
    events: recorded.flatMap(({ events }) => events),
    run: {
      ...(blocks.length === 0 ? {} : { blocks }),
      ...(recorded.some(({ handsOff }) => handsOff) ? { handed_off: true } : {}),
    },
  };
  if (toolCalls.length === 0) {
    const reason = run.handed_off === true ? 'handoff' : 'finished';
    return {
      ...step,
      state: { state: 'closed', reason },
      message: { id: messageId, ...replyMessage(textOf(taken), blocks) },
    };
  }
  if (invalidTurns(taken, toolCalls) > invalidCallRetries) return { ...step, ...failedRun('invalid_args') };
  const waits = toolCalls.map(waitsFor);
  const first = toolCalls.find((call) => waitsFor(call) !== undefined);
  if (first === undefined || waits.includes('execution')) return step;
  const held = holdCall(first, agent.limits.pause_ttl_seconds);
  return { ...step, ...held, events: [...(step.events ?? []), ...held.events] };
}

/** What the run said, this turn included. */
function textOf({ conversation, reply }: TakenTurn): string {
  return replyText([...conversation.turns.map(({ text }) => text), reply.text]);
}

function replyMessage(
  text: string,
  blocks: NonNullable<RunDocument['blocks']>,
): NonNullable<RunStep['message']> {
  const message = { role: 'assistant' as const, content: text };
  if (blocks.length === 0) return message;
  return { ...message, parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...blocks] };
}

function turnDocument(taken: TakenTurn, toolCalls: ToolCallDocument[]): TurnDocument {
  const { run, agent, turn, reply, cost, startedAt, conversation } = taken;
  const known = [...conversation.toolCalls, ...toolCalls];
  return {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    agent_id: run.agent.id,
    seq: turn,
    model_class: agent.model_class,
    text: reply.text,
    calls: reply.calls,
    input_tokens: reply.input_tokens,
    output_tokens: reply.output_tokens,
    cost,
    request: traced(redactedPayload(reply.request, known)),
    response: traced(redactedPayload(reply.response, known)),
    created_at: startedAt,
  };
}

/** How many turns in a row, this one included, had a call that could not be understood. */
function invalidTurns({ turn, conversation }: TakenTurn, latest: ToolCallDocument[]): number {
  const invalid = (calls: ToolCallDocument[]) => calls.some((call) => call.error?.code === 'invalid_args');
  if (!invalid(latest)) return 0;
  let count = 1;
  for (let seq = turn - 1; seq > 0; seq -= 1) {
    if (!invalid(conversation.toolCalls.filter((call) => call.turn_seq === seq))) break;
    count += 1;
  }
  return count;
}

function traced(payload: Record<string, unknown>): Record<string, unknown> {
  const characters = JSON.stringify(payload).length;
  return characters <= tracedCharacters ? payload : { truncated: true, characters };
}
