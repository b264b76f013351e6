import { beforeEach, describe, expect, it } from 'vitest';
import type { Payee } from '#contract/payee.ts';
import type { Run, ToolCall } from '#contract/run.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { callsOf, confirm } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perTest } from '../../support/per-file.ts';
import { publishPolicy } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const timeout = 60_000;
const german = 'DE89370400440532013000';
const french = 'FR1420041010050500013M02606';
const text = { type: 'string' };
const payee = (facts: object) => ({ required: ['payee'], properties: { payee: { properties: facts } } });
const board = [{ approvals: 1, group: 'board' }];
const holdAll = { name: 'others', then: 'hold' };

const paying = (key: string, parts: object = {}) =>
  actingPatch(key, {
    input_schema: {
      type: 'object',
      properties: { amount: {}, iban: text, name: text },
      additionalProperties: false,
    },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' }, name: '/name' },
    },
    request: { method: 'POST', path: '/pay', body: { iban: '{{iban}}' } },
    ...parts,
  });

let client: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  await client.send('PUT', '/v1/approver-groups/board', { json: { name: 'Board', members: ['bo', 'eve'] } });
});

/** An agent whose payments are judged by rules, and one patch without a gate, by which payees become known. */
async function withRules(rules: object[], parts: object = {}) {
  await publishPolicy(client, { rules });
  const gate = { type: 'policy', policy: 'payments' } as const;
  const agent = await publishActing(client, host, [
    paying('pay', { wired: { gate }, ...parts }),
    paying('pay_freely'),
  ]);
  const say = async (script: string): Promise<Run> => {
    const thread = await startThread(client, agent.id);
    const run = await converse(client, thread, `${script}\n---\n/say ok`);
    return await settled(client, run.id);
  };
  const pay = async (patch: 'pay' | 'pay_freely', ...payments: object[]) =>
    await say(payments.map((args) => `/call ${patch} ${JSON.stringify({ amount: 1, ...args })}`).join('\n'));
  return { pay };
}

const heldIn = async (run: string) =>
  (await client.get<Run>(`/v1/loom/runs/${run}`)).data.pending_confirmations ?? [];
const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
const approve = async (run: string, call: string | undefined, actor: string) =>
  expect((await confirm(as(actor), run, call ?? '')).status).toBe(202);

/** The held call of a run that is back at its gate. */
async function backIn(run: string) {
  const back = async () => (await heldIn(run)).find(({ returned }) => returned !== undefined);
  await expect.poll(back, { timeout }).toBeDefined();
  return await back();
}

async function endedCall(run: string): Promise<ToolCall | undefined> {
  const status = async () => (await callsOf(client, run))[0]?.status;
  await expect.poll(status, { timeout }).not.toBe('pending');
  return (await callsOf(client, run))[0];
}

describe('[payee.facts.again] what is known of a payee is looked at again before a call is sent', () => {
  it('another account of its name, paid between approval and sending, has the board approve', async () => {
    const moved = {
      name: 'moved',
      when: payee({ other_account: { const: true } }),
      then: 'hold',
      stages: board,
    };
    const cooled = { ...holdAll, stages: [{ approvals: 1, undo_seconds: 3 }] };
    const { pay } = await withRules([moved, cooled]);
    const run = await pay('pay', { iban: german, name: 'Bo GmbH' });
    const [held] = await heldIn(run.id);
    await approve(run.id, held?.tool_call_id, 'ada');
    await pay('pay_freely', { iban: french, name: 'BO' });
    const back = await backIn(run.id);
    expect(back?.returned).toMatchObject({ reason: 'facts' });
    expect(back?.gate_rule).toMatchObject({ policy: 'payments@1', rule: 'moved' });
    expect(back?.approvals).toMatchObject({ given: [], required: 2 });
    const [call] = await callsOf(client, run.id);
    expect(JSON.stringify(call)).toContain('"lapsed_because":"facts"');
    expect(host.calls).toHaveLength(1);
    await approve(run.id, back?.tool_call_id, 'cleo');
    await approve(run.id, back?.tool_call_id, 'bo');
    expect(await endedCall(run.id)).toMatchObject({ status: 'ok' });
    expect(host.calls).toHaveLength(2);
  });

  it('an account that became known is sent, and one that has come back is not', async () => {
    const unknown = {
      name: 'unknown',
      when: payee({ known: { const: false } }),
      then: 'hold',
      stages: board,
    };
    const { pay } = await withRules([unknown, { name: 'known', then: 'allow' }]);
    const run = await pay('pay', { iban: german, name: 'Bo' });
    const [held] = await heldIn(run.id);
    await pay('pay_freely', { iban: german, name: 'Bo' });
    await approve(run.id, held?.tool_call_id, 'bo');
    expect(await endedCall(run.id)).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['trusted', 'ok'],
    ['blocked', 'failed'],
  ] as const)('a payee that is %s by then: %s', async (status, end) => {
    const open = { name: 'open', when: payee({ status: { const: 'open' } }), then: 'hold', stages: board };
    const { pay } = await withRules([open, { name: 'others', then: 'allow' }]);
    const { data } = await client.post<Payee>('/v1/payees', { account: { iban: german } });
    const run = await pay('pay', { iban: german, name: 'Bo' });
    const [held] = await heldIn(run.id);
    await client.send('PATCH', `/v1/payees/${data.id}`, { json: { status } });
    await approve(run.id, held?.tool_call_id, 'bo');
    const call = await endedCall(run.id);
    expect(call?.status).toBe(end);
    expect(call?.error?.code).toBe(status === 'blocked' ? 'denied_by_policy' : undefined);
    expect(host.calls).toHaveLength(status === 'blocked' ? 0 : 1);
  });

  it('a payment of the same set that a rule denies after the first one fails', async () => {
    const often = { name: 'often', when: payee({ payments: { minimum: 1 } }), then: 'deny' };
    const { pay } = await withRules([often, holdAll]);
    const run = await pay('pay', { iban: german, name: 'Bo' }, { amount: 2, iban: german, name: 'Bo' });
    const [one, other] = await heldIn(run.id);
    await approve(run.id, one?.tool_call_id, 'bo');
    await expect.poll(() => host.calls.length, { timeout }).toBe(1);
    const paid = async () => (await client.get<Payee[]>('/v1/payees')).data[0]?.payments;
    await expect.poll(paid, { timeout }).toBe(1);
    await approve(run.id, other?.tool_call_id, 'bo');
    await settled(client, run.id);
    const calls = await callsOf(client, run.id);
    expect(calls.map(({ status, error }) => error?.code ?? status)).toEqual(['ok', 'denied_by_policy']);
    expect(host.calls).toHaveLength(1);
  });

  it('a call that was let through comes to its gate between two attempts', async () => {
    const trusted = { name: 'trusted', when: payee({ status: { const: 'trusted' } }), then: 'allow' };
    const reliability = { idempotent: true, retry: 'safe' };
    const { pay } = await withRules([trusted, { ...holdAll, stages: board }], { reliability });
    const { data } = await client.post<Payee>('/v1/payees', { account: { iban: german }, status: 'trusted' });
    let changed: Promise<unknown> | undefined;
    host.answer = (_, response) => {
      if (changed !== undefined) return json(response, 200, { ok: true });
      changed = client.send('PATCH', `/v1/payees/${data.id}`, { json: { status: 'open' } });
      return void changed.then(() => json(response, 503, {}, { 'retry-after': '1' }));
    };
    const run = await pay('pay', { iban: german, name: 'Bo' });
    const back = await backIn(run.id);
    expect(back?.returned).toMatchObject({ reason: 'facts' });
    expect(host.calls).toHaveLength(1);
    await approve(run.id, back?.tool_call_id, 'bo');
    expect(await endedCall(run.id)).toMatchObject({ status: 'ok' });
    expect(host.calls).toHaveLength(2);
  });
});
