import { estimateRun } from '#contract/credits.ts';
import type { NewMessage } from '#contract/message.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { AcceptingEngine } from './engine.ts';
import type { FundedAccount } from '../ports/funds.ts';
import { StaleWriteError } from '../ports/run-store.ts';
import { openRun, type OpeningMessage, questionAnswered } from '../rules/message.ts';
import { acceptInput } from './accept-input.ts';
import { retryOnConflict } from '../contention/retry-on-conflict.ts';

/** The fields of a new run, apart from its message. */
export type Opening = Pick<OpeningMessage, 'origin' | 'connection' | 'connection_claim' | 'trace_context'>;

/** A user message for a thread. */
export interface MessageToAccept {
  workspaceId: string;
  /**
   * Reads the thread as the sender of the message may see it. May be called again.
   * @throws {ServiceError} if the message cannot be accepted there
   */
  readThread: () => Promise<ThreadDocument>;
  /** The fields of a new run, if the message opens one. */
  opening: (thread: ThreadDocument, account: FundedAccount) => Promise<Opening>;
  body: NewMessage;
  /** The author. Default: the subject of the thread. */
  actor?: string;
  /** The id of the message. */
  id: string;
  /** Whether the message may be stored already, because its request is repeated. */
  mayExist: boolean;
}

/**
 * Accepts a user message: it answers the question that its thread waits with, or opens a run, which holds its estimated
 * cost. It is accepted once it is stored.
 * @returns the run that works on it
 * @throws {ServiceError} `awaiting_confirmation`, `insufficient_credits`, `rate_limited`, and what reading the thread throws
 */
export async function acceptMessage(engine: AcceptingEngine, message: MessageToAccept): Promise<RunDocument> {
  const { store, funds, clock } = engine;
  const { id, body } = message;
  let { mayExist } = message;
  return await retryOnConflict(clock, 'the thread', async () => {
    const [thread, account] = await Promise.all([
      message.readThread(),
      funds.readAccount(message.workspaceId),
    ]);
    // Read after the thread, so that a message that arrives in between makes the write below stale.
    const accepted = mayExist ? await store.findRunOfMessage(thread._id, id) : null;
    // A write that seemed stale may have taken effect.
    mayExist = true;
    if (accepted !== null) return accepted;
    const question = questionAnswered(thread, clock.now());
    if (question === undefined) return await open(engine, thread, account, message);
    // An answer is accepted whatever the balance.
    const { run_id, tool_call_id } = question;
    const answer = { type: 'answer' as const, tool_call_id, message_id: id, ...body, actor: message.actor };
    const { run, outcome } = await acceptInput(engine, { run_id, thread_id: thread._id }, answer);
    // Somebody else answered first, so the message opens a run of its own.
    if (outcome !== 'changed') throw new StaleWriteError('the question was answered first');
    return run;
  });
}

/** Opens a run for a message, which holds its estimated cost. */
async function open(
  { agents, clock, funds, outbox, prices, recentRuns, store }: AcceptingEngine,
  thread: ThreadDocument,
  account: FundedAccount,
  { opening, body, actor, id }: MessageToAccept,
): Promise<RunDocument> {
  const [parts, agent] = await Promise.all([opening(thread, account), agents.get(thread.agent.id)]);
  const hold = estimateRun(prices[agent.model_class], agent.limits.max_credits);
  const run_id = clock.newId();
  const changes = openRun(
    thread,
    { run_id, message_id: id, ...body, actor, hold, ...parts },
    { now: clock.now(), newId: clock.newId },
  );
  await funds.withReservation(account, { id: run_id, amount: hold }, async (reserved) => {
    await store.commit(changes, { opens: true, when: reserved });
  });
  const { run, thread: joined } = changes;
  recentRuns.note({ run, thread: joined, calls: [] }, clock.now());
  await outbox.notifySoon(run);
  return run;
}
