import { PasskeySettings } from '#contract/passkey-settings.ts';
import { readPasskeySettings } from '#store/passkeys/settings.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { presentSettings } from './present-settings.ts';
import type { PasskeyServices } from './relying-party.ts';

export const getPasskeySettings = endpoint({
  operation: 'getPasskeySettings',
  summary: 'Get the domain and the origins at which passkeys are made and used',
  method: 'get',
  path: '/v1/settings/passkeys',
  access: 'management',
  noun: 'setting',
  role: 'viewer',
  status: 200,
  data: PasskeySettings,
  errors: ['passkeys_unavailable'],
  async handle({ db, baseUrl }: PasskeyServices, { caller }) {
    return { data: presentSettings(await readPasskeySettings(db, caller.workspace_id), baseUrl) };
  },
});
