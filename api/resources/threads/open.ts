import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { toJsonText } from '#contract/json-text.ts';
import { defaultThreadTitle, type NewThread } from '#contract/thread.ts';
import { validateContext } from '#engine/steps/validate-context.ts';
import type { Schemas } from '#engine/ports/schemas.ts';
import { withDefinition } from '#store/agents/agent-texts.ts';
import { findAgent } from '#store/agents/agents.ts';
import type { Database } from '#store/mongo/database.ts';
import { madeAt } from '#store/mongo/ids.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { refuseIfErased } from '#store/erasures/erasures.ts';
import { findThread, insertThread, removeThread } from '#store/threads/threads.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { givenContext } from '../../http/authentication/given-context.ts';
import { knownConnection } from '../../http/authentication/name-connection.ts';
import { foreignSubject, subjectRequired } from '../../http/authentication/errors.ts';

/** The dependencies of opening a thread. */
export interface ThreadServices {
  db: Database;
  schemas: Pick<Schemas, 'validateResult'>;
}

/**
 * Starts a conversation of a subject with an agent.
 * @returns the thread with the id of the resource, which an earlier attempt may have stored
 * @throws {ServiceError} `unknown_agent`, `agent_archived`, `erasure_running`, `subject_required`, `subject_mismatch`,
 *   `forbidden`, `unknown_connection`; `invalid_request` for a context that the agent does not take
 */
export async function openThread(
  { db, schemas }: ThreadServices,
  caller: Caller,
  body: NewThread,
  { id, mayExist }: NewResource,
): Promise<ThreadDocument> {
  const subject_ref = subjectOf(caller, body);
  const context = givenContext(caller, body.context);
  const { workspace_id, grant } = caller;
  const made = mayExist ? await findThread(db, { workspace_id }, id) : null;
  if (made !== null) return made;
  if (caller.agent_id !== undefined && caller.agent_id !== body.agent_id) {
    throw new ServiceError('forbidden', 'The session token is for another agent.');
  }
  const known = AgentId.safeParse(body.agent_id);
  const agent = known.success ? await findAgent(db, caller.workspace_id, known.data) : null;
  if (agent === null) throw new ServiceError('unknown_agent', 'No agent has that id.');
  if (agent.archived_at !== undefined) {
    throw new ServiceError('agent_archived', 'The agent is archived and takes no new threads.');
  }
  if (context !== undefined) await validateContext(schemas, withDefinition(agent), context);
  // A thread of a token for one connection belongs to that.
  const named = body.connection ?? caller.connection_claim;
  const connection = named === undefined ? undefined : await knownConnection(db, caller, named);
  const now = madeAt(id);
  const thread: ThreadDocument = {
    _id: id,
    workspace_id,
    subject_ref,
    agent: { id: agent._id, key: agent.key, name: agent.name },
    title: body.title ?? defaultThreadTitle,
    untitled: body.title === undefined,
    ...(connection === undefined ? {} : { connection_id: connection.id, connections: [connection.id] }),
    ...defined({ agent_connection: agent.connection }),
    ...(grant === undefined ? {} : { grant_id: grant.id }),
    ...(body.metadata === undefined ? {} : { metadata: toJsonText(body.metadata) }),
    ...(context === undefined ? {} : { context: toJsonText(context) }),
    message_count: 0,
    last_seq: 0,
    active_runs: [],
    pauses: [],
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await insertThread(db, thread);
  await keepUnlessErased(db, thread);
  return thread;
}

/** Checks after the thread is stored: an erasure that begins later finds the thread. */
async function keepUnlessErased(db: Database, thread: ThreadDocument): Promise<void> {
  try {
    await refuseIfErased(db, thread, thread._id);
  } catch (error) {
    await removeThread(db, thread._id);
    throw error;
  }
}

/**
 * The subject to which the thread belongs, from caller or body, which must not differ (auth.relay.subject-mismatch).
 */
function subjectOf(caller: Caller, body: NewThread): string {
  const { subject_ref } = caller;
  if (subject_ref === undefined && body.subject_ref === undefined) throw subjectRequired();
  if (subject_ref !== undefined && body.subject_ref !== undefined && subject_ref !== body.subject_ref) {
    if (caller.mode === 'direct') throw foreignSubject();
    throw new ServiceError('subject_mismatch', 'Service-Subject and subject_ref name different subjects.');
  }
  return (subject_ref ?? body.subject_ref) as string;
}
