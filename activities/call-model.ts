import { priceTurn, toMicrocredits } from '#contract/credits.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import type { RunErrorCode } from '#contract/run-state.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { type Json, ModelError, type ModelReply } from '#adapters/model/port.ts';
import { directiveOf, mayWork } from '#lifecycle/directive.ts';
import type { AgentTool, JudgedCall, TurnTaken } from '#lifecycle/inputs.ts';
import { type Redactable, redactedPayload } from '#lifecycle/redacted-payload.ts';
import { heldByPausedRuns, readFunds } from '#store/money/read-funds.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import { replyId } from '#store/mongo/ids.ts';
import { readConversation } from '#store/threads/messages.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { agentTools } from './agent-tools.ts';
import { apply, applyUntilStored, mustLoadRun } from './apply.ts';
import { type Conversation, readRunSoFar } from './conversation.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';
import { judgeCalls } from './judge-calls.ts';
import { noteLetIn } from './note-let-in.ts';
import { ReplyDeltas } from './reply-deltas.ts';

/** How often a provider is asked for one turn before the run fails with `model_error`. */
const mostTries = 5;
const firstRetryMs = 500;
/** The longest delay that a provider can ask for. */
const longestRetryMs = 5 * 60 * 1000;
/** How long a provider may take for a turn. */
const modelTimeoutMs = 9 * 60 * 1000;
/** A trace keeps at most this much of what was sent to and received from a provider, in characters of JSON. */
const tracedCharacters = 256 * 1024;
/** A longer payload is not redacted to find out whether it would then be short enough: that could delay other runs. */
const redactedCharacters = 2 * tracedCharacters;

/** Which turn to take, and how often its provider has failed before. */
export interface TurnToTake extends RunInput {
  turn: number;
  tries?: number;
  /** The workflow has waited for its run's place in the line, and was told of this outbox entry of the thread. */
  let_in?: number;
}

/**
 * Takes one model turn of a run: loads what the model has to know, calls it, and stores turn, calls, reply, charge,
 * events and state in one write. A turn that is already stored is not taken again.
 * @returns what the workflow does next. If the provider failed, this is the same turn again after a delay: the
 *   directive counts the tries of a provider, because attempts of the activity also include outages of the service's
 *   own parts
 */
export async function callModel(deps: ActivityDependencies, input: TurnToTake): Promise<Directive> {
  return await underHeartbeat({ cancellable: true }, async (signal) => await takeTurn(deps, input, signal));
}

/** Does the same within an activity that already heartbeats. */
export async function takeTurn(
  deps: ActivityDependencies,
  { turn, tries = 0, let_in, ...input }: TurnToTake,
  cancelled: AbortSignal,
): Promise<Directive> {
  const { db } = deps;
  const [read, agent, before] = await Promise.all([
    mustLoadRun(db, { ...input, turn_count: turn - 1 }),
    deps.agents.get(input.agent_id),
    readConversation(db, input.thread_id, input.seq),
  ]);
  const { run } = read;
  // A worker died after its write and before it responded: the turn is stored, and only the directive is missing.
  if (run.state !== 'running' || run.turn_count >= turn) return directiveOf(read);
  const may = mayWork(read);
  if (may === 'end') return await apply(db, read, { type: 'cancel' });
  if (may === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = noteLetIn(db, read, let_in);
  const [limit, conversation, tools] = await Promise.all([
    limitReached(deps, run, agent),
    readRunSoFar(db, loaded, before),
    agentTools(deps, run, agent),
  ]);
  const step = { next: 'turn', turn } as const;
  if (limit !== undefined) return await apply(db, loaded, { type: 'failure', error: limit, step });
  const started_at = new Date();
  const said = conversation.turns.map(({ text }) => text);
  const deltas = new ReplyDeltas(deps.deltas, run, said);
  let reply: ModelReply;
  try {
    reply = await respond(deps, { run, agent, tools, conversation, tries, onDelta: deltas.add }, cancelled);
    deltas.finish({ last: reply.calls.length === 0 });
  } catch (cause) {
    deltas.stop();
    const error = toModelError(cause);
    if (error.retryable && tries + 1 < mostTries) {
      return { next: 'turn', turn, tries: tries + 1, retry_in_ms: retryDelay(error, tries) };
    }
    return await applyUntilStored(db, loaded, { type: 'failure', error: 'model_error', step });
  }
  return await applyUntilStored(
    db,
    loaded,
    await turnTaken({
      deps,
      agent,
      tools,
      turn,
      reply,
      conversation,
      said,
      message_id: replyId(run._id),
      started_at,
    }),
  );
}

/**
 * The limit that prevents another turn. The balance was checked for the first turn when the run was opened, and the
 * last words after a handoff are always allowed.
 */
async function limitReached(
  { db }: ActivityDependencies,
  run: RunDocument,
  agent: AgentDocument,
): Promise<RunErrorCode | undefined> {
  if (run.handed_off === true) return undefined;
  const { max_turns, max_credits } = agent.limits;
  if (run.turn_count >= max_turns) return 'turn_limit';
  if (max_credits !== undefined && run.cost >= toMicrocredits(max_credits)) return 'credit_limit';
  if (run.turn_count === 0) return undefined;
  // Credits that other runs hold while they work do not count: otherwise concurrent turns could all spend the same
  // credits. A paused run spends nothing, possibly for a month.
  const { available } = await readFunds(db, run.workspace_id);
  const left = available + (run.hold ?? 0);
  if (left > 0 || left + (await heldByPausedRuns(db, run.workspace_id)) > 0) return undefined;
  return 'insufficient_credits';
}

interface ModelCallToMake {
  run: RunDocument;
  agent: AgentDocument;
  tools: Map<string, AgentTool>;
  conversation: Conversation;
  tries: number;
  onDelta: (text: string) => void;
}

async function respond(
  { models }: ActivityDependencies,
  { run, agent, tools, conversation, tries, onDelta }: ModelCallToMake,
  cancelled: AbortSignal,
): Promise<ModelReply> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(modelTimeoutMs)]);
  return await models.get(agent.model_class).respond({
    instructions: agent.instructions,
    history: conversation.history,
    run: conversation.run,
    tools: [...tools.values()].map(({ patch: { key, description, input_schema } }) => ({
      name: key,
      description,
      input_schema: input_schema as { [key: string]: Json },
    })),
    ...(run.handed_off === true ? { words_only: true } : {}),
    attempt: tries + 1,
    signal,
    onDelta,
  });
}

interface TakenTurn {
  deps: ActivityDependencies;
  agent: AgentDocument;
  tools: Map<string, AgentTool>;
  turn: number;
  reply: ModelReply;
  conversation: Conversation;
  said: string[];
  message_id: string;
  started_at: Date;
}

async function turnTaken({
  deps,
  agent,
  tools,
  reply,
  conversation,
  ...taken
}: TakenTurn): Promise<TurnTaken> {
  const { model_class, limits } = agent;
  const { input_tokens, output_tokens } = reply;
  const calls = await judgeCalls(deps.schemas, agent.workspace_id, reply.calls, tools);
  const known = conversation.known && [...conversation.known, ...calls.map(toRedactable)];
  return {
    type: 'turn_taken',
    ...taken,
    model_class,
    pause_ttl_seconds: limits.pause_ttl_seconds,
    text: reply.text.toWellFormed(),
    calls,
    input_tokens,
    output_tokens,
    cost: priceTurn(deps.prices[model_class], input_tokens, output_tokens),
    request: traced(reply.request, known),
    response: traced(reply.response, known),
  };
}

function toRedactable({ args, tool, unparsed }: JudgedCall): Redactable {
  return {
    args: toJsonText(args),
    ...(tool?.patch.redact === undefined ? {} : { redact: tool.patch.redact }),
    ...(unparsed === undefined ? {} : { unparsed }),
  };
}

/** The part of a payload that a trace keeps: nothing of it if it is not known what to redact. */
function traced(payload: Record<string, unknown>, known: Redactable[] | undefined): JsonText {
  const whole = toJsonText(payload);
  const mayBeKept = known !== undefined && whole.length <= redactedCharacters;
  const text = mayBeKept ? redactedPayload(whole, known) : whole;
  return mayBeKept && text.length <= tracedCharacters
    ? text
    : toJsonText({ truncated: true, characters: text.length });
}

/** A turn that reaches its time limit is treated like one whose provider fell silent. */
function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ModelError({ code: 'timeout', retryable: true });
  }
  throw error;
}

/** How long to wait before the provider is tried again, in milliseconds. */
function retryDelay({ retryAfterMs }: ModelError, tries: number): number {
  const asked = retryAfterMs === undefined || retryAfterMs <= 0 ? firstRetryMs * 2 ** tries : retryAfterMs;
  return Math.min(asked, longestRetryMs);
}
