import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from '../normalize.ts';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackWheel } from './packages.ts';

const version = '2026.10.1';

/** Bank registries of national banks and the structures of the IBAN registry, as collected by schwifty. */
export const schwiftySource: ManifestSource = {
  name: `schwifty ${version}`,
  licence: 'MIT',
  as_of: '2026-10-01',
  url: 'https://github.com/mdomke/schwifty',
};

/** A bank of a national registry. Unknown codes and BICs are empty. */
export interface SchwiftyBank {
  country: string;
  code: string;
  bic: string;
  name: string;
  shortName: string;
  /** Whether the register lists it before others with the same code. */
  primary: boolean;
}

interface BankEntry {
  country_code: string;
  bank_code?: string;
  bank_codes?: string[];
  bic: string | null;
  name: string;
  short_name?: string;
  primary?: boolean;
}

/** The registry's entry for a country. Positions are in the BBAN. */
export interface IbanSpec {
  iban_spec: string;
  bban_spec: string;
  in_sepa_zone: boolean;
  positions: { bank_code?: Range; branch_code?: Range; account_code?: Range };
}
type Range = [number, number];

let unpacked: string | undefined;
const directory = () => (unpacked ??= join(unpackWheel('schwifty', version), 'schwifty'));

/** Every bank: first those that the package calls primary, then the others in its order. */
export function schwiftyBanks(): SchwiftyBank[] {
  const registry = join(directory(), 'bank_registry');
  const entries = readdirSync(registry)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => {
      const parsed = read(registry, file) as BankEntry[] | { entries: BankEntry[] };
      return Array.isArray(parsed) ? parsed : parsed.entries;
    });
  const banks = entries.flatMap((entry) =>
    (entry.bank_codes ?? [entry.bank_code ?? '']).map((code) => ({
      primary: entry.primary === true,
      country: entry.country_code,
      code: normalize(code),
      bic: normalize(entry.bic ?? ''),
      name: entry.name,
      shortName: entry.short_name ?? '',
    })),
  );
  return banks.toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

/** Countries whose IBANs begin with their own code, from the IBAN registry. */
export function schwiftyIbanSpecs(): [string, IbanSpec][] {
  const specs = read(join(directory(), 'iban_registry'), 'generated.json') as Record<string, IbanSpec>;
  return Object.entries(specs).filter(([country, spec]) => spec.iban_spec.startsWith(country));
}

function read(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
