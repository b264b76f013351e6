import { expect, it } from 'vitest';
import { originsOf, ownRelyingParty, relyingPartyOf } from '#engine/rules/passkeys/relying-party.ts';

it.each([
  ['https://heddle.example', { rp_id: 'heddle.example', origins: ['https://heddle.example'] }],
  [
    'http://127.0.0.1:8080',
    { rp_id: 'localhost', origins: ['http://127.0.0.1:8080', 'http://localhost:8080'] },
  ],
  ['http://[::1]:8080', { rp_id: 'localhost', origins: ['http://[::1]:8080', 'http://localhost:8080'] }],
  ['http://localhost:8080', { rp_id: 'localhost', origins: ['http://localhost:8080'] }],
  ['http://10.0.0.4:8080', undefined],
  ['https://[2001:db8::1]', undefined],
])('[passkey.settings] %s', (baseUrl, party) => {
  expect(ownRelyingParty(baseUrl)).toEqual(party);
});

it('[passkey.settings] there is none at an address, unless the workspace sets one', () => {
  expect(relyingPartyOf({}, undefined)).toBeUndefined();
  expect(relyingPartyOf({ rp_id: 'bank.example' }, undefined)).toEqual({
    rp_id: 'bank.example',
    origins: ['https://bank.example'],
  });
});

it('[passkey.settings.kept] a passkey may be used at the origins of its own domain only', () => {
  const own = ownRelyingParty('https://heddle.example');
  const settings = { rp_id: 'bank.example', origins: ['https://app.bank.example'] };
  expect(originsOf('bank.example', settings, own)).toEqual(['https://app.bank.example']);
  expect(originsOf('heddle.example', settings, own)).toEqual(['https://heddle.example']);
  expect(originsOf('example', settings, undefined)).toEqual(['https://app.bank.example']);
  expect(originsOf('gone.example', settings, own)).toEqual([]);
});
