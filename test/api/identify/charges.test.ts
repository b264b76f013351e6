import type { CommandStartedEvent } from 'mongodb';
import { expect, it } from 'vitest';
import type { LedgerEntry } from '#contract/credits.ts';
import type { RequestRecord } from '#contract/request.ts';
import { newId } from '#store/mongo/ids.ts';
import { Bookings } from '#store/mongo/bookings.ts';
import { Lookups } from '#store/lookups/lookups.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { known, lookUp, statsOf, timeless, uncovered, unknown } from '../../support/identify.ts';
import { forgetResponses, isReplayed, withKey } from '../../support/idempotency.ts';
import { accountOf } from '../../support/ledger.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perTest } from '../../support/per-file.ts';

const service = sharedService('without-worker');
const workspace = perTest(() => service.workspace({ credits: 10 }));
const client = perTest(async () => workspace.client);
/** Charged credits. */
async function chargedTo({ id }: TestWorkspace): Promise<number[]> {
  const { entries } = await accountOf(service.db, id);
  return entries.filter(({ reason }) => reason !== 'grant').map(({ delta }) => -delta / 1_000_000);
}

it('[identify.charge.identified-only] only a lookup that is identified is charged; the entry names the request', async () => {
  for (const body of [unknown, uncovered, { account_number: '0000014579' }]) await lookUp(client, body);
  expect(await chargedTo(workspace)).toEqual([]);
  const { headers } = await lookUp(client, known);
  const { data: entries } = await client.get<LedgerEntry[]>('/v1/credits/ledger');
  expect(entries[0]).toMatchObject({
    delta: -1,
    balance: 9,
    reason: 'identify',
    ref: headers.get('request-id'),
  });
  const { data: records } = await client.get<RequestRecord[]>('/v1/requests?product=identify');
  expect(records.map(({ cost_credits }) => cost_credits)).toEqual([1, 0, 0, 0]);
  expect(records[0]).toMatchObject({ id: headers.get('request-id'), route: '/v1/identify', status: 200 });
});

it('[identify.charge.identified-only] a likely institution is charged, a BIC that many banks share is not', async () => {
  const likely = await lookUp(client, { sort_code: '770001' });
  expect(likely.data).toMatchObject({ result: 'identified', confidence: 'likely' });
  const shared = await lookUp(client, { bic: 'GENODEF1' });
  expect(shared.data).toMatchObject({ result: 'not_found', reason: 'ambiguous' });
  expect(await chargedTo(workspace)).toEqual([1]);
});

it('[identify.charge.repeats] a second lookup is charged again, a replay is not', async () => {
  await lookUp(client, known);
  await lookUp(client, known);
  const keyed = withKey(client);
  const first = await lookUp(keyed, known);
  const replay = await lookUp(keyed, known);
  expect([isReplayed(first), isReplayed(replay)]).toEqual([false, true]);
  expect(replay.body).toEqual(first.body);
  expect(await chargedTo(workspace)).toEqual([1, 1, 1]);
  expect(await statsOf(client)).toEqual(['iban identified 3']);
  const { data: requests } = await client.get<RequestRecord[]>('/v1/requests?product=identify');
  const records = requests.filter(({ method }) => method === 'POST');
  expect(records.map(({ replayed, cost_credits }) => [replayed, cost_credits])).toEqual([
    [true, 0],
    [false, 1],
    [false, 1],
    [false, 1],
  ]);
});

it('[identify.charge.identified-only] [idempotency.lease] a process that died before it answered has charged and counted once', async () => {
  for (const body of [known, unknown]) {
    const keyed = withKey(client);
    const first = await lookUp(keyed, body);
    await forgetResponses(service.db);
    const again = await lookUp(keyed, body);
    expect([again.status, isReplayed(again)]).toEqual([200, false]);
    expect(timeless(again.data)).toEqual(timeless(first.data));
  }
  expect(await chargedTo(workspace)).toEqual([1]);
  expect(await statsOf(client)).toEqual(['iban identified 1', 'swift not_found 1']);
});

it('[identify.charge.identified-only] a holder that was not dead after all makes nobody pay twice', async () => {
  const lookups = new Lookups(service.db, 1_000_000);
  const record = async (id: string, rail: 'iban' | 'swift') =>
    await lookups.record(workspace.id, {
      resource: { id, keyed: true, mayExist: false },
      request_id: id,
      rail,
      result: 'identified',
    });
  const one = '019a9f41-9bf8-7d10-8a2b-92a3b4c5d6e7';
  const other = '019a9f41-9bf8-7d10-8a2b-92a3b4c5d6e8';
  await record(one, 'iban');
  // The two are of one group: the second is stored though the first is refused.
  expect(await Promise.all([record(one, 'iban'), record(other, 'swift')])).toEqual([
    { cost: 1_000_000 },
    { cost: 1_000_000 },
  ]);
  // Nor do the two make each other wait where they are in one group.
  const third = '019a9f41-9bf8-7d10-8a2b-92a3b4c5d6e9';
  expect(await Promise.all([record(third, 'swift'), record(third, 'swift')])).toEqual([
    { cost: 1_000_000 },
    { cost: 1_000_000 },
  ]);
  expect(await chargedTo(workspace)).toEqual([1, 1, 1]);
  expect(await statsOf(client, '?from=2020-01-01T00:00:00Z')).toEqual([
    'iban identified 1',
    'swift identified 2',
  ]);
});

it('an empty balance refuses every lookup, counts none, and lists all the same', async () => {
  const poor = await service.workspace({ credits: 0 });
  for (const body of [known, unknown, uncovered]) {
    expect(verdict(await lookUp(poor.client, body))).toEqual([402, 'insufficient_credits']);
  }
  expect(await statsOf(poor.client)).toEqual([]);
  expect((await poor.client.get('/v1/identify/banks')).status).toBe(200);
});

it('of 30 lookups at once, over two processes, as many are served as are paid for; the ledger sums up', async () => {
  const second = await service.secondApi();
  const clients = [client, client.at(second.baseUrl)];
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const body = index % 5 === 0 ? unknown : known;
      return verdict(await lookUp(clients[index % 2] as ApiClient, body)).join(' ');
    }),
  );
  const served = answers.filter((answer) => answer === '200').length;
  expect(answers.filter((answer) => answer !== '200')).toEqual(
    Array.from({ length: 30 - served }, () => '402 insufficient_credits'),
  );
  expect((await chargedTo(workspace)).length).toBe(10);
  expect((await accountOf(service.db, workspace.id)).balance).toBe(0);
  const counts = await statsOf(client);
  expect(counts[0]).toBe('iban identified 10');
  expect(counts.join(' ')).toBe(
    served === 10 ? counts[0] : `iban identified 10 swift not_found ${served - 10}`,
  );
});

it('lookups that come while another is stored are reserved for and stored together, in one change of the balance', async () => {
  // Charges are booked in the background a second later, possibly before the second group is stored.
  const bookings = new Bookings(async () => await Promise.resolve());
  const lookups = new Lookups({ ...service.db, bookings }, 1000);
  // Kept in memory from here on.
  await service.db.keptBudgets.of(workspace.id);
  const commands: string[] = [];
  const listen = ({ commandName }: CommandStartedEvent) => commands.push(commandName);
  service.db.client.on('commandStarted', listen);
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      const id = newId();
      const resource = { id, keyed: false, mayExist: false };
      await lookups.record(workspace.id, { resource, request_id: id, rail: 'iban', result: 'identified' });
    }),
  );
  service.db.client.off('commandStarted', listen);
  await bookings.close();
  // The requests before are recorded meanwhile, by an insert.
  const group = ['find', 'find', 'update', 'bulkWrite', 'commitTransaction'];
  expect(commands.filter((name) => !['getMore', 'insert'].includes(name))).toEqual([...group, ...group]);
  expect(await statsOf(client)).toEqual(['iban identified 32']);
});
