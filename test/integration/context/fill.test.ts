import { beforeEach, expect, it } from 'vitest';
import type { RevisedCall } from '#contract/decisions.ts';
import type { CreatedThread, PendingConfirmation } from '#contract/thread.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { digestOfDocument } from '#engine/rules/gates/digest.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
beforeEach(() => void (host.calls.length = 0));

const text = { type: 'string' };
const pay = (parts = {}) =>
  actingPatch('pay', {
    input_schema: {
      type: 'object',
      properties: { amount: { type: 'number' }, to: text, from: { type: 'string', pattern: '^acc_' } },
      required: ['amount', 'to', 'from'],
      additionalProperties: false,
    },
    fill: { '/from': 'account_id' },
    request: {
      method: 'POST',
      path: '/{{context.region}}/payments',
      headers: { 'X-Account': '{{context.account_id}}' },
      body: { amount: '{{amount}}', to: '{{to}}', from: '{{from}}', limit: '{{context.limit}}' },
    },
    ...parts,
  });
const schema = {
  type: 'object',
  properties: { account_id: text, region: text, limit: { type: 'number' }, name: text },
};
const agent = { instructions: 'Help.', context: { schema, shown: ['name', 'limit'] } };
const context = { account_id: 'acc_1', region: 'eu', limit: 50, name: 'Ada' };

async function start(patch = {}, given: object | undefined = context): Promise<Acting> {
  const acting = await startActing(service, { host, patches: [pay(patch)], agent });
  const body = { agent_id: acting.agent.id, ...(given === undefined ? {} : { context: given }) };
  const { data } = await acting.client.post<CreatedThread>('/v1/loom/threads', body);
  return { ...acting, thread: data.id };
}

const say = async (client: ApiClient, thread: string, content: string, given?: object) => {
  const body = { content, ...(given === undefined ? {} : { context: given }) };
  const { data } = await client.post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, body);
  return await settled(client, data.run_id);
};
const script = '/call pay {"amount":5,"to":"Bo"}\n---\n/say {{last}}';

it('[patch.fill] [patch.request-context] [context.shown] the host gets what the backend gave, which the model neither gives nor sees', async () => {
  const { client, thread } = await start();
  const run = await converse(client, thread, script);
  expect(host.calls).toMatchObject([
    {
      path: '/eu/payments',
      headers: { 'x-account': 'acc_1' },
      body: { amount: 5, to: 'Bo', from: 'acc_1', limit: 50 },
    },
  ]);
  expect((await callsOf(client, run.id))[0]).toMatchObject({
    status: 'ok',
    args: { amount: 5, to: 'Bo', from: 'acc_1' },
  });
  const [first] = (await traceOf(client, run.id)).turns;
  const { instructions, tools } = (first?.request ?? {}) as {
    instructions: string;
    tools: { name: string; input_schema: object }[];
  };
  expect(instructions.startsWith('Help.\n\n')).toBe(true);
  expect(instructions.endsWith('{"name":"Ada","limit":50}')).toBe(true);
  expect(tools.find(({ name }) => name === 'pay')?.input_schema).toEqual({
    type: 'object',
    properties: { amount: { type: 'number' }, to: text },
    required: ['amount', 'to'],
    additionalProperties: false,
  });
  expect(JSON.stringify(first?.request)).not.toContain('acc_1');
});

it('[patch.fill.later] later turns and runs are shown calls as the model made them', async () => {
  const { client, thread } = await start();
  const first = await converse(client, thread, script);
  const second = await converse(client, thread, '/say Hello');
  for (const { request } of [
    ...(await traceOf(client, first.id)).turns,
    ...(await traceOf(client, second.id)).turns,
  ]) {
    expect(JSON.stringify(request)).not.toContain('acc_1');
  }
  expect(JSON.stringify((await traceOf(client, second.id)).turns[0]?.request)).toContain('"amount":5');
});

it.each([
  '{"amount":5,"to":"Bo","from":"acc_2"}',
  '{"amount":5,"to":"Bo","from":"acc_1"}',
  '{"amount":5,"to":"Bo","from":null}',
])('[patch.fill.given] a model that gives %s is refused', async (args) => {
  const { client, thread } = await start();
  const run = await converse(client, thread, `/call pay ${args}\n---\n/say {{last}}`);
  expect(run.message?.content).toContain('invalid_args');
  expect(run.message?.content).toContain('/from is filled in by the application');
  expect(host.calls).toEqual([]);
});

it('[patch.fill.missing] a value that is not there is named, and nothing is sent', async () => {
  const { client, thread } = await start({}, { region: 'eu', limit: 1 });
  const run = await converse(client, thread, script);
  expect((await callsOf(client, run.id))[0]).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_args', message: 'context.account_id is missing' },
  });
  // Filled arguments are validated like others.
  const wrong = await say(client, thread, script, { account_id: 'other' });
  expect((await callsOf(client, wrong.id))[0]).toMatchObject({ error: { code: 'invalid_args' } });
  expect(host.calls).toEqual([]);
});

it('[context.of-run] a message counts over its thread for its run alone, and a change of the thread for later runs', async () => {
  const { client, thread } = await start();
  const sent = () => host.calls.map(({ path, body }) => [path, (body as { from: string }).from]);
  await say(client, thread, script, { account_id: 'acc_9' });
  await say(client, thread, script);
  await client.send('PATCH', `/v1/loom/threads/${thread}`, {
    json: { context: { ...context, region: 'us' } },
  });
  await say(client, thread, script);
  expect(sent()).toEqual([
    ['/eu/payments', 'acc_9'],
    ['/eu/payments', 'acc_1'],
    ['/us/payments', 'acc_1'],
  ]);
});

it('[context.of-run] an answer adds to the context of the run that asked', async () => {
  const { client, thread } = await start({}, { region: 'eu', limit: 1 });
  const asking = `/call ask_user {"question":"Which?"}\n---\n${script}`;
  const run = await converse(client, thread, asking);
  expect(run.state).toBe('awaiting_input');
  await say(client, thread, 'The second', { account_id: 'acc_7' });
  expect(host.calls).toMatchObject([{ body: { from: 'acc_7', limit: 1 } }]);
});

it('[context.given] the claim of a session token counts over the thread', async () => {
  const { client, thread } = await start();
  const signer = await registerSigner(client);
  const direct = await directClient(client, signer, { context: { account_id: 'acc_5' } });
  await say(direct, thread, script);
  expect(host.calls).toMatchObject([{ body: { from: 'acc_5', limit: 50 } }]);
});

interface Held extends Acting {
  run: string;
  pending: PendingConfirmation;
}

async function held(): Promise<Held> {
  const acting = await start({ wired: { gate: { type: 'confirm' } } });
  const { id: run } = await converse(acting.client, acting.thread, script);
  const { pending_confirmation: pending } = await threadOf(acting.client, acting.thread);
  if (pending === undefined) throw new Error('nothing is held');
  return { ...acting, run, pending };
}

it('[patch.fill.gate] [patch.request-context] a held call shows what is filled in and used, and is sent with it whatever changes meanwhile', async () => {
  const { client, thread, run, pending } = await held();
  const { document = '', digest } = pending;
  expect(pending.args).toEqual({ amount: 5, to: 'Bo', from: 'acc_1' });
  expect(JSON.parse(document)).toMatchObject({
    args: { from: 'acc_1' },
    context: { account_id: 'acc_1', region: 'eu', limit: 50 },
  });
  expect(digestOfDocument(document)).toBe(digest);
  const changed = { account_id: 'acc_2', region: 'us', limit: 9 };
  await client.send('PATCH', `/v1/loom/threads/${thread}`, { json: { context: changed } });
  await confirm(client, run, pending.tool_call_id);
  await settled(client, run);
  expect(host.calls).toMatchObject([{ path: '/eu/payments', body: { from: 'acc_1', limit: 50 } }]);
});

it('[patch.fill.gate] a call whose stored context was changed is not sent', async () => {
  const { client, run, pending } = await held();
  const other = JSON.stringify({ account_id: 'acc_1', region: 'us', limit: 50 });
  await service.db.tool_calls.updateOne(
    { _id: pending.tool_call_id },
    { $set: { context: other } as object },
  );
  await confirm(client, run, pending.tool_call_id);
  await settled(client, run);
  expect((await callsOf(client, run))[0]).toMatchObject({
    status: 'failed',
    error: { code: 'digest_mismatch' },
  });
  expect(host.calls).toEqual([]);
});

it('[patch.fill.gate] an approver corrects other arguments, and leaves the filled one out or as it is', async () => {
  const { client, run, pending } = await held();
  const revise = async (tool_call_id: string, args: object) =>
    await client
      .with({ headers: { 'service-actor': 'eve' } })
      .post<RevisedCall>(`/v1/loom/runs/${run}/revise`, { tool_call_id, args });
  const other = await revise(pending.tool_call_id, { amount: 4, to: 'Bo', from: 'acc_2' });
  expect(verdict(other)).toEqual([422, 'invalid_args']);
  expect(other.error?.message).toContain('/from was filled in by the application');
  const revised = await revise(pending.tool_call_id, { amount: 4, to: 'Bo' });
  expect(revised.status).toBe(202);
  await settled(client, run);
  expect(host.calls).toMatchObject([{ path: '/eu/payments', body: { amount: 4, from: 'acc_1' } }]);
  // The model is shown the correction without the filled arguments.
  expect(JSON.stringify((await traceOf(client, run)).turns.at(-1)?.request)).not.toContain('acc_1');
});

it('[context.private] no event, Temporal history or log has what only the request uses', async () => {
  const secret = 'region-7731';
  const { client, thread } = await start({ fill: { '/from': 'account_id' } }, { ...context, region: secret });
  const run = await post(client, thread, script);
  await settled(client, run);
  expect(host.calls).toMatchObject([{ path: `/${secret}/payments` }]);
  const events = await client.list(`/v1/events?thread_id=${thread}`);
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toContain(secret);
  const history = await service.temporal.workflow.getHandle(`run-${run}`).fetchHistory();
  expect(JSON.stringify(history)).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
  expect(JSON.stringify(history)).not.toContain(secret);
});
