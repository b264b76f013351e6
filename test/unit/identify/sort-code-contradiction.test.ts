import { describe, expect, it } from 'vitest';
import { answerTo } from './ask.ts';
import { ibanOf } from './iban-of.ts';

describe('[identify.likely] a British IBAN whose bank code and sort code contradict each other', () => {
  it.each([
    ['NatWest with a sort code of Barclays', 'NWBK20000012345678', ['NatWest', 'Barclays']],
    ['Barclays with a sort code of HSBC', 'BUKB40051512345678', ['Barclays', 'HSBC']],
    ['Monzo with the sort code of Starling', 'MONZ60837112345678', ['Monzo', 'Starling']],
  ])('is likely, with a note and both: %s', (_, bban, names) => {
    const { result, confidence, note, candidates = [] } = answerTo({ iban: ibanOf('GB', bban) });
    expect({ result, confidence }).toEqual({ result: 'identified', confidence: 'likely' });
    for (const name of names) expect(note).toContain(name);
    expect(candidates).toHaveLength(2);
  });

  it.each([
    ['a bank with its own sort code', 'NWBK60161331926819'],
    ['a bank that has its sort codes from another one', 'SRLG60837112345678'],
    ['a bank without sort codes in the tables, in the range of another one', 'COBA20000012345678'],
    ['a sort code that no table has', 'NWBK00998712345678'],
  ])('nothing is said of %s', (_, bban) => {
    expect(answerTo({ iban: ibanOf('GB', bban) }).note ?? '').not.toContain('sort code one of');
  });
});
