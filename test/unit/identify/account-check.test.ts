import { describe, expect, it } from 'vitest';
import { answerTo } from './ask.ts';
import { ibanOf } from './iban-of.ts';

describe('[identify.rail.iban.account-check] an account is checked by the rule of its country, and its bank is identified all the same', () => {
  it.each([
    ['FI', '12345600000785', true],
    ['FI', '12345600000786', false],
    ['FI', '12345600000758', false],
    ['FI', '50009420028730', true],
    ['IS', '0159260076545510730339', true],
    ['IS', '0159260076545510730349', false],
    ['IS', '0159260076545570130339', false],
  ])('%s %s: %s', (country, bban, valid) => {
    const answer = answerTo({ iban: ibanOf(country, bban) });
    expect(answer).toMatchObject({ result: 'identified', account: { valid, check: 'checksum' } });
  });

  it.each([
    ['a person, since 2026', '1203861239'],
    ['a system', '8923501739'],
  ])('Icelandic numbers of %s have no check digit', (_, kennitala) => {
    const answer = answerTo({ iban: ibanOf('IS', `015926007654${kennitala}`) });
    expect(answer).toMatchObject({ result: 'identified', account: { valid: true } });
  });
});
