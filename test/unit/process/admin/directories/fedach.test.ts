import { describe, expect, it } from 'vitest';
import { readFedach } from '#process/admin/directories/fedach.ts';
import { fedachLine, readAll } from '../../../../support/directory-files.ts';

const row = (key: string, name: string) => ({ directory: 'fedach', key, name, country: 'US' });

describe('the text of the Federal Reserve, 155 characters a line', () => {
  it('is read by its columns', async () => {
    const lines = [
      fedachLine('011000015', 'FEDERAL RESERVE BANK'),
      fedachLine('021000021', 'JPMORGAN CHASE BANK, NA'),
    ];
    expect(lines[0]).toHaveLength(155);
    const branch = { city: 'ATLANTA', state: 'GA' };
    for (const end of ['\n', '\r\n']) {
      expect(await readAll(readFedach, lines.join(end) + end)).toEqual([
        { line: 1, row: { ...row('011000015', 'FEDERAL RESERVE BANK'), branch } },
        { line: 2, row: { ...row('021000021', 'JPMORGAN CHASE BANK, NA'), branch } },
      ]);
    }
  });

  it('what is not in the current view is left out, what cannot be right refused with its line', async () => {
    const lines = [
      fedachLine('011000015', 'FEDERAL RESERVE BANK', '0'),
      fedachLine('011000016', 'A'),
      fedachLine('01100001X', 'A'),
      fedachLine('011000015', ''),
      '011000015O',
      fedachLine('011000015', 'A', '7'),
    ];
    expect(await readAll(readFedach, lines.join('\n'))).toEqual([
      { line: 1, leftOut: true },
      { line: 2, refused: 'routingNumber: has a wrong check digit' },
      { line: 3, refused: 'routingNumber: must be nine digits' },
      { line: 4, refused: 'customerName: is empty' },
      { line: 5, refused: 'must have 150 characters' },
      { line: 6, refused: 'dataViewCode: must be 0 or 1' },
    ]);
  });
});

describe('JSON, as its download service answers', () => {
  const participant = (routingNumber: unknown, customerName: string) => ({
    routingNumber,
    officeCode: 'O',
    customerName,
    dataViewCode: '1',
  });
  const answer = (participants: unknown[]) => ({
    fedACHParticipants: { response: { code: 200 }, fedACHParticipants: participants },
  });

  it('is read participant by participant, whatever stands in their names', async () => {
    const name = 'BANK "{[,]}" \\ OF ÉIRE';
    const text = JSON.stringify(answer([participant('011000015', name), participant('021000021', 'B')]));
    const rows = await readAll(readFedach, text);
    expect(rows.map((read) => 'row' in read && read.row)).toEqual([
      row('011000015', name),
      row('021000021', 'B'),
    ]);
  });

  it('tells the line of what is refused', async () => {
    const text = JSON.stringify(answer([participant('011000015', 'A'), participant(11, 'B')]), null, 2);
    expect(await readAll(readFedach, text)).toEqual([
      { line: 12, row: row('011000015', 'A') },
      { line: 18, refused: 'routingNumber: must be a string' },
    ]);
    expect(await readAll(readFedach, '[{"routingNumber":011000015}]')).toEqual([
      { line: 1, refused: 'is not JSON' },
    ]);
  });

  it('a file that breaks off is an error, and so is an object without end', async () => {
    await expect(readAll(readFedach, '[{"routingNumber":"011000015","customerN')).rejects.toThrow(
      'line 1: the file breaks off',
    );
    await expect(readAll(readFedach, `[{"a":"${'x'.repeat(100_000)}`)).rejects.toThrow(
      'line 1: the object is too long',
    );
  });
});

describe('CSV, with the names of the JSON', () => {
  it('is read by its first line, in any order and with other columns', async () => {
    const text = '\uFEFFCustomer Name,X,routing_number\n"A, ""B"" Bank",1,011000015\n';
    expect(await readAll(readFedach, text)).toEqual([{ line: 2, row: row('011000015', 'A, "B" Bank') }]);
  });

  it('without the columns it is an error', async () => {
    await expect(readAll(readFedach, 'name,number\nA,1')).rejects.toThrow(
      'the first line names no column routingNumber',
    );
    await expect(readAll(readFedach, 'routingNumber,number\n1,1')).rejects.toThrow(
      'the first line names no column customerName',
    );
  });
});
