import type { McpSettings, NewMcpSettings } from '#contract/mcp-settings.ts';
import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type Acting, audited } from '../audit/record.ts';
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

/** Replaces the settings of a workspace. Where its users approve stays as it is, unless that is given. */
export async function writeMcpSettings(
  db: Database,
  acting: Acting,
  { login_url, approvals }: NewMcpSettings,
): Promise<McpSettings> {
  const set = {
    ...(login_url === null ? {} : { login_url }),
    ...defined({ approvals }),
    updated_at: new Date(),
  };
  const change = login_url === null ? { $set: set, $unset: { login_url: '' as const } } : { $set: set };
  return await audited(
    db,
    acting,
    async (session) =>
      settingsOf(
        await db.mcp_settings.findOneAndUpdate({ _id: acting.workspace_id }, change, {
          session,
          upsert: true,
          returnDocument: 'after',
        }),
      ),
    (settings) => ({
      type: 'settings.changed',
      target: { kind: 'settings', id: 'mcp' },
      contents: { value: toJsonText(settings) },
    }),
  );
}
