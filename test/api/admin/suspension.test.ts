import { expect, inject, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { newId } from '#store/mongo/ids.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { pendingCall } from '../../support/acting-run.ts';
import { type AdminResult, runAdmin } from '../../support/admin.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { followThread } from '../../support/event-source.ts';
import { payment, startMcpService } from '../../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';
import { waitMs } from '../../support/patience.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';

const mcp = perFile(startMcpService);
const receiver = perFile(startReceiver);
const polling = { timeout: waitMs };
const suspended = [403, 'workspace_suspended'];

const admin = async (...args: string[]): Promise<AdminResult> =>
  await runAdmin(args, { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: mcp.service.db.runs.dbName });
const seenBy = async (client: ApiClient) => verdict(await client.get('/v1/loom/threads'));
const withoutSession = (client: ApiClient) => client.with({ apiKey: undefined });

it('[admin.workspace-suspend] every credential is refused on every process while a workspace is suspended, and works again after it', async () => {
  const { id, apiKey, client } = mcp.owner;
  const key = client.as('ada');
  const token = client.with({ apiKey: await signToken(await registerSigner(client)) });
  const session = withCookie(
    withoutSession(client),
    cookieOf(await signIn(withoutSession(client), { api_key: apiKey, name: 'Eve' })),
  );
  const elsewhere = key.at((await mcp.service.secondApi()).baseUrl);
  const grant = mcp.grant();
  const tools = async () => await sendRaw(mcp.urlOf(), { token: grant, body: rpc('tools/list') });
  const all = [key, token, session, elsewhere];
  for (const each of all) expect(await seenBy(each)).toEqual([200]);
  expect((await tools()).status).toBe(200);

  const { code, printed } = await admin('workspace', 'suspend', id);
  expect([code, printed]).toEqual([0, [{ workspace_id: id, suspended_at: expect.any(String) }]]);
  expect((await admin('workspace', 'suspend', id)).printed).toEqual(printed);
  for (const each of all) await expect.poll(async () => await seenBy(each), polling).toEqual(suspended);
  const refused = await tools();
  expect([refused.status, refused.message]).toEqual([
    403,
    { jsonrpc: '2.0', id: null, error: expect.objectContaining({ data: { code: 'workspace_suspended' } }) },
  ]);
  expect(verdict(await signIn(withoutSession(client), { api_key: apiKey, name: 'Eve' }))).toEqual(suspended);

  const resumed = await admin('workspace', 'resume', id);
  expect([resumed.code, resumed.printed]).toEqual([0, [{ workspace_id: id, suspended_at: null }]]);
  for (const each of all) await expect.poll(async () => await seenBy(each), polling).toEqual([200]);
  await expect.poll(async () => (await tools()).status, polling).toBe(200);
  const { data: entries } = await client.get<AuditEntry[]>('/v1/audit');
  const types = entries.filter(({ type }) => type.startsWith('workspace.')).map(({ type }) => type);
  expect(types).toEqual(['workspace.created', 'workspace.suspended', 'workspace.resumed']);
});

it('[admin.workspace-suspend] open streams end, runs that were accepted end and are delivered, and held ones wait', async () => {
  const { id, apiKey, client } = mcp.owner;
  await createEndpoint(client, receiver.url);
  const ada = client.as('ada');
  const agent = await publishScripted(client, { key: 'sleeper' });
  const [held, at_work] = [await startThread(ada, mcp.agent.id), await startThread(ada, agent.id)];
  const { id: heldRun } = await converse(ada, held, payment);
  const call = await pendingCall(ada, held);
  const stream = await followThread({ baseUrl: mcp.service.baseUrl, apiKey, subject: 'ada', threadId: held });
  const run = await post(ada, at_work, '/sleep 3000\n/say Still here');
  await admin('workspace', 'suspend', id);
  await expect.poll(async () => await seenBy(ada), polling).toEqual(suspended);
  await stream.ended;
  const decided = await ada.post(`/v1/loom/runs/${heldRun}/confirm`, {
    tool_call_id: call,
    decision: 'approve',
  });
  expect(verdict(decided)).toEqual(suspended);
  const stateOf = async (_id: string) => (await mcp.service.db.runs.findOne({ _id }))?.state;
  await expect.poll(async () => await stateOf(run), polling).toBe('closed');
  expect(await receiver.received('run.completed')).toMatchObject([{ event: { run_id: run } }]);
  expect(await stateOf(heldRun)).toBe('awaiting_input');

  await admin('workspace', 'resume', id);
  await expect.poll(async () => await seenBy(ada), polling).toEqual([200]);
  await ada.post(`/v1/loom/runs/${heldRun}/confirm`, { tool_call_id: call, decision: 'approve' });
  expect((await settled(ada, heldRun)).state).toBe('closed');
});

it.each(['suspend', 'resume'])('%s of a workspace that does not exist is refused', async (verb) => {
  const id = newId();
  const { code, complaint } = await admin('workspace', verb, id);
  expect([code, complaint]).toEqual([1, `no workspace ${id}\n`]);
});
