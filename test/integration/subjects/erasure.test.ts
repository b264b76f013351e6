import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { erasureWorkflowId, runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { ChainVerifier } from '#contract/audit-chain.ts';
import { recompute } from '#store/audit/recompute.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { confirm, pendingCall } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { documentsWith, erase, erased, erasureOf } from '../../support/erasures.ts';
import { followThread } from '../../support/event-source.ts';
import { withKey } from '../../support/idempotency.ts';
import { accountOf } from '../../support/ledger.ts';
import { callEvents, loseAttempt } from '../../support/lost-attempt.ts';
import { startService } from '../../support/service.ts';
import { createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

/** In whatever a test stores of a subject. */
const marker = 'marker/7731';

const service = perFile(() => startService({ erasureSettlesMs: 1500 }));
const host = perTest(startHost);
const receiver = perTest(startReceiver);
beforeEach(() => {
  // It answers with what it was sent.
  receiver.answer = ({ body }, response) => response.writeHead(500).end(body);
});

const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' }, summary: { title: 'To {{to}}' } }),
  actingPatch('look', { timeout_seconds: 300 }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

/** A workspace whose agent acts on the host, and whose events a receiver refuses. */
async function newWorkspace() {
  const { id, apiKey, client } = await service.workspace();
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const agent = await publishActing(client, host, patches, { context: { schema, shown: ['name'] } });
  await createEndpoint(client, receiver.url);
  return { id, apiKey, client, agent: agent.id };
}

/** A life's worth of a subject: something in every collection that has anything of anybody. */
async function live(client: ApiClient, agent_id: string, mark: string): Promise<string> {
  host.answer = (_, response) => json(response, 200, { iban: mark });
  const created = await withKey(client).post<CreatedThread>('/v1/loom/threads', {
    agent_id,
    metadata: { name: mark },
    context: { name: mark },
  });
  const thread = created.data.id;
  await converse(client, thread, `/call look {"to":"${mark}"}\n---\n/say Dear ${mark}`);
  const { id } = await converse(client, thread, `/call pay {"to":"${mark}"}\n---\n/say Paid {{last}}`);
  await confirm(client, id, await pendingCall(client, thread));
  await settled(client, id);
  await converse(client, thread, `/call sign {"to":"${mark}"}\n---\n/say never`);
  return thread;
}

/** Documents without the attempts to deliver, of which more are made meanwhile. */
const stored = (documents: Map<string, string>) =>
  new Map([...documents].filter(([key]) => !key.startsWith('webhook_attempts ')));

it('[erasure.everything] [context.erased] [audit.erased-subject] [erasure.others-untouched] [erasure.ledger-stays] nothing with the subject in it is left in any collection, and all that is others’ stays as it was', async () => {
  const { id, client, agent } = await newWorkspace();
  const other = await newWorkspace();
  const thread = await live(client.as(marker), agent, marker);
  await live(client.as('bob'), agent, 'bob-4410');
  // The same subject of another workspace is somebody else.
  await live(other.client.as(marker), other.agent, 'twin-9902');
  // Records of requests are stored in the background, in their order. An erasure waits longer for them than this one.
  const last = await client.as(marker).get('/v1/loom/threads');
  const _id = last.headers.get('request-id') ?? '';
  await expect.poll(async () => await service.db.requests.findOne({ _id })).not.toBeNull();
  const attempts = await service.db.webhook_attempts.countDocuments({ workspace_id: id });
  const before = {
    bob: await documentsWith(service.db, 'bob-4410'),
    twin: await documentsWith(service.db, 'twin-9902'),
    ledger: (await accountOf(service.db, id)).entries,
  };
  const collections = new Set(
    [...(await documentsWith(service.db, marker)).keys()].map((key) => key.split(' ')[0]),
  );
  expect(collections).toEqual(
    new Set([
      'audit_entries',
      'events',
      'idempotency_keys',
      'messages',
      'requests',
      'runs',
      'threads',
      'tool_calls',
      'turns',
      'webhook_attempts',
    ]),
  );

  const { status, data } = await erase(client, marker);
  expect([status, data]).toEqual([
    202,
    { id: expect.any(String), status: 'running', subject_ref: marker, created_at: expect.any(String) },
  ]);
  const completed = await erased(client, data.id);
  expect(completed).toEqual({
    id: data.id,
    status: 'completed',
    created_at: data.created_at,
    completed_at: expect.any(String),
  });

  expect(await service.db.webhook_attempts.countDocuments({ workspace_id: id })).toBeGreaterThanOrEqual(
    attempts,
  );

  const left = [...(await documentsWith(service.db, marker)).values()];
  expect(left.filter((document) => !document.includes(other.id))).toEqual([]);
  expect(left.length).toBeGreaterThan(5);
  const ofThread = await documentsWith(service.db, thread);
  expect([...ofThread.keys()].filter((key) => !/^(requests|watched_threads) /.test(key))).toEqual([]);
  expect(stored(await documentsWith(service.db, 'bob-4410'))).toEqual(stored(before.bob));
  const kept = await service.db.webhook_attempts.find({ workspace_id: id }).toArray();
  expect(new Set(kept.map(({ subject_ref }) => subject_ref))).toEqual(new Set([undefined, 'bob']));
  expect(kept.filter(({ response }) => response !== undefined).length).toBeGreaterThan(5);
  expect(stored(await documentsWith(service.db, 'twin-9902'))).toEqual(stored(before.twin));
  expect((await accountOf(service.db, id)).entries).toEqual(before.ledger);
  const pending = await service.db.pending_deliveries.find({ workspace_id: id }).toArray();
  const events = await service.db.events
    .find({ _id: { $in: pending.map(({ event_id }) => event_id) } })
    .toArray();
  expect(events).toHaveLength(pending.length);

  const { data: log } = await client.get<AuditEntry[]>('/v1/audit?limit=100');
  const verifier = new ChainVerifier();
  for (const entry of log) verifier.add(entry, recompute(entry));
  expect(verifier.end()).toEqual([]);
  const calls = log.filter(({ type }) => type.startsWith('call.'));
  expect(calls.map(({ subject_ref }) => subject_ref)).toContain('bob');
  const ofErased = calls.filter(({ subject_ref }) => subject_ref === undefined);
  expect(ofErased.length).toBeGreaterThan(0);
  expect(ofErased.filter(({ salts }) => salts?.subject_ref !== undefined)).toEqual([]);
  const left_salts = await service.db.audit_entries.countDocuments({
    _id: { $in: ofErased.map((entry) => entry.id) },
    'salts.content': { $exists: true },
  });
  expect(left_salts).toBe(0);
  const told = log
    .filter(({ type }) => type === 'subject.erased')
    .flatMap(({ erased: names }) => names?.subject_ref ?? []);
  expect(told).toEqual(expect.arrayContaining(ofErased.map(({ seq }) => seq)));

  expect((await client.as(marker).get(`/v1/loom/threads/${thread}`)).status).toBe(404);
  expect((await client.as(marker).get('/v1/loom/threads')).data).toEqual([]);
});

it('[erasure.no-name-kept] the subject’s name is in no history, log line or record of the request that erased it', async () => {
  const { client } = await newWorkspace();
  const { data } = await erase(client, marker);
  // Requests that miss the endpoint by a method or a path.
  for (const miss of [encodeURIComponent(marker), `${encodeURIComponent(marker)}/x`, `/${marker}`]) {
    expect((await client.get(`/v1/subjects/${miss}`)).status).toBeGreaterThanOrEqual(404);
  }
  await erased(client, data.id);
  const workflow = service.temporal.workflow.getHandle(erasureWorkflowId(data.id));
  const { events } = await workflow.fetchHistory();
  const payloads = JSON.stringify(events, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
  expect(payloads).toContain(data.id);
  for (const name of [marker, encodeURIComponent(marker)]) {
    expect(payloads).not.toContain(name);
    expect(JSON.stringify(service.logs)).not.toContain(name);
  }
  const route = '/v1/subjects/{subject_ref}';
  const read = async () =>
    (await client.get<{ route: string; path: string }[]>('/v1/requests?limit=100&status=202')).data.find(
      (record) => record.route === route,
    );
  await expect.poll(read).toMatchObject({ path: route });
});

it('[erasure.cancels-first] runs that are paused, waiting or working are cancelled, and their workflows end', async () => {
  const { client, agent } = await newWorkspace();
  const ada = client.as(marker);
  const scripts = [
    '/call ask_user {"question":"?"}',
    '/call pay {"amount":1}',
    '/call sign {"amount":1}',
    '/sleep 600000\n/say never',
  ];
  const runs = await Promise.all(
    scripts.map(async (script) => await post(ada, await startThread(ada, agent), script)),
  );
  const [, , , sleeping = ''] = runs;
  const { thread_id = '' } = (await service.db.runs.findOne({ _id: sleeping })) ?? {};
  runs.push(await post(ada, thread_id, 'in line'));
  for (const run of runs.slice(0, 3)) await settled(ada, run);
  const { data } = await erase(client, marker);
  await erased(client, data.id);
  expect(await service.db.runs.countDocuments({ _id: { $in: runs } })).toBe(0);
  for (const run of runs) {
    const workflow = service.temporal.workflow.getHandle(runWorkflowId(run));
    await workflow.result().catch(() => {});
    expect((await workflow.describe()).status.name).toBe('CANCELLED');
  }
  expect(host.calls).toEqual([]);
});

it('[erasure.sent-calls-first] a call under way is told as what became of it before anything is erased', async () => {
  const { client, agent } = await newWorkspace();
  const ada = client.as(marker);
  const answered = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  host.answer = (_, response) => {
    asked.resolve();
    void answered.promise.then(() => json(response, 200, { ok: true }));
  };
  const atWork = await post(ada, await startThread(ada, agent), '/call look {}\n---\n/say never');
  await asked.promise;
  const thread = await startThread(ada, agent);
  const lost = await post(ada, thread, '/call pay {}\n---\n/say never');
  await settled(ada, lost);
  const call = await pendingCall(ada, thread);
  // Far longer than it takes to begin the erasure.
  const { until } = await loseAttempt(service.db, lost, { forMs: 15_000 });
  await confirm(ada, lost, call);
  const { data } = await erase(client, marker);
  const asksForEnd = async () =>
    (await service.db.runs.countDocuments({ _id: { $in: [atWork, lost] }, cancel_requested: true })) === 2;
  await waitUntil(asksForEnd, { timeoutMs: 60_000, what: 'both runs are to end' });
  expect((await erasureOf(client, data.id)).status).toBe('running');
  expect((await callEvents(service.db, atWork)).started).toHaveLength(1);
  answered.resolve();
  const { completed_at = '' } = await erased(client, data.id);
  expect(Date.parse(completed_at)).toBeGreaterThanOrEqual(until.getTime());
  // Listeners receive the end of both.
  const told = () => receiver.deliveries.filter(({ event }) => event.type === 'tool_call.completed');
  const statuses = () =>
    Object.fromEntries(told().map(({ event }) => [event.run_id, event.data?.['status']]));
  await expect.poll(statuses).toEqual({ [atWork]: 'ok', [lost]: 'failed' });
  expect(host.calls).toHaveLength(1);
  expect(await documentsWith(service.db, lost)).toSatisfy((found: Map<string, string>) =>
    [...found.keys()].every((key) => /^(ledger|audit_entries) /.test(key)),
  );
});

it('[erasure.streams] a stream that is open ends', async () => {
  const { client, apiKey, agent } = await newWorkspace();
  const ada = client.as(marker);
  const threadId = await startThread(ada, agent);
  const { baseUrl } = service;
  const ascii = 'streaming';
  const other = await startThread(client.as(ascii), agent);
  const stream = await followThread({ baseUrl, apiKey, subject: ascii, threadId: other });
  await erase(client, ascii);
  await stream.ended;
  expect(stream.events).toEqual([]);
  expect((await ada.get(`/v1/loom/threads/${threadId}`)).status).toBe(200);
});
