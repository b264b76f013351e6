import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nubanHolds } from '#identify/nuban-check.ts';
import { nigerianBanks } from '#identify/nigerian-banks.ts';
import { answerTo as answerToAny, ask as askAny, data } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

/** A bank code beside an account number could be of seven rails. */
const answerTo = (body: object) => answerToAny({ rail: 'nuban', ...body });
const ask = (body: object) => askAny({ rail: 'nuban', ...body });

/** "Proposals on the Implementation of NUBAN Scheme (version 0.4)", Central Bank of Nigeria, 2010, examples 1 and 2. */
it.each(['0000014579', '0000000220'])(
  '[identify.rail.nuban] CBN 2010: %s is an account at First Bank',
  (number) => {
    expect(answerTo({ account_number: number, bank_code: '011' })).toMatchObject({
      result: 'identified',
      rail: 'nuban',
      reference: number,
      country: 'NG',
      institution: { id: 'ng_bic_fbningla', short_name: 'First Bank', bic: 'FBNINGLA', type: 'bank' },
      account: { number, valid: true, check: 'checksum' },
      confidence: 'exact',
    });
  },
);

/**
 * "Revised Standards on NUBAN", Central Bank of Nigeria, 2020: 011 counts as 000011, and 50547 as 950547. Weights 3, 7,
 * 3 again and again, as reckoned by hand: 9×3 + 5×7 + 0 + 5×3 + 4×7 + 7×3 = 126, and for the serial number 000021457
 * 2×7 + 1×3 + 4×3 + 5×7 + 7×3 = 85, together 211: the check digit is 10 - 1.
 */
it('CBN 2020: the code of another financial institution counts with a 9 before it', () => {
  const digits = '0123456789'.split('').filter((digit) => nubanHolds('50547', `000021457${digit}`));
  expect(digits).toEqual(['9']);
});

it.each([
  ['044', 'Access Bank'],
  ['058', 'GTBank'],
  ['057', 'Zenith Bank'],
  ['033', 'UBA'],
  ['011', 'First Bank'],
  ['032', 'Union Bank'],
  ['035', 'Wema Bank'],
  ['070', 'Fidelity Bank'],
  ['214', 'FCMB'],
  ['50211', 'Kuda'],
  ['301', 'Jaiz Bank Plc'],
])('%s is %s, by its code on NIP too', (code, name) => {
  const number = accountAt(code);
  const answer = answerTo({ account_number: number, bank_code: code });
  expect(answer).toMatchObject({ result: 'identified', rails: expect.arrayContaining(['nip']) });
  expect([answer.institution?.short_name, answer.institution?.name]).toContain(name);
  const nip = answer.institution?.codes.find(({ scheme }) => scheme === 'nip')?.value ?? '';
  expect(answerTo({ account_number: number, bank_code: nip }).institution).toEqual(answer.institution);
});

it.each([
  ['566', 'ng_nip_090110'],
  ['125', 'ng_nip_090175'],
  ['50823', 'ng_nip_090154'],
])('the code %s, on which two lists agree, leads to the institution of the code on NIP', (bank_code, id) => {
  expect(answerTo({ account_number: '1000000015', bank_code }).institution?.id).toBe(id);
});

it('an institution code with the 9 of the standard is read', () => {
  const number = accountAt('50211');
  expect(answerTo({ account_number: number, bank_code: '950211' }).institution?.short_name).toBe('Kuda');
});

it('[identify.result.not-found] a wrong check digit is not found, whoever the bank is', () => {
  for (const bank_code of ['011', '50211', '999']) {
    const wrong = (Number(accountAt(bank_code)) % 10) + 1;
    const number = `000001457${wrong % 10}`;
    const answer = answerTo({ account_number: number, bank_code });
    expect(answer).toMatchObject({
      result: 'not_found',
      reason: 'bad_checksum',
      account: { number, valid: false, check: 'checksum' },
    });
    expect(answer).not.toHaveProperty('institution');
  }
});

it('an unknown bank code is not found even when its check digit is right', () => {
  const answer = answerTo({ account_number: accountAt('999'), bank_code: '999' });
  expect(answer).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
});

it.each(['999992', '100004', '999991', '50515', '100002'])(
  'accounts of the wallet %s are phone numbers: nothing is checked',
  (bank_code) => {
    const answer = answerTo({ account_number: '8031234567', bank_code });
    expect(answer).toMatchObject({ result: 'identified', account: { check: 'none' } });
    expect(answer.account).not.toHaveProperty('valid');
  },
);

it('[identify.nuban.ambiguous] without a bank code all that fit are candidates, banks first', () => {
  const answer = answerTo({ account_number: '0000014579' });
  expect(answer).toMatchObject({
    result: 'not_found',
    reason: 'ambiguous',
    confidence: 'candidates',
    account: { number: '0000014579', check: 'none' },
  });
  const candidates = answer.candidates ?? [];
  expect(candidates.map(({ id }) => id)).toContain('ng_bic_fbningla');
  expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length);
  const places = candidates.map(({ type }) => Number(type !== 'bank'));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const { codes } of candidates) {
    const fits = codes.some(({ scheme, value }) => scheme === 'cbn' && nubanHolds(value, '0000014579'));
    expect(fits).toBe(true);
  }
});

it('[identify.nuban.ambiguous] wallets are candidates for phone numbers only', () => {
  const names = (account_number: string) =>
    (answerTo({ account_number }).candidates ?? []).map(({ short_name }) => short_name);
  expect(names('8031234567')).toEqual(expect.arrayContaining(['OPay', 'PalmPay', 'Moniepoint', 'Paga']));
  expect(names('0000014579')).not.toContain('OPay');
});

it('a bank that was taken over is told as the one that took it over, a closed one not at all', () => {
  const diamond = answerTo({ account_number: accountAt('063'), bank_code: '063' });
  expect(diamond).toMatchObject({ result: 'identified', institution: { id: 'ng_bic_abngngla' } });
  const heritage = answerTo({ account_number: accountAt('030'), bank_code: '030' });
  expect(heritage).toMatchObject({ result: 'not_found', reason: 'closed_institution' });
});

it.each([
  [{ account_number: '' }, 'account_number'],
  [{ account_number: '000001457' }, 'account_number'],
  [{ account_number: '00000145799' }, 'account_number'],
  [{ account_number: '000001457A' }, 'account_number'],
  [{ account_number: '٠٠٠٠٠١٤٥٧٩' }, 'account_number'],
  [{ account_number: '00000\u000014579' }, 'account_number'],
  [{ account_number: '00000\n14579' }, 'account_number'],
  [{ account_number: 'DE89370400440532013000' }, 'account_number'],
  [{ account_number: '0000014579', bank_code: '11' }, 'bank_code'],
  [{ account_number: '0000014579', bank_code: '0111' }, 'bank_code'],
  [{ account_number: '0000014579', bank_code: '01١' }, 'bank_code'],
])('%j is refused for %s', (body, field) => {
  expect(ask(body)).toEqual({ refused: [field] });
});

it.each(hostileTexts)('%j is refused', (account_number) => {
  expect(ask({ account_number })).toEqual({ refused: ['account_number'] });
});

it('[identify.request.separators] spaces and hyphens do not count', () => {
  expect(answerTo({ account_number: '0000-014 579', bank_code: ' 011' })).toMatchObject({
    result: 'identified',
    reference: '0000014579',
  });
});

const codes = [...nigerianBanks(data).keys()];
it('any account at any bank is answered, and identified only when its check digit is right', () => {
  const account = fc.stringMatching(/^\d{10}$/);
  fc.assert(
    fc.property(account, fc.constantFrom(...codes), (account_number, bank_code) => {
      const answer = answerTo({ account_number, bank_code });
      const [, code] = (nigerianBanks(data).get(bank_code)?.account ?? '').split(':');
      const right = code === undefined || nubanHolds(code, account_number);
      expect(answer.result === 'identified' && !right).toBe(false);
      expect(answer.account?.valid ?? true).toBe(right);
    }),
  );
});

it('any text is answered or refused', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, text, (account_number, bank_code) => {
      expect(() => ask({ account_number, bank_code })).not.toThrow();
    }),
  );
});

/** An account number whose check digit is right at the institution. */
function accountAt(code: string): string {
  const digit = '0123456789'.split('').find((one) => nubanHolds(code, `000001457${one}`));
  return `000001457${digit}`;
}
