import { expect, it } from 'vitest';
import { readCdv } from '#process/admin/directories/cdv.ts';
import { readAll } from '../../../../support/directory-files.ts';

const header = 'branch_code,account_type,weights,fudge_factor,modulus,exception\n';
const weights = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1];
const rule = { account_type: '1', weights, fudge_factor: 0, modulus: 10 };

it('lines of one branch make one row; weights are numbers, or 22 digits in pairs', async () => {
  const text = `${header}250655,1,1 2 1 2 1 2 1 2 1 2 1,0,10,\n250655,2,"0102010201020102010201",18,11,F\n632005,1,1-2-1-2-1-2-1-2-1-2-1,0,10,\n`;
  expect(await readAll(readCdv, text)).toEqual([
    {
      line: 2,
      row: {
        directory: 'cdv',
        key: '250655',
        rules: [rule, { account_type: '2', weights, fudge_factor: 18, modulus: 11, exception: 'F' }],
      },
    },
    { line: 4, row: { directory: 'cdv', key: '632005', rules: [rule] } },
  ]);
});

it('a line that cannot be right is refused, the others of its branch are not', async () => {
  const text = `${header}250655,1,1 2 1,0,10,\n250655,1,0102010201020102010201,0,10,\n25065,1,0102010201020102010201,0,10,\n250655,2,0102010201020102010201,0,0,\n250655,2,0102010201020102010201,x,10,\n`;
  const rows = await readAll(readCdv, text);
  expect(rows.filter((read) => 'row' in read)).toEqual([
    { line: 3, row: { directory: 'cdv', key: '250655', rules: [rule] } },
  ]);
  expect(rows.filter((read) => 'refused' in read)).toEqual([
    { line: 2, refused: 'weights: must be 11 numbers' },
    { line: 4, refused: 'branch_code: must be six digits' },
    { line: 5, refused: 'modulus: must be above zero' },
    { line: 6, refused: 'fudge_factor: must be a whole number' },
  ]);
});
