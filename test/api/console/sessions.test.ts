import { beforeAll, expect, it } from 'vitest';
import type { CreatedApiKey } from '#contract/api-key.ts';
import type { Event } from '#contract/event.ts';
import type { RequestRecord } from '#contract/request.ts';
import { idleMs, longestMs } from '#store/console/sessions.ts';
import { actingPatch } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { ApiClient } from '../../support/api-client.ts';
import { cookieOf, pageHeaders, signIn, withCookie } from '../../support/console-session.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let stranger: ApiClient;
beforeAll(() => {
  stranger = new ApiClient(service.baseUrl, {});
});

/** Somebody who is signed in to a new workspace. */
async function signedIn(name = 'Ada Lovelace') {
  const workspace = await service.workspace();
  const answer = await signIn(stranger, { api_key: workspace.apiKey, name });
  const cookie = cookieOf(answer);
  return { ...workspace, answer, cookie, page: withCookie(stranger, cookie) };
}

it('[console.sign-in] [console.session] an API key signs in, and the session says who is signed in where', async () => {
  const { id, apiKey, answer, page } = await signedIn();
  const session = {
    name: 'Ada Lovelace',
    person: expect.any(String),
    workspace: { id, name: expect.any(String) },
    expires_at: expect.any(String),
    links: {},
    manages_keys: true,
    at_provider: false,
    has_provider: false,
    voice: false,
    realtime: { enabled: false },
  };
  expect([answer.status, answer.data]).toEqual([200, session]);
  const read = await page.get('/console/session');
  expect([read.status, read.data]).toEqual([200, session]);
  expect(read.headers.get('cache-control')).toBe('no-store');
  for (const { body, headers } of [answer, read]) {
    expect(JSON.stringify([body, [...headers]])).not.toContain(apiKey);
  }
});

it('[console.cookie] the cookie is for requests of the API alone, and neither scripts nor other sites have it', async () => {
  const { answer, apiKey } = await signedIn();
  const cookies = answer.headers.getSetCookie();
  const attributes = `HttpOnly; SameSite=Strict; Max-Age=${longestMs / 1000}`;
  expect(cookies).toEqual([
    expect.stringMatching(new RegExp(`^heddle_console=[\\w-]{43}; Path=/v1; ${attributes}$`)),
    expect.stringMatching(new RegExp(`^heddle_console=[\\w-]{43}; Path=/console/session; ${attributes}$`)),
  ]);
  const secret = cookieOf(answer).slice('heddle_console='.length);
  const stored = await service.db.console_sessions.find().toArray();
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(JSON.stringify(stored)).not.toContain(apiKey);
});

it('[console.cookie] two different cookies, of which a sibling domain may have set one, count as none', async () => {
  const [ada, mallory] = [await signedIn(), await signedIn('Mallory')];
  const both = withCookie(stranger, `${mallory.cookie}; ${ada.cookie}`);
  expect(verdict(await both.get('/console/session'))).toEqual([401, 'unauthorized']);
  const same = withCookie(stranger, `other=1; ${ada.cookie}; ${ada.cookie}`);
  expect((await same.get('/console/session')).status).toBe(200);
});

it.each([
  ['no credential', { name: 'Ada' }],
  ['two credentials', { api_key: 'sk_x', code: 'y', name: 'Ada' }],
  ['no name', { api_key: 'sk_x' }],
  ['an empty name', { api_key: 'sk_x', name: ' ' }],
  ['a long name', { api_key: 'sk_x', name: 'x'.repeat(256) }],
])('[console.sign-in] %s is a request that is not valid', async (_, credentials) => {
  const answer = await signIn(stranger, credentials);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it.each([
  ['of no workspace', `sk_${'x'.repeat(43)}`],
  ['that is none', 'x'],
])('[console.sign-in] a key %s signs nobody in', async (_, api_key) => {
  const answer = await signIn(stranger, { api_key, name: 'Ada' });
  expect(verdict(answer)).toEqual([401, 'unauthorized']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it('[console.actor] [console.origin] who is signed in acts, in the name of their own, and runs and records say from where', async () => {
  const acting = await startActing(service, {
    patches: [actingPatch('pay', { wired: { gate: 'confirm' } })],
  });
  const { data: key } = await acting.client.post<CreatedApiKey>('/v1/api-keys', {});
  const cookie = cookieOf(await signIn(stranger, { api_key: key.key, name: 'Grace' }));
  const ada = (origin: string) => withCookie(stranger, cookie, origin).as('ada');
  const thread = await startThread(ada('playground'), acting.agent.id);
  const { id } = await converse(ada('playground'), thread, '/call pay {}\n---\n/say ok');
  const pretender = ada('console').with({
    headers: { ...pageHeaders(cookie), 'service-actor': 'Somebody else' },
  });
  await confirm(pretender, id, await pendingCall(acting.client, thread), 'reject');
  await settled(acting.client, id);
  const credential = { kind: 'api_key', id: key.id };
  expect(await callsOf(acting.client, id)).toMatchObject([{ decision: { actor: 'Grace', credential } }]);
  const { data: events } = await acting.client.get<Event[]>(`/v1/events?run_id=${id}`);
  expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set(['playground']));
  const { data: requests } = await acting.client
    .ofWorkspace()
    .get<RequestRecord[]>(`/v1/requests?run_id=${id}`);
  expect(requests.find(({ route }) => route.endsWith('/confirm'))).toMatchObject({
    origin: 'console',
    actor: 'Grace',
    credential,
    subject_ref: 'ada',
  });
});

it('[console.session] a session stands for an API key of its own workspace and of no other', async () => {
  const [mine, other] = [await signedIn(), await signedIn()];
  const { status } = await mine.page.post('/v1/agents', {
    key: 'mine',
    name: 'Mine',
    instructions: '',
    model_class: 'scripted',
  });
  expect(status).toBe(201);
  expect((await mine.page.get('/v1/agents')).data).toHaveLength(1);
  expect((await other.page.get('/v1/agents')).data).toEqual([]);
});

it('[console.session] a credential in the header takes precedence over the cookie', async () => {
  const [mine, other] = [await signedIn(), await signedIn()];
  const both = mine.page.with({ apiKey: other.apiKey });
  const { data } = await both.post<CreatedApiKey>('/v1/api-keys', { name: 'whose' });
  const keys = (await other.client.get<{ id: string }[]>('/v1/api-keys')).data;
  expect(keys.map(({ id }) => id)).toContain(data.id);
  expect(verdict(await mine.page.with({ apiKey: `sk_${'x'.repeat(43)}` }).get('/v1/agents'))).toEqual([
    401,
    'unauthorized',
  ]);
  expect(verdict(await both.get('/console/session'))).toEqual([401, 'unauthorized']);
});

it('[console.session-ends] signing out ends the session on every process at once, and removes the cookie', async () => {
  const { cookie, page } = await signedIn();
  const second = await service.secondApi();
  const elsewhere = withCookie(new ApiClient(second.baseUrl, {}), cookie);
  expect((await elsewhere.get('/v1/agents')).status).toBe(200);
  const answer = await page.send('DELETE', '/console/session');
  expect([answer.status, answer.data]).toEqual([200, { signed_out: true }]);
  expect(answer.headers.getSetCookie()).toEqual([
    'heddle_console=; Path=/v1; HttpOnly; SameSite=Strict; Max-Age=0',
    'heddle_console=; Path=/console/session; HttpOnly; SameSite=Strict; Max-Age=0',
  ]);
  for (const client of [page, elsewhere]) {
    expect(verdict(await client.get('/v1/agents'))).toEqual([401, 'unauthorized']);
    expect(verdict(await client.get('/console/session'))).toEqual([401, 'unauthorized']);
    expect(verdict(await client.send('DELETE', '/console/session'))).toEqual([401, 'unauthorized']);
  }
  await second.stop();
});

it('[console.session-ends] a stolen cookie is worth nothing once the API key is deleted, on any process', async () => {
  const { client } = await service.workspace();
  const { data: key } = await client.post<CreatedApiKey>('/v1/api-keys', {});
  const cookie = cookieOf(await signIn(stranger, { api_key: key.key, name: 'Ada' }));
  const second = await service.secondApi();
  const thieves = [stranger, new ApiClient(second.baseUrl, {})].map((each) => withCookie(each, cookie));
  for (const thief of thieves) expect((await thief.get('/v1/agents')).status).toBe(200);
  expect((await client.send('DELETE', `/v1/api-keys/${key.id}`)).status).toBe(200);
  for (const thief of thieves) {
    expect(verdict(await thief.get('/v1/agents'))).toEqual([401, 'unauthorized']);
  }
  expect(await service.db.console_sessions.countDocuments({ api_key_id: key.id })).toBe(0);
  await second.stop();
});

it('[console.session-ends] a session that was stored as its key was deleted is none', async () => {
  const { page, client } = await signedIn();
  const { data: key } = await client.post<CreatedApiKey>('/v1/api-keys', {});
  await service.db.console_sessions.updateMany({}, { $set: { api_key_id: key.id } });
  await service.db.api_keys.deleteOne({ _id: key.id });
  expect(verdict(await page.get('/v1/agents'))).toEqual([401, 'unauthorized']);
});

it('[console.expiry] a session that is used goes on, and one that is not used, or is too old, has ended', async () => {
  const { answer, id, page } = await signedIn();
  const mine = { workspace_id: id };
  const since = Date.parse(answer.data.expires_at) - idleMs;
  const soon = new Date(since + idleMs / 2);
  await service.db.console_sessions.updateOne(mine, { $set: { expires_at: soon } });
  const { data } = await page.get<{ expires_at: string }>('/console/session');
  expect(Date.parse(data.expires_at)).toBeGreaterThanOrEqual(Date.parse(answer.data.expires_at));
  const ends_at = new Date(since + 2 * idleMs);
  await service.db.console_sessions.updateOne(mine, { $set: { expires_at: soon, ends_at: soon } });
  await page.get('/v1/agents');
  expect(await service.db.console_sessions.findOne(mine)).toMatchObject({ expires_at: soon });
  await service.db.console_sessions.updateOne(mine, { $set: { expires_at: new Date(since), ends_at } });
  expect(verdict(await page.get('/v1/agents'))).toEqual([401, 'unauthorized']);
});

it('[console.failed-sign-ins] an address that fails too often waits, and who is signed in does not', async () => {
  const second = await service.secondApi();
  const guesser = new ApiClient(second.baseUrl, {});
  const { apiKey, page } = await signedIn();
  const guesses = await Promise.all(
    Array.from(
      { length: 30 },
      async () => await signIn(guesser, { api_key: `sk_${'x'.repeat(43)}`, name: 'Eve' }),
    ),
  );
  const refused = guesses.filter(({ status }) => status === 429);
  expect([guesses.filter(({ status }) => status === 401).length, refused.length]).toEqual([10, 20]);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(verdict(await signIn(guesser, { api_key: apiKey, name: 'Ada' }))).toEqual([429, 'rate_limited']);
  expect((await page.at(second.baseUrl).get('/v1/agents')).status).toBe(200);
  for (let index = 0; index < 12; index += 1) {
    expect((await signIn(stranger, { api_key: apiKey, name: 'Ada' })).status).toBe(200);
  }
  await second.stop();
});

it('[console.person] a request of a page that shows somebody else than its cookie belongs to is refused', async () => {
  const { apiKey, answer, cookie, page } = await signedIn();
  const other = await signIn(stranger, { api_key: apiKey, name: 'Grace' });
  const again = await signIn(stranger, { api_key: apiKey, name: 'Ada Lovelace' });
  const elsewhere = await signedIn();
  const people = [other, again, elsewhere.answer].map(({ data }) => data.person);
  expect(people.map((person) => person === answer.data.person)).toEqual([false, true, false]);
  const showing = (person: string) =>
    page.with({ headers: { ...pageHeaders(cookie), 'console-person': person } });
  expect((await showing(answer.data.person).get('/v1/agents')).status).toBe(200);
  for (const person of [other.data.person, elsewhere.answer.data.person, 'x']) {
    expect(verdict(await showing(person).get('/v1/agents'))).toEqual([401, 'unauthorized']);
    expect(verdict(await showing(person).post('/v1/api-keys', {}))).toEqual([401, 'unauthorized']);
  }
  expect((await page.get('/console/session')).data).toEqual(answer.data);
});

it('[console.session] idempotency keys, and the rate of the workspace, hold for a session too', async () => {
  const { page, id } = await signedIn();
  const headers = { 'idempotency-key': 'once', 'content-type': 'application/json' };
  const create = async () => await page.send('POST', '/v1/api-keys', { headers, body: '{"name":"one"}' });
  const [first, again] = [await create(), await create()];
  expect([again.headers.get('idempotency-replayed'), again.data]).toEqual(['true', first.data]);
  await service.db.workspaces.updateOne({ _id: id }, { $set: { rate_limit_per_minute: 1 } });
  const second = await service.secondApi();
  const limited = page.at(second.baseUrl);
  const verdicts = [await limited.get('/v1/agents'), await limited.get('/v1/agents')].map(verdict);
  expect(verdicts).toContainEqual([429, 'rate_limited']);
  await second.stop();
});
