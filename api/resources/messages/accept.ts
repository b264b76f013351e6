import { defined } from '#contract/defined.ts';
import type { NewMessage } from '#contract/message.ts';
import type { ConnectionRef } from '#engine/documents/connection.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import { acceptMessage as accept } from '#engine/steps/accept-message.ts';
import { findConnectionRef } from '#store/connections/connections.ts';
import type { AccountDocument } from '#store/documents/account.ts';
import type { Database } from '#store/mongo/database.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { refuseWhileErased } from '#store/erasures/erasures.ts';
import { actorOf, type Caller } from '../../http/authentication/caller.ts';
import { knownConnection } from '../../http/authentication/name-connection.ts';
import { visibleThread } from '../threads/visible-thread.ts';

/** The dependencies of accepting a message. */
export interface MessageServices {
  db: Database;
  engine: AcceptingEngine;
}

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
 *   `unknown_connection`, `rate_limited`
 */
export async function acceptMessage(
  { db, engine }: MessageServices,
  caller: Caller,
  { threadId, body, resource: { id, mayExist } }: MessageToAccept,
): Promise<RunDocument> {
  const { connection_claim, origin, workspace_id, trace_context } = caller;
  return await accept(engine, {
    workspaceId: workspace_id,
    readThread: async () => {
      const thread = await threadFor(db, caller, threadId);
      refuseWhileErased(thread);
      return thread;
    },
    opening: async (thread, account) => {
      const connection = await resolveConnection(db, caller, thread, account);
      return {
        origin,
        ...defined({ connection, connection_claim, trace_context }),
      };
    },
    body,
    actor: actorOf(caller),
    id,
    mayExist,
  });
}

/**
 * A thread that the caller may see.
 * @throws {ServiceError} `not_found`; `unknown_connection` if the session token is for one that the workspace does not have
 */
async function threadFor(db: Database, caller: Caller, id: string): Promise<ThreadDocument> {
  try {
    return await visibleThread(db, caller, id);
  } catch (error) {
    // Says what is wrong with the token, to which no thread of another connection exists.
    if (caller.connection_claim !== undefined) await knownConnection(db, caller, caller.connection_claim);
    throw error;
  }
}

/**
 * The connection of a message's run (connection.resolution-order): that of the request (its header or token), the
 * thread, the agent, or the workspace's only one. The first one that is set decides. If it is gone, the run has none,
 * and does not use a host that nobody chose for it.
 *
 * If request, thread and agent name none, this costs no query: the account, which every message reads, has the
 * workspace's only connection.
 * @throws {ServiceError} `unknown_connection` for the one that the session token names
 */
async function resolveConnection(
  db: Database,
  caller: Caller,
  thread: ThreadDocument,
  account: Pick<AccountDocument, 'only_connection'>,
): Promise<ConnectionRef | undefined> {
  const { connection, connection_claim } = caller;
  if (connection !== undefined) return connection;
  if (connection_claim !== undefined) return await knownConnection(db, caller, connection_claim);
  const chosen = thread.connection_id ?? thread.agent_connection;
  if (chosen === undefined) return account.only_connection;
  return (await findConnectionRef(db, caller.workspace_id, chosen, { names: true })) ?? undefined;
}
