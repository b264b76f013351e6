import { ApplicationFailure, Context } from '@temporalio/activity';
import { priceTurn, toMicrocredits } from '#contract/credits.ts';
import type { Directive } from '#contract/directives.ts';
import type { RunErrorCode } from '#contract/run-state.ts';
import type { RunInput } from '#contract/temporal.ts';
import { ModelError, type Json, type ModelReply } from '#adapters/model/port.ts';
import { directiveOf } from '#loom/directive-of.ts';
import { readBalance } from '#store/accounts.ts';
import type { AgentDocument } from '#store/agents.ts';
import type { RunStep } from '#store/advance-run.ts';
import { replyId } from '#store/ids.ts';
import { readConversation } from '#store/messages.ts';
import type { RunDocument } from '#store/runs.ts';
import { agentTools } from './agent-tools.ts';
import { readRunSoFar, type Conversation } from './conversation.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { failedRun } from '#loom/failed-run.ts';
import { underHeartbeat } from './heartbeat.ts';
import type { AgentTool } from './taken-turn.ts';
import { recordTurn } from './record-turn.ts';
import { ReplyDeltas } from './reply-deltas.ts';
import { atSafePoint } from './safe-point.ts';
import { mustLoadRun, writeStep } from './write-step.ts';

/** How often one model turn is tried before the run fails with `model_error`. */
const modelAttempts = 5;
/** Just below the activity's own time limit, so that the turn can still be recorded. */
const modelTimeoutMs = 9 * 60 * 1000;
/** A provider may ask for patience, not for more than this. */
const longestRetryMs = 5 * 60 * 1000;

/**
 * Takes one model turn of a run: loads what the model is to know, calls it, and stores turn, calls, reply, charge,
 * events and state in one write. A turn that is already stored is not taken again.
 *
 * @returns what the workflow does next
 * @throws {ApplicationFailure} when the provider failed and the turn is to be tried again
 */
export async function callModel(
  deps: ActivityDependencies,
  input: RunInput & { turn: number; tries?: number },
  attempt = Context.current().info.attempt + (input.tries ?? 0),
): Promise<Directive> {
  const { db } = deps;
  const { turn } = input;
  const [loaded, agent, before] = await Promise.all([
    mustLoadRun(db, { ...input, turn_count: turn - 1 }),
    deps.agents.get(input.agent_id),
    readConversation(db, input.thread_id, input.seq),
  ]);
  const { run } = loaded;
  // A worker that died after its write, before its answer: the turn stands, only the directive is missing.
  if (run.state !== 'running' || run.turn_count >= turn) return directiveOf(loaded);
  const otherwise = await atSafePoint(db, loaded);
  if (otherwise !== undefined) return otherwise;

  const write = async (step: RunStep) =>
    await writeStep(db, loaded, (current) =>
      current.run.state === 'running' && current.run.turn_count < turn
        ? keepingWake(current.run, step)
        : undefined,
    );
  const [limit, conversation, tools] = await Promise.all([
    limitReached(deps, run, agent),
    readRunSoFar(db, loaded, before),
    agentTools(deps, run.workspace_id, agent),
  ]);
  if (limit !== undefined) return await write(failedRun(limit));
  const startedAt = new Date();
  const messageId = replyId(run._id);
  const earlierTexts = conversation.turns.map(({ text }) => text);
  const deltas = new ReplyDeltas(deps.deltas, run, earlierTexts);
  let reply: ModelReply;
  try {
    reply = await respond(deps, { run, agent, tools, conversation, attempt, onDelta: deltas.add });
    deltas.finish({ last: reply.calls.length === 0 });
  } catch (cause) {
    deltas.stop();
    const error = toModelError(cause);
    if (error.retryable && attempt < modelAttempts) throw tryAgain(error);
    return await write(failedRun('model_error'));
  }
  const cost = priceTurn(deps.prices[agent.model_class], reply.input_tokens, reply.output_tokens);
  const taken = { run, agent, tools, turn, reply, messageId, cost, conversation, startedAt };
  return await write(recordTurn(taken));
}

/** Which limit keeps the run from another turn. Its first was paid for by the check when it was opened. */
async function limitReached(
  { db }: ActivityDependencies,
  run: RunDocument,
  agent: AgentDocument,
): Promise<RunErrorCode | undefined> {
  const { max_turns, max_credits } = agent.limits;
  if (run.turn_count >= max_turns) return 'turn_limit';
  if (max_credits !== undefined && run.cost >= toMicrocredits(max_credits)) return 'credit_limit';
  if (run.turn_count > 0 && (await readBalance(db, run.workspace_id)) <= 0) return 'insufficient_credits';
  return undefined;
}

interface TurnToTake {
  run: RunDocument;
  agent: AgentDocument;
  tools: Map<string, AgentTool>;
  conversation: Conversation;
  /** From 1. */
  attempt: number;
  onDelta: (text: string) => void;
}

async function respond(
  { models }: ActivityDependencies,
  { run, agent, tools, conversation, attempt, onDelta }: TurnToTake,
): Promise<ModelReply> {
  return await underHeartbeat(
    { timeoutMs: modelTimeoutMs, cancellable: true },
    async (signal) =>
      await models.get(agent.model_class).respond({
        instructions: agent.instructions,
        history: conversation.history,
        run: conversation.run,
        tools: [...tools.values()].map(({ patch: { key, description, input_schema } }) => ({
          name: key,
          description,
          input_schema: input_schema as { [key: string]: Json },
        })),
        ...(run.handed_off === true ? { words_only: true } : {}),
        attempt,
        signal,
        onDelta,
      }),
  );
}

/** A cancellation that is asked for meanwhile is still to be reacted to. */
function keepingWake({ wake, cancel_requested }: RunDocument, step: RunStep): RunStep {
  return cancel_requested === true && wake !== undefined && step.state === undefined
    ? { ...step, wake }
    : step;
}

/** A turn that ran into its time limit failed like one whose provider fell silent. */
function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ModelError({ code: 'timeout', retryable: true });
  }
  throw error;
}

/** Lets Temporal try the turn again: the wait outlives this worker, and operators see it. */
function tryAgain(error: ModelError): ApplicationFailure {
  return ApplicationFailure.create({
    message: error.message,
    type: 'model_error',
    details: [{ code: error.code }],
    // Temporal takes a delay of zero for no retry at all.
    ...(error.retryAfterMs === undefined || error.retryAfterMs <= 0
      ? {}
      : { nextRetryDelay: Math.min(error.retryAfterMs, longestRetryMs) }),
  });
}
