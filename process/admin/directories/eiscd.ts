import { z } from 'zod';
import type { PaymentRail } from '#contract/payment-rail.ts';
import { readBic } from '#identify/rails/swift.ts';
import { Name, type NewRow, readCells, type ReadRow } from './row-reader.ts';
import { readTable } from './table.ts';

/**
 * The fields of the EISCD file specification that are used, by name and, as far as it is public, by number. The group
 * of Faster Payments is read only from files that name their columns.
 */
const columns = {
  sort_code: { names: ['Sort Code', 'Sorting code'], position: 1 },
  bic_bank: { names: ['BIC - bank', 'BIC Bank', 'BIC'], position: 2, optional: true },
  bic_branch: { names: ['BIC - branch', 'BIC Branch'], position: 3, optional: true },
  branch: { names: ['Short Branch title', 'Branch title'], position: 5, optional: true },
  short_name: { names: ['Short name of owning bank'], position: 6, optional: true },
  name: { names: ['Full name of owning bank - line 1', 'Full name of owning bank'], position: 7 },
  name_2: { names: ['Full name of owning bank - line 2'], position: 8, optional: true },
  deleted: { names: ['Deleted Date'], position: 12, optional: true },
  bacs: { names: ['Bacs Status'], position: 15, optional: true },
  bacs_closed: { names: ['Date Closed in BACS clearing'], position: 17, optional: true },
  chaps: { names: ['CHAPS £ Status', 'CHAPS Status'], position: 39, optional: true },
  chaps_closed: { names: ['Date closed in CHAPS £ clearing'], position: 41, optional: true },
  faster_payments: { names: ['Faster Payments Status', 'FPS Status'], optional: true },
  faster_payments_closed: { names: ['Date closed in Faster Payments'], optional: true },
} as const;

const Status = z.string().regex(/^[A-Z]?$/, 'must be one letter');
const Text = z.string();

const Office = z
  .object({
    sort_code: z
      .string()
      .transform((text) => text.replaceAll('-', ''))
      .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
    bic_bank: Text,
    bic_branch: Text,
    branch: Text,
    short_name: Text,
    name: Name,
    name_2: Text,
    deleted: Text,
    bacs: Status,
    bacs_closed: Text,
    chaps: Status,
    chaps_closed: Text,
    faster_payments: Status,
    faster_payments_closed: Text,
  })
  .refine(({ bic_bank, bic_branch }) => bic_bank === '' || readBic(bic_bank + bic_branch) !== undefined, {
    path: ['bic_bank'],
    error: 'must be a BIC',
  });
type Office = z.output<typeof Office>;

/**
 * The Extended Industry Sort Code Directory of Pay.UK: an extract with tabs or commas and the 96 fields of its
 * specification, or fewer fields with their names. Deleted offices are left out.
 */
export async function* readEiscd(file: string): AsyncGenerator<ReadRow> {
  for await (const line of readTable(file, columns)) yield readCells(Office, line, toRow);
}

function toRow(office: Office): NewRow | 'left out' {
  if (office.deleted !== '') return 'left out';
  const bic = office.bic_bank === '' ? undefined : readBic(office.bic_bank + office.bic_branch);
  return {
    directory: 'eiscd',
    key: office.sort_code,
    name: `${office.name} ${office.name_2}`.trim(),
    country: bic?.country ?? 'GB',
    ...(office.short_name === '' ? {} : { short_name: office.short_name }),
    ...(bic === undefined ? {} : { bic: bic.institution }),
    ...(office.branch === '' ? {} : { branch: { name: office.branch } }),
    rails: clearings(office),
  };
}

/** A status letter means that the office takes part, and `N` that it does not. */
function clearings(office: Office): PaymentRail[] {
  return (['bacs', 'chaps', 'faster_payments'] as const).filter((clearing) => {
    const status = office[clearing];
    return status !== '' && status !== 'N' && office[`${clearing}_closed`] === '';
  });
}
