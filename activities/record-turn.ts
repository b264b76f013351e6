import type { Microcredits } from '#contract/credits.ts';
import type { ModelCall, ModelReply } from '#adapters/model/port.ts';
import type { AgentDocument } from '#store/agents.ts';
import type { RunStep } from '#store/advance-run.ts';
import type { RunEvent } from '#store/events.ts';
import { newId } from '#store/ids.ts';
import type { RunDocument } from '#store/runs.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import type { TurnDocument } from '#store/turns.ts';
import type { Conversation } from './conversation.ts';
import { failedRun } from './fail-run.ts';

/** After this many turns in a row whose calls could not be understood, one more fails the run. */
const invalidCallRetries = 3;
/** A trace keeps at most this much of what went to and came from a provider, in characters of JSON. */
const tracedCharacters = 256 * 1024;

interface TakenTurn {
  run: RunDocument;
  agent: AgentDocument;
  turn: number;
  reply: ModelReply;
  cost: Microcredits;
  conversation: Conversation;
  startedAt: Date;
}

/** What a model turn makes of its run: a reply ends it; calls lead to the next turn. */
export function recordTurn(taken: TakenTurn): RunStep {
  const { reply, cost } = taken;
  const toolCalls = reply.calls.map((call, index) => refusedCall(taken, call, index));
  const recorded: RunStep = {
    turn: turnDocument(taken),
    toolCalls,
    charge: cost,
    events: toolCalls.flatMap(callEvents),
  };
  if (toolCalls.length === 0) {
    return { ...recorded, state: { state: 'closed', reason: 'finished' }, reply: { content: reply.text } };
  }
  return invalidTurns(taken, toolCalls) > invalidCallRetries
    ? { ...recorded, ...failedRun('invalid_args') }
    : recorded;
}

function turnDocument({ run, agent, turn, reply, cost, startedAt }: TakenTurn): TurnDocument {
  return {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    seq: turn,
    model_class: agent.model_class,
    text: reply.text,
    calls: reply.calls,
    input_tokens: reply.input_tokens,
    output_tokens: reply.output_tokens,
    cost,
    request: traced(reply.request),
    response: traced(reply.response),
    created_at: startedAt,
  };
}

/** The record of a call that is not made: it could not be parsed, or the agent has no such patch. */
function refusedCall({ run, turn }: TakenTurn, call: ModelCall, index: number): ToolCallDocument {
  const now = new Date();
  const error =
    call.args === undefined
      ? { code: 'invalid_args', message: 'The arguments are not a JSON object.' }
      : { code: 'denied', message: `The agent has no patch ${call.name}.` };
  return {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    turn_seq: turn,
    index,
    call_id: call.id,
    name: call.name,
    patch_ref: call.name,
    interaction: 'silent',
    gate: null,
    status: 'failed',
    args: call.args ?? {},
    result: { error },
    error,
    started_at: now,
    finished_at: now,
  };
}

function callEvents(call: ToolCallDocument): RunEvent[] {
  const named = { tool_call_id: call._id, patch_ref: call.patch_ref, name: call.name };
  const status = call.error?.code === 'denied' ? 'denied' : call.status;
  return [
    { type: 'tool_call.started', data: { ...named, args: call.args } },
    { type: 'tool_call.completed', data: { ...named, status, result: call.result } },
  ];
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
