import { expect, it } from 'vitest';
import { known, lookUp, statsOf } from '../../support/identify.ts';
import { accountOf } from '../../support/ledger.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const workspace = perFile(() => service.workspace());
const client = perFile(async () => workspace.client);

it.each([
  ['nothing', {}, ''],
  ['no reference', { country: 'DE' }, ''],
  ['two rails', { bic: 'DEUTDEFF', iban: known.iban }, ''],
  ['another rail', { rail: 'swift', iban: known.iban }, 'bic'],
  ['a field of no rail', { ...known, phone_number: '+254712345678' }, ''],
  ['several rails', { bank_code: '01' }, ''],
  ['seven rails', { bank_code: '011', account_number: '0000014579' }, ''],
  ['a country of another rail', { routing_number: '021000021', country: 'DE' }, 'country'],
  ['another country', { bic: 'DEUTDEFF', country: 'FR' }, 'country'],
  ['an unknown rail', { rail: 'sepa', ...known }, 'rail'],
  ['an unknown field', { ...known, ibna: 'x' }, 'ibna'],
  ['an empty reference', { iban: '' }, 'iban'],
  ['a number', { iban: 12 }, 'iban'],
  ['a reference that is too long', { iban: 'D'.repeat(129) }, 'iban'],
  ['too few digits', { routing_number: '12345' }, 'routing_number'],
  ['digits of another script', { routing_number: '٠٢١٠٠٠٠٢١' }, 'routing_number'],
  ['control characters', { bic: 'DEUT\u0007EFF' }, 'bic'],
  ['no country', { iban: 'XX00' }, 'iban'],
  ['an account that is none', { sort_code: '202959', account_number: '6374*472' }, 'account_number'],
])('[identify.request.invalid-args] %s is refused, and says where', async (_, body, path) => {
  const answer = await lookUp(client, body);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect((answer.error.details as { path: string }[]).map((field) => field.path)).toContain(path);
});

it('what was refused is neither counted nor charged', async () => {
  const { entries } = await accountOf(service.db, workspace.id);
  expect(entries.map(({ reason }) => reason)).toEqual(['grant']);
  expect(await statsOf(client)).toEqual([]);
});

it('[identify.api-key] Identify is for API keys, with or without a subject', async () => {
  const paths = ['/v1/identify/banks', '/v1/identify/stats'];
  const token = await signToken(await registerSigner(client));
  const direct = client.with({ apiKey: token });
  const stranger = client.with({ apiKey: `sk_${'x'.repeat(43)}` });
  expect(verdict(await lookUp(direct, known))).toEqual([403, 'forbidden']);
  expect(verdict(await lookUp(stranger, known))).toEqual([401, 'unauthorized']);
  for (const path of paths) {
    expect(verdict(await direct.get(path))).toEqual([403, 'forbidden']);
    expect(verdict(await stranger.get(path))).toEqual([401, 'unauthorized']);
    expect(verdict(await client.get(path))).toEqual([200]);
  }
  expect(verdict(await lookUp(client, known))).toEqual([200]);
  expect(verdict(await lookUp(client.as('ada'), known))).toEqual([200]);
});
