import type { Bank, BankFilter } from '#contract/bank.ts';
import type { InstitutionType } from '#contract/identify.ts';
import type { Page } from '#contract/pagination.ts';
import type { Rail } from '#contract/rail.ts';
import type { Row } from './data/table.ts';
import type { IdentifyData, tableColumns } from './data/tables.ts';
import { foldWords } from './fold-words.ts';

type InstitutionRow = Row<(typeof tableColumns.institution)[number]>;

/**
 * Institutions of all rails by name, each once: those of the table institution, which is generated from all others. `q`
 * ignores case, accents and the order of words. Each of its words must be the beginning of a word in the name, the
 * short name or a code.
 * @param after `next` of the previous page: the key of its last row, which keeps its position when others are added or
 *   removed
 */
export function listBanks(
  { institution }: IdentifyData,
  { country, rail, q = '' }: BankFilter,
  limit: number,
  after?: string,
): Page<Bank, string> {
  const words = foldWords(q).map((word) => `-${word}`);
  // The rarest texts first: these are searched everywhere, and the others only where these were found.
  const texts = [
    ...(country === undefined ? [] : [`\t${country}\t`]),
    ...words.toSorted((a, b) => b.length - a.length),
    ...(rail === undefined ? [] : [`,${rail},`]),
  ];
  const found: InstitutionRow[] = [];
  for (const row of institution.rowsHolding(texts, after)) {
    if (!matches(row, country, rail, words)) continue;
    if (found.length === limit) return { items: found.map(toBank), next: found.at(-1)?.key ?? null };
    found.push(row);
  }
  return { items: found.map(toBank), next: null };
}

/** The texts may have been found in other cells. */
function matches(row: InstitutionRow, country: string | undefined, rail: Rail | undefined, words: string[]) {
  const [name] = row.key.split('!');
  return (
    (country === undefined || row.country === country) &&
    (rail === undefined || row.rails.includes(`,${rail},`)) &&
    words.every((word) => `${name}${row.words}`.includes(word))
  );
}

function toBank({ key, name, country, type, rails, bic, codes }: InstitutionRow): Bank {
  return {
    id: key.slice(key.indexOf('!') + 1),
    name,
    country,
    rails: rails.split(',').filter((rail) => rail !== '') as Rail[],
    codes: codes.split(',').map((code) => {
      const [scheme = '', value = ''] = code.split(':');
      return { scheme, value };
    }),
    ...(bic === '' ? {} : { bic }),
    type: type as InstitutionType,
  };
}
