import type { Confidence, Institution } from '#contract/identify.ts';
import type { UnformattedAccount } from './account-format.ts';
import type { Row, Table, TableSource } from './data/table.ts';
import type { nationalBankColumns } from './data/tables.ts';
import { toInstitution } from './institution.ts';
import { nationalRails } from './national-payment-rails.ts';
import type { Match, Miss } from './match.ts';

/** An institution, found by one of its codes in a table of national bank codes. */
export interface NationalBank {
  institution: Institution;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Closed, and nobody took it over. */
  closed: boolean;
  /** The name of the bank that had the code before, if it is closed or was taken over. */
  former?: string;
  /** The description of its account numbers, as in the table. */
  account: string;
  source: TableSource;
}

/** The codes of a table. */
export interface NationalPlan {
  /** The scheme of a code in results. */
  scheme(code: string): string;
  country(code: string): string;
}

type NationalTable = Table<(typeof nationalBankColumns)[number]>;
type NationalRow = Row<(typeof nationalBankColumns)[number]>;

const indexes = new WeakMap<NationalTable, ReadonlyMap<string, NationalBank>>();

/**
 * The institutions of a table by all their codes. The tables are small: the first call creates the map, in well under a
 * millisecond.
 */
export function nationalBanks(table: NationalTable, plan: NationalPlan): ReadonlyMap<string, NationalBank> {
  const known = indexes.get(table);
  if (known !== undefined) return known;
  const made = indexBanks(table, plan);
  indexes.set(table, made);
  return made;
}

/** The result for a code: its institution, or why there is none. */
export function matchNationalBank(
  bank: NationalBank | undefined,
  branch?: Institution['branch'],
  confidence: Confidence = 'exact',
): Match | Miss {
  if (bank === undefined) return { result: 'not_found', reason: 'unknown_institution' };
  const { institution, country, source } = bank;
  if (bank.closed) return { result: 'not_found', reason: 'closed_institution', country, source };
  return {
    institution: branch === undefined ? institution : { ...institution, branch },
    country,
    rails: nationalRails(country, institution),
    rails_source: 'country',
    confidence,
    source,
    holder: bank,
  };
}

/**
 * The result for the code of a branch that begins with the code of a bank. A code that only a former bank had identifies nobody:
 * its branches may be closed, and others may use codes that begin like it.
 */
export function matchNationalBranch(
  bank: NationalBank | undefined,
  branch: NonNullable<Institution['branch']>,
  confidence: Confidence,
): Match | Miss {
  if (bank?.former !== undefined) {
    const { country, source, institution, closed } = bank;
    return {
      result: 'not_found',
      reason: 'closed_institution',
      country,
      source,
      ...(closed ? {} : { candidates: [institution] }),
    };
  }
  return matchNationalBank(bank, branch, confidence);
}

/** Whether an account number has a length of the bank's account numbers. Not checked if these are unknown. */
export function checkLength(bank: NationalBank | undefined, number: string): UnformattedAccount {
  const lengths = accountLengths(bank?.account ?? '');
  if (lengths.length === 0) return { number, check: 'none' };
  return { number, valid: /^\d+$/.test(number) && lengths.includes(number.length), check: 'length' };
}

/** Parses `10,13` and `8-11` as lengths. */
function accountLengths(rule: string): number[] {
  if (!/^[\d,-]+$/.test(rule)) return [];
  return rule.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function indexBanks(table: NationalTable, plan: NationalPlan): Map<string, NationalBank> {
  const rows = [...table.rows()];
  const further = new Map<string, NationalRow[]>();
  for (const row of rows) further.set(row.now, [...(further.get(row.now) ?? []), row]);
  const institutions = new Map(
    rows
      .filter(({ now }) => now === '' || now === 'closed')
      .map((row) => [row.code, institutionOf(row, further.get(row.code) ?? [], plan)]),
  );
  return new Map(
    rows.flatMap((row) => {
      const closed = row.now === 'closed';
      const institution = institutions.get(row.now === '' || closed ? row.code : row.now);
      if (institution === undefined) return [];
      const { code, account } = row;
      const isFormer = closed || row.name !== institution.name;
      const bank: NationalBank = {
        institution,
        country: plan.country(code),
        closed,
        ...(isFormer ? { former: row.name } : {}),
        account,
        source: table.sourceOf(row),
      };
      return [[code, bank]];
    }),
  );
}

/** @param further rows of its other codes, and of institutions that it took over, whose codes come last */
function institutionOf(row: NationalRow, further: NationalRow[], plan: NationalPlan): Institution {
  const { code, name, short_name, bic, type } = row;
  const institution = toInstitution({
    country: plan.country(code),
    name,
    shortName: short_name,
    bic,
    scheme: plan.scheme(code),
    code,
    type,
  });
  const own = further.filter((other) => other.name === name);
  const taken = further.filter((other) => other.name !== name);
  const codes = [...own, ...taken].map(({ code }) => ({ scheme: plan.scheme(code), value: code }));
  return {
    ...institution,
    codes: [...institution.codes.slice(0, 1), ...codes, ...institution.codes.slice(1)],
  };
}
