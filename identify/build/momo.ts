import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/mobile';
import { readKeptTable } from './kept-table.ts';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackWheel } from './packages.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table momo_prefix: `node identify/build/momo.ts`. The mobile money service of each network is kept
 * by hand, in momo_wallet (kept-tables.ts).
 */
const version = '9.0.43';

/** The carrier data of libphonenumber, which its JavaScript port lacks. */
const source: ManifestSource = {
  name: `libphonenumber carrier data, by phonenumbers ${version}`,
  licence: 'Apache-2.0',
  as_of: '2026-11-01',
  url: 'https://github.com/daviddrysdale/python-phonenumbers',
};

/** A line of the package's Python: ` '233240':{'en': 'MTN'},`. */
const entry = /^\s*'(\d+)':\s*\{.*?'en':\s*u?(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/gm;

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
writeTable('momo_prefix', { phonenumbers: source }, prefixes);

/** Calling codes have one to three digits, and none is a prefix of another. */
function countryOf(prefix: string): string | undefined {
  return [1, 2, 3]
    .map((length) => countries.get(prefix.slice(0, length)))
    .find((found) => found !== undefined);
}

/** Networks by E.164 prefix, without `+`. */
function carriers(): { prefix: string; network: string }[] {
  const folder = join(unpackWheel('phonenumbers', version), 'phonenumbers', 'carrierdata');
  const files = readdirSync(folder).filter((file) => /^data\d+\.py$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(entry)].map(([, prefix = '', single, double]) => ({
      prefix,
      network: single ?? double ?? '',
    })),
  );
}
