import { expect, it } from 'vitest';
import { readEiscd } from '#process/admin/directories/eiscd.ts';
import { readAll } from '../../../../support/directory-files.ts';

/** A record of 96 fields, of which some are given by number. */
function record(fields: Record<number, string>): string {
  return Array.from({ length: 96 }, (_, index) => fields[index + 1] ?? '').join('\t');
}

const office = {
  1: '200415',
  2: 'BUKBGB22',
  3: 'XXX',
  5: 'LEICESTER "PARKER" CENTRE',
  6: 'BARCLAYS UK',
  7: 'BARCLAYS BANK',
  8: 'UK PLC',
  15: 'M',
  39: 'D',
};

it('a record of the specification is read by the places of its fields; clearings that it is in are its rails', async () => {
  expect(await readAll(readEiscd, `${record(office)}\r\n`)).toEqual([
    {
      line: 1,
      row: {
        directory: 'eiscd',
        key: '200415',
        name: 'BARCLAYS BANK UK PLC',
        country: 'GB',
        short_name: 'BARCLAYS UK',
        bic: 'BUKBGB22',
        branch: { name: 'LEICESTER "PARKER" CENTRE' },
        rails: ['bacs', 'chaps'],
      },
    },
  ]);
});

it('a clearing with the status N, or that the office has left, is none', async () => {
  const rows = await readAll(readEiscd, record({ ...office, 15: 'N', 41: '2024-01-31' }));
  expect(rows).toMatchObject([{ row: { rails: [] } }]);
});

it('an extract with names of columns is read by them, Faster Payments too', async () => {
  const text = 'Sort Code,Full name of owning bank,FPS Status,BIC Bank\n20-04-15,"BARCLAYS, UK",M,BARCJESH\n';
  expect(await readAll(readEiscd, text)).toEqual([
    {
      line: 2,
      row: {
        directory: 'eiscd',
        key: '200415',
        name: 'BARCLAYS, UK',
        country: 'JE',
        bic: 'BARCJESH',
        rails: ['faster_payments'],
      },
    },
  ]);
});

it('deleted offices are left out; what cannot be right is refused', async () => {
  const lines = [
    record({ ...office, 12: '2020-01-01' }),
    record({ ...office, 1: '20041' }),
    record({ ...office, 2: 'BUKB' }),
    record({ ...office, 7: '' }),
    record({ ...office, 15: 'yes' }),
    'x',
  ];
  expect(await readAll(readEiscd, lines.join('\n'))).toEqual([
    { line: 1, leftOut: true },
    { line: 2, refused: 'sort_code: must be six digits' },
    { line: 3, refused: 'bic_bank: must be a BIC' },
    { line: 4, refused: 'name: is empty' },
    { line: 5, refused: 'bacs: must be one letter' },
    { line: 6, refused: 'sort_code: must be six digits' },
  ]);
});

it('what is not UTF-8 is refused', async () => {
  const bytes = new Uint8Array(
    Buffer.from('Sort Code,Full name of owning bank\n200415,CR\u00C9DIT\n', 'latin1'),
  );
  expect(await readAll(readEiscd, bytes)).toEqual([{ line: 2, refused: 'name: is not UTF-8' }]);
});
