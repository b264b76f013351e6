import type { Rail } from '#contract/rail.ts';
import type { IdentifyData } from '../data/tables.ts';
import { coversIbanBanks } from '../iban-bank.ts';
import { bicId } from '../known-bank.ts';
import { type Compared, compareTables } from './compare.ts';

/** Rails of single countries, which have references besides IBANs and BICs. */
const nationalRails: Readonly<Partial<Record<string, readonly Rail[]>>> = {
  CI: ['ci_bank'],
  EG: ['eg_bank'],
  GB: ['sort_code'],
  GH: ['gh_bank'],
  IN: ['ifsc'],
  KE: ['ke_bank'],
  NG: ['nuban'],
  RW: ['rw_bank'],
  US: ['routing_number'],
  ZA: ['za_bank'],
};

/** A country's register: its number of banks and its source. */
interface Register {
  banks: number;
  sources: string;
}

/**
 * The lines of a table with every country of which the tables have a bank or the structure of IBANs, and of a list of the
 * countries of which they have BICs alone.
 */
export function countryLines(data: IdentifyData): string[] {
  const registers = ibanRegisters(data);
  const compared = Map.groupBy(compareTables(data), ({ country }) => country);
  const structures = new Map([...data.iban_country.rows()].map((row) => [row.country, row]));
  const bics = new Map([...data.bic_country.rows()].map((row) => [row.country, row.institutions]));
  const countries = [...new Set([...structures.keys(), ...bics.keys()])].toSorted((a, b) => (a < b ? -1 : 1));
  const rows = countries.map((country) => {
    const register = registers.get(country);
    const structure = structures.get(country);
    const byIban = register?.banks ?? (isCovered(country, structure, data) ? 'BICs' : '');
    const missing = [
      structure !== undefined && byIban === '' ? 'IBANs' : '',
      bics.has(country) ? '' : 'BICs',
    ].filter((one) => one !== '');
    return [
      country,
      byIban,
      register?.sources ?? '',
      bics.get(country) ?? '',
      (nationalRails[country] ?? []).map((rail) => `\`${rail}\``).join(', '),
      comparedWith(compared.get(country) ?? []),
      missing.join(', '),
    ];
  });
  const hasBicsAlone = ([, byIban, , bic, rails, , missing]: (typeof rows)[number]): boolean =>
    byIban === '' && bic !== '' && rails === '' && missing === '';
  const alone = rows.filter(hasBicsAlone);
  const others = rows.filter((row) => !hasBicsAlone(row));
  return [
    '| Country | By IBAN | Source | By BIC | Other rails | Compared | Not covered |',
    '| - | - | - | - | - | - | - |',
    ...others.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `By BIC alone, with their number and, in parentheses, how many were compared: ${alone.map(inShort).join(', ')}.`,
  ];
}

function inShort([country, , , bic, , compared]: readonly (number | string)[]): string {
  return compared === '' ? `${country} ${bic}` : `${country} ${bic} (${compared})`;
}

function isCovered(
  country: string,
  structure: { bban: string; bank: string } | undefined,
  data: IdentifyData,
): boolean {
  if (structure === undefined) return false;
  const isLettered = /^4!?[ac]/.test(structure.bank.startsWith('0-') ? structure.bban : '');
  return coversIbanBanks(country, isLettered ? 'AAAA' : '0000', data);
}

function ibanRegisters(data: IdentifyData): Map<string, Register> {
  const rows = Map.groupBy(data.iban_bank.rows(), ({ code }) => code.slice(0, 2));
  return new Map(
    [...rows].map(([country, all]) => {
      const banks = new Set(
        all.map(({ institution, bic }) => (institution === '' ? bicId(bic) : institution)),
      );
      const sources = new Set(
        all
          .map((row) => data.iban_bank.sourceOf(row))
          .map(({ name, as_of }) => `${shortName(name)} ${as_of}`),
      );
      return [country, { banks: banks.size, sources: [...sources].toSorted().join('; ') }];
    }),
  );
}

/** `118 of 120`, or `120` if all are the same; empty if no other list was found. */
function comparedWith(all: readonly Compared[]): string {
  if (all.length === 0) return '';
  const same = all.filter(({ finding }) => finding === 'same' || finding === 'settled').length;
  return same === all.length ? `${same}` : `${same} of ${all.length}`;
}

/** Name of a source without the country and the version, which identify/data/README.md has. */
function shortName(name: string): string {
  return name
    .replace(/^Bank codes and changes of banks, kept by hand.*$/, 'kept by hand')
    .replace(/^Codes of French and Luxembourg banks that only (\S+) names.*$/, '$1')
    .replace(/^schwifty \S+ (list|register) of \w\w$/, 'schwifty, $1');
}
