import { estimateRun } from '#contract/credits.ts';
import type { NewMessage } from '#contract/message.ts';
import { openRun, questionAnswered } from '#lifecycle/message.ts';
import { acceptInput } from '#loom/accept-input.ts';
import type { AccountDocument } from '#store/documents/account.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import { retryOnConflict } from '#store/mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#store/mongo/stale-write.ts';
import { readAccount } from '#store/money/accounts.ts';
import { withReservation } from '#store/money/reserve.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { findRunOfMessage } from '#store/runs/runs.ts';
import { writeChanges } from '#store/runs/write-changes.ts';
import { refuseWhileErased } from '#store/subjects/erasures.ts';
import type { Caller } from '../authentication/caller.ts';
import { resolveConnection } from '../connections/resolve.ts';
import type { Services } from '../services.ts';
import { visibleThread } from '../threads/visible-thread.ts';

/** A user message for a thread. */
export interface MessageToAccept {
  threadId: string;
  body: NewMessage;
  /** The message. */
  resource: NewResource;
}

/**
 * Accepts a user message: it answers the question that its thread waits with, or opens a run, which holds its estimated
 * cost. It is accepted once it is stored.
 * @returns the run that works on it
 * @throws {ServiceError} `not_found`, `awaiting_confirmation`, `insufficient_credits`, `erasure_running`,
 *   `unknown_connection`
 */
export async function acceptMessage(
  services: Services,
  caller: Caller,
  { threadId, body, resource }: MessageToAccept,
): Promise<RunDocument> {
  const { db } = services;
  let { mayExist } = resource;
  return await retryOnConflict('the thread', async () => {
    const [thread, account] = await Promise.all([
      visibleThread(db, caller, threadId),
      readAccount(db, caller.workspace_id),
    ]);
    refuseWhileErased(thread);
    // Read after the thread, so that a message that arrives in between makes the write below stale.
    const accepted = mayExist ? await findRunOfMessage(db, thread._id, resource.id) : null;
    // A write that seemed stale may have taken effect.
    mayExist = true;
    if (accepted !== null) return accepted;
    const question = questionAnswered(thread);
    if (question === undefined) {
      return await open(services, caller, { thread, account, body, id: resource.id });
    }
    // An answer is accepted whatever the balance.
    const { run_id, tool_call_id } = question;
    const answer = { type: 'answer' as const, tool_call_id, message_id: resource.id, ...body };
    const { run, outcome } = await acceptInput(services, { run_id, thread_id: thread._id }, answer);
    // Somebody else answered first, so the message opens a run of its own.
    if (outcome !== 'changed') throw new StaleWriteError('the question was answered first');
    return run;
  });
}

/** Opens a run for a message, which holds its estimated cost. */
async function open(
  { agents, db, outbox, prices }: Services,
  caller: Caller,
  {
    thread,
    account,
    body,
    id,
  }: { thread: ThreadDocument; account: AccountDocument; body: NewMessage; id: string },
): Promise<RunDocument> {
  const [connection, agent] = await Promise.all([
    resolveConnection(db, caller, thread, account),
    agents.get(thread.agent.id),
  ]);
  const hold = estimateRun(prices[agent.model_class], agent.limits.max_credits);
  const run_id = newId();
  const opening = {
    run_id,
    message_id: id,
    ...body,
    hold,
    origin: caller.origin,
    ...(connection === undefined ? {} : { connection }),
    ...(caller.connection_claim === undefined ? {} : { connection_claim: caller.connection_claim }),
  };
  const changes = openRun(thread, opening, { now: new Date(), newId });
  const { run } = await withReservation(db, account, { id: run_id, amount: hold }, async () => {
    await writeChanges(db, changes, { opens: true });
    return changes;
  });
  await outbox.tellSoon(run);
  return run;
}
