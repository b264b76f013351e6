import { expect, it } from 'vitest';
import type { Bank } from '#contract/bank.ts';
import { foldWords } from '#identify/fold-words.ts';
import { lookUp } from '../../support/identify.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);

async function banks(query: string): Promise<Bank[]> {
  return (await client.get<Bank[]>(`/v1/identify/banks${query}`)).data;
}

it('[identify.banks] institutions come by name, 25 to a page, under the id that lookups give them', async () => {
  const { data, pagination } = await client.get<Bank[]>('/v1/identify/banks?country=NG&rail=nuban');
  expect(data).toHaveLength(25);
  expect(pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit: 25 });
  const [found] = await banks('?country=NG&q=guaranty%20trust');
  expect(found).toEqual({
    id: 'ng_bic_gtbingla',
    name: 'Guaranty Trust Bank Plc',
    country: 'NG',
    rails: ['swift', 'nuban'],
    codes: [
      { scheme: 'cbn', value: '058' },
      { scheme: 'nip', value: '000013' },
      { scheme: 'bic', value: 'GTBINGLA' },
    ],
    bic: 'GTBINGLA',
    type: 'bank',
  });
  expect((await lookUp(client, { bic: 'GTBINGLA' })).data.institution?.id).toBe(found?.id);
});

it('[identify.banks] pages lead through all of them, each once and in order', async () => {
  const pages = await walk<Bank>(client, '/v1/identify/banks?country=KE&limit=17');
  const all = pages.flatMap(({ data }) => data);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(40);
  const words = all.map(({ name }) => foldWords(name).join(' '));
  expect(words).toEqual(words.toSorted());
  expect(await banks('?country=KE&limit=100')).toEqual(all.slice(0, 100));
});

it('[identify.banks.filters] the search forgives case, accents and the order of words; filters narrow it', async () => {
  const named = async (query: string) => (await banks(query)).map(({ name }) => name);
  const wanted = await named('?country=CI&q=Soci%C3%A9t%C3%A9%20G%C3%A9n%C3%A9rale');
  expect(wanted.join()).toContain('Société Générale');
  expect(await named('?country=ci&q=GENERALE%20societe')).toEqual(wanted);
  expect(await named('?country=CI&q=no%20such%20bank')).toEqual([]);
  for (const { country, rails } of await banks('?country=GH&rail=gh_bank&limit=100')) {
    expect([country, rails.includes('gh_bank')]).toEqual(['GH', true]);
  }
});

it.each(['?rail=sepa', '?country=Germany', '?limit=many', `?q=${'a'.repeat(101)}`, '?name=x'])(
  '[identify.banks.filters] %s is refused',
  async (query) => {
    expect(verdict(await client.get(`/v1/identify/banks${query}`))).toEqual([422, 'invalid_request']);
  },
);

it('[identify.banks] a cursor is of its own list alone', async () => {
  const { pagination } = await client.get<Bank[]>('/v1/identify/banks?country=NG');
  const cursor = encodeURIComponent(pagination.next_cursor ?? '');
  expect((await client.get(`/v1/identify/banks?country=NG&cursor=${cursor}`)).status).toBe(200);
  const other = await service.workspace();
  for (const answer of [
    await client.get(`/v1/identify/banks?country=GH&cursor=${cursor}`),
    await client.get(`/v1/identify/banks?country=NG&q=a&cursor=${cursor}`),
    await other.client.get(`/v1/identify/banks?country=NG&cursor=${cursor}`),
  ]) {
    expect(verdict(answer)).toEqual([422, 'invalid_cursor']);
  }
});
