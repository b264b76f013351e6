import { hash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { builtInPatches } from '#contract/built-in-patches.ts';
import type { Page } from '#contract/pagination.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import type { Patch, PatchDefinition, PublishedDefinition } from '#contract/patch.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { PatchDocument } from '../documents/patch.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';

/**
 * Publishes a definition as the next version of its key, even if it is identical to the latest.
 * @param id of the version. Default: a new one
 * @throws {ContentionError} if others keep taking the next number
 * @throws {SecondActorNeeded}
 */
export async function publishPatch(
  db: Database,
  acting: Acting,
  definition: PatchDefinition,
  id: string = newId(),
): Promise<Patch> {
  const publish = async (session: ClientSession) => await publishPatchIn(db, session, acting, definition, id);
  return await retryOnConflict(`the patch ${definition.key}`, async () =>
    changeAlone(db, acting, 'patches', publish),
  );
}

/**
 * The same in a transaction, also for a tool.
 * @throws {StaleWriteError} if another publication was first
 */
export async function publishPatchIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  definition: PublishedDefinition,
  id: string,
): Promise<Patch> {
  const latest = await db.patches.findOne(
    { workspace_id: acting.workspace_id, key: definition.key },
    { sort: { version: -1 }, projection: { version: 1 }, session },
  );
  return await insertVersion(db, session, { id, acting, definition, after: latest?.version ?? 0 });
}

/**
 * Publishes a tool of an MCP server as the next version of its key, unless the latest version is identical.
 * @param faultOf why a definition must not follow the latest version; called unless they are identical
 * @returns the version and whether it is new, or the fault
 * @throws {ContentionError} if others keep taking the next number
 * @throws {SecondActorNeeded}
 */
export async function publishTool<Fault>(
  db: Database,
  acting: Acting,
  definition: PublishedDefinition,
  faultOf: (latest: Patch | null) => Promise<Fault | undefined>,
): Promise<{ patch: Patch; published: boolean } | { fault: Fault }> {
  const { key } = definition;
  const text = canonicalJson(definition);
  return await retryOnConflict(`the patch ${key}`, async () => {
    const latest = await db.patches.findOne(
      { workspace_id: acting.workspace_id, key },
      { sort: { version: -1 } },
    );
    if (latest !== null && canonicalJson(JSON.parse(latest.definition)) === text) {
      return { patch: toPatch(latest), published: false };
    }
    const fault = await faultOf(latest === null ? null : toPatch(latest));
    if (fault !== undefined) return { fault };
    const version = { id: newId(), acting, definition, after: latest?.version ?? 0 };
    const insert = async (session: ClientSession) => await insertVersion(db, session, version);
    return { patch: await changeAlone(db, acting, 'patches', insert), published: true };
  });
}

async function insertVersion(
  db: Database,
  session: ClientSession,
  {
    id,
    acting,
    definition,
    after,
  }: { id: string; acting: Acting; definition: PublishedDefinition; after: number },
): Promise<Patch> {
  const version = after + 1;
  const document: PatchDocument = {
    _id: id,
    workspace_id: acting.workspace_id,
    key: definition.key,
    version,
    ref: `${definition.key}@${version}`,
    definition: JSON.stringify(definition),
  };
  const { key, ref, definition: text } = document;
  const details = { key, version, ref, definition_sha256: hash('sha256', text) };
  await insertNew(db.patches, document, { session });
  const target = { kind: 'patch', id };
  await recordAudit(db, session, acting, { type: 'patch.published', target, details });
  return toPatch(document);
}

/** The version with an id, which clients do not know; null if there is none. */
export async function findPatchOfId(db: Database, workspaceId: string, id: string): Promise<Patch | null> {
  const document = await db.patches.findOne({ _id: id, workspace_id: workspaceId });
  return document === null ? null : toPatch(document);
}

/** Patches of a workspace by ref, built-in ones included. Those that do not exist are missing from the map. */
export async function findPatches(
  db: Database,
  workspaceId: string,
  refs: readonly string[],
): Promise<Map<string, Patch>> {
  const found = new Map(
    builtInPatches.filter(({ ref }) => refs.includes(ref)).map((patch) => [patch.ref, patch]),
  );
  const others = refs.filter((ref) => !found.has(ref));
  if (others.length === 0) return found;
  const documents = db.patches.find({ workspace_id: workspaceId, ref: { $in: others } });
  for await (const document of documents) found.set(document.ref, toPatch(document));
  return found;
}

export interface PatchFilter {
  workspace_id: string;
  key?: string;
}

/** Where a page of patches starts: after the workspace's patch of that id, or at that built-in patch. */
export type PatchPosition = string | number;

/** Published versions, newest first; the built-in patches are the oldest of every workspace. */
export async function listPatches(
  db: Database,
  filter: PatchFilter,
  limit: number,
  from?: PatchPosition,
): Promise<Page<Patch, PatchPosition>> {
  if (typeof from === 'number') return listBuiltIn(filter.key, limit, from);
  const own = await newestPage(db.patches, { ...filter }, limit, from);
  const items = own.items.map(toPatch);
  if (own.next !== null) return { items, next: own.next };
  const rest = listBuiltIn(filter.key, limit - items.length, 0);
  return { items: [...items, ...rest.items], next: rest.next };
}

function listBuiltIn(key: string | undefined, limit: number, from: number): Page<Patch, number> {
  const matching = builtInPatches.filter((patch) => key === undefined || patch.key === key);
  const end = from + limit;
  return { items: matching.slice(from, end), next: matching.length > end ? end : null };
}

function toPatch({ _id, ref, version, definition }: PatchDocument): Patch {
  const created_at = toTimestamp(madeAt(_id));
  return { ref, version, ...(JSON.parse(definition) as PublishedDefinition), created_at };
}
