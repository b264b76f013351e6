import type { Context } from '#contract/context.ts';
import { estimateRun, noCreditsLeft } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { notFound, ServiceError, unknownConnection } from '#contract/errors.ts';
import type { NewMessage } from '#contract/message.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';
import type { ConnectionRef } from '../documents/connection.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ThreadDocument, ThreadPauseDocument } from '../documents/thread.ts';
import type { AcceptingPorts } from '../ports/engine-ports.ts';
import type { FundedAccount } from '../ports/funds.ts';
import { StaleWriteError } from '../ports/run-store.ts';
import type { Scope } from '../ports/scope.ts';
import { chooseConnection } from '../rules/connection-of-run.ts';
import { contextOf } from '../rules/given-context.ts';
import { validateContext } from './validate-context.ts';
import { refuseWhileErased } from '../rules/erasure-running.ts';
import {
  heldRuns,
  type OpeningMessage,
  openRun,
  questionAnswered,
  refuseManyRuns,
  refuseWhileHeld,
} from '../rules/message.ts';
import { acceptInput } from './accept-input.ts';
import type { AcceptingEngine } from './engine.ts';

/** A user message for a thread. */
export interface MessageToAccept extends Pick<OpeningMessage, 'origin' | 'trace_context'> {
  threadId: string;
  /** Its sender sees the threads in it. A connection in it is the only one that a run may have. */
  scope: Scope;
  /** The connection that the request names. */
  connection?: ConnectionRef;
  body: NewMessage;
  /** The author. Default: the subject of the thread. */
  actor?: string;
  /** The id of the message. */
  id: string;
  /** Whether the message may be stored already, because its request is repeated. */
  mayExist: boolean;
}

/** A thread and the account that pays for its runs, as they were just read. */
interface Read {
  thread: ThreadDocument;
  account: FundedAccount;
}

/**
 * Accepts a user message: it answers the question that its thread waits with, or opens a run, which holds its estimated
 * cost. It is accepted once it is stored. While calls of the thread are held, it is refused, opens its run beside them, or has their
 * runs cancelled first, as it says or as its agent has it (thread.beside).
 * @returns the run that works on it
 * @throws {ServiceError} `not_found`, `erasure_running`, `awaiting_confirmation`, `insufficient_credits`,
 *   `unknown_connection`, `rate_limited`; `invalid_request` for a context that the agent does not take
 */
export async function acceptMessage(engine: AcceptingEngine, message: MessageToAccept): Promise<RunDocument> {
  const { store, clock } = engine;
  let { mayExist } = message;
  const cancelled = new Set<string>();
  return await retryOnConflict(clock, 'the thread', async () => {
    const read = await readThread(engine, message);
    // Read after the thread, so that a message that arrives in between makes the write below stale.
    const accepted = mayExist ? await store.findRunOfMessage(read.thread._id, message.id) : null;
    // A write that seemed stale may have taken effect.
    mayExist = true;
    if (accepted !== null) return accepted;
    if (await cancelHeld(engine, message, read, cancelled))
      throw new StaleWriteError('held runs were cancelled first');
    const question = questionAnswered(read.thread, clock.now());
    return question === undefined
      ? await open(engine, message, read)
      : await answer(engine, message, read.thread, question);
  });
}

/**
 * Cancels the runs whose calls are held, if the message is to do so. Each cancellation is stored by itself, so that one that meets a
 * decision comes before or after it. What would refuse the message is looked at before any of them. A run with approved calls that cool
 * off stays held when it is cancelled, until they are made or taken back (gate.cooling.closing): the message then goes beside it.
 * @param cancelled ids of the runs that this message has cancelled, to which it adds
 * @returns whether there were any others, so that the thread is no longer as it was read
 * @throws {ServiceError} `awaiting_confirmation` if the message is refused while calls are held; `insufficient_credits`,
 *   `unknown_connection`, `rate_limited`, `invalid_request`
 */
async function cancelHeld(
  engine: AcceptingEngine,
  message: MessageToAccept,
  { thread, account }: Read,
  cancelled: Set<string>,
): Promise<boolean> {
  const { agents, clock } = engine;
  const held = heldRuns(thread, clock.now()).filter(({ run_id }) => !cancelled.has(run_id));
  if (held.length === 0) return false;
  const whileHeld = message.body.while_held ?? (await agents.get(thread.agent.id)).while_held ?? 'refuse';
  if (whileHeld === 'refuse') refuseWhileHeld(thread, clock.now());
  if (whileHeld !== 'cancel') return false;
  await checkContext(engine, thread, message.body.context);
  if (questionAnswered(thread, clock.now()) === undefined)
    await checkOpening(engine, message, { thread, account }, held);
  const cancel = { type: 'cancel_requested', while_held: true } as const;
  for (const { run_id } of held) {
    const { outcome } = await acceptInput(engine, { run_id, thread_id: thread._id }, cancel);
    if (outcome === 'changed') cancelled.add(run_id);
  }
  return true;
}

/**
 * Looks for what would refuse a message that opens a run once these runs are cancelled.
 * @throws {ServiceError} `insufficient_credits`, `unknown_connection`, `rate_limited`
 */
async function checkOpening(
  engine: AcceptingEngine,
  message: MessageToAccept,
  { thread, account }: Read,
  held: readonly ThreadPauseDocument[],
): Promise<void> {
  // A run with calls that cool off stays open.
  const ending = held.filter(({ calls }) => calls.every(({ not_before }) => not_before === undefined));
  refuseManyRuns(thread, ending.length);
  const [available] = await Promise.all([
    engine.funds.available(thread.workspace_id),
    readConnection(engine, message, thread, account),
  ]);
  if (available <= 0) throw new ServiceError('insufficient_credits', noCreditsLeft);
}

/** @throws {ServiceError} `not_found`, `erasure_running`, `unknown_connection` */
async function readThread(engine: AcceptingPorts, { scope, threadId }: MessageToAccept): Promise<Read> {
  const { workspace_id, connection_id } = scope;
  const [thread, account] = await Promise.all([
    engine.threads.find(scope, threadId),
    engine.funds.readAccount(workspace_id),
  ]);
  if (thread === null) {
    // Says what is wrong with the token, to which no thread of another connection exists.
    if (connection_id !== undefined) await findConnection(engine, workspace_id, connection_id);
    throw notFound('thread');
  }
  refuseWhileErased(thread);
  return { thread, account };
}

/** Opens a run for a message, which holds its estimated cost. */
async function open(
  engine: AcceptingEngine,
  message: MessageToAccept,
  { thread, account }: Read,
): Promise<RunDocument> {
  const { agents, clock, outbox, prices, recentRuns, store } = engine;
  const [connection, agent] = await Promise.all([
    readConnection(engine, message, thread, account),
    agents.get(thread.agent.id),
    checkContext(engine, thread, message.body.context),
  ]);
  const hold = estimateRun(prices[agent.model_class], agent.limits.max_credits);
  const opening = openingOf(message, { run_id: clock.newId(), connection, hold });
  const changes = openRun(thread, opening, { now: clock.now(), newId: clock.newId });
  await store.commit(changes, { opens: true, reservation: { account, amount: hold } });
  recentRuns.note({ run: changes.run, thread: changes.thread, calls: [] }, clock.now());
  await outbox.notifySoon(changes.run);
  return changes.run;
}

function openingOf(
  { id, body: { content, metadata, context }, actor, origin, scope, trace_context }: MessageToAccept,
  {
    run_id,
    hold,
    connection,
  }: Pick<OpeningMessage, 'run_id' | 'hold'> & { connection: ConnectionRef | undefined },
): OpeningMessage {
  const connection_claim = scope.connection_id;
  return {
    run_id,
    message_id: id,
    content,
    metadata,
    context,
    actor,
    origin,
    hold,
    ...defined({ connection, connection_claim, trace_context }),
  };
}

/** @throws {ServiceError} `unknown_connection` for the one that the session token names */
async function readConnection(
  engine: AcceptingPorts,
  { scope, connection: requested }: MessageToAccept,
  thread: ThreadDocument,
  { only_connection: only }: FundedAccount,
): Promise<ConnectionRef | undefined> {
  const chosen = chooseConnection({ requested, claimed: scope.connection_id, thread, only });
  if ('connection' in chosen) return chosen.connection;
  if (chosen.required) return await findConnection(engine, scope.workspace_id, chosen.idOrName);
  const { idOrName, names } = chosen;
  return (await engine.connectionNames.find(scope.workspace_id, idOrName, { names })) ?? undefined;
}

/** @throws {ServiceError} `unknown_connection` */
async function findConnection(
  { connectionNames }: AcceptingPorts,
  workspaceId: string,
  id: string,
): Promise<ConnectionRef> {
  const found = await connectionNames.find(workspaceId, id, { names: false });
  if (found === null) throw unknownConnection();
  return found;
}

/**
 * Checks the facts that came with a message, together with those of its thread.
 * @throws {ServiceError} `invalid_request`
 */
async function checkContext(
  { agents, schemas }: Pick<AcceptingPorts, 'agents' | 'schemas'>,
  thread: ThreadDocument,
  given: Context | undefined,
): Promise<void> {
  if (given === undefined) return;
  const agent = await agents.get(thread.agent.id);
  await validateContext(schemas, agent, { ...contextOf(thread), ...given });
}

/** Answers a question with a message, whatever the balance. */
async function answer(
  engine: AcceptingEngine,
  { id, body: { content, metadata, context }, actor }: MessageToAccept,
  thread: ThreadDocument,
  { run_id, tool_call_id }: ThreadPauseDocument,
): Promise<RunDocument> {
  await checkContext(engine, thread, context);
  const input = { type: 'answer' as const, tool_call_id, message_id: id, content, metadata, context, actor };
  const { run, outcome } = await acceptInput(engine, { run_id, thread_id: thread._id }, input);
  // Somebody else answered first, so the message opens a run of its own.
  if (outcome !== 'changed') throw new StaleWriteError('the question was answered first');
  return run;
}
