import { beforeAll, expect, inject, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { ConsoleLinks } from '#tools/dev/stack/console-links.ts';
import type { RequestRecord } from '#contract/request.ts';
import { runAdmin } from '../../support/admin.ts';
import { ApiClient } from '../../support/api-client.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let stranger: ApiClient;
beforeAll(() => {
  stranger = new ApiClient(service.baseUrl, {});
});

const admin = async (args: string[], env: NodeJS.ProcessEnv = { BASE_URL: 'https://api.example/' }) =>
  await runAdmin(['console', ...args], {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
    ...env,
  });

/** The code of a new link for a workspace. */
async function codeFor(workspaceId: string, ...options: string[]): Promise<string> {
  const { printed } = await admin(['link', workspaceId, ...options]);
  return codeOf(String(printed[0]?.['url']));
}

const codeOf = (url: string) => new URL(url).searchParams.get('code') ?? '';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const unknownWorkspace = '01a1fc7c-0975-778e-afbc-bbd83218d280';

it('[admin.console-link] a link is printed with its end, and its code is stored as a hash alone', async () => {
  const { id } = await service.workspace();
  const { code, printed } = await admin(['link', id]);
  expect(code).toBe(0);
  expect(printed).toEqual([
    {
      id: expect.stringMatching(uuid),
      url: expect.stringMatching(/^https:\/\/api\.example\/console\/sign-in\?code=[\w-]{43}$/),
      expires_at: expect.any(String),
    },
  ]);
  const [link] = await service.db.console_links.find({ workspace_id: id }).toArray();
  expect(link && link.expires_at.getTime() - link.created_at.getTime()).toBe(15 * 60_000);
  expect(link?.link_id).toBe(printed[0]?.['id']);
  expect(JSON.stringify(link)).not.toContain(codeOf(String(printed[0]?.['url'])));
});

it('[admin.console-link] without a workspace, an address or a name there is none', async () => {
  const { id } = await service.workspace();
  expect(await admin(['link', unknownWorkspace])).toMatchObject({
    code: 1,
    complaint: `no workspace ${unknownWorkspace}\n`,
  });
  expect(await admin(['link', id], {})).toMatchObject({ code: 2, complaint: 'BASE_URL is not set\n' });
  expect((await admin(['link', id, '--name', ' '])).code).not.toBe(0);
  expect(await service.db.console_links.countDocuments({ workspace_id: id })).toBe(0);
});

it('[console.link] a link signs in whoever says their name, in its workspace', async () => {
  const { id } = await service.workspace();
  const code = await codeFor(id);
  expect(verdict(await signIn(stranger, { code }))).toEqual([422, 'invalid_request']);
  const answer = await signIn(stranger, { code, name: 'Grace' });
  expect([answer.status, answer.data]).toMatchObject([200, { name: 'Grace', workspace: { id } }]);
  const page = withCookie(stranger, cookieOf(answer));
  expect((await page.get('/v1/agents')).status).toBe(200);
});

it('[console.link] a link that was made for somebody signs in nobody else', async () => {
  const { id } = await service.workspace();
  const answer = await signIn(stranger, { code: await codeFor(id, '--name', 'Ada'), name: 'Eve' });
  expect(answer.data.name).toBe('Ada');
  expect((await signIn(stranger, { code: await codeFor(id, '--name', 'Ada') })).data.name).toBe('Ada');
});

it('[console.link-once] looking at a link does not use it up, and using it does', async () => {
  const { id } = await service.workspace();
  const code = await codeFor(id);
  for (const method of ['GET', 'HEAD']) {
    await fetch(`${service.baseUrl}/console/sign-in?code=${code}`, { method });
  }
  expect((await signIn(stranger, { code, name: 'Ada' })).status).toBe(200);
  expect(verdict(await signIn(stranger, { code, name: 'Ada' }))).toEqual([401, 'unauthorized']);
});

it('[console.link-once] of many who use a link at once, on two processes, one is signed in', async () => {
  const { id } = await service.workspace();
  const code = await codeFor(id);
  const second = await service.secondApi();
  // As many as may fail in a minute, of each process.
  const clients = Array.from({ length: 5 }, () => [stranger, new ApiClient(second.baseUrl, {})]).flat();
  const answers = await Promise.all(clients.map(async (each) => await signIn(each, { code, name: 'Ada' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  expect(await service.db.console_sessions.countDocuments({ workspace_id: id })).toBe(1);
  await second.stop();
});

it('[console.link-once] a link that has expired signs nobody in', async () => {
  const { id } = await service.workspace();
  const code = await codeFor(id);
  await service.db.console_links.updateMany({ workspace_id: id }, { $set: { expires_at: new Date() } });
  expect(verdict(await signIn(stranger, { code, name: 'Ada' }))).toEqual([401, 'unauthorized']);
});

it('[admin.console-sign-out] an operator ends all sessions and links of a workspace, and of no other', async () => {
  const [mine, other] = [await service.workspace(), await service.workspace()];
  const pages = await Promise.all(
    [mine, other].map(async ({ apiKey }) =>
      withCookie(stranger, cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' }))),
    ),
  );
  const code = await codeFor(mine.id);
  const { printed } = await admin(['sign-out', mine.id]);
  expect(printed).toEqual([{ workspace_id: mine.id, sessions: 1, links: 1 }]);
  const statuses = await Promise.all(pages.map(async (page) => (await page.get('/v1/agents')).status));
  expect(statuses).toEqual([401, 200]);
  expect(verdict(await signIn(stranger, { code, name: 'Ada' }))).toEqual([401, 'unauthorized']);
  expect((await admin(['sign-out', unknownWorkspace])).code).toBe(1);
});

it('[dev-stack.console-link] the link of the development stack is replaced once it is used', async () => {
  const { id } = await service.workspace();
  const links = new ConsoleLinks(
    service.db,
    { workspace_id: id, base_url: 'http://127.0.0.1:1' },
    { lookEveryMs: 10 },
  );
  const seen: string[] = [];
  await links.keep((url) => seen.push(url));
  expect(seen).toHaveLength(1);
  expect((await signIn(stranger, { code: codeOf(seen[0] ?? ''), name: 'Ada' })).status).toBe(200);
  await waitUntil(() => seen.length === 2, { timeoutMs: 30_000, what: 'there is another link' });
  await links.stop();
  expect((await signIn(stranger, { code: codeOf(seen[1] ?? ''), name: 'Ada' })).status).toBe(200);
  expect(new Set(seen).size).toBe(2);
});

it('[console.link-no-keys] whoever signed in by a link manages no keys and no sign-in, which would outlive the session', async () => {
  const { id, client } = await service.workspace();
  const [{ printed }, signer] = await Promise.all([admin(['link', id]), registerSigner(client)]);
  const signedIn = await signIn(stranger, { code: codeOf(String(printed[0]?.['url'])), name: 'Grace' });
  expect(signedIn.data.manages_keys).toBe(false);
  const page = withCookie(stranger, cookieOf(signedIn));
  const [key] = (await page.get<{ id: string }[]>('/v1/api-keys')).data;
  const refused = [
    await page.post('/v1/api-keys', { name: 'Mine' }),
    await page.post('/v1/api-keys'),
    await page.send('DELETE', `/v1/api-keys/${key?.id}`),
    await page.post('/v1/signing-keys', { algorithm: 'HS256' }),
    await page.send('DELETE', `/v1/signing-keys/${signer.kid}`),
    await page.send('PUT', '/v1/console/sign-in', { json: {} }),
    await page.send('DELETE', '/v1/console/sign-in'),
  ];
  for (const answer of refused) expect(verdict(answer)).toEqual([403, 'forbidden']);
  expect((await client.get<unknown[]>('/v1/api-keys')).data).toHaveLength(1);
  expect((await page.get<unknown[]>('/v1/signing-keys')).data).toHaveLength(1);
  const tried = await eventually(client, ({ status, route }) => status === 403 && route === '/v1/api-keys');
  expect(tried).toMatchObject({
    actor: 'Grace',
    credential: { kind: 'console_link', id: printed[0]?.['id'] },
  });
});

/** The record of a request, which is stored in the background. */
async function eventually(client: ApiClient, matches: (record: RequestRecord) => boolean) {
  const find = async () => (await client.get<RequestRecord[]>('/v1/requests')).data.find(matches);
  await waitUntil(async () => (await find()) !== undefined, {
    timeoutMs: 60_000,
    everyMs: 20,
    what: 'a record',
  });
  return await find();
}
