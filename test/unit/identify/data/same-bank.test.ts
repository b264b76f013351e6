import { describe, expect, it } from 'vitest';
import { isSameInNetwork, isSameName, mayMean } from '#identify/build/same-bank.ts';

describe('whether two names are one', () => {
  it.each([
    ['Volksbank Kraichgau', 'Raiffeisenbank Kraichgau'],
    ['Sparkasse Kaiserslautern', 'Stadtsparkasse Kaiserslautern'],
    ['BANCA DI ROMA', 'BANCA DI CREDITO COOPERATIVO DI ROMA'],
    ['Raiffeisenbank', 'Raiffeisenbank'],
    ['PSD Bank', 'PSD Bank'],
    ['Vereinigte Volksbank', 'Vereinigte VR Bank'],
  ])('%s and %s are two banks in a network', (one, other) => {
    expect(isSameInNetwork(one, other)).toBe(false);
  });

  it.each([
    ['Sparkasse Mitten im Sauerland -alt-', 'Sparkasse Mitten im Sauerland'],
    ['VR-Bank Rottal-Inn', 'VR Bank Rottal-Inn eG'],
  ])('%s and %s are one', (one, other) => {
    expect(isSameInNetwork(one, other)).toBe(true);
  });

  it('outside of networks, words that say what kind of a bank it is do not count', () => {
    expect(isSameName('Münchner Bank eG', 'Münchner Volksbank')).toBe(true);
  });

  it.each([
    ['Raiffeisenbank', 'Raiffeisenbank Lauenburg'],
    ['Raiffeisenbank -alt-', 'Raiffeisenbank Büchen'],
    ['Volksbank Raiffeisenbank', 'VR Bank Nürnberg'],
    ['VR-Bank', 'VR-Bank Würselen'],
    ['Raiffeisen-Volksbank', 'RVB Aurich'],
    ['Vereinigte Volksbank Raiffeisenbank', 'VVR-Bank Wittlich'],
    ['Sparkasse', 'Stadtsparkasse Kaiserslautern'],
    ['SPAR NORD BANK', 'Spar Nord Bank A/S'],
  ])('a list that has %s may mean %s', (listed, bank) => {
    expect(mayMean(listed, bank)).toBe(true);
  });

  it.each([
    ['Raiffeisenbank', 'Volksbank Adelebsen'],
    ['Sparkasse', 'VR Bank Nürnberg'],
    ['Raiffeisenbank Büchen', 'Raiffeisenbank Lauenburg'],
    ['Bank', 'Commerzbank'],
  ])('a list that has %s does not mean %s', (listed, bank) => {
    expect(mayMean(listed, bank)).toBe(false);
  });
});
