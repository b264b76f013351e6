import type { DirectoryKey, DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import { toInstitution } from './institution.ts';
import type { Match } from './rail.ts';

/** What directories are called where an answer says its source. */
const directoryTitles = { fedach: 'FedACH', eiscd: 'EISCD', bic: 'BIC directory' } as const;

/** The first row that there is, in the order in which the keys were asked for. */
export function firstRow(
  rows: readonly DirectoryRow[],
  keys: readonly DirectoryKey[],
): InstitutionRow | undefined {
  for (const { directory, key } of keys) {
    const row = rows.find((row) => row.directory === directory && row.key === key);
    if (row !== undefined && row.directory !== 'cdv') return row;
  }
  return undefined;
}

/**
 * The match of an imported row.
 * @param scheme what the directory's key is a code of, and its value
 * @param rails payment rails that the institution has without the directory's saying so
 */
export function matchRow(row: InstitutionRow, scheme: string, code: string, rails: PaymentRail[]): Match {
  const { name, country, short_name, bic, branch } = row;
  return {
    institution: toInstitution({
      country,
      name,
      scheme,
      code,
      ...(short_name === undefined ? {} : { shortName: short_name }),
      ...(bic === undefined ? {} : { bic }),
      ...(branch === undefined ? {} : { branch }),
    }),
    country,
    rails: [...new Set([...(row.rails ?? []), ...rails])],
    confidence: 'exact',
    source: { name: directoryTitles[row.directory], as_of: row.as_of },
  };
}
