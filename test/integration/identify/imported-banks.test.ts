import type { CommandStartedEvent } from 'mongodb';
import { expect, inject, it } from 'vitest';
import type { Bank } from '#contract/bank.ts';
import { runAdmin } from '../../support/admin.ts';
import { fedachLine, fileOf, routingNumber } from '../../support/directory-files.ts';
import { lookUp } from '../../support/identify.ts';
import { walk } from '../../support/walk.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace({ credits: 1000 })).client);
const rows = 2000;

async function importFedach(nameOf: (index: number) => string): Promise<void> {
  const lines = Array.from({ length: rows }, (_, index) => fedachLine(routingNumber(index), nameOf(index)));
  const { code } = await runAdmin(['identify', 'import', 'fedach', await fileOf(lines.join('\n'))], {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
  });
  expect(code).toBe(0);
}

async function namesOf(query: string): Promise<string[]> {
  return (await client.get<Bank[]>(`/v1/identify/banks?${query}`)).data.map(({ name }) => name);
}

/** How many commands for rows of directories are sent to MongoDB meanwhile. */
async function readsOfRows(work: () => Promise<unknown>): Promise<number> {
  let reads = 0;
  const listen = ({ command }: CommandStartedEvent) => {
    if ([command['find'], command['collection']].includes('directory_rows')) reads += 1;
  };
  service.db.client.on('commandStarted', listen);
  await work();
  service.db.client.off('commandStarted', listen);
  return reads;
}

it('[identify.banks.imported] imported rows are read once, and found and listed like built-in institutions', async () => {
  await importFedach((index) => `QUAGGA BANK ${index}`);
  await expect.poll(async () => await namesOf('q=quagga%201999')).toEqual(['QUAGGA BANK 1999']);
  const pagesOf100 = async () => await walk<Bank>(client, '/v1/identify/banks?q=quagga&country=US&limit=100');
  const searches = async () => {
    for (const query of [
      'q=QUAGGA%20bank&limit=1',
      'country=US',
      'q=nothing%20at%20all',
      'rail=routing_number',
    ]) {
      await namesOf(query);
    }
  };
  expect(await readsOfRows(searches)).toBe(0);
  const all = (await pagesOf100()).flatMap(({ data }) => data);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(rows - 100);
  const [listed] = (await client.get<Bank[]>('/v1/identify/banks?q=quagga%201234')).data;
  const { data } = await lookUp(client, { routing_number: routingNumber(1234) });
  expect(data.institution).toMatchObject({ id: listed?.id, name: 'QUAGGA BANK 1234' });
});

it('[identify.banks.imported] after another import its institutions are listed, and those before are not', async () => {
  await importFedach((index) => `OKAPI BANK ${index}`);
  await expect.poll(async () => await namesOf('q=okapi%20777')).toContain('OKAPI BANK 777');
  // Names that are spelled similarly may be found.
  expect((await namesOf('q=quagga&limit=100')).join()).not.toContain('QUAGGA');
});
