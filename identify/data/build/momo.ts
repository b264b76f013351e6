import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/mobile';
import { readKeptTable } from './kept-table.ts';
import { carriers, phonenumbersSource } from './phonenumbers.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table momo_prefix: `node identify/data/build/momo.ts`. Which mobile money service a network has is kept
 * by hand, in momo_wallet (kept-tables.ts).
 */
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

/** Calling codes are of one to three digits, and none begins with another. */
function countryOf(prefix: string): string | undefined {
  return [1, 2, 3]
    .map((length) => countries.get(prefix.slice(0, length)))
    .find((found) => found !== undefined);
}
