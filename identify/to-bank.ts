import type { Bank } from '#contract/bank.ts';
import type { InstitutionType } from '#contract/identify.ts';
import type { Rail } from '#contract/rail.ts';
import type { IdentifyData } from './data/tables.ts';
import type { InstitutionRow } from './institution-row.ts';
import { findBank } from './known-bank.ts';

/** A row of the table institution as `GET /v1/identify/banks` shows it. */
export function toBank(row: Readonly<InstitutionRow>, data: IdentifyData): Bank {
  const bank = findBank(idOf(row), data);
  const { network, previous_ids } = bank?.institution ?? {};
  return {
    ...listedBank(row),
    ...(network === undefined ? {} : { network }),
    ...(previous_ids === undefined ? {} : { previous_ids }),
  };
}

/** The fields that a row of the table institution has itself. */
export function listedBank({ key, name, country, type, rails, bic, codes }: Readonly<InstitutionRow>): Bank {
  return {
    id: idOf({ key }),
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

/** The id in the key of a row. */
export function idOf({ key }: Pick<InstitutionRow, 'key'>): string {
  return key.slice(key.indexOf('!') + 1);
}
