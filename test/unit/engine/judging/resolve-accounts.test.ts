import { expect, it } from 'vitest';
import type { PolicyCheck, ShownAccount } from '#contract/approval-check.ts';
import type { JsonObject } from '#contract/json.ts';
import { resolveAccounts } from '#engine/judging/resolve-accounts.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';
import { Identifier } from '#identify/identifier.ts';

const identifier = new Identifier(await loadIdentifyData(allTables), {
  find: async () => [],
  imported: () => undefined,
});
const byIban: PolicyCheck = { type: 'identify', reference: { iban: '/to/iban' } };

async function resolve(
  args: JsonObject,
  check: PolicyCheck = byIban,
  shown: ShownAccount[] = [],
): Promise<ShownAccount | undefined> {
  const gate = { ...plainGate, checks: [check] };
  const [account] = (await resolveAccounts({ accounts: identifier }, gate, args, { shown })) ?? [];
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

it.each<[string, Partial<NonNullable<ShownAccount['institution']>>, boolean]>([
  ['under its id of today', {}, true],
  ['under an id that it had', { id: 'gb_bic_nwbkgb2x' }, true],
  ['in other capitals', { name: 'NATIONAL WESTMINSTER BANK' }, true],
  ['under the id of another bank', { id: 'gb_bic_barcgb22' }, false],
  ['under the name of another bank, as before it was taken over', { name: 'Westbank' }, false],
])(
  '[approval-policy.checks.former-ids] a bank that was shown %s is told as it was, unless it is another one',
  async (_, before, isSame) => {
    const args = { to: { iban: 'GB29NWBK60161331926819' } };
    const account = await resolve(args);
    if (account?.institution === undefined) throw new Error('The account has no bank');
    const shown = { ...account, institution: { ...account.institution, ...before } };
    expect(await resolve(args, byIban, [shown])).toEqual(isSame ? shown : account);
    // Each reference is compared with what it was itself.
    const both = await resolveAccounts(
      { accounts: identifier },
      { ...plainGate, checks: [{ type: 'identify', reference: { iban: '/from' } }, byIban] },
      { ...args, from: 'DE89370400440532013000' },
      { shown: [shown, shown] },
    );
    expect(both).toEqual([expect.objectContaining({ country: 'DE' }), isSame ? shown : account]);
  },
);

it('nothing is looked up for a gate without such a check, or a call that is not held', async () => {
  const accounts = {
    identify: async () => {
      throw new Error('nothing should be looked up');
    },
  };
  const age: PolicyCheck = { type: 'approval_age', max_seconds: 60 };
  expect(await resolveAccounts({ accounts }, { ...plainGate, checks: [age] }, {})).toBeUndefined();
  expect(
    await resolveAccounts(
      { accounts },
      { verdict: 'allow', rule: { type: 'confirm', verdict: 'allow' } },
      {},
    ),
  ).toBeUndefined();
});
