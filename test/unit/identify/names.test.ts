import { describe, expect, it } from 'vitest';
import { withLatin } from '#identify/build/latin-name.ts';
import { isCut, payerName } from '#identify/build/payer-name.ts';
import { usualSpelling } from '#identify/build/usual-spelling.ts';
import { answerTo, data } from './ask.ts';

describe('[identify.names] a name as a payer may see it', () => {
  it.each([
    ['DE', 'Volksbank Neuss -alt-', 'Volksbank Neuss'],
    ['BE', 'ING België (bij alle SEPA-transacties)', 'ING België'],
    ['UA', 'АКЦІОНЕРНЕ ТОВАРИСТВО "ПРОКРЕДИТ БАНК"', 'Prokredyt Bank (ПРОКРЕДИТ БАНК)'],
    ['IT', 'Banca Sella', 'Banca Sella'],
  ])('%s: %s is shown as %s', (country, name, shown) => {
    expect(payerName(name, country)).toBe(shown);
  });

  it('the quoted part of a Cyrillic name is the name', () => {
    expect(withLatin('АО "KASPI BANK"', 'KZ')).toBe('KASPI BANK');
  });

  it('a name that a register cut off is known by a missing quotation mark or the first letter of a legal form', () => {
    expect([isCut('NLB BANKA D', 'BA'), isCut('АО "Банк "Астана', 'KZ'), isCut('Bank J', 'BE')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('a name in capitals is written as other names write its words, and otherwise as names are usually written', () => {
    const spelled = usualSpelling([
      { country: 'NL', name: 'ABN AMRO Bank N.V.' },
      { country: 'NL', name: 'Triodos Bank' },
    ]);
    expect(spelled('NL', 'ABN AMRO BANK')).toBe('ABN AMRO Bank');
    expect(spelled('NL', 'TRIODOS OTHER')).toBe('Triodos Other');
  });

  it('no bank of the tables has a remark of a register in its name, or only Cyrillic letters', () => {
    const remarked = [...data.bank.rows()]
      .map(({ name }) => name)
      .filter(
        (name) =>
          /-alt-|inactief|bij alle SEPA/i.test(name) ||
          (/\p{Script=Cyrillic}/u.test(name) && !/\p{Script=Latin}/u.test(name)),
      );
    expect(remarked).toEqual([]);
  });
});

it.each([
  ['CSBK0000001', 'CSB Bank'],
  ['DBSS0IN0811', 'DBS Bank India'],
  ['LAVB0000101', 'DBS Bank India'],
])('[identify.names] the bank of %s is called %s, as it is today', (ifsc, name) => {
  expect(answerTo({ ifsc }).institution?.name).toBe(name);
});
