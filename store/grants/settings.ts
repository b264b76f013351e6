import type { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { ClientSession } from 'mongodb';
import { type Acting, recordAudit } from '../audit/record.ts';
import { changeAlone } from '../four-eyes/change-alone.ts';
import type { McpSettingsDocument } from '../documents/mcp-settings.ts';
import type { Database } from '../mongo/database.ts';

/** How users of a workspace sign in and approve. */
export async function readMcpSettings(db: Database, workspaceId: string): Promise<McpSettings> {
  return settingsOf(await db.mcp_settings.findOne({ _id: workspaceId }));
}

function settingsOf(document: McpSettingsDocument | null): McpSettings {
  const { login_url, approvals } = document ?? {};
  return defined({ login_url, approvals });
}

/**
 * Changes the settings of a workspace. What is not given stays as it is.
 * @throws {SecondActorNeeded} if two actors have to do that
 */
export async function writeMcpSettings(
  db: Database,
  acting: Acting,
  settings: NewMcpSettings,
): Promise<McpSettings> {
  const write = async (session: ClientSession) => await writeMcpSettingsIn(db, session, acting, settings);
  return await changeAlone(db, acting, 'credentials', write);
}

/** Changes the settings in a transaction. */
export async function writeMcpSettingsIn(
  db: Database,
  session: ClientSession,
  acting: Acting,
  { login_url, approvals }: NewMcpSettings,
): Promise<McpSettings> {
  const set = {
    ...defined({ login_url: login_url ?? undefined, approvals }),
    updated_at: new Date(),
  };
  const change = login_url === null ? { $set: set, $unset: { login_url: '' as const } } : { $set: set };
  const options = { session, upsert: true, returnDocument: 'after' } as const;
  const filter = { _id: acting.workspace_id };
  const settings = settingsOf(await db.mcp_settings.findOneAndUpdate(filter, change, options));
  await recordAudit(db, session, acting, {
    type: 'settings.changed',
    target: { kind: 'settings', id: 'mcp' },
    contents: { value: toJsonText(settings) },
  });
  return settings;
}
