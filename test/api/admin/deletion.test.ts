import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { CreatedThread } from '#contract/thread.ts';
import { runWorkflowId, webhookWorkflowId } from '#contract/temporal/names.ts';
import { deleteData } from '#store/deletion/delete-data.ts';
import { beginDeletion } from '#store/deletion/deletions.ts';
import { workspaceData } from '#store/deletion/workspace-data.ts';
import type { Documents } from '#store/documents/documents.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { storedGrant } from '#tools/dev/stored-grant.ts';
import { converse, messagesOf, post, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { confirm, pendingCall } from '../../support/acting-run.ts';
import { type AdminResult, runAdmin } from '../../support/admin.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { documentsWith } from '../../support/erasures.ts';
import { withKey } from '../../support/idempotency.ts';
import { waitMs } from '../../support/patience.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';
import { registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';

const service = perFile(startService);
const host = perFile(startHost);
const receiver = perFile(startReceiver);

const admin = async (...args: string[]): Promise<AdminResult> =>
  await runAdmin(args, {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
  });

/** A workspace that was used in every way: a held run, one that works, one that has ended, and what surrounds them. */
async function used() {
  const { id, apiKey, client } = await service.workspace();
  receiver.answer = (_, response) => response.writeHead(500).end();
  const endpoint = await createEndpoint(client, receiver.url);
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const agent = await publishActing(client, host, [pay]);
  await registerSigner(client);
  await storedGrant(service.db, {
    workspace_id: id,
    subject_ref: 'ada',
    agent: { id: agent.id, name: agent.name },
    client: { id: 'client_deleted', name: 'App' },
    scopes: ['read'],
  });
  await client.send('PUT', '/v1/budgets', { json: { scope: 'workspace', credits: 500, period: 'month' } });
  await client.send('PUT', '/v1/approver-groups/finance', { json: { name: 'Finance', members: ['eve'] } });
  await client.post('/v1/approval-policies', { key: 'all', rules: [{ name: 'all', then: 'hold' }] });
  const stranger = client.with({ apiKey: undefined });
  await signIn(stranger, { api_key: apiKey, name: 'Ada' });
  const ada = client.as('ada');
  const { data: thread } = await withKey(ada).post<CreatedThread>('/v1/loom/threads', { agent_id: agent.id });
  const { id: ended } = await converse(ada, thread.id, '/call pay {"to":"bob"}\n---\n/say Paid');
  await confirm(ada, ended, await pendingCall(ada, thread.id));
  const { id: held } = await converse(ada, await startThread(ada, agent.id), '/call pay {"to":"eve"}');
  const working = await post(ada, await startThread(ada, agent.id), '/sleep 120000\n/say never');
  return { id, apiKey, ada, endpoint, thread: thread.id, runs: { ended, held, working } };
}

/** Without the documents that change while nobody asks: deliveries that are tried again, and counts. */
const stored = (documents: Map<string, string>) =>
  new Map(
    [...documents].filter(
      ([key]) =>
        !/^(webhook_attempts|pending_deliveries|webhook_endpoints|requests|events|rotations|deltas) /.test(
          key,
        ),
    ),
  );

let other: Awaited<ReturnType<typeof used>>;
beforeAll(async () => {
  other = await used();
}, waitMs);
afterAll(async () => {
  await admin('workspace', 'delete', other.id, '--name', 'Test');
});

it('[admin.workspace-delete] without the name of the workspace nothing is deleted', async () => {
  const without = await admin('workspace', 'delete', other.id);
  expect([without.code, without.complaint]).toEqual([
    1,
    "confirm with the name of the workspace: --name 'Test'\n",
  ]);
  const wrong = await admin('workspace', 'delete', other.id, '--name', 'test');
  expect([wrong.code, wrong.complaint]).toEqual([
    1,
    'that is not the name of the workspace: nothing was deleted\n',
  ]);
  const id = newId();
  expect((await admin('workspace', 'delete', id, '--name', 'Test')).complaint).toBe(`no workspace ${id}\n`);
  expect(verdict(await other.ada.get('/v1/loom/threads'))).toEqual([200]);
});

it(
  '[admin.workspace-delete] everything of a workspace is gone from every collection, its workflows have ended, and others keep theirs',
  async () => {
    const { id, ada, endpoint, thread, runs } = await used();
    const before = stored(await documentsWith(service.db, other.id));
    const ids = [id, thread, endpoint.id, ...Object.values(runs)];
    const holding = new Set(
      (await Promise.all(ids.map(async (text) => [...(await documentsWith(service.db, text)).keys()])))
        .flat()
        .map((key) => key.split(' ')[0]),
    );
    expect(holding.size).toBeGreaterThan(25);
    const { code, printed } = await admin('workspace', 'delete', id, '--name', 'Test');
    expect([code, printed]).toEqual([
      0,
      [{ workspace_id: id, deleted: expect.any(Number), terminated: expect.any(Number) }],
    ]);
    for (const text of ids) {
      expect([text, [...(await documentsWith(service.db, text)).keys()]]).toEqual([text, []]);
    }
    const workflows = [runWorkflowId(runs.held), runWorkflowId(runs.working), webhookWorkflowId(endpoint.id)];
    for (const workflow of workflows) {
      const { status } = await service.temporal.workflow.getHandle(workflow).describe();
      expect([workflow, status.name]).toEqual([workflow, 'TERMINATED']);
    }
    expect(verdict(await ada.get('/v1/loom/threads'))).toEqual([401, 'unauthorized']);
    expect(stored(await documentsWith(service.db, other.id))).toEqual(before);
    expect(await messagesOf(other.ada, other.thread)).not.toEqual([]);
    const held = await service.temporal.workflow.getHandle(runWorkflowId(other.runs.held)).describe();
    expect(held.status.name).toBe('RUNNING');
  },
  waitMs,
);

/** The database, in which deleting from one collection fails. */
function failing(db: Database, name: keyof Documents): Database {
  const deleteMany = async () => await Promise.reject(new Error('killed'));
  const collection = new Proxy(db[name], {
    get: (target, member) => (member === 'deleteMany' ? deleteMany : Reflect.get(target, member)),
  });
  return { ...db, [name]: collection };
}

it(
  '[admin.workspace-delete] interrupted in any collection, the next call deletes all that is left',
  async () => {
    const { id, thread, runs } = await used();
    const ids = [thread, ...Object.values(runs)];
    await beginDeletion(service.db, id);
    const names = Object.keys(workspaceData) as (keyof Documents)[];
    for (const name of names) await deleteData(failing(service.db, name), id).catch(() => {});
    expect((await admin('workspace', 'resume', id)).complaint).toBe(`the workspace ${id} is being deleted\n`);
    expect((await admin('workspace', 'delete', id, '--name', 'Test')).code).toBe(0);
    for (const text of [id, ...ids]) {
      expect([text, [...(await documentsWith(service.db, text)).keys()]]).toEqual([text, []]);
    }
  },
  waitMs,
);

it('[admin.workspace-delete] a session of the console that was open is over', async () => {
  const { id, apiKey, client } = await service.workspace();
  const stranger = client.with({ apiKey: undefined });
  const page = withCookie(stranger, cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' })));
  await beginDeletion(service.db, id);
  await deleteData(service.db, id);
  expect(verdict(await page.get('/console/session'))).toEqual([401, 'unauthorized']);
});
