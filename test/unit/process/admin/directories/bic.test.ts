import { expect, it } from 'vitest';
import { readBicDirectory } from '#process/admin/directories/bic.ts';
import { readAll } from '../../../../support/directory-files.ts';

it('SWIFTRef’s columns of today: the BIC whole', async () => {
  const text = [
    'MODIFICATION FLAG\tRECORD KEY\tBIC\tBIC8\tBRANCH BIC\tINSTITUTION NAME\tBRANCH INFORMATION\tCITY',
    'A\tBC0000000001\tDEUTDEFF500\tDEUTDEFF\t500\tDEUTSCHE BANK AG\tFILIALE "MITTE"\tFRANKFURT AM MAIN',
    'D\tBC0000000002\tDEUTDEFF501\tDEUTDEFF\t501\tDEUTSCHE BANK AG\t\t',
  ].join('\n');
  expect(await readAll(readBicDirectory, text)).toEqual([
    {
      line: 2,
      row: {
        directory: 'bic',
        key: 'DEUTDEFF500',
        name: 'DEUTSCHE BANK AG',
        country: 'DE',
        branch: { code: '500', name: 'FILIALE "MITTE"', city: 'FRANKFURT AM MAIN' },
      },
    },
    { line: 3, leftOut: true },
  ]);
});

it('SWIFTRef’s columns of before: the BIC in two parts; the country is that of the BIC', async () => {
  const text = 'BIC CODE,BRANCH CODE,INSTITUTION NAME,COUNTRY NAME\nNWBKGB2L,XXX,NATWEST,GERMANY\n';
  expect(await readAll(readBicDirectory, text)).toEqual([
    { line: 2, row: { directory: 'bic', key: 'NWBKGB2LXXX', name: 'NATWEST', country: 'GB' } },
  ]);
});

it('what cannot be right is refused', async () => {
  const text = 'BIC,INSTITUTION NAME,MODIFICATION FLAG\nDEUTDEF,A,\nDEUTDEFF,,\nDEUTDEFF,A,X\nDEUTDEFF5,A,\n';
  expect(await readAll(readBicDirectory, text)).toEqual([
    { line: 2, refused: 'bic: must be a BIC' },
    { line: 3, refused: 'name: is empty' },
    { line: 4, refused: 'modification: must be A, M, U or D' },
    { line: 5, refused: 'bic: must be a BIC' },
  ]);
});

it('a table without names of columns is an error', async () => {
  await expect(readAll(readBicDirectory, 'DEUTDEFF500\tDEUTSCHE BANK AG')).rejects.toThrow(
    'the first line names no column BIC',
  );
});
