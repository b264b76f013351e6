import { beforeEach, expect, it } from 'vitest';
import type { DecidedItems } from '#contract/decide-many.ts';
import { settled } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, callsOf, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { challengeFor, enrolled, type Item, type Person } from '../../support/passkeys.ts';
import { perTest } from '../../support/per-file.ts';
import { pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perTest(startHost);
const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, via: ['passkey'] }] }];

let acting: Acting;
let client: ApiClient;
let eve: Person;
beforeEach(async () => {
  acting = await startPaying(service, { rules }, { host });
  ({ client } = acting);
  eve = await enrolled(service, client, await registerSigner(client), 'eve');
});

async function held(amount: number): Promise<Item> {
  const { run, thread } = await pay(acting, { amount });
  const { tool_call_id = '', digest = '' } = (await threadOf(client, thread)).pending_confirmation ?? {};
  return { run_id: run.id, tool_call_id, digest };
}

async function signed(items: Item[]) {
  const { challenge_id, options } = await challengeFor(eve.client, items);
  return {
    decision: 'approve' as const,
    items,
    assertion: { challenge_id, credential: eve.key.sign(options) },
  };
}

const decide = async (by: ApiClient, body: object) =>
  await by.post<DecidedItems>('/v1/loom/approvals/decide', body);

it('[passkey.decision] [passkey.decision.once] one signature decides on many calls, under one decision id, once', async () => {
  const items = [await held(1), await held(2), await held(3)];
  const body = await signed(items);
  const first = await decide(eve.client, body);
  expect(first.status).toBe(200);
  expect(first.data.results.map(({ result }) => result)).toEqual(['accepted', 'accepted', 'accepted']);
  for (const { run_id } of items) await settled(client, run_id);
  expect(host.calls).toHaveLength(3);
  for (const { run_id } of items) {
    expect((await callsOf(client, run_id))[0]?.decisions).toMatchObject([
      { actor: 'eve', via: 'passkey', decision_id: first.data.decision_id, passkey_id: eve.passkey.id },
    ]);
  }
  const again = await decide(eve.client, body);
  expect(again.data.decision_id).toBe(first.data.decision_id);
  expect(again.data.results.map(({ result }) => result)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(host.calls).toHaveLength(3);
});

it('[passkey.decision.challenge] [passkey.decision.digest] is refused whole for other items, or for one without its digest', async () => {
  const items = [await held(1), await held(2)];
  const body = await signed(items);
  const [one, other] = items as [Item, Item];
  const refused = async (changed: object) => verdict(await decide(eve.client, { ...body, ...changed }));
  expect(await refused({ items: [one] })).toEqual([422, 'invalid_challenge']);
  expect(await refused({ decision: 'reject' })).toEqual([422, 'invalid_challenge']);
  const { digest: _, ...blind } = other;
  expect(await refused({ items: [one, blind] })).toEqual([422, 'invalid_request']);
  expect(host.calls).toEqual([]);
});

it('[passkey.decision.once] a refused item does not touch the others of the signature', async () => {
  const items = [await held(1), await held(2)];
  const body = await signed(items);
  const [gone] = items as [Item, Item];
  await client.post(`/v1/loom/runs/${gone.run_id}/cancel`);
  await settled(client, gone.run_id);
  const { data } = await decide(eve.client, body);
  expect(data.results).toMatchObject([
    { result: 'refused', code: 'unknown_confirmation' },
    { result: 'accepted' },
  ]);
});
