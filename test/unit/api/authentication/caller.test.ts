import { expect, it } from 'vitest';
import { viaOf } from '#api/http/authentication/caller.ts';

const session = {
  _id: '',
  workspace_id: '',
  name: 'ada',
  created_at: new Date(0),
  expires_at: new Date(0),
  ends_at: new Date(0),
};

it.each([
  [
    'a session of the console that an API key opened',
    { session: { ...session, api_key_id: 'key' } },
    'api_key',
  ],
  ['one that a link opened', { session }, 'api_key'],
  ['one that was opened at the identity provider', { session: { ...session, sign_in_id: 'id' } }, 'console'],
  ['an API key', {}, 'api_key'],
  ['an MCP client', { grant: { id: 'grant', client_name: 'Client' } }, 'token'],
])('says how the person of %s is known', (_, caller, via) => {
  expect(viaOf({ mode: 'relay', ...caller })).toBe(via);
});
