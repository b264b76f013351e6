import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { describeField } from '#contract/errors.ts';
import type { ImportedTool, ToolImport } from '#contract/mcp-tool.ts';
import type { Patch, PublishedDefinition } from '#contract/patch.ts';
import { truncate } from '#contract/text.ts';
import { type PlannedTool, planImport, type ToolToImport } from '#patches/mcp-tools/plan-import.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import { publishTool } from '#store/patches/patches.ts';
import { findConnectionRef } from '#store/connections/connections.ts';
import { SecondActorNeeded } from '#store/four-eyes/second-actor-needed.ts';
import { newId } from '#store/mongo/ids.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Acting } from '#store/audit/record.ts';
import { propose } from '../four-eyes/propose.ts';

/** How long checking the schemas of an import may take. */
const defaultLimits = {
  /** All together. */
  allMs: 20_000,
  /** Each. */
  eachMs: 1000,
};
/** Maximum length of shown names of a server. */
const nameCharacters = 256;

type Fault = NonNullable<ImportedTool['error']>;

interface Publisher {
  db: Database;
  schemas: SchemaPool;
}

/** The time that remains. */
interface Budget {
  leftMs: number;
  eachMs: number;
}

/**
 * Publishes the tools of a server, one after the other. If it is interrupted, the same import continues where it stopped,
 * because what is published already has not changed.
 * @param limits Default: those of the service
 * @returns what became of each tool
 * @throws {ServiceError} `invalid_request` if there are too many
 */
export async function publishTools(
  publisher: Publisher,
  acting: Acting,
  { connectionId, listed, body }: { connectionId: string; listed: ToolToImport[]; body: ToolImport },
  limits = defaultLimits,
): Promise<ImportedTool[]> {
  const imported: ImportedTool[] = [];
  const budget = { leftMs: limits.allMs, eachMs: limits.eachMs };
  for (const planned of planImport(connectionId, listed, body)) {
    imported.push(await publishOne(publisher, acting, planned, budget));
    await yieldToOthers();
  }
  return imported;
}

async function publishOne(
  { db, schemas }: Publisher,
  acting: Acting,
  planned: PlannedTool,
  budget: Budget,
): Promise<ImportedTool> {
  const workspaceId = acting.workspace_id;
  const name = truncate(planned.name, nameCharacters).toWellFormed();
  if ('fault' in planned) return { name, changed: false, error: planned.fault };
  const { definition, proposed } = planned;
  const faultOf = async (latest: Patch | null): Promise<Fault | undefined> => {
    if (latest !== null && !(await isSameTool(db, workspaceId, latest, definition))) {
      const message = `The workspace has a patch ${definition.key} that is not this tool: give a prefix, or overrides.key.`;
      return { code: 'key_taken', message };
    }
    const [fault] = await checked(schemas, workspaceId, definition, budget);
    return fault && { code: 'invalid_tool', message: describeField(fault) };
  };
  const made = await publishTool(db, acting, definition, faultOf).catch((error: unknown) => {
    if (error instanceof SecondActorNeeded) return undefined;
    throw error;
  });
  if (made === undefined) {
    const asked = { operation: 'importTools', target: definition.key, body: definition } as const;
    const { _id: change_id } = await propose(db, acting, newId(), asked);
    return { name, change_id, changed: false, proposed };
  }
  return 'fault' in made
    ? { name, changed: false, proposed, error: made.fault }
    : { name, ref: made.patch.ref, changed: made.published, proposed };
}

async function checked(
  schemas: SchemaPool,
  workspaceId: string,
  definition: PublishedDefinition,
  budget: Budget,
) {
  const ownMs = Math.min(budget.eachMs, budget.leftMs);
  const own = { leftMs: ownMs };
  const faults = await schemas.checkDefinition(workspaceId, definition, own);
  budget.leftMs -= ownMs - own.leftMs;
  return faults;
}

/** Whether a version is the tool of the same connection, or of one that is gone. */
async function isSameTool(
  db: Database,
  workspaceId: string,
  { mcp: latest }: Patch,
  { mcp }: PublishedDefinition,
): Promise<boolean> {
  if (latest === undefined || latest.tool !== mcp?.tool) return false;
  if (latest.connection_id === mcp.connection_id) return true;
  return (await findConnectionRef(db, workspaceId, latest.connection_id, { names: false })) === null;
}
