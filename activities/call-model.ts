import { ApplicationFailure, Context } from '@temporalio/activity';
import { priceTurn, toMicrocredits } from '#contract/credits.ts';
import type { Directive } from '#contract/directives.ts';
import type { RunErrorCode } from '#contract/run-state.ts';
import type { RunInput } from '#contract/temporal.ts';
import { ModelError, type ModelReply } from '#adapters/model/port.ts';
import { readBalance } from '#store/accounts.ts';
import type { AgentDocument } from '#store/agents.ts';
import { advanceRun, type RunStep } from '#store/advance-run.ts';
import { StaleWriteError } from '#store/commit.ts';
import { readConversation } from '#store/messages.ts';
import { loadRun, type LoadedRun, type RunDocument } from '#store/runs.ts';
import { readRunSoFar, type Conversation } from './conversation.ts';
import type { ActivityDependencies } from './create-activities.ts';
import { directiveOf } from './directive-of.ts';
import { failedRun } from './fail-run.ts';
import { underHeartbeat } from './heartbeat.ts';
import { recordTurn } from './record-turn.ts';

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
  input: RunInput & { turn: number },
): Promise<Directive> {
  const { turn } = input;
  const [loaded, agent, messages] = await Promise.all([
    loadRun(deps.db, input),
    deps.agents.get(input.agent_id),
    readConversation(deps.db, input.thread_id, input.seq),
  ]);
  if (loaded === null) throw ApplicationFailure.nonRetryable('the run is not in the store', 'unknown_run');
  const { run, thread } = loaded;
  // A worker that died after its write, before its answer: the turn stands, only the directive is missing.
  if (run.state !== 'running' || run.turn_count >= turn) return directiveOf(loaded);
  if (thread.active_runs[0] !== run._id) return { next: 'wait_for_floor' };

  const limit = await limitReached(deps, run, agent);
  if (limit !== undefined) return await step(deps, loaded, turn, failedRun(limit));

  const conversation = await readRunSoFar(deps.db, run, messages);
  const startedAt = new Date();
  let reply: ModelReply;
  try {
    reply = await respond(deps, agent, conversation);
  } catch (cause) {
    const error = toModelError(cause);
    if (error.retryable && Context.current().info.attempt < modelAttempts) throw tryAgain(error);
    return await step(deps, loaded, turn, failedRun('model_error'));
  }
  const cost = priceTurn(deps.prices[agent.model_class], reply.input_tokens, reply.output_tokens);
  return await step(
    deps,
    loaded,
    turn,
    recordTurn({ run, agent, turn, reply, cost, conversation, startedAt }),
  );
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

async function respond(
  { models }: ActivityDependencies,
  agent: AgentDocument,
  { history, run }: Conversation,
): Promise<ModelReply> {
  return await underHeartbeat(
    modelTimeoutMs,
    async (signal) =>
      await models.get(agent.model_class).respond({
        instructions: agent.instructions,
        history,
        run,
        tools: [],
        attempt: Context.current().info.attempt,
        signal,
      }),
  );
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
    ...(error.retryAfterMs === undefined
      ? {}
      : { nextRetryDelay: Math.min(error.retryAfterMs, longestRetryMs) }),
  });
}

/**
 * Writes a step of the run. Where another write came first (a message was posted to the thread), only the writing
 * is done again, never the model turn.
 */
async function step(
  { db }: ActivityDependencies,
  loaded: LoadedRun,
  turn: number,
  change: RunStep,
): Promise<Directive> {
  let current = loaded;
  for (;;) {
    try {
      return directiveOf(await advanceRun(db, current, change));
    } catch (error) {
      if (!(error instanceof StaleWriteError)) throw error;
    }
    const again = await loadRun(db, { run_id: loaded.run._id, thread_id: loaded.thread._id });
    if (again === null) throw ApplicationFailure.nonRetryable('the run is not in the store', 'unknown_run');
    if (again.run.state !== 'running' || again.run.turn_count >= turn) return directiveOf(again);
    current = again;
  }
}
