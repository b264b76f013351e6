import type { Realtime } from '#adapters/realtime/port.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import type { ConsoleSession } from '#contract/console.ts';
import { defined } from '#contract/defined.ts';
import { mayWith } from '#contract/role-rules.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { findSignInSettings } from '#store/console/sign-in-settings.ts';
import { findWorkspace } from '#store/credentials/workspaces.ts';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import type { Database } from '#store/mongo/database.ts';
import { unauthorized } from '../http/authentication/errors.ts';
import { personOf } from '../http/authentication/session-person.ts';
import { isOfLink } from '../http/authentication/refuse-link-sessions.ts';
import type { VoiceSwitch } from '../resources/voice/voice-switch.ts';
import { realtimeConfigOf } from '../resources/realtime/config.ts';

/** The deployment's settings in a session. */
export interface SessionServices {
  db: Database;
  realtime?: Realtime;
  voice?: VoiceProvider | undefined;
  voiceSwitch: VoiceSwitch;
  /** `temporalUi`: the list of workflows in Temporal's web UI. */
  console: { temporalUi?: string };
}

/**
 * A session as the console sees it.
 * @throws {ServiceError} `unauthorized` if its workspace is gone
 */
export async function presentSession(
  { db, realtime, voice, voiceSwitch, console: { temporalUi } }: SessionServices,
  session: ConsoleSessionDocument,
): Promise<ConsoleSession> {
  const { workspace_id, sign_in_id, roles, name, expires_at } = session;
  const workspace = await findWorkspace(db, workspace_id);
  if (workspace === null) throw unauthorized();
  return {
    name,
    person: await personOf(db, session),
    workspace: { id: workspace_id, name: workspace.name },
    expires_at: toTimestamp(expires_at),
    links: temporalUi === undefined ? {} : { temporal_ui: temporalUi },
    manages_keys: !isOfLink(session) && (roles === undefined || mayWith(roles, 'admin')),
    ...defined({ roles }),
    at_provider: sign_in_id !== undefined,
    has_provider: (await findSignInSettings(db, workspace_id)) !== null,
    voice: voice !== undefined && (await voiceSwitch.isOn(workspace_id)),
    realtime: realtimeConfigOf(realtime),
  };
}
