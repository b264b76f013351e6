import { expect, it } from 'vitest';
import type { LedgerEntry } from '#contract/credits.ts';
import { grantCredits } from '#store/money/accounts.ts';
import { Commit } from '#store/mongo/commit.ts';
import { newId } from '#store/mongo/ids.ts';
import { balanceChange, ledgerEntry } from '#store/money/ledger.ts';
import { Lookups } from '#store/lookups/lookups.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const balanceOf = async (client: ApiClient) =>
  (await client.get<{ balance: number }>('/v1/credits')).data.balance;
const micro = (credits: number) => Math.round(credits * 1_000_000);

/** Whether each entry leaves what the one before it left, and its own change. */
function expectBalanced(newestFirst: LedgerEntry[], balance: number): void {
  let left = micro(balance);
  for (const entry of newestFirst) {
    expect(micro(entry.balance)).toBe(left);
    left -= micro(entry.delta);
  }
  expect(left).toBe(0);
}

it('[credits.balance] [credits.ledger] a workspace sees what it was granted, what a run cost, and what is left', async () => {
  const { id, client } = await service.workspace({ credits: 10, subject: 'ada' });
  expect(await balanceOf(client)).toBe(10);
  const run = await converse(client, await startThread(client), 'Hello');
  await grantCredits(service.db, id, 2_500_000);
  const { data } = await client.get<LedgerEntry[]>('/v1/credits/ledger');
  const balance = await balanceOf(client);
  expect(data.map(({ delta, reason, ref }) => ({ delta, reason, ref }))).toEqual([
    { delta: 2.5, reason: 'grant', ref: data[0]?.id },
    { delta: -run.cost_credits, reason: 'turn', ref: run.id },
    { delta: 10, reason: 'grant', ref: data[2]?.id },
  ]);
  expect(micro(balance)).toBe(micro(12.5) - micro(run.cost_credits));
  expect(data.map(({ balance }) => balance)).toEqual([balance, (micro(balance) - 2_500_000) / 1e6, 10]);
  for (const { created_at } of data) expect(created_at).toMatch(/^\d{4}-.*\.\d{3}Z$/);
});

it('[credits.ledger] [pagination.walk] every page has the balances of its entries, while charges go on', async () => {
  const { id, client } = await service.workspace({ credits: 5 });
  const charge = async () => {
    await new Commit(service.db)
      .insert('ledger', [balanceChange(id, [ledgerEntry(-1000, 'turn', id)])])
      .write();
  };
  for (let count = 0; count < 9; count += 1) await charge();
  const before = await balanceOf(client);
  const pages = await walk<LedgerEntry>(client, '/v1/credits/ledger?limit=4', charge);
  expect(pages.map(({ data }) => data.length)).toEqual([4, 4, 2]);
  expectBalanced(
    pages.flatMap(({ data }) => data),
    before,
  );
});

it('[credits.ledger] [pagination.walk] what was charged together is listed entry by entry, over pages that begin amid it', async () => {
  const { id, client } = await service.workspace({ credits: 5 });
  const lookups = new Lookups(service.db, 1000);
  const charged: string[] = [];
  const record = async (keyed: boolean) => {
    const resource = { id: newId(), keyed, mayExist: false };
    charged.push(resource.id);
    await lookups.record(id, { resource, request_id: resource.id, rail: 'iban', result: 'identified' });
  };
  for (const size of [1, 7, 2, 5]) {
    await Promise.all(Array.from({ length: size }, async () => await record(false)));
  }
  await Promise.all([record(false), record(true), record(false)]);
  // The grant; 1; 1 and 6; 1 and 1; 1 and 4; 1, and of the two after it the keyed one apart.
  expect(await service.db.ledger.countDocuments({ workspace_id: id })).toBe(11);
  for (const limit of [1, 3, 4, 20]) {
    const pages = await walk<LedgerEntry>(client, `/v1/credits/ledger?limit=${limit}`);
    const entries = pages.flatMap(({ data }) => data);
    expectBalanced(entries, await balanceOf(client));
    const identified = entries.filter(({ reason }) => reason === 'identify');
    expect(new Set(identified.map((entry) => entry.id))).toEqual(new Set(charged));
    expect(entries).toHaveLength(19);
    for (const { data } of pages.slice(0, -1)) expect(data).toHaveLength(limit);
  }
});

it('[money.ledger-sums] a page that is read amid charges has balances that follow one another, and never change', async () => {
  const { id, client } = await service.workspace({ credits: 5 });
  await grantCredits(service.db, id, 1_000_000);
  const enough = new AbortController();
  const known = new Map<string, number>();
  const charges = async () => {
    while (!enough.signal.aborted) {
      await new Commit(service.db)
        .insert('ledger', [balanceChange(id, [ledgerEntry(-1, 'turn', id)])])
        .write();
    }
  };
  const under = Promise.all([charges(), charges()]);
  try {
    for (let count = 0; count < 40; count += 1) {
      const { data } = await client.get<LedgerEntry[]>('/v1/credits/ledger?limit=2');
      const [latest, previous] = data as [LedgerEntry, LedgerEntry];
      expect(micro(previous.balance)).toBe(micro(latest.balance) - micro(latest.delta));
      expect(known.get(previous.id) ?? previous.balance).toBe(previous.balance);
      known.set(latest.id, latest.balance);
    }
  } finally {
    enough.abort();
    await under;
  }
});

it('a workspace whose account is empty has a balance of zero and no entries; others see only their own', async () => {
  const { client } = await service.workspace({ credits: 0 });
  await service.workspace({ credits: 3 });
  expect(await balanceOf(client)).toBe(0);
  const { data, pagination } = await client.get('/v1/credits/ledger');
  expect([data, pagination]).toEqual([[], { next_cursor: null, has_more: false, limit: 25 }]);
});

it('[pagination.foreign-cursor] a cursor of another workspace or list is refused', async () => {
  const { client } = await service.workspace({ credits: 1 });
  await client.get('/v1/agents');
  const other = await service.workspace({ credits: 1 });
  await grantCredits(service.db, other.id, 1);
  const { pagination } = await other.client.get('/v1/credits/ledger?limit=1');
  for (const path of ['/v1/credits/ledger', '/v1/requests']) {
    const answer = await client.get(`${path}?cursor=${pagination.next_cursor}`);
    expect(verdict(answer)).toEqual([422, 'invalid_cursor']);
  }
});
