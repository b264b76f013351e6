import { describe, expect, it } from 'vitest';
import { nationalCheck, nationallyChecked } from '#identify/national-check.ts';
import { answerTo } from './ask.ts';
import { ibanOf } from './iban-of.ts';
import { readTsv } from './read-tsv.ts';

const registryExamples = readTsv('iban-registry.tsv').map(([iban = '']) => iban);

/** IBANs that banks and authorities publish as their own, beside the examples of the registry. */
const published = ['EE401700017002872300', 'IT60X0542811101000000123456', 'NO9386011117947'];

describe('[identify.rail.iban.national] check digits that a country puts into its BBANs', () => {
  it.each([...registryExamples, ...published])('%s has those of its country', (iban) => {
    expect(nationalCheck(iban.slice(0, 2), iban.slice(4))).toBe(true);
  });

  it.each(nationallyChecked)('in %s, nearly all accounts that differ in a digit are refused', (country) => {
    const example = registryExamples.find((iban) => iban.startsWith(country)) ?? '';
    const bban = example.slice(4);
    // The rules of Albania and Poland count only the digits of the bank.
    const place = { AL: 6, PL: 6 }[country] ?? bban.length - 3;
    const others = Array.from(
      { length: 10 },
      (_, digit) => bban.slice(0, place) + digit + bban.slice(place + 1),
    );
    const possible = others.filter((other) => nationalCheck(country, other));
    expect(possible).toContain(bban);
    expect(possible.length).toBeLessThanOrEqual(2);
    const wrong = others.find((other) => !possible.includes(other)) ?? '';
    expect(answerTo({ iban: ibanOf(country, wrong) })).toMatchObject({
      result: 'not_found',
      reason: 'bad_checksum',
    });
  });

  it.each(['20311003', '20311010', '20311027', '20312303', '20321208', '20351102'])(
    'the branch %s is one that United Bank of Albania lists',
    (branch) => {
      expect(nationalCheck('AL', `${branch}0000000000000000`)).toBe(true);
    },
  );

  it('a Norwegian account of the group 00 is not refused', () => {
    expect(nationalCheck('NO', '12340012346')).toBe(true);
  });

  it('letters in an account count, where it may have them', () => {
    expect(nationalCheck('IT', 'X05428111010000001234AB')).toBe(false);
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const right = letters.filter((letter) => nationalCheck('IT', `${letter}05428111010000001234AB`));
    expect(right).toHaveLength(1);
  });
});
