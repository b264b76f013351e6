import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { Agent, AgentDefinition } from '#contract/agent.ts';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { AgentDocument } from '../documents/agent.ts';
import type { Database } from '../mongo/database.ts';
import { newAgentId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { toStoredDefinition, withDefinition } from './agent-texts.ts';

/**
 * Publishes a definition as the next version of its key. If it is identical to the latest version, that version is
 * returned, and `published` is false.
 * @param id of the version. Default: a new one
 * @throws {ContentionError} if others keep taking the next number
 * @throws {SecondActorNeeded}
 */
export async function publishAgent(
  db: Database,
  acting: Acting,
  definition: AgentDefinition,
  id: string = newAgentId(),
): Promise<{ agent: AgentDocument; published: boolean }> {
  const publish = async (session: ClientSession) => await publishAgentIn(db, session, acting, definition, id);
  return await retryOnConflict(`the agent ${definition.key}`, async () =>
    changeAlone(db, acting, 'agents', publish, ({ published }) => published),
  );
}

/**
 * The same in a transaction.
 * @throws {StaleWriteError} if another publication was first
 */
export async function publishAgentIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  definition: AgentDefinition,
  id: string,
): Promise<{ agent: AgentDocument; published: boolean }> {
  const definition_hash = hashDefinition(definition);
  const latest = await latestAgent(db, acting.workspace_id, definition.key, session);
  if (latest !== null && latest.definition_hash === definition_hash && latest.archived_at === undefined) {
    return { agent: latest, published: false };
  }
  const agent: AgentDocument = {
    _id: id,
    workspace_id: acting.workspace_id,
    version: (latest?.version ?? 0) + 1,
    definition_hash,
    ...toStoredDefinition(definition),
    created_at: new Date(),
  };
  await insertNew(db.agents, agent, { session });
  await recordAudit(db, session, acting, {
    type: 'agent.published',
    target: { kind: 'agent', id },
    details: { key: agent.key, version: agent.version, definition_sha256: definition_hash },
  });
  return { agent, published: true };
}

/** The latest version of a key; null if there is none. */
export async function latestAgent(
  db: Database,
  workspace_id: string,
  key: string,
  session?: ClientSession,
): Promise<AgentDocument | null> {
  return await db.agents.findOne({ workspace_id, key }, { sort: { version: -1 }, ...defined({ session }) });
}

/** Parsed definitions have their fields in the schema's order, so equal definitions have equal text. */
function hashDefinition(definition: AgentDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex');
}

export async function findAgent(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<AgentDocument | null> {
  return await db.agents.findOne({ _id: id, workspace_id: workspaceId });
}

/** The agent with an id, of any workspace, for who has to find out whose it is. Null if there is none. */
export async function findAgentOfId(db: Database, id: string): Promise<AgentDocument | null> {
  return await db.agents.findOne({ _id: id });
}

/** Those of the versions that belong to the workspace, by id. */
export async function findAgents(
  db: Database,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, AgentDocument>> {
  if (ids.length === 0) return new Map();
  const documents = await db.agents.find({ _id: { $in: ids }, workspace_id: workspaceId }).toArray();
  return new Map(documents.map((document) => [document._id, document]));
}

/**
 * Refuses new threads from now on. The time of the first archiving is kept. Null if there is no such agent.
 * @throws {SecondActorNeeded}
 */
export async function archiveAgent(db: Database, acting: Acting, id: string): Promise<AgentDocument | null> {
  const archive = async (session: ClientSession) => await archiveAgentIn(db, session, acting, id);
  await changeAlone(db, acting, 'agents', archive, (archived) => archived);
  return await findAgent(db, acting.workspace_id, id);
}

/** The same in a transaction. False if there is nothing to archive. */
export async function archiveAgentIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const archived = await db.agents.findOneAndUpdate(
    { _id: id, workspace_id: acting.workspace_id, archived_at: { $exists: false } },
    { $set: { archived_at: new Date() } },
    { session, projection: { key: 1, version: 1 } },
  );
  if (archived === null) return false;
  const { key, version } = archived;
  const target = { kind: 'agent', id };
  await recordAudit(db, session, acting, { type: 'agent.archived', target, details: { key, version } });
  return true;
}

export interface AgentFilter {
  workspace_id: string;
  key?: string;
}

/** Published versions, newest first. The position is the last agent's id. */
export async function listAgents(
  db: Database,
  filter: AgentFilter,
  limit: number,
  after?: string,
): Promise<Page<AgentDocument, string>> {
  return await newestPage(db.agents, filter, limit, after);
}

export function toAgent(document: AgentDocument): Agent {
  const {
    _id,
    workspace_id: _,
    definition_hash: __,
    archived_at,
    created_at,
    version,
    ...definition
  } = withDefinition(document);
  return {
    id: _id,
    version,
    ...definition,
    ...(archived_at === undefined ? {} : { archived_at: toTimestamp(archived_at) }),
    created_at: toTimestamp(created_at),
  };
}
