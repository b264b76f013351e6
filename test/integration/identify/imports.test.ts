import { expect, inject, it } from 'vitest';
import type { CommandStartedEvent } from 'mongodb';
import { type AdminResult, runAdmin } from '../../support/admin.ts';
import { fedachLine, fileOf, routingNumber } from '../../support/directory-files.ts';
import { lookUp } from '../../support/identify.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perTest(async () => (await service.workspace({ credits: 1_000_000 })).client);
const admin = async (...args: string[]): Promise<AdminResult> =>
  await runAdmin(['identify', ...args], {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
  });

/** A FedACH file of this many numbers, all of one bank. */
function fedachOf(name: string, count = 3): string {
  return Array.from({ length: count }, (_, index) => fedachLine(routingNumber(index), name)).join('\n');
}

async function importFedach(content: string, as_of = '2026-11-01'): Promise<AdminResult> {
  return await admin('import', 'fedach', await fileOf(content), '--as-of', as_of);
}

/** The holder of a routing number, and the table that names it. */
async function holderOf(number: string): Promise<string> {
  const { data } = await lookUp(client, { routing_number: number });
  return `${data.institution?.name ?? data.reason}, ${data.source?.name} ${data.source?.as_of}`;
}

/** Waits until lookups know of a switch-over: a few seconds at most. */
async function until(number: string, holder: string): Promise<void> {
  await expect.poll(async () => await holderOf(number), { interval: 20 }).toBe(holder);
}

const storedRows = async () => await service.db.directory_rows.countDocuments();

it('a lookup asks MongoDB nothing where no directory was imported, and once otherwise', async () => {
  const reads = async (body: object) => {
    const commands: unknown[] = [];
    const listen = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName === 'find') commands.push(command['find']);
    };
    service.db.client.on('commandStarted', listen);
    await lookUp(client, body);
    service.db.client.off('commandStarted', listen);
    return commands.filter((name) => String(name).startsWith('director'));
  };
  expect(await reads({ routing_number: '021000021' })).toEqual([]);
  await admin('import', 'eiscd', await fileOf('Sort Code,Full name of owning bank\n601613,NATWEST, CORBY\n'));
  const iban = { iban: 'GB29NWBK60161331926819' };
  await expect.poll(async () => (await lookUp(client, iban)).data.source?.name).toBe('EISCD');
  // Again where the versions, which are read again when one is switched over, were read in between.
  await expect.poll(async () => await reads(iban)).toEqual(['directory_rows']);
  expect(await reads({ routing_number: '021000021' })).toEqual([]);
});

it('[identify.result.fields] an imported directory comes before the built-in table, with its name and day', async () => {
  const lines = [fedachLine('021000021', 'JPMORGAN, TODAY'), fedachLine(routingNumber(7), 'SMALL BANK')];
  expect(await holderOf('021000021')).toMatch(/^JPMorgan Chase Bank/);
  expect(await holderOf(routingNumber(7))).toMatch(/^unknown_institution/);
  const { code, printed } = await importFedach(lines.join('\n'), '2026-10-31');
  expect([code, printed]).toEqual([
    0,
    [
      {
        directory: 'fedach',
        version: expect.any(String),
        as_of: '2026-10-31',
        rows: 2,
        imported_at: expect.any(String),
        refused: 0,
        left_out: 0,
      },
    ],
  ]);
  await until('021000021', 'JPMORGAN, TODAY, FedACH 2026-10-31');
  expect(await holderOf(routingNumber(7))).toBe('SMALL BANK, FedACH 2026-10-31');
  expect(await holderOf('121000358')).toMatch(/^Bank of America/);
});

it('rows that are refused are told of one by one, with their lines; the others are imported', async () => {
  const lines = [
    fedachLine(routingNumber(1), 'ONE'),
    fedachLine('011000016', 'WRONG'),
    fedachLine(routingNumber(1), 'ONE AGAIN'),
    fedachLine(routingNumber(2), 'GONE', '0'),
    fedachLine(routingNumber(3), 'THREE'),
  ];
  const { code, printed } = await importFedach(lines.join('\n'));
  expect(code).toBe(3);
  expect(printed.slice(0, -1)).toEqual([
    { line: 2, refused: 'routingNumber: has a wrong check digit' },
    { line: 3, refused: 'its code stands in an earlier line' },
  ]);
  expect(printed.at(-1)).toMatchObject({ rows: 2, refused: 2, left_out: 1 });
  await until(routingNumber(1), 'ONE, FedACH 2026-11-01');
  expect(await holderOf(routingNumber(3))).toBe('THREE, FedACH 2026-11-01');
  expect(JSON.stringify(printed)).not.toContain('WRONG');
});

it('the version before is kept, and gone back to; those before it are removed', async () => {
  for (const name of ['FIRST', 'SECOND', 'THIRD']) await importFedach(fedachOf(name), '2026-11-02');
  await until(routingNumber(0), 'THIRD, FedACH 2026-11-02');
  const fedach = async () =>
    (await admin('list', '--json')).printed.find(({ directory }) => directory === 'fedach') as {
      current: { version: string };
      previous: { version: string };
    };
  const before = await fedach();
  expect(before).toMatchObject({ current: { rows: 3 }, previous: { rows: 3 } });
  expect(await storedRows()).toBe(3 + 3 + 1);
  const { printed } = await admin('rollback', 'fedach');
  expect(printed).toMatchObject([{ directory: 'fedach', version: before.previous.version }]);
  await until(routingNumber(0), 'SECOND, FedACH 2026-11-02');
  await admin('rollback', 'fedach');
  await until(routingNumber(0), 'THIRD, FedACH 2026-11-02');
  expect(await fedach()).toEqual(before);
});

it.each([
  ['a file that is not there', 'import', 'fedach', '/nowhere/at/all'],
  ['an unknown directory', 'import', 'iban', '/nowhere'],
  ['a day that is none', 'import', 'fedach', '/nowhere', '--as-of', '2026-02-30'],
  ['no version before', 'rollback', 'cdv'],
])('%s is said in one line', async (_, ...args) => {
  const { code, printed, complaint } = await admin(...args);
  expect([code, printed]).toEqual([1, []]);
  expect(complaint.trim()).toMatch(/^.+$/);
});

it.each([
  ['no row that can be used', fedachLine('011000016', 'WRONG')],
  ['a layout that is not known', 'name;place\nA;B\n'],
  ['an end in the middle', '[{"routingNumber":"011000015","customerName":"A"},{"routing'],
])('with %s the directory stays as it is, and nothing is left behind', async (_, content) => {
  await importFedach(fedachOf('BEFORE'), '2026-11-03');
  await until(routingNumber(0), 'BEFORE, FedACH 2026-11-03');
  const rows = await storedRows();
  const { code, complaint } = await importFedach(content);
  expect([code, complaint.trim().split('\n').length]).toEqual([1, 1]);
  expect(await storedRows()).toBe(rows);
  expect(await holderOf(routingNumber(0))).toBe('BEFORE, FedACH 2026-11-03');
  expect((await service.db.directories.findOne({ _id: 'fedach' }))?.importing).toBeUndefined();
});

it('under load, each lookup is answered by the one version or the other, and none fails', async () => {
  await importFedach(fedachOf('OLD', 500), '2026-11-04');
  await until(routingNumber(0), 'OLD, FedACH 2026-11-04');
  const seen = new Set<string>();
  const done = new AbortController();
  const clients = Array.from({ length: 4 }, async (_, at) => {
    for (let index = at; !done.signal.aborted; index = (index + 17) % 500)
      seen.add(await holderOf(routingNumber(index)));
  });
  await expect.poll(() => seen.size).toBeGreaterThan(0);
  await importFedach(fedachOf('NEW', 500), '2026-11-05');
  await until(routingNumber(0), 'NEW, FedACH 2026-11-05');
  done.abort();
  await Promise.all(clients);
  expect(seen).toContain('OLD, FedACH 2026-11-04');
  expect(['NEW, FedACH 2026-11-05', 'OLD, FedACH 2026-11-04']).toEqual(expect.arrayContaining([...seen]));
});
