import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Connection } from '#contract/connection.ts';
import { builtInPatches } from '#contract/built-in-patches.ts';
import type { Patch } from '#contract/patch.ts';
import type { Run } from '#contract/run.ts';
import type { SigningKey } from '#contract/signing-key.ts';
import type { Thread } from '#contract/thread.ts';
import { startEchoHost } from '#tools/dev/echo-host.ts';
import { seed, type SeedInput } from '#tools/dev/seed.ts';
import { demoModel } from '#tools/dev/stack/demo-model.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { ApiClient } from '../support/api-client.ts';
import { putGroup } from '../support/approver-groups.ts';
import { startService, type TestService } from '../support/service.ts';
import { perFile } from '../support/per-file.ts';
import { signToken } from '../support/session-tokens.ts';

let service: TestService;
let input: SeedInput;
let client: ApiClient;
const echoHost = perFile(() => startEchoHost(0));
beforeAll(async () => {
  const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
  service = await startService({ encryptionKeys });
  input = {
    mongodbUri: inject('mongodbUri'),
    database: service.db.runs.dbName,
    encryptionKeys,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  };
  client = new ApiClient(service.baseUrl, { apiKey: input.apiKey });
});

afterAll(async () => await service.stop());

it('[dev-stack.demo-patches] the demo agent has every built-in patch, and one of each other kind', async () => {
  const demo = await seed(input);
  const { data: agent } = await client.get<Agent>(`/v1/agents/${demo.agent_id}`);
  expect(agent).toMatchObject({ key: 'demo', model_class: 'scripted' });
  expect(agent.patches).toEqual([
    ...builtInPatches.map(({ ref }) => ({ ref })),
    { ref: 'send_payment@1', gate: { type: 'policy', policy: 'demo-payments' } },
    { ref: 'sign_contract@1' },
    { ref: 'quote_fx@1' },
    { ref: 'billing_find_invoice@1' },
    { ref: 'billing_void_invoice@1', gate: 'confirm' },
  ]);
  const patch = async (ref: string) => (await client.get<Patch>(`/v1/patches/${ref}`)).data;
  expect(await patch('sign_contract@1')).toMatchObject({ interaction: 'proposed_action' });
  expect(await patch('quote_fx@1')).toMatchObject({ interaction: 'silent', price_credits: 0.25 });
});

it('[dev-stack.demo-policy] the demo agent has payments approved by one, and above 10,000 by two of a group', async () => {
  const demo = await seed(input);
  const user = client.with({ apiKey: input.apiKey, subject: 'ada' });
  const held = async (amount: number) => {
    const thread = await startThread(user, demo.agent_id);
    const args = { amount, currency: 'EUR', to: 'Bo', iban: 'DE89370400440532013000' };
    await converse(user, thread, `/call send_payment ${JSON.stringify(args)}`);
    const { data } = await user.get<Thread>(`/v1/loom/threads/${thread}`);
    return data.pending_confirmation;
  };
  expect(await held(10_000)).toMatchObject({
    approvals: { required: 1 },
    payment: { payee: { name: 'Bo', country: 'DE', institution: { name: 'Commerzbank' }, known: false } },
    unusual: [{ code: 'new_payee' }],
  });
  const large = await held(10_000.01);
  expect(large).toMatchObject({ approvals: { required: 2, stage: { group: 'finance' } } });
  const { run_id = '', tool_call_id, digest } = large ?? {};
  const decide = async (actor: string, decision: string) => {
    const { kid, secret } = demo.signing_key;
    const key = new TextEncoder().encode(secret);
    const token = await signToken({ kid, algorithm: 'HS256', key }, { sub: 'ada', actor });
    const body = { tool_call_id, decision, digest };
    return (await client.with({ apiKey: token }).post(`/v1/loom/runs/${run_id}/confirm`, body)).status;
  };
  expect(await decide('ada', 'approve')).toBe(403);
  expect(await decide('eve@bank.example', 'approve')).toBe(202);
  expect((await user.get<Run>(`/v1/loom/runs/${run_id}`)).data.state).toBe('awaiting_input');
  expect(await decide('mia@bank.example', 'reject')).toBe(202);
  expect((await settled(user, run_id)).state).toBe('closed');
});

it('what people change in the approval of the demo agent stays', async () => {
  await seed(input);
  const members = ['zoe@bank.example', 'kim@bank.example'];
  await putGroup(client, 'finance', { name: 'Finance', members });
  await client.post('/v1/approval-policies', { key: 'demo-payments', rules: [] });
  await seed(input);
  const { data } = await client.get<{ members: string[] }>('/v1/approver-groups/finance');
  expect(data.members).toEqual(members);
  const { data: policies } = await client.get<{ version: number }[]>('/v1/approval-policies');
  expect(policies.map(({ version }) => version)).toEqual([2, 1]);
  // The later tests find what a fresh workspace has.
  await service.db.approval_policies.deleteMany({});
  await service.db.approver_groups.deleteMany({});
});

it('[dev-stack.demo-edited] what people publish of the demo agent stays its latest version', async () => {
  const first = await seed(input);
  const { data: agent } = await client.get<Agent>(`/v1/agents/${first.agent_id}`);
  expect(agent.connection).toBe('demo');
  const { id: _, version: __, created_at: ___, ...definition } = agent;
  const edited = { ...definition, instructions: 'Be long.' };
  const { data: theirs } = await client.post<Agent>('/v1/agents', edited);
  expect((await seed(input)).agent_id).toBe(theirs.id);
  expect((await client.get<Agent[]>('/v1/agents?key=demo')).data[0]).toEqual(theirs);
  // The later tests find what a fresh workspace has.
  await service.db.agents.deleteOne({ _id: theirs.id });
});

it('[dev-stack.demo-connection] the demo connection goes to the echo host, where it is on this start', async () => {
  const elsewhere = await startEchoHost(0);
  const first = await seed(input);
  const second = await seed({ ...input, echoHostUrl: elsewhere.url });
  await elsewhere.stop();
  const { data } = await client.get<Connection[]>('/v1/connections');
  expect(data.map(({ name, type, base_url }) => [name, type, base_url])).toEqual([
    ['demo-mcp', 'mcp', `${elsewhere.url}/mcp`],
    ['demo', 'http', elsewhere.url],
  ]);
  // The tools are the same, and so is the agent.
  expect(second.agent_id).toBe(first.agent_id);
});

it('[dev-stack.demo-rate] the demo workspace has a rate of a million, and seeding again makes no second one', async () => {
  const first = await seed(input);
  expect(await seed(input)).toEqual(first);
  const workspaces = await service.db.workspaces.find().toArray();
  expect(workspaces.map(({ _id, rate_limit_per_minute }) => [_id, rate_limit_per_minute])).toEqual([
    [first.workspace_id, 1_000_000],
  ]);
  expect(await service.db.patches.countDocuments({ key: 'quote_fx' })).toBe(1);
});

it("[dev-stack.real-model-agent] with a provider's key there is a second demo agent on a class of its own", async () => {
  expect(demoModel({})).toBeUndefined();
  const model = demoModel({ ANTHROPIC_API_KEY: 'k' });
  expect(model).toMatchObject({
    modelClass: 'standard',
    env: { MODEL_STANDARD: expect.stringMatching(/^anthropic:/) },
  });
  await seed({ ...input, modelClass: model?.modelClass });
  const { data } = await client.get<Agent[]>('/v1/agents?key=demo-standard');
  expect(data).toMatchObject([{ model_class: 'standard', name: 'Demo (standard)' }]);
});

it('[dev-stack.stack-json] the example signs a session token with the signing key of the demo workspace', async () => {
  const demo = await seed(input);
  await seed(input);
  const { data: keys } = await client.get<SigningKey[]>('/v1/signing-keys');
  expect(keys.map(({ id, algorithm }) => [id, algorithm])).toEqual([[demo.signing_key.kid, 'HS256']]);

  const devDir = await mkdtemp(join(tmpdir(), 'heddle-example-'));
  try {
    await writeFile(join(devDir, 'stack.json'), JSON.stringify(demo));
    const env = { ...process.env, DEV_DIR: devDir };
    const { stdout } = await promisify(execFile)(process.execPath, ['examples/session-token.ts', 'zoe'], {
      env,
    });
    const { status, data } = await client
      .with({ apiKey: stdout.trim() })
      .post<Thread>('/v1/loom/threads', { agent_id: demo.agent_id });
    expect([status, data.subject_ref]).toEqual([201, 'zoe']);
  } finally {
    await rm(devDir, { recursive: true });
  }
});
