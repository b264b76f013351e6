import { ServiceError } from '#contract/errors.ts';
import type { NewPasskeySettings } from '#contract/passkey-settings.ts';
import {
  isPageOf,
  originsOf,
  ownRelyingParty,
  type RelyingParty,
  relyingPartyOf,
} from '#engine/rules/passkeys/relying-party.ts';
import type { Database } from '#store/mongo/database.ts';
import { readPasskeySettings } from '#store/passkeys/settings.ts';
import type { Caller } from '../../http/authentication/caller.ts';

/** The dependencies of making and checking passkeys. */
export interface PasskeyServices {
  db: Database;
  baseUrl: string;
}

/**
 * The relying party for the page that asks: of the console its own, unless that of the workspace covers it too.
 * @throws {ServiceError} `passkeys_unavailable`
 */
export async function relyingPartyFor(
  { db, baseUrl }: PasskeyServices,
  { workspace_id, session }: Pick<Caller, 'workspace_id' | 'session'>,
): Promise<RelyingParty> {
  const own = ownRelyingParty(baseUrl);
  const set = relyingPartyOf(await settingsOf(db, workspace_id), own);
  const isForConsole = session !== undefined && set !== undefined && !isPageOf(baseUrl, set.rp_id);
  const found = isForConsole ? own : set;
  if (found === undefined) throw passkeysUnavailable();
  return found;
}

/** The origins at which a passkey may be used. */
export async function originsFor(
  { db, baseUrl }: PasskeyServices,
  workspaceId: string,
  rpId: string,
): Promise<string[]> {
  return originsOf(rpId, await settingsOf(db, workspaceId), ownRelyingParty(baseUrl));
}

export function passkeysUnavailable(): ServiceError {
  return new ServiceError(
    'passkeys_unavailable',
    'There are no passkeys at an IP address: set rp_id to the domain of your pages.',
  );
}

async function settingsOf(db: Database, workspaceId: string): Promise<NewPasskeySettings> {
  return (await readPasskeySettings(db, workspaceId)) ?? {};
}
