import { expect, it } from 'vitest';
import type { PolicyCheck, ShownAccount } from '#contract/approval-check.ts';
import type { JsonObject } from '#contract/json.ts';
import { resolveAccounts } from '#calls/resolve-accounts.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';
import { Identifier } from '#identify/identifier.ts';

const identifier = new Identifier(await loadIdentifyData(allTables), {
  find: async () => [],
  imported: () => undefined,
});
const byIban: PolicyCheck = { type: 'identify', reference: { iban: '/to/iban' } };

async function resolve(args: JsonObject, check: PolicyCheck = byIban): Promise<ShownAccount | undefined> {
  const [account] = (await resolveAccounts(identifier, { ...plainGate, checks: [check] }, args)) ?? [];
  return account;
}

it('[approval-policy.checks.identify] an account reference is resolved from the arguments', async () => {
  expect(await resolve({ to: { iban: 'de89 3704 0044 0532 0130 00' } })).toMatchObject({
    pointers: ['/to/iban'],
    result: 'identified',
    rail: 'iban',
    reference: 'DE89370400440532013000',
    country: 'DE',
    institution: { name: expect.stringContaining('Commerzbank') },
  });
  const uk: PolicyCheck = {
    type: 'identify',
    country: 'GB',
    reference: { sort_code: '/sort', account_number: '/account' },
  };
  expect(await resolve({ sort: 601_613, account: '31926819' }, uk)).toMatchObject({
    result: 'identified',
    rail: 'sort_code',
    account_valid: true,
  });
  expect(await resolve({ to: { iban: 'DE00370400440532013000' } })).toMatchObject({
    result: 'not_found',
    reason: 'bad_checksum',
  });
});

it.each<[string, JsonObject]>([
  ['names nothing', {}],
  ['leads into a list', { to: [{ iban: 'DE89370400440532013000' }] }],
  ['leads to an object', { to: { iban: {} } }],
  ['leads to null', { to: { iban: null } }],
  ['leads to an empty text', { to: { iban: '' } }],
  ['leads to a number that has lost digits', { to: { iban: 2 ** 60 } }],
  ['leads to a fraction', { to: { iban: 1234.5 } }],
  ['leads to a text of 400 digits', { to: { iban: '9'.repeat(400) } }],
  ['leads to characters that cannot be seen', { to: { iban: 'DE89\u202E370400440532013000' } }],
])('[approval-policy.checks.identify] a reference that %s is shown as malformed', async (_, args) => {
  expect(await resolve(args)).toMatchObject({
    pointers: ['/to/iban'],
    result: 'malformed',
    message: expect.stringMatching(/^\w/),
  });
});

it('nothing is looked up for a gate without such a check, or a call that is not held', async () => {
  const refusing = {
    identify: async () => {
      throw new Error('nothing should be looked up');
    },
  };
  const age: PolicyCheck = { type: 'approval_age', max_seconds: 60 };
  expect(await resolveAccounts(refusing, { ...plainGate, checks: [age] }, {})).toBeUndefined();
  expect(
    await resolveAccounts(refusing, { verdict: 'allow', rule: { type: 'confirm', verdict: 'allow' } }, {}),
  ).toBeUndefined();
});
