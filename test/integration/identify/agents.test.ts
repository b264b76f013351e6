import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import type { Bank } from '#contract/bank.ts';
import { builtInPatches } from '#contract/built-in-patches.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { railFields } from '#contract/rail.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import type { Usage } from '#contract/usage.ts';
import { dataOf } from '#store/events/events.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '#clients/raw/conversation.ts';
import { known, lookUp, statsOf, timeless, uncovered, unknown } from '../../support/identify.ts';
import { accountOf } from '../../support/ledger.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const call = (key: string, args: object) => `/call ${key} ${JSON.stringify(args)}`;

it('[patch.builtin.identify] [identify.same-code] an agent gets what the API answers', async () => {
  const { client, thread } = await startActing(service);
  const bodies = [known, unknown, uncovered, { sort_code: '20-29-59', account_number: '63748472' }];
  const run = await converse(client, thread, bodies.map((body) => call('identify_account', body)).join('\n'));
  expect(run.state).toBe('closed');
  const calls = await callsOf(client, run.id);
  for (const [index, body] of bodies.entries()) {
    const { data } = await lookUp(client, body);
    expect(calls[index]).toMatchObject({ status: 'ok', patch_ref: 'identify_account@1' });
    expect(timeless(calls[index]?.result ?? {})).toEqual(timeless(data));
  }
});

it('[identify.same-code] the lookup is an activity, and its reference is not in the history', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, call('identify_account', known));
  const { events } = await service.temporal.workflow.getHandle(runWorkflowId(id)).fetchHistory();
  const activities = events?.flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
  );
  expect(activities).toEqual(['callModel']);
  expect(JSON.stringify(events)).not.toContain(known.iban);
});

it('[patch.builtin.identify] list_banks gives a page, and the cursor of the next', async () => {
  const { client, thread } = await startActing(service);
  const script = [
    call('list_banks', { country: 'NG', rail: 'nuban', limit: 3 }),
    call('list_banks', { country: 'ng', q: 'trust guaranty' }),
    call('list_banks', {}),
    call('list_banks', { q: 'barclays', limit: 2 }),
  ].join('\n');
  const { id } = await converse(client, thread, script);
  const results = (await callsOf(client, id)).map(({ result }) => result);
  const listed = async (query: string) => (await client.get<Bank[]>(`/v1/identify/banks${query}`)).data;
  const next_cursor: unknown = expect.any(String);
  expect(results).toEqual([
    { banks: await listed('?country=NG&rail=nuban&limit=3'), has_more: true, next_cursor },
    { banks: await listed('?country=NG&q=trust%20guaranty'), has_more: false, next_cursor: null },
    { banks: await listed(''), has_more: true, next_cursor },
    { banks: await listed('?q=barclays&limit=2'), has_more: true, next_cursor },
  ]);
  const cursor = results.flatMap((result) => (result as { next_cursor?: string }).next_cursor ?? []).at(-1);
  const next = await converse(client, thread, call('list_banks', { q: 'barclays', limit: 2, cursor }));
  const [second] = await callsOf(client, next.id);
  expect(second?.result).toMatchObject({ banks: (await listed('?q=barclays&limit=4')).slice(2) });
});

it('[identify.charge.identified-only] [money.run-cost] an agent’s lookup is charged to its run when identified, once, and counted', async () => {
  const { workspace, client, thread } = await startActing(service);
  const script = [known, unknown, known].map((body) => call('identify_account', body)).join('\n');
  const run = await converse(client, thread, script);
  expect((await callsOf(client, run.id)).map(({ cost_credits }) => cost_credits)).toEqual([1, undefined, 1]);
  const { entries, balance } = await accountOf(service.db, workspace);
  const charges = entries.filter(({ reason }) => reason === 'identify');
  expect(charges.map(({ delta, ref }) => [delta, ref])).toEqual([
    [-1_000_000, run.id],
    [-1_000_000, run.id],
  ]);
  expect(balance).toBe(1_000_000_000 - Math.round((run.cost_credits ?? 0) * 1_000_000));
  expect(await statsOf(client)).toEqual(['iban identified 2', 'swift not_found 1']);
  expect((await client.get<Usage>('/v1/usage')).data.identify).toHaveLength(2);
});

it('[identify.charge.identified-only] [money.charged-once] a lookup whose activity is repeated after it was stored is charged once', async () => {
  const { workspace, client, thread } = await startActing(service);
  // The first report of the stored lookup fails: Temporal retries the activity.
  const before = service.db.storedEvents.announce.bind(service.db.storedEvents);
  let failures = 0;
  service.db.storedEvents.announce = (events, stored) => {
    before(events, stored);
    const looked = events.some(
      (event) => event.type === 'tool_call.completed' && dataOf(event)['name'] === 'identify_account',
    );
    if (!looked || failures > 0) return;
    failures += 1;
    throw ApplicationFailure.retryable('the worker dies here');
  };
  const run = await converse(client, thread, call('identify_account', known));
  service.db.storedEvents.announce = before;
  expect([failures, run.state]).toEqual([1, 'closed']);
  const { entries } = await accountOf(service.db, workspace);
  expect(entries.filter(({ reason }) => reason === 'identify')).toHaveLength(1);
  expect(await statsOf(client)).toEqual(['iban identified 1']);
});

it('[patch.builtin.identify] what they do not take is told to the model, which may try again', async () => {
  const { client, thread } = await startActing(service);
  const wrong = [
    call('identify_account', { bic: 'DEUTDEFF', iban: known.iban }),
    call('identify_account', { iban: 'nothing' }),
    call('identify_account', { country: 'DE' }),
    call('identify_account', { rail: 'sepa', iban: known.iban }),
    call('identify_account', { ibna: known.iban }),
    call('list_banks', { country: 'DEU' }),
    call('list_banks', { limit: 0 }),
    call('list_banks', { q: 'x'.repeat(101) }),
  ];
  const script = `${wrong.join('\n')}\n---\n${call('identify_account', known)}`;
  const run = await converse(client, thread, script);
  expect(run.state).toBe('closed');
  const refused = await callsOf(client, run.id);
  expect(refused.pop()?.status).toBe('ok');
  const error = { code: 'invalid_args', message: expect.stringMatching(/./) };
  expect(refused).toMatchObject(wrong.map(() => ({ status: 'failed', error })));
  expect(await statsOf(client)).toEqual(['iban identified 1']);
});

it('[patch.builtin.identify] the model is offered the fields that requests have', () => {
  const offered = (key: string) =>
    builtInPatches.find((patch) => patch.key === key)?.input_schema as {
      properties: Record<string, { enum?: string[] }>;
    };
  const { properties } = offered('identify_account');
  const input = IdentifyRequest.in.shape;
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(input).toSorted());
  for (const key of ['identify_account', 'list_banks']) {
    expect(offered(key).properties['rail']?.enum).toEqual(Object.keys(railFields));
  }
});
