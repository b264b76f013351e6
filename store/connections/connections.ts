import type { ClientSession } from 'mongodb';
import type { Connection, ConnectionChange, NewConnection } from '#contract/connection.ts';
import { defined } from '#contract/defined.ts';
import { type InvalidField, invalidFields } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ConnectionRef } from '#engine/documents/connection.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { ConnectionDocument, SealedAuth } from '../documents/connection.ts';
import type { Database } from '../mongo/database.ts';
import type { Keyring } from '../credentials/encryption.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { newestPage } from '../mongo/page.ts';
import { changeConnections } from './change-connections.ts';
import { connectionHeaders, sealAuth, sealHeaders } from './secrets.ts';

/** The stored form of a new connection. */
export type SealedConnection = Pick<
  ConnectionDocument,
  'name' | 'type' | 'base_url' | 'auth' | 'headers' | 'trace_context'
>;

/** The stored form of a connection's changes. */
export type SealedConnectionChange = Partial<Omit<SealedConnection, 'type'>>;

/** A new connection with its secrets encrypted. */
export function sealConnection(
  keyring: Keyring,
  id: string,
  { name, type = 'http', base_url, auth, headers = {}, trace_context }: NewConnection,
): SealedConnection {
  return {
    name,
    ...(type === 'http' ? {} : { type }),
    base_url,
    auth: sealAuth(keyring, id, auth),
    headers: sealHeaders(keyring, id, headers),
    ...defined({ trace_context }),
  };
}

/** A change of a connection with its secrets encrypted. */
export function sealConnectionChange(
  keyring: Keyring,
  id: string,
  { name, base_url, auth, headers, trace_context }: ConnectionChange,
): SealedConnectionChange {
  return {
    ...defined({ name, base_url, trace_context }),
    ...(auth === undefined ? {} : { auth: sealAuth(keyring, id, auth) }),
    ...(headers === undefined ? {} : { headers: sealHeaders(keyring, id, headers) }),
  };
}

/**
 * @param id Default: a new one
 * @throws {ServiceError} `connection_name_taken`
 * @throws {SecondActorNeeded}
 */
export async function insertConnection(
  db: Database,
  keyring: Keyring,
  acting: Acting,
  connection: NewConnection,
  id: string = newId(),
): Promise<ConnectionDocument> {
  const sealed = sealConnection(keyring, id, connection);
  const insert = async (session: ClientSession) => await insertConnectionIn(db, session, acting, id, sealed);
  return await changeAlone(db, acting, 'connections', insert);
}

/**
 * The same in a transaction.
 * @throws {ServiceError} `connection_name_taken`
 */
export async function insertConnectionIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
  sealed: SealedConnection,
  now = madeAt(id),
): Promise<ConnectionDocument> {
  const { workspace_id } = acting;
  const connection = { _id: id, workspace_id, ...sealed, created_at: now, updated_at: now };
  const { name, auth, base_url } = connection;
  return await changeConnections(db, session, workspace_id, async () => {
    await db.connections.insertOne(connection, { session });
    await recordAudit(db, session, acting, {
      type: 'connection.created',
      target: { kind: 'connection', id },
      details: { name, auth: auth.type },
      contents: { base_url: toJsonText(base_url) },
    });
    return connection;
  });
}

/**
 * Replaces the given fields. Null if there is no such connection. A person who changes a connection need not know its
 * secrets, so these are never sent to a host other than the one for which they were given.
 * @throws {ServiceError} `invalid_request` for another origin without `auth` and `headers`; `connection_name_taken`
 * @throws {SecondActorNeeded}
 */
export async function updateConnection(
  db: Database,
  keyring: Keyring,
  acting: Acting,
  id: string,
  change: ConnectionChange,
): Promise<ConnectionDocument | null> {
  const sealed = sealConnectionChange(keyring, id, change);
  if (Object.keys(sealed).length === 0) return await findConnection(db, acting.workspace_id, id);
  const update = async (session: ClientSession) => await updateConnectionIn(db, session, acting, id, sealed);
  return await changeAlone(db, acting, 'connections', update, (changed) => changed !== null);
}

/**
 * The same in a transaction.
 * @throws {ServiceError} `invalid_request`, `connection_name_taken`
 */
export async function updateConnectionIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
  change: SealedConnectionChange,
): Promise<ConnectionDocument | null> {
  const { workspace_id: workspaceId } = acting;
  const { base_url } = change;
  const faults = faultsOfMove(change);
  return await changeConnections(db, session, workspaceId, async () => {
    const own = { _id: id, workspace_id: workspaceId };
    if (base_url !== undefined && faults.length > 0) {
      const before = await db.connections.findOne(own, { session, projection: { base_url: 1 } });
      if (before !== null && originOf(before.base_url) !== originOf(base_url)) {
        throw invalidFields(faults);
      }
    }
    const changed = await db.connections.findOneAndUpdate(
      own,
      { $set: { ...change, updated_at: new Date() }, $inc: { changes: 1 } },
      { session, returnDocument: 'after' },
    );
    if (changed !== null) {
      await recordAudit(db, session, acting, {
        type: 'connection.changed',
        target: { kind: 'connection', id },
        details: { name: changed.name, changed: Object.keys(change) },
        ...(base_url === undefined ? {} : { contents: { base_url: toJsonText(base_url) } }),
      });
    }
    return changed;
  });
}

/** The required fields that a change to another host lacks. */
function faultsOfMove(given: SealedConnectionChange): InvalidField[] {
  return (['auth', 'headers'] as const)
    .filter((field) => given[field] === undefined)
    .map((path) => ({
      path,
      message: 'must be given again when base_url goes to another origin',
      code: 'required_for_origin',
    }));
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin;
}

/**
 * False if there is no such connection. Runs that use it keep its id and name, and their calls fail.
 * @throws {SecondActorNeeded}
 */
export async function deleteConnection(db: Database, acting: Acting, id: string): Promise<boolean> {
  const remove = async (session: ClientSession) => await deleteConnectionIn(db, session, acting, id);
  return await changeAlone(db, acting, 'connections', remove, (deleted) => deleted);
}

/** The same in a transaction. */
export async function deleteConnectionIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const { workspace_id } = acting;
  return await changeConnections(db, session, workspace_id, async () => {
    const deleted = await db.connections.findOneAndDelete({ _id: id, workspace_id }, { session });
    if (deleted === null) return false;
    await recordAudit(db, session, acting, {
      type: 'connection.deleted',
      target: { kind: 'connection', id },
      details: { name: deleted.name },
    });
    return true;
  });
}

export async function findConnection(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ConnectionDocument | null> {
  return await db.connections.findOne({ _id: id, workspace_id: workspaceId });
}

/** The connections with these ids, null for one that the workspace does not have. */
export async function findConnections(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<(ConnectionDocument | null)[]> {
  const of = { _id: { $in: [...new Set(ids)] }, workspace_id: workspaceId };
  const found = new Map((await db.connections.find(of).toArray()).map((each) => [each._id, each]));
  return ids.map((id) => found.get(id) ?? null);
}

/** The connection with an id or, if names are accepted too, with a name; null if the workspace has none. */
export async function findConnectionRef(
  db: Database,
  workspaceId: string,
  idOrName: string,
  { names }: { names: boolean },
): Promise<ConnectionRef | null> {
  // The secrets are not read.
  const find = async (wanted: { _id: string } | { name: string }) =>
    await db.connections.findOne({ workspace_id: workspaceId, ...wanted }, { projection: { name: 1 } });
  // A name may look like an id: the id takes precedence.
  const byId = Uuid.safeParse(idOrName).success ? await find({ _id: idOrName }) : null;
  const found = byId ?? (names ? await find({ name: idOrName }) : null);
  return found === null ? null : { id: found._id, name: found.name };
}

/** Connections, newest first. The position is the last one's id. */
export async function listConnections(
  db: Database,
  workspaceId: string,
  limit: number,
  after?: string,
): Promise<Page<ConnectionDocument, string>> {
  return await newestPage(db.connections, { workspace_id: workspaceId }, limit, after);
}

/**
 * A connection with its secrets, to call it. Null if it is gone.
 * @throws {DecryptionError} if its secrets cannot be decrypted
 */
export async function openConnection(
  db: Database,
  keyring: Keyring,
  workspaceId: string,
  id: string,
): Promise<OpenConnection | null> {
  const document = await findConnection(db, workspaceId, id);
  return document === null ? null : withSecrets(keyring, document);
}

/**
 * A connection with its secrets.
 * @throws {DecryptionError} if its secrets cannot be decrypted
 */
export function withSecrets(keyring: Keyring, document: ConnectionDocument): OpenConnection {
  const { _id: id, name, base_url, trace_context = false, updated_at } = document;
  const type = document.type ?? 'http';
  const headers = connectionHeaders(keyring, document);
  return { id, name, type, base_url, headers, trace_context, updated_at };
}

export function toConnection(document: ConnectionDocument): Connection {
  const { _id, name, base_url, auth, headers, created_at, updated_at } = document;
  return {
    id: _id,
    name,
    type: document.type ?? 'http',
    base_url,
    auth: shownAuth(auth),
    header_names: headers.names,
    trace_context: document.trace_context ?? false,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

/** `auth` without its secret. */
export function shownAuth(auth: SealedAuth): Connection['auth'] {
  return {
    type: auth.type,
    ...(auth.type === 'basic' ? { username: auth.username } : {}),
    ...(auth.type === 'header' ? { name: auth.name } : {}),
  };
}
