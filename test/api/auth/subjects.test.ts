import { beforeAll, expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let agent_id: string;
beforeAll(async () => {
  ({ client } = await service.workspace());
  agent_id = (await publishScripted(client)).id;
});

const create = async (by: ApiClient, body: object = {}) =>
  await by.post<CreatedThread>('/v1/loom/threads', { agent_id, ...body });
/** Header values are bytes; these are the UTF-8 bytes of the subject. */
const acting = (subject: string) => client.as(Buffer.from(subject, 'utf8').toString('latin1'));

/** These concern the whole workspace when nobody is named. */
const ofWorkspace = [
  'get /v1/loom/threads',
  'get /v1/loom/runs',
  'get /v1/loom/approvals',
  'get /v1/loom/approvals/decided',
  'get /v1/loom/approvals/totals',
  'get /v1/loom/approvals/events',
  'post /v1/loom/approvals/challenge',
  'post /v1/loom/approvals/decide',
  'get /v1/loom/stats',
  'get /v1/loom/stats/costs',
];
/** Errors of a request come after those of its subject, except for a new thread: its body may name the subject. */
const bodies: Record<string, object> = { '/v1/loom/threads': { agent_id: 'agent_1' } };
const ofSubjects = Object.entries(openApiDocument(allEndpoints).paths ?? {})
  .filter(([path]) => path.startsWith('/v1/loom/'))
  .flatMap(([path, item]) => Object.keys(item).map((method) => [method, path] as const))
  .filter(([method, path]) => !ofWorkspace.includes(`${method} ${path}`));

it.each(ofSubjects)('[auth.relay.subject-required] %s %s needs a subject', async (method, path) => {
  const requested = path.replaceAll(/\{\w+\}/g, newId());
  for (const by of [client, client.as(''), client.as('  ')]) {
    const body = method === 'get' ? {} : { json: bodies[path] ?? {} };
    const answer = await by.send(method.toUpperCase(), requested, body);
    expect(verdict(answer)).toEqual([422, 'subject_required']);
  }
});

it('[auth.relay.subject-required] threads, messages, runs and realtime are among these', () => {
  expect(ofSubjects.map(([, path]) => path)).toEqual(
    expect.arrayContaining([
      '/v1/loom/threads',
      '/v1/loom/threads/{thread_id}/messages',
      '/v1/loom/runs/{id}',
      '/v1/loom/realtime/auth',
    ]),
  );
});

it('[auth.relay.list-without-subject] without a subject the threads of the whole workspace are listed', async () => {
  const { client: whole } = await service.workspace();
  const ids = [await startThread(whole.as('ada')), await startThread(whole.as('bob'))];
  const { data } = await whole.get<Thread[]>('/v1/loom/threads');
  expect(data.map(({ id, subject_ref }) => [id, subject_ref])).toEqual([
    [ids[1], 'bob'],
    [ids[0], 'ada'],
  ]);
});

it('[auth.relay.subject-in-body] a thread may name its subject in the body', async () => {
  const { status, data } = await create(client, { subject_ref: 'carol' });
  expect([status, data.subject_ref]).toEqual([201, 'carol']);
  expect((await client.as('carol').get(`/v1/loom/threads/${data.id}`)).status).toBe(200);
});

it('[auth.relay.subject-in-body] header and body may both name it, if they agree', async () => {
  expect((await create(client.as('carol'), { subject_ref: 'carol' })).status).toBe(201);
});

it.each(['Carol', 'carol ', 'bob'])(
  '[auth.relay.subject-mismatch] carol and %j are two subjects',
  async (other) => {
    expect(verdict(await create(client.as('carol'), { subject_ref: other }))).toEqual([
      422,
      'subject_mismatch',
    ]);
  },
);

const odd = [
  '1',
  'a.b',
  '$ne',
  '{"$gt":""}',
  '__proto__',
  'null',
  'a b',
  'Zoë 🧵',
  'é'.repeat(255),
  'sk_x',
  '/../',
  '%00',
  '\u{feff}ada',
  '山田 太郎',
  'やまだ@例え.テスト',
];

it.each(odd)('[auth.subject.any-string] the subject %j is kept as given', async (subject) => {
  const created = await create(acting(subject));
  expect([created.status, created.data.subject_ref]).toEqual([201, subject]);
  const { data } = await acting(subject).get<Thread[]>('/v1/loom/threads');
  expect(data.map(({ id, subject_ref }) => [id, subject_ref])).toEqual([[created.data.id, subject]]);
});

it.each([...odd, ' ada '].map((subject) => `${subject.slice(0, 250)}-2`))(
  '[auth.subject.any-string] the subject %j is kept as given in the body',
  async (subject) => {
    expect((await create(client, { subject_ref: subject })).data.subject_ref).toBe(subject);
  },
);

it.each([' ', '\u3000', '\u200b', 'two\nlines', 'a\r', 'a\0', 'a\u0085b', 'a\u2028b', 'a\u007f'])(
  '[auth.subject.any-string] the subject %j is refused in the body',
  async (subject) => {
    expect(verdict(await create(client, { subject_ref: subject }))).toEqual([422, 'invalid_request']);
  },
);

it.each(['\u3000', 'a\tb', 'a\u0085b', 'a\u2028b'])(
  '[auth.subject.any-string] [auth.actor] the name %j is refused in a header',
  async (name) => {
    expect(verdict(await create(acting(name)))).toEqual([422, 'invalid_request']);
  },
);

it('[auth.subject.any-string] a subject of more than 255 characters is refused', async () => {
  const long = 'x'.repeat(256);
  for (const answer of [await create(client.as(long)), await create(client, { subject_ref: long })]) {
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
  }
  expect(verdict(await create(client, { subject_ref: '' }))).toEqual([422, 'invalid_request']);
});

it('[auth.subject.isolated] what is alike is not the same subject', async () => {
  await create(acting('Dora'));
  for (const other of ['dora', 'Dor', 'Dora1', 'D.ra', '.*', 'Dora$']) {
    expect((await acting(other).get('/v1/loom/threads')).data).toEqual([]);
  }
});
