import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey, CreatedApiKey } from '#contract/api-key.ts';
import type { Event } from '#contract/event.ts';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { suspendWorkspace } from '#store/credentials/workspaces.ts';
import { newId } from '#store/mongo/ids.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import { definition } from '../../support/agents.ts';
import { pendingCall } from '../../support/acting-run.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { createConnection } from '../../support/connections.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import {
  bodies,
  type CallableOperation,
  callableOperations,
  requestOf,
  type World,
} from '../../support/description/recipes.ts';
import { documentsWith, erase, erased } from '../../support/erasures.ts';
import { storedGrant } from '#tools/dev/stored-grant.ts';
import { startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice } from '../../support/voice/memory-voice.ts';
import { createEndpoint } from '../../support/webhook-receiver.ts';
import { waitMs } from '../../support/patience.ts';
import { enrolled } from '../../support/passkeys.ts';
import { perFile } from '../../support/per-file.ts';

/** In all that the owner's subject says. */
const marker = 'marker-6620';
const operations = callableOperations();
const each = operations.map((operation) => [operation.name, operation] as const);

const provider = perFile(startPusherServer);
let service: TestService;
let owner: TestWorkspace;
let stranger: TestWorkspace;
let world: World;
/** The same of what nobody has: ids of the same form. */
let nobodys: World;
/** The same of resources that are gone: deleted, or erased with their subject. */
let gone: World;
/** Session tokens: of another subject of the owner, and of one whose signing key is deleted. */
let bob: ApiClient;
let signedByDeleted: ApiClient;
let revoked: ApiClient;
/** Those of a workspace that is suspended: an API key, a session token, a session of the console. */
let suspended: ApiClient[];

beforeAll(async () => {
  const { app, port } = provider;
  const settings = { ...app, cluster: 'eu', host: '127.0.0.1', port: `${port}`, useTLS: false };
  service = await startService({
    realtime: createPusher(settings, { onFault: () => {} }),
    services: { voice: new MemoryVoice() },
  });
  [owner, stranger] = await Promise.all([service.workspace(), service.workspace()]);
  const { client } = owner;
  const signer = await registerSigner(client);
  const spare = await registerSigner(client);
  bob = client.with({ apiKey: await signToken(signer, { sub: 'bob' }) });
  signedByDeleted = client.with({ apiKey: await signToken(spare, { sub: 'ada' }) });
  world = {
    ...(await resourcesOf(client, 'ada')),
    'signing-keys': signer.kid,
    passkeys: (await enrolled(service, client, signer, 'ada')).passkey.id,
  };
  nobodys = Object.fromEntries(Object.entries(world).map(([name, id]) => [name, unlike(id)]));
  const { data: key } = await client.post<CreatedApiKey>('/v1/api-keys', {});
  revoked = client.with({ apiKey: key.key });
  gone = {
    ...(await resourcesOf(client, 'eve')),
    'signing-keys': spare.kid,
    'api-keys': key.id,
    passkeys: (await enrolled(service, client, signer, 'eve')).passkey.id,
  };
  for (const name of [
    'connections',
    'approver-groups',
    'budgets',
    'payees',
    'webhook-endpoints',
    'signing-keys',
    'api-keys',
    'passkeys',
  ]) {
    const { status } = await client.send('DELETE', `/v1/${name}/${gone[name]}`);
    if (status !== 200) throw new Error(`one of ${name} was not deleted: ${status}`);
  }
  await client.post(`/v1/agents/${gone['agents']}/archive`);
  await service.db.bookings.now(owner.id);
  suspended = await suspendedClients();
});

afterAll(async () => await service.stop());

async function suspendedClients(): Promise<ApiClient[]> {
  const { id, apiKey, client } = await service.workspace();
  const signer = await registerSigner(client);
  const cookie = cookieOf(await signIn(client.with({ apiKey: undefined }), { api_key: apiKey, name: 'Ada' }));
  const clients = [
    client.as('ada'),
    client.with({ apiKey: await signToken(signer, { sub: 'ada' }) }),
    withCookie(client.with({ apiKey: undefined }), cookie),
  ];
  await suspendWorkspace(service.db, id);
  // Until no process has what it knew of the workspace before.
  for (const each of clients) {
    const isRefused = async () => (await each.get('/v1/loom/threads')).status === 403;
    await waitUntil(isRefused, { timeoutMs: waitMs, what: 'the workspace is suspended' });
  }
  return clients;
}

/** One of each kind of resource. Those of `eve` are erased. */
async function resourcesOf(client: ApiClient, subject: string): Promise<World> {
  const pay = actingPatch(`pay_${subject}`, { wired: { gate: 'confirm' }, summary: { title: marker } });
  const agent = await publishActing(client, undefined, [pay], { key: subject, connection: 'host' });
  const asSubject = client.as(subject);
  const thread = await startThread(asSubject, agent.id);
  const { id: run } = await converse(asSubject, thread, `/call pay_${subject} {"to":"${marker}"}`);
  const { data: events } = await client.get<Event[]>(`/v1/events?run_id=${run}`);
  const requests = async () =>
    (await client.get<{ id: string }[]>(`/v1/requests?run_id=${run}`)).data.map(({ id }) => id);
  await waitUntil(async () => (await requests()).length > 0, { timeoutMs: 20_000, what: 'it is recorded' });
  const grant = await storedGrant(service.db, {
    workspace_id: owner.id,
    subject_ref: subject,
    agent: { id: agent.id, name: agent.name },
    client: { id: 'client_walked', name: marker },
    scopes: ['read'],
  });
  const { data: keys } = await client.get<ApiKey[]>('/v1/api-keys');
  const group = `finance-${subject}`;
  await client.send('PUT', `/v1/approver-groups/${group}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: marker, members: [subject] }),
  });
  await client.post('/v1/approval-policies', { key: subject, rules: [{ name: marker, then: 'hold' }] });
  const budget = await client.send<{ id: string }>('PUT', '/v1/budgets', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'agent', id: subject, credits: 1000, period: 'month' }),
  });
  const payee = await client.post<{ id: string }>('/v1/payees', {
    account: { iban: subject === 'ada' ? 'DE89370400440532013000' : 'FR1420041010050500013M02606' },
    note: marker,
  });
  const endpoint = await createEndpoint(client, `https://${marker}.example/${subject}`);
  const call = await pendingCall(asSubject, thread);
  const resources = {
    changes: await proposedChange(client, subject),
    budgets: budget.data.id,
    payees: payee.data.id,
    agents: agent.id,
    patches: `pay_${subject}@1`,
    connections: (await createConnection(client, { name: `${subject}-${marker}` })).id,
    'approval-policies': `${subject}@1`,
    'approver-groups': group,
    'webhook-endpoints': endpoint.id,
    deliveries: await storedDelivery(endpoint.id, events[0]?.id ?? ''),
    'api-keys': keys[0]?.id ?? '',
    subjects: subject,
    threads: thread,
    runs: run,
    messages: (await messagesOf(asSubject, thread))[0]?.id ?? '',
    'tool-calls': call,
    payments: call,
    events: events[0]?.id ?? '',
    grants: grant._id,
    requests: (await requests())[0] ?? '',
  };
  // The owner's own is of somebody who is nobody.
  const { data } = await erase(client, subject === 'eve' ? subject : 'nobody');
  await erased(client, data.id);
  return { ...resources, erasures: data.id };
}

/** An attempt of the owner to deliver an event. */
async function storedDelivery(endpoint_id: string, event_id: string): Promise<string> {
  const _id = newId();
  await service.db.webhook_attempts.insertOne({
    _id,
    workspace_id: owner.id,
    endpoint_id,
    event_id,
    attempt: 1,
    status: 'failed',
    duration_ms: 1,
    created_at: new Date(),
  });
  return _id;
}

/** A change of an agent that waits for a second actor. Nothing needs one any more afterwards. */
async function proposedChange(client: ApiClient, subject: string): Promise<string> {
  const guard = async (agents: boolean) =>
    await client.send<{ id: string }>('PUT', '/v1/settings/four-eyes', {
      headers: { 'content-type': 'application/json', 'service-actor': 'eve' },
      body: JSON.stringify({ agents }),
    });
  await guard(true);
  const first = client.with({ headers: { 'service-actor': 'eve' } });
  const { data: change } = await first.post<{ id: string }>(
    '/v1/agents',
    definition({ key: `new_${subject}` }),
  );
  const { data: less } = await guard(false);
  const second = client.with({ headers: { 'service-actor': 'mia' } });
  const { status } = await second.post(`/v1/changes/${less.id}/approve`);
  if (status !== 200) throw new Error(`agents still need two actors: ${status}`);
  return change.id;
}

async function call(client: ApiClient, operation: CallableOperation, about: World): Promise<ApiAnswer> {
  const { path, body } = requestOf(operation, about);
  if (body === undefined) return await client.send(operation.method, path);
  if (body instanceof FormData) return await client.upload(path, body);
  const headers = { 'content-type': 'application/json' };
  return await client.send(operation.method, path, { headers, body: JSON.stringify(body) });
}

const unlike = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

/** All that a client can see of an answer, but for what differs from request to request. */
function seen({ status, headers, body }: ApiAnswer) {
  const own = [...headers].filter(([name]) => !/^(request-id|date|ratelimit.*)$/.test(name));
  return { status, headers: own, body };
}

/** Whether an answer has the ids that the caller itself asked for: its own log, and the results of decisions on many calls. */
function isNamedAgain(operationId: string, resource: string): boolean {
  return operationId === 'listRequests' || (operationId === 'decideCalls' && resource === 'runs');
}

/** Ids of the owner in an answer. */
function ownersIn({ operationId }: CallableOperation, answer: ApiAnswer): string[] {
  const text = JSON.stringify(answer.body);
  // Two workspaces may choose the same one.
  const chosen = ['subjects', 'patches', 'approval-policies', 'approver-groups'];
  const ids = Object.entries(world).filter(([name]) => !chosen.includes(name));
  const known = ids.filter(([name]) => !isNamedAgain(operationId, name)).map(([, id]) => id);
  return [marker, owner.id, ...known].filter((each) => text.includes(each));
}

/**
 * An endless stream. That it is limited to its own workspace is tested in test/integration/approvals/decided.test.ts.
 */
const isEndless = ({ operationId }: CallableOperation) => operationId === 'streamApprovals';

/** Operations that name something and do not look for it: they do what is asked in the caller's own workspace. */
const ownWhateverIsNamed = new Set(['eraseSubject', 'putApproverGroup']);
/** Operations whose body, and not their path, names what they look for. */
const namedInBody = new Set(['speak']);

/** Whether an operation looks for something that it names. */
function looksFor({ hasParent, operationId }: Pick<CallableOperation, 'hasParent' | 'operationId'>): boolean {
  return namedInBody.has(operationId) || (hasParent && !ownWhateverIsNamed.has(operationId));
}

it('[tenancy.every-operation] every operation of the description has a recipe, and none is left over', () => {
  expect(operations.length).toBeGreaterThan(50);
  for (const operation of operations) expect(() => requestOf(operation, world)).not.toThrow();
  const known = operations.filter(({ needsBody }) => needsBody).map(({ operationId }) => operationId);
  expect(Object.keys(bodies).toSorted()).toEqual(known.toSorted());
  const invented: CallableOperation = {
    name: 'PUT /v1/inventions/{id}',
    operationId: 'invent',
    method: 'PUT',
    path: '/v1/inventions/{id}',
    hasParent: true,
    needsBody: true,
    takesSessionTokens: false,
  };
  expect(() => requestOf(invented, world)).toThrow('no resource is known for {id}');
  expect(() => requestOf({ ...invented, path: '/v1/inventions' }, world)).toThrow('no body is known');
});

describe('[tenancy.every-operation] [tenancy.cross-workspace] with another workspace’s API key', () => {
  let before: Map<string, string>;
  beforeAll(async () => {
    before = await documentsOfOwner();
  });

  const ending = each.filter(([, operation]) => !isEndless(operation));

  it.each(ending)('%s finds nothing of the owner', async (_, operation) => {
    const answer = await call(stranger.client.as('ada'), operation, world);
    expect(ownersIn(operation, answer)).toEqual([]);
  });

  const named = each.filter(([, each]) => looksFor(each) || each.operationId === 'createThread');

  it.each(named)('%s is 404, and looks like what does not exist', async (_, operation) => {
    const client = stranger.client.as('ada');
    const answer = await call(client, operation, world);
    const code = operation.operationId === 'createThread' ? 'unknown_agent' : 'not_found';
    expect(verdict(answer)).toEqual([404, code]);
    expect(seen(answer)).toEqual(seen(await call(client, operation, nobodys)));
  });

  it.each(ending.filter(([, { method, hasParent }]) => method === 'GET' && !hasParent))(
    '%s lists nothing of the owner without a subject either',
    async (_, operation) => {
      expect(ownersIn(operation, await call(stranger.client, operation, world))).toEqual([]);
    },
  );

  it('none of these has changed anything of the owner', async () => {
    expect(await documentsOfOwner()).toEqual(before);
  });
});

/** All that the owner's workspace has, without what counts and records requests. */
async function documentsOfOwner(): Promise<Map<string, string>> {
  const all = await documentsWith(service.db, owner.id);
  const moving =
    /^(requests|rate_limits|accounts|deltas|watched_threads|pending_deliveries|webhook_attempts|webhook_endpoints) /;
  return new Map([...all].filter(([key]) => !moving.test(key)));
}

/** How an operation refuses another subject's session token; undefined if it answers with what is that subject's. */
function refusalOf({ takesSessionTokens, hasParent, operationId }: CallableOperation) {
  if (!takesSessionTokens || operationId === 'authorizeChannel') return [403, 'forbidden'];
  return looksFor({ hasParent, operationId }) ? [404, 'not_found'] : undefined;
}

describe('[tenancy.every-operation] [auth.subject.isolated] [auth.direct.management] with another subject’s session token', () => {
  it.each(each)('%s is refused, or has nothing of the subject', async (_, operation) => {
    const answer = await call(bob, operation, world);
    expect(verdict(answer)).toEqual(refusalOf(operation) ?? verdict(answer));
    const text = JSON.stringify(answer.body);
    const names = ['threads', 'runs', 'tool-calls', 'events'];
    for (const name of names.filter((each) => !isNamedAgain(operation.operationId, each)))
      expect(text).not.toContain(world[name]);
    expect(text).not.toContain(marker);
  });
});

describe('[tenancy.every-operation] [auth.subject.isolated] with an API key for another subject', () => {
  // A passkey is an actor's, and no subject's: an API key may revoke any of its workspace.
  const ofSubjects = each.filter(
    ([, operation]) =>
      operation.takesSessionTokens && looksFor(operation) && operation.operationId !== 'revokePasskey',
  );

  it.each(ofSubjects)('%s is 404, and looks like what does not exist', async (_, operation) => {
    const client = owner.client.as('bob');
    const answer = await call(client, operation, world);
    expect(verdict(answer)).toEqual([404, 'not_found']);
    expect(seen(answer)).toEqual(seen(await call(client, operation, nobodys)));
  });
});

describe('[tenancy.every-operation] with a credential that is revoked', () => {
  it.each(each)('%s is 401', async (_, operation) => {
    for (const client of [revoked.as('ada'), signedByDeleted]) {
      expect(verdict(await call(client, operation, world))).toEqual([401, 'unauthorized']);
    }
  });
});

describe('[admin.workspace-suspend] of a workspace that is suspended', () => {
  it.each(each)('%s is 403 with every credential', async (_, operation) => {
    for (const client of suspended) {
      expect(verdict(await call(client, operation, world))).toEqual([403, 'workspace_suspended']);
    }
  });
});

describe('[tenancy.every-operation] on what is deleted or erased', () => {
  /** They are never deleted, or name what need not be there. */
  const stays = /^\/v1\/(agents|patches|approval-policies|changes|erasures|subjects)\//;

  it.each(each.filter(([, operation]) => looksFor(operation) && !stays.test(operation.path)))(
    '%s is 404',
    async (_, operation) => {
      expect(verdict(await call(owner.client.as('eve'), operation, gone))).toEqual([404, 'not_found']);
    },
  );

  it('an archived agent takes no new thread', async () => {
    const answer = await owner.client.as('eve').post('/v1/loom/threads', { agent_id: gone['agents'] });
    expect(verdict(answer)).toEqual([409, 'agent_archived']);
    expect((await publishScripted(owner.client)).id).not.toBe(gone['agents']);
  });
});
