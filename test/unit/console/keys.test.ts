import { expect, it } from 'vitest';
import { apiKeyScopes, NewApiKey } from '#contract/api-key.ts';
import { apiKeyBody } from '#console/pages/keys/api-key-body.ts';
import { expiryWarning } from '#console/pages/keys/key-expiry.ts';
import { allScopes } from '#console/pages/keys/scopes.ts';

function form(fields: Record<string, string>, scopes: readonly string[]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const scope of scopes) data.append('scopes', scope);
  return data;
}

it('[console.keys] the page offers every scope of the API', () => {
  expect(allScopes).toEqual(apiKeyScopes);
});

it('[console.keys] a form that is left as it is makes a key that may do everything and never expires', () => {
  expect(apiKeyBody(form({ name: ' ', expires_at: '' }, allScopes))).toEqual({});
});

it('[console.keys] a form makes a key with a name, what is ticked, and an expiry in the zone of the person', () => {
  const body = apiKeyBody(form({ name: ' Bot ', expires_at: '2027-03-28T12:30' }, ['decide', 'read']));
  const expires_at = new Date(2027, 2, 28, 12, 30).toISOString();
  expect(body).toEqual({ name: 'Bot', scopes: ['read', 'decide'], expires_at });
  expect(NewApiKey.parse(body)).toEqual(body);
});

it('[console.keys] a form without a tick is no form with all: the API refuses it', () => {
  const body = apiKeyBody(form({ name: '', expires_at: '' }, []));
  expect(body).toEqual({ scopes: [] });
  expect(NewApiKey.safeParse(body).success).toBe(false);
});

it.each([
  [undefined, undefined],
  ['2027-01-01T00:00:00.000Z', 'expired'],
  ['2027-01-01T00:00:00.001Z', 'soon'],
  ['2027-01-08T00:00:00.000Z', 'soon'],
  ['2027-01-08T00:00:00.001Z', undefined],
])('[console.keys] of a key that lives until %s, the page warns: %s', (expiresAt, warning) => {
  expect(expiryWarning(expiresAt, Date.parse('2027-01-01T00:00:00.000Z'))).toBe(warning);
});
