import type { ConsoleSession } from '#contract/console.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { findWorkspace } from '#store/credentials/workspaces.ts';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import { unauthorized } from '../authentication/unauthorized.ts';
import { realtimeConfigOf } from '../realtime/config.ts';
import type { Services } from '../services.ts';

/**
 * A session as the console sees it.
 * @throws {ServiceError} `unauthorized` if its workspace is gone
 */
export async function presentSession(
  { db, realtime, voice, voiceSwitch, console: { temporalUi } }: Services,
  { workspace_id, name, expires_at }: ConsoleSessionDocument,
): Promise<ConsoleSession> {
  const workspace = await findWorkspace(db, workspace_id);
  if (workspace === null) throw unauthorized();
  return {
    name,
    workspace: { id: workspace_id, name: workspace.name },
    expires_at: toTimestamp(expires_at),
    links: temporalUi === undefined ? {} : { temporal_ui: temporalUi },
    voice: voice !== undefined && (await voiceSwitch.isOn(workspace_id)),
    realtime: realtimeConfigOf(realtime),
  };
}
