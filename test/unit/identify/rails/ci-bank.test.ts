import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRib, ribKeyHolds } from '#identify/rib.ts';
import { answerTo, ask } from '../ask.ts';

/** IBAN examples of the union's countries, as ibantools, schwifty and Wikipedia print them; the last are of before 2010. */
const examples: [string, string][] = [
  ['CI93CI0080111301134291200589', 'ci_bic_sgciciab'],
  ['BJ66BJ0610100100144390000769', 'bj_bic_afribjbj'],
  ['BF42BF0840101300463574000390', 'bf_bic_afribfbf'],
  ['ML13ML0160120102600100668497', 'ml_bic_bdmamlba'],
  ['NE58NE0380100100130305000268', 'ne_bic_afrineni'],
  ['SN08SN0100152000048500003035', 'sn_bic_bicisndx'],
  ['TG53TG0090604310346500400070', 'tg_bic_untbtgtg'],
  ['CI05A00060174100178530011852', 'ci_bic_biciciab'],
  ['BJ11B00610100400271101192591', 'bj_bic_afribjbj'],
  ['ML03D00890170001002120000447', 'ml_bic_bicimlba'],
  ['SN12K00100152000025690007542', 'sn_bic_bicisndx'],
];

it.each(examples)('[identify.rail.ci-bank] %s is an account at %s', (iban, id) => {
  const rib = iban.slice(4);
  for (const bank_code of [iban, rib, iban.match(/.{1,4}/g)?.join(' ') ?? '']) {
    const answer = answerTo({ rail: 'ci_bank', bank_code });
    expect(answer).toMatchObject({
      result: 'identified',
      country: iban.slice(0, 2),
      institution: { id, branch: { code: rib.slice(5, 10) } },
    });
  }
});

it.each(examples)('[identify.result.not-found] one wrong digit in %s is a bad checksum', (iban) => {
  const at = 20;
  const wrong = `${iban.slice(0, at)}${(Number(iban[at]) + 1) % 10}${iban.slice(at + 1)}`;
  for (const bank_code of [wrong, wrong.slice(4)]) {
    expect(answerTo({ rail: 'ci_bank', bank_code })).toMatchObject({
      result: 'not_found',
      reason: 'bad_checksum',
    });
  }
});

it.each([
  ['CI0080111301134291200589', {}, { valid: true, check: 'checksum' }],
  ['CI93CI0080111301134291200589', {}, { valid: true, check: 'checksum' }],
  ['CI94CI0080111301134291200589', {}, { valid: false, check: 'checksum' }],
  ['CI0080111301134291200588', {}, { valid: false, check: 'checksum' }],
  ['01134291200589', { branch_code: '01113' }, { valid: true, check: 'checksum' }],
  ['01134291200589', { branch_code: '01114' }, { valid: false, check: 'checksum' }],
  ['CI0080111301134291200589', { branch_code: '01114' }, { valid: false, check: 'checksum' }],
  ['BJ0610100100144390000769', {}, { valid: false, check: 'checksum' }],
  ['011342912005', {}, { valid: true, check: 'length' }],
  ['0113429120', {}, { valid: false, check: 'length' }],
  ['01134291200589', {}, { valid: false, check: 'length' }],
])('[identify.result.account] at CI008 the account %s with %j is %j', (account_number, branch, account) => {
  const answer = answerTo({ rail: 'ci_bank', bank_code: 'CI008', ...branch, account_number });
  expect(answer).toMatchObject({ result: 'identified', institution: { short_name: 'SGCI' } });
  expect(answer.account).toMatchObject({ number: account_number, ...account });
  expect(answer.account?.valid).toBe(account.valid);
});

it('[identify.request.invalid-args] a country that is not the code’s is refused', () => {
  expect(ask({ rail: 'ci_bank', bank_code: 'SN012', country: 'CI' })).toEqual({ refused: ['country'] });
  expect(ask({ rail: 'ci_bank', bank_code: 'FR012' })).toEqual({ refused: ['bank_code'] });
});

it('exactly one key holds for any account', () => {
  const part = fc.tuple(fc.stringMatching(/^\d{5}$/), fc.stringMatching(/^[A-Z0-9]{12}$/));
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2}\d{3}$/), part, (bank, [branch, account]) => {
      const keys = Array.from({ length: 100 }, (_, key) => String(key).padStart(2, '0'));
      const holding = keys.filter((key) => {
        const rib = readRib(bank + branch + account + key);
        return rib !== undefined && ribKeyHolds(rib);
      });
      expect(holding).toHaveLength(1);
      expect(holding[0]).not.toBe('00');
    }),
  );
});
