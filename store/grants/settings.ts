import type { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { Database } from '../mongo/database.ts';

/** How users of a workspace sign in; empty if nothing was ever set. */
export async function readMcpSettings(db: Database, workspaceId: string): Promise<McpSettings> {
  const document = await db.mcp_settings.findOne({ _id: workspaceId });
  return document?.login_url === undefined ? {} : { login_url: document.login_url };
}

/** Replaces the settings of a workspace. */
export async function writeMcpSettings(
  db: Database,
  acting: Acting,
  { login_url }: NewMcpSettings,
): Promise<McpSettings> {
  const settings = login_url === null ? {} : { login_url };
  await audited(
    db,
    acting,
    async (session) =>
      await db.mcp_settings.replaceOne(
        { _id: acting.workspace_id },
        { ...settings, updated_at: new Date() },
        { session, upsert: true },
      ),
    () => ({
      type: 'settings.changed',
      target: { kind: 'settings', id: 'mcp' },
      contents: { value: toJsonText(settings) },
    }),
  );
  return settings;
}
