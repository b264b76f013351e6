import type { Confidence, Institution } from '#contract/identify.ts';
import type { TableSource } from './data/table.ts';
import type { IdentifyData } from './data/tables.ts';
import { bicId, candidatesOf, findBank, idOfBic, type KnownBank } from './known-bank.ts';
import { egyptianBanks } from './egyptian-banks.ts';
import { findSortCode, type SortCodeHolder } from './sort-code-holder.ts';

/** The built-in tables' entry for the bank of an IBAN. */
export interface IbanBank {
  /** The bank's facts. Undefined if it is only in the table of Egyptian banks. */
  known: KnownBank | undefined;
  /** BIC of the head office or branch that uses the code. */
  bic: string;
  /** The name of the branch at the code. Empty if it has none. */
  branch: string;
  confidence: Confidence;
  /** With confidence `likely`, if the tables have the other banks. */
  candidates?: Institution[];
  note: string;
  source: TableSource;
}

/** Where the sources do not name the other bank. */
const otherHolder = 'Sources contradict each other about the holder of the code.';

/** Countries whose bank codes another country's register has: Banque de France, and Finans Danmark. */
const sharedRegister: Readonly<Record<string, string>> = { MC: 'FR', FO: 'DK', GL: 'DK' };

/** How many institutions are looked at whose BICs begin with the same letters. */
const mostNamesakes = 10;

/**
 * The bank for a national bank code in an IBAN: from the national list or, where bank codes are the first letters of
 * BICs, the institutions whose BICs begin with them. Of several British ones, or branches of one, it is the holder of the sort
 * code, which comes after the letters as the branch.
 */
export function findIbanBank(
  country: string,
  code: string,
  data: IdentifyData,
  branch = '',
): IbanBank | undefined {
  const found = listedBank(country, code, data) ?? bankOfBicPrefix(country, code, data);
  const holder = country === 'GB' ? findSortCode(branch, data) : undefined;
  if (holder === undefined) return found;
  return bankOfSortCode(code, holder, found, data) ?? contradicted(code, holder, found, data);
}

/** The holder of a sort code, if its BIC begins like the IBAN's bank code. Otherwise the range passed the sort code on. */
function bankOfSortCode(
  code: string,
  holder: SortCodeHolder,
  found: IbanBank | undefined,
  data: IdentifyData,
): IbanBank | undefined {
  const bic = [holder.bic, ...holder.others.split(',')].find((one) => one.startsWith(`${code}GB`));
  if (bic === undefined) return undefined;
  return {
    known: findBank(idOfBic(bic, data), data),
    bic,
    branch: '',
    ...(found?.confidence === 'exact'
      ? { confidence: found.confidence, source: found.source }
      : { confidence: holder.isOwn ? 'exact' : 'range', source: holder.source }),
    note: '',
  };
}

/**
 * The note about a British IBAN whose bank code and sort code belong to different banks. A range is evidence only if
 * the bank of the letters has sort codes of its own: other banks rent theirs from banks with ranges.
 */
function contradicted(
  code: string,
  holder: SortCodeHolder,
  found: IbanBank | undefined,
  data: IdentifyData,
): IbanBank | undefined {
  if (found?.known === undefined) return found;
  if (!holder.isOwn && !banksWithSortCodes(data).has(code)) return found;
  const { institution } = found.known;
  const other = findBank(idOfBic(holder.bic, data), data)?.institution;
  const name = other?.short_name ?? other?.name ?? holder.short_name;
  return {
    ...found,
    confidence: 'likely',
    ...(other === undefined ? {} : { candidates: [institution, other] }),
    note: `The bank code is one of ${institution.short_name ?? institution.name}, and the sort code one of ${name}: one of them is wrong, or the code was passed on.`,
  };
}

const withSortCodes = new WeakMap<IdentifyData, ReadonlySet<string>>();

/** The bank codes of the British banks that have sort codes. The first call reads both tables. */
function banksWithSortCodes(data: IdentifyData): ReadonlySet<string> {
  const known = withSortCodes.get(data);
  if (known !== undefined) return known;
  const rows = [...data.sort_code_range.rows(), ...data.sort_code.rows()];
  const british = rows.filter(({ bic }) => bic.startsWith('GB', 4));
  const codes = new Set(british.map(({ bic }) => bic.slice(0, 4)));
  withSortCodes.set(data, codes);
  return codes;
}

/** Whether banks of the country can be identified by their codes at all. */
export function coversIbanBanks(country: string, code: string, data: IdentifyData): boolean {
  const register = sharedRegister[country] ?? country;
  const hasBics = isBicPrefix(code) && data.bic_country.find(country) !== undefined;
  return hasBics || country === 'EG' || data.iban_bank.findFirst(register) !== undefined;
}

function listedBank(country: string, code: string, data: IdentifyData): IbanBank | undefined {
  if (country === 'EG') return egyptianBank(code, data);
  const row =
    data.iban_bank.find(country + code) ?? data.iban_bank.find((sharedRegister[country] ?? country) + code);
  if (row === undefined) return undefined;
  const { institution, bic, branch, others, note } = row;
  const isSure = others === '';
  const candidates = others.includes(',') ? candidatesOf(others, data) : [];
  return {
    known: findBank(institution === '' ? bicId(bic) : institution, data),
    bic,
    branch,
    confidence: isSure ? 'exact' : 'likely',
    ...(candidates.length < 2 ? {} : { candidates }),
    note: note === '' && !isSure && candidates.length < 2 ? otherHolder : note,
    source: data.iban_bank.sourceOf(row),
  };
}

function egyptianBank(code: string, data: IdentifyData): IbanBank | undefined {
  const bank = egyptianBanks(data).get(code);
  if (bank === undefined || bank.closed) return undefined;
  const { id, bic = '' } = bank.institution;
  return { known: findBank(id, data), bic, branch: '', confidence: 'exact', note: '', source: bank.source };
}

function bankOfBicPrefix(country: string, code: string, data: IdentifyData): IbanBank | undefined {
  const rows = isBicPrefix(code) ? data.bic.findPrefix(code.slice(0, 4) + country, mostNamesakes) : [];
  const [first] = rows;
  if (first === undefined) return undefined;
  const ids = new Set(rows.map(({ bic, institution }) => (institution === '' ? bicId(bic) : institution)));
  const [id = ''] = ids;
  const { bic, note } = first;
  // Some banks, above all central banks, have several BICs.
  const isSure = new Set([...ids].map((one) => findBank(one, data)?.row.name)).size === 1;
  return {
    known: findBank(id, data),
    bic,
    branch: '',
    confidence: isSure ? 'prefix' : 'likely',
    ...(isSure ? {} : { candidates: candidatesOf([...ids].join(','), data) }),
    note,
    source: data.bic.sourceOf(first),
  };
}

function isBicPrefix(code: string): boolean {
  return /^[A-Z]{4}/.test(code);
}
