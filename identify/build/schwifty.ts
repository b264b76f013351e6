import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSeparators } from '#contract/account-text.ts';
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

/**
 * The day of a register's data, by its file: that of the last change of its rows in the package's repository. Registers that are not
 * listed were updated for this version.
 */
const registerDates: Readonly<Record<string, string>> = {
  generated_ba: '2022-12-12',
  generated_cz: '2026-01-23',
  generated_ee: '2022-12-12',
  generated_es: '2024-11-11',
  generated_fi: '2026-03-03',
  generated_ge: '2022-12-12',
  generated_hr: '2024-07-24',
  generated_hu: '2026-01-23',
  generated_it: '2026-07-03',
  generated_kz: '2022-12-12',
  generated_li: '2025-08-06',
  generated_lt: '2022-06-29',
  generated_lv: '2020-05-08',
  generated_md: '2026-03-03',
  generated_nl: '2024-11-11',
  generated_no: '2026-03-03',
  generated_ro: '2022-06-17',
  generated_rs: '2022-12-12',
  generated_se: '2023-11-27',
  generated_sk: '2022-04-11',
  generated_ua: '2023-09-27',
  manual_ad: '2023-12-27',
  manual_ae: '2023-12-27',
  manual_cr: '2023-12-27',
  manual_dk: '2024-07-23',
  manual_gr: '2024-04-18',
  manual_ie: '2026-05-21',
  manual_il: '2021-09-08',
  manual_is: '2021-11-16',
  manual_it: '2023-11-16',
  manual_lu: '2025-09-12',
  manual_mc: '2023-12-18',
  manual_md: '2026-03-03',
  manual_me: '2024-04-18',
  manual_ro: '2026-03-03',
  manual_sa: '2024-04-18',
};

/** The sources of the registers, by the key that rows have: `generated-sk`, `manual-it`. */
export function schwiftySources(): Record<string, ManifestSource> {
  return Object.fromEntries(
    registerFiles().map((file) => {
      const register = registerOf(file);
      const [kind, country = ''] = register.split('_');
      const made = kind === 'manual' ? 'list' : 'register';
      return [
        keyOf(register),
        {
          ...schwiftySource,
          name: `${schwiftySource.name}, ${made} of ${country.toUpperCase()}`,
          as_of: registerDates[register] ?? schwiftySource.as_of,
        },
      ];
    }),
  );
}

/** A bank of a national registry. Unknown codes and BICs are empty. */
export interface SchwiftyBank {
  country: string;
  code: string;
  bic: string;
  name: string;
  shortName: string;
  /** Whether the register lists it before others with the same code. */
  primary: boolean;
  /** The key of the register in {@link schwiftySources}. */
  source: string;
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
  const entries = registerFiles().flatMap((file) => {
    const parsed = read(registryFolder(), file) as BankEntry[] | { entries: BankEntry[] };
    const source = keyOf(registerOf(file));
    return (Array.isArray(parsed) ? parsed : parsed.entries).map((entry) => ({ ...entry, source }));
  });
  const banks = entries.flatMap((entry) =>
    (entry.bank_codes ?? [entry.bank_code ?? '']).map((code) => ({
      primary: entry.primary === true,
      country: entry.country_code,
      code: withoutSeparators(code),
      bic: withoutSeparators(entry.bic ?? ''),
      name: entry.name,
      shortName: entry.short_name ?? '',
      source: entry.source,
    })),
  );
  return banks.toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

/** German bank codes and the methods by which accounts there are checked. */
export function schwiftyAccountMethods(): [code: string, method: string][] {
  const entries = read(registryFolder(), 'generated_de.json') as (BankEntry & { checksum_algo: string })[];
  return entries.map(({ bank_code = '', checksum_algo }) => [bank_code, checksum_algo]);
}

/** Earlier versions with the register of Germany, the newest first. */
const earlier = [
  '2026.7.0',
  '2026.1.0',
  '2025.7.0',
  '2024.11.0',
  '2024.1.1.post0',
  '2023.3.0',
  '2022.7.1',
  '2021.1.0',
];

/** Each German bank code in the registers of earlier versions, as the newest of these had it. */
export function formerGermanBanks(): { code: string; name: string; bic: string }[] {
  const banks = earlier.flatMap((old) => {
    const folder = join(unpackWheel('schwifty', old), 'schwifty');
    const file = readdirSync(folder, { recursive: true }).find((name) =>
      String(name).endsWith('generated_de.json'),
    );
    if (file === undefined) throw new Error(`schwifty ${old} has no register of Germany`);
    const entries = read(folder, String(file)) as BankEntry[];
    return entries
      .toSorted((a, b) => Number(b.primary === true) - Number(a.primary === true))
      .map(({ bank_code = '', name, bic }) => ({ code: bank_code, name, bic: withoutSeparators(bic ?? '') }));
  });
  return [...Map.groupBy(banks, ({ code }) => code).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
}

/** Countries whose IBANs begin with their own code, from the IBAN registry. */
export function schwiftyIbanSpecs(): [string, IbanSpec][] {
  const specs = read(join(directory(), 'iban_registry'), 'generated.json') as Record<string, IbanSpec>;
  return Object.entries(specs).filter(([country, spec]) => spec.iban_spec.startsWith(country));
}

const registryFolder = () => join(directory(), 'bank_registry');

function registerFiles(): string[] {
  return readdirSync(registryFolder())
    .filter((file) => file.endsWith('.json'))
    .toSorted();
}

/** `generated_at` of `generated_at.v2.json`. */
function registerOf(file: string): string {
  return file.slice(0, file.indexOf('.'));
}

function keyOf(register: string): string {
  return register.replace('_', '-');
}

function read(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
