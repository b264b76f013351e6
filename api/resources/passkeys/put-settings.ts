import { invalidFields } from '#contract/errors.ts';
import { NewPasskeySettings, PasskeySettings } from '#contract/passkey-settings.ts';
import { isPageOf, ownRelyingParty, relyingPartyOf } from '#engine/rules/passkeys/relying-party.ts';
import { writePasskeySettings } from '#store/passkeys/settings.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { presentSettings } from './present-settings.ts';
import { passkeysUnavailable, type PasskeyServices } from './relying-party.ts';

export const putPasskeySettings = endpoint({
  operation: 'putPasskeySettings',
  summary: 'Set the domain and the origins at which passkeys are made and used',
  method: 'put',
  path: '/v1/settings/passkeys',
  access: 'management',
  noun: 'setting',
  role: 'admin',
  body: NewPasskeySettings,
  status: 200,
  proposes: true,
  data: PasskeySettings,
  errors: ['passkeys_unavailable'],
  async handle({ db, baseUrl }: PasskeyServices, call) {
    const { caller, body } = call;
    checkOrigins(body, baseUrl);
    return await orPropose(
      db,
      call,
      () => ({ operation: 'putPasskeySettings', target: 'passkeys', body }),
      async () => ({ data: presentSettings(await writePasskeySettings(db, caller, body), baseUrl) }),
    );
  },
});

/**
 * Browsers refuse a passkey on a page that is not at its domain or below it.
 * @throws {ServiceError} `invalid_request`, `passkeys_unavailable`
 */
function checkOrigins(body: NewPasskeySettings, baseUrl: string): void {
  const own = ownRelyingParty(baseUrl);
  const party = relyingPartyOf(body, own);
  if (party === undefined) throw passkeysUnavailable();
  const { rp_id } = party;
  const faults = (body.origins ?? []).flatMap((origin, index) =>
    isPageOf(origin, rp_id)
      ? []
      : [{ path: `origins.${index}`, message: `must be at ${rp_id} or below it`, code: 'other_domain' }],
  );
  if (faults.length > 0) throw invalidFields(faults);
}
