import { expect, inject, it } from 'vitest';
import { apiKeyScopes } from '#contract/api-key.ts';
import { newId } from '#store/mongo/ids.ts';
import { type AdminResult, runAdmin } from '../../support/admin.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
const create = async (...args: string[]): Promise<AdminResult> =>
  await runAdmin(['api-key', 'create', ...args], {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
  });

it('[admin.api-key-create] a key without options may do everything, and is listed as what the operator made', async () => {
  const { id, client } = await service.workspace();
  const { code, printed } = await create(id);
  expect([code, printed]).toEqual([
    0,
    [
      {
        workspace_id: id,
        id: expect.any(String),
        scopes: apiKeyScopes,
        created_at: expect.any(String),
        api_key: expect.stringMatching(/^sk_[\w-]{43}$/),
      },
    ],
  ]);
  const [made] = printed as [{ id: string; api_key: string }];
  expect(verdict(await client.with({ apiKey: made.api_key }).get('/v1/agents'))).toEqual([200]);
  const { data: entries } = await client.get('/v1/audit?type=api_key.created');
  expect(entries).toMatchObject([
    { target: { kind: 'api_key', id: made.id }, credential: { kind: 'operator' } },
  ]);
});

it('[admin.api-key-create] a key has the scopes and the expiry that it was given', async () => {
  const { id, client } = await service.workspace();
  const options = [
    '--name',
    'Approval bot',
    '--scopes',
    'decide, read',
    '--expires-at',
    '2999-01-31T12:00:00+01:00',
  ];
  const { printed } = await create(id, ...options);
  const [made] = printed as [{ id: string; api_key: string }];
  const bot = client.with({ apiKey: made.api_key });
  expect(verdict(await bot.get('/v1/loom/runs'))).toEqual([200]);
  expect(verdict(await bot.get('/v1/agents'))).toEqual([403, 'forbidden']);
  expect((await client.get(`/v1/api-keys/${made.id}`)).data).toMatchObject({
    name: 'Approval bot',
    scopes: ['read', 'decide'],
    expires_at: '2999-01-31T11:00:00.000Z',
  });
});

it('[admin.api-key-create] a workspace that does not exist gets no key', async () => {
  const id = newId();
  const { code, printed, complaint } = await create(id);
  expect([code, printed, complaint]).toEqual([1, [], `no workspace ${id}\n`]);
  expect(await service.db.api_keys.countDocuments({ workspace_id: id })).toBe(0);
});

it('[admin.api-key-list] keys are listed without their secrets, and one that is revoked works no more', async () => {
  const { id, client } = await service.workspace();
  const admin = async (...args: string[]) =>
    await runAdmin(args, { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: service.db.runs.dbName });
  const { printed } = await create(id, '--name', 'Bot', '--scopes', 'read');
  const [made] = printed as [{ id: string; api_key: string }];
  const listed = await admin('api-key', 'list', id, '--json');
  expect(listed.printed.map(({ name }) => name)).toEqual(['Bot', undefined]);
  expect(JSON.stringify(listed.printed)).not.toContain('sk_');
  const revoked = await admin('api-key', 'revoke', id, made.id);
  expect([revoked.code, revoked.printed]).toEqual([0, [{ workspace_id: id, id: made.id, revoked: true }]]);
  expect(verdict(await client.with({ apiKey: made.api_key }).get('/v1/loom/runs'))).toEqual([
    401,
    'unauthorized',
  ]);
  const again = await admin('api-key', 'revoke', id, made.id);
  expect([again.code, again.complaint]).toEqual([1, `the workspace has no API key ${made.id}\n`]);
  const last = await admin('api-key', 'revoke', id, String(listed.printed[1]?.['id']));
  expect([last.code, last.complaint]).toEqual([
    1,
    'The last API key of a workspace with every scope and no expiry cannot be deleted.\n',
  ]);
});
