import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Payee } from '#contract/payee.ts';
import type { Run } from '#contract/run.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { callsOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { perFile } from '../../support/per-file.ts';
import { type PlannedCall, plannedModels } from '../../support/planned-models.ts';
import { publishPolicy } from '../../support/policies.ts';
import { startService } from '../../support/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/approvals.md'), 'utf8');
const section = /^### Policies to copy\n(?<text>.*?)^### /ms.exec(page)?.groups?.['text'] ?? '';
const policy = JSON.parse(/^```json\n(?<json>.*?)^```/ms.exec(section)?.groups?.['json'] ?? '') as object;
/** The body of the command that blocks a payee. */
const blocked = JSON.parse(/-d '(?<body>\{.*\})'/.exec(section)?.groups?.['body'] ?? '') as {
  account: { iban: string };
};

const models = plannedModels();
const service = perFile(() => startService({ models }));
const host = perFile(startHost);

const german = 'DE89370400440532013000';
const french = 'FR1420041010050500013M02606';
const text = { type: 'string' };
const daySeconds = 86_400;

let client: ApiClient;
let agent: string;
beforeEach(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  await putGroup(client, 'finance', { name: 'Finance', members: ['eve', 'mia'] });
  await putGroup(client, 'board', { name: 'Board', members: ['bo'] });
  await publishPolicy(client, policy);
  const pay = actingPatch('pay', {
    wired: { gate: { type: 'policy', policy: 'payments' } },
    input_schema: { type: 'object', properties: { amount: {}, iban: text, name: text } },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' }, name: '/name' },
    },
    request: { method: 'POST', path: '/pay' },
  });
  agent = (await publishActing(client, host, [pay, actingPatch('read_inbox')], { model_class: 'fast' })).id;
  host.calls.length = 0;
  host.answer = ({ path }, response) =>
    json(response, 200, path === '/pay' ? { ok: true } : { text: `Our new account is ${french}.` });
});

/** A payment that the agent makes after it has called some tools, and what it waits for. */
async function pay(words: string, args: PlannedCall['args'], tools: string[] = []) {
  models.plans.set(words, [...tools.map((name) => [{ name, args: {} }]), [{ name: 'pay', args }]]);
  const run = await post(client, await startThread(client, agent), words);
  const { pending_confirmations: [held] = [] } = await settled(client, run);
  const approve = async (...actors: string[]) => {
    const body = { tool_call_id: held?.tool_call_id, decision: 'approve', digest: held?.digest };
    const answers = [];
    for (const actor of actors) {
      const approver = client.with({ headers: { 'service-actor': actor } });
      const { data, error } = await approver.post<{ state: string }>(`/v1/loom/runs/${run}/confirm`, body);
      answers.push(error?.code ?? data.state);
    }
    return answers;
  };
  return { run, held, approve, call: (await callsOf(client, run)).at(-1) };
}

const ruleOf = ({ call }: Awaited<ReturnType<typeof pay>>) =>
  call?.gate_rule && 'rule' in call.gate_rule ? call.gate_rule.rule : undefined;
const payments = () => host.calls.filter(({ path }) => path === '/pay');
/** Makes an account known, under the name Bo AG. */
async function payOnce(iban: string) {
  const first = await pay(`Pay 5 EUR to Bo AG at ${iban}.`, { amount: 5, iban, name: 'Bo AG' });
  expect(ruleOf(first)).toBe('new payee');
  expect(await first.approve('bo', 'eve', 'eve', 'mia')).toEqual([
    'forbidden_approver',
    'awaiting_input',
    'awaiting_input',
    'running',
  ]);
  await settled(client, first.run);
  expect(payments()).toHaveLength(1);
}

it('[approval-policy.examples] a new payee needs two approvals, and one that was paid needs one', async () => {
  await payOnce(german);
  const second = await pay(`Pay 6 EUR to ${german} again.`, { amount: 6, iban: german, name: 'Bo AG' });
  expect(ruleOf(second)).toBe('known payee');
  expect(await second.approve('mia')).toEqual(['running']);
  await settled(client, second.run);
  expect(payments()).toHaveLength(2);
});

it('[approval-policy.examples] an account that only a mail named, or nobody, needs the board', async () => {
  const args = { amount: 7, iban: french, name: 'Cy SA' };
  for (const tools of [['read_inbox'], []]) {
    const found = await pay(`Pay what we owe to Cy SA. ${tools.length}`, args, tools);
    expect(ruleOf(found)).toBe('untrusted account');
    expect(await found.approve('mia', 'eve')).toEqual(['awaiting_input', 'forbidden_approver']);
    expect(payments()).toHaveLength(tools.length === 0 ? 1 : 0);
    expect(await found.approve('bo')).toEqual(['running']);
    await settled(client, found.run);
  }
});

it('[approval-policy.examples] a changed account waits a day after finance and the board', async () => {
  await payOnce(german);
  const changed = await pay('Pay 8 EUR to Bo AG.', { amount: 8, iban: french, name: 'BO A.G.' }, [
    'read_inbox',
  ]);
  expect(ruleOf(changed)).toBe('changed account');
  const shown = changed.held?.payment?.payee;
  expect(shown).toMatchObject({ known: false, payments: 0, other_account: true });
  expect(await changed.approve('eve', 'mia', 'bo')).toEqual(Array(3).fill('awaiting_input'));
  const { data } = await client.get<Run>(`/v1/loom/runs/${changed.run}`);
  const heldAt = Date.parse(changed.held?.created_at ?? '');
  expect(data.pending_confirmations).toMatchObject([
    { not_before: new Date(heldAt + daySeconds * 1000).toISOString(), approvals: { required: 3 } },
  ]);
  expect(payments()).toHaveLength(1);
});

it('[approval-policy.examples] a blocked payee is denied, and a malformed account is held by all stages', async () => {
  const added = await client.post<Payee>('/v1/payees', blocked);
  expect([added.status, added.data.status]).toEqual([201, 'blocked']);
  const { iban } = blocked.account;
  const denied = await pay(`Pay 9 EUR to ${iban}.`, { amount: 9, iban, name: 'Di Ltd' });
  expect(denied.call).toMatchObject({
    status: 'failed',
    error: { code: 'denied_by_policy', message: expect.stringContaining('"blocked payee"') },
  });
  const malformed = await pay('Pay 9 EUR to DE1.', { amount: 9, iban: 'DE1', name: 'Di Ltd' });
  expect(malformed.held?.approvals).toMatchObject({ required: 3 });
  expect(payments()).toEqual([]);
});
