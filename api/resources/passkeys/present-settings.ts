import { defined } from '#contract/defined.ts';
import type { PasskeySettings } from '#contract/passkey-settings.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { ownRelyingParty, relyingPartyOf } from '#engine/rules/passkeys/relying-party.ts';
import type { PasskeySettingsDocument } from '#store/documents/passkey.ts';
import { passkeysUnavailable } from './relying-party.ts';

/**
 * The relying party of a workspace, its own or the default.
 * @throws {ServiceError} `passkeys_unavailable`
 */
export function presentSettings(set: PasskeySettingsDocument | null, baseUrl: string): PasskeySettings {
  const found = relyingPartyOf(set ?? {}, ownRelyingParty(baseUrl));
  if (found === undefined) throw passkeysUnavailable();
  const { rp_id, origins } = found;
  return {
    rp_id,
    origins: [...origins],
    ...defined({ updated_at: set ? toTimestamp(set.updated_at) : undefined }),
  };
}
