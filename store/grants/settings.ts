import type { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import type { Database } from '../mongo/database.ts';

/** How users of a workspace sign in; empty if nothing was ever set. */
export async function readMcpSettings(db: Database, workspaceId: string): Promise<McpSettings> {
  const document = await db.mcp_settings.findOne({ _id: workspaceId });
  return document?.login_url === undefined ? {} : { login_url: document.login_url };
}

/** Replaces the settings of a workspace. */
export async function writeMcpSettings(
  db: Database,
  workspaceId: string,
  { login_url }: NewMcpSettings,
): Promise<McpSettings> {
  const settings = login_url === null ? {} : { login_url };
  await db.mcp_settings.replaceOne(
    { _id: workspaceId },
    { ...settings, updated_at: new Date() },
    { upsert: true },
  );
  return settings;
}
