import type { Institution, InstitutionType, RailsSource } from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import type { Row } from './data/table.ts';
import type { IdentifyData, tableColumns } from './data/tables.ts';

/** A row of the table bank: what is known about an institution, whichever reference leads to it. */
export type BankRow = Row<(typeof tableColumns.bank)[number]>;

/** An institution of the table bank, in the parts that answers have. Do not change them: they are shared. */
export interface KnownBank {
  row: BankRow;
  /** As it is known without a reference. */
  institution: Institution;
  /** ISO 3166-1 alpha-2. */
  country: string;
  rails: PaymentRail[];
  rails_source?: RailsSource;
}

/** Only these ids are in the table bank: of institutions that have a BIC or a code in IBANs. */
const inTable = /^.._(?:bic|bank_code)_/;

/** How many institutions a process remembers of those that it was asked for, because most lookups are of a few. */
const mostRemembered = 1000;
const remembered = new WeakMap<IdentifyData['bank'], Map<string, KnownBank>>();

/** How many candidates an answer has at most. */
export const mostCandidates = 5;

/** The institution with an id. Undefined if it is only in the table of its own rail. */
export function findBank(id: string, { bank: table }: Pick<IdentifyData, 'bank'>): KnownBank | undefined {
  const recent = remembered.get(table) ?? new Map<string, KnownBank>();
  const known = recent.get(id);
  if (known !== undefined) return known;
  const row = inTable.test(id) ? table.find(id) : undefined;
  if (row === undefined) return undefined;
  const bank = toKnownBank(row);
  if (recent.size >= mostRemembered) recent.clear();
  recent.set(id, bank);
  remembered.set(table, recent);
  return bank;
}

/** A row in the parts that answers have. */
export function toKnownBank(row: BankRow): KnownBank {
  const { id, bic, rails, rails_source } = row;
  return {
    row,
    institution: toInstitution(row),
    country: bic === '' ? id.slice(0, 2).toUpperCase() : bic.slice(4, 6),
    rails: rails === '' ? [] : (rails.split(',') as PaymentRail[]),
    ...(rails_source === '' ? {} : { rails_source: rails_source as RailsSource }),
  };
}

/** The payment rails of an institution and where they are from, as answers have them. */
export function railsOf({ rails, rails_source }: KnownBank): {
  rails: PaymentRail[];
  rails_source?: RailsSource;
} {
  return rails_source === undefined ? { rails } : { rails, rails_source };
}

/** The id of the institution with a BIC of 8 or 11 characters. */
export function idOfBic(bic: string, data: IdentifyData): string {
  const row = data.bic.find(bic) ?? data.bic.find(bic.slice(0, 8));
  return row === undefined || row.institution === '' ? bicId(bic) : row.institution;
}

/** The id of an institution that is called by the first eight characters of its BIC. */
export function bicId(bic: string): string {
  return `${bic.slice(4, 6)}_bic_${bic.slice(0, 8)}`.toLowerCase();
}

/** Institutions that a reference may belong to, by their ids between commas. At most five. */
export function candidatesOf(ids: string, data: IdentifyData): Institution[] {
  return ids
    .split(',')
    .slice(0, mostCandidates)
    .map((id) => findBank(id, data)?.institution)
    .filter((institution) => institution !== undefined);
}

function toInstitution({ id, name, short_name, bic, type, network, previous_ids }: BankRow): Institution {
  const code = /_bank_code_(.+)$/.exec(id)?.[1];
  return {
    id,
    name,
    ...(short_name === '' || short_name === name ? {} : { short_name }),
    ...(bic === '' ? {} : { bic }),
    codes: [
      ...(code === undefined ? [] : [{ scheme: 'bank_code', value: code.toUpperCase() }]),
      ...(bic === '' ? [] : [{ scheme: 'bic', value: bic }]),
    ],
    type: (type === '' ? 'bank' : type) as InstitutionType,
    ...(network === '' ? {} : { network }),
    ...(previous_ids === '' ? {} : { previous_ids: previous_ids.split(',') }),
  };
}
