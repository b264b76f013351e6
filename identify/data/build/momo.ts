import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/mobile';
import type { ManifestSource } from '../manifest.ts';
import { keepTable, readKeptTable } from './kept-table.ts';
import { carriers, phonenumbersSource } from './phonenumbers.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table momo_prefix: `node identify/data/build/momo.ts`. The mobile money service of each network is kept
 * by hand, in momo_wallet.
 */
const facts = { licence: 'facts only', as_of: '2026-11-21' };
const walletSources: Record<string, ManifestSource> = {
  pawapay: {
    ...facts,
    name: 'pawaPay documentation, providers',
    url: 'https://docs.pawapay.io/v2/docs/providers',
  },
  moneroo: {
    ...facts,
    name: 'Moneroo documentation, payout methods',
    url: 'https://docs.moneroo.io/payouts/available-methods',
  },
  operator: {
    ...facts,
    name: 'Mobile operators, by their own names',
    url: 'https://www.gsma.com/solutions-and-impact/connectivity-for-good/mobile-for-development/mobile-money/',
  },
};
keepTable('momo_wallet', walletSources);

const wallets = readKeptTable('momo_wallet');
const countries = new Map<string, string>(
  wallets.map(({ country }) => [getCountryCallingCode(country as CountryCode), country]),
);
const used = new Set<string>();
const prefixes = carriers().flatMap(({ prefix, network }) => {
  const country = countryOf(prefix);
  if (country === undefined || network === '') return [];
  const wallet = wallets.find((one) => one.country === country && one.network === network)?.wallet ?? '';
  used.add(wallet);
  return [{ prefix, country, network, wallet }];
});
const unused = wallets.filter(({ wallet }) => !used.has(wallet)).map(({ wallet }) => wallet);
if (unused.length > 0) throw new Error(`No prefix leads to ${unused.join(', ')}`);
writeTable('momo_prefix', { phonenumbers: phonenumbersSource }, prefixes);

/** Calling codes have one to three digits, and none is a prefix of another. */
function countryOf(prefix: string): string | undefined {
  return [1, 2, 3]
    .map((length) => countries.get(prefix.slice(0, length)))
    .find((found) => found !== undefined);
}
