import type { DirectoryKey, DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import { toInstitution } from './institution.ts';
import type { Match } from './match.ts';

/** The names of directories as the source of a result. */
const directoryTitles = { fedach: 'FedACH', eiscd: 'EISCD', bic: 'BIC directory' } as const;

/** The first existing row, in the order of the requested keys. */
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
 * @param scheme the scheme of the directory's key, and the code in it
 * @param rails payment rails that the institution has even if the directory does not list them
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
    directory: row.directory,
  };
}
