import { expect, inject, it } from 'vitest';
import { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';
import { newId } from '#store/mongo/ids.ts';
import { type AdminResult, runAdmin } from '../../support/admin.ts';
import { ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { accountOf } from '../../support/ledger.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const admin = async (...args: string[]): Promise<AdminResult> =>
  await runAdmin(args, { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: service.db.runs.dbName });

async function create(...options: string[]): Promise<{ workspace_id: string; api_key: string }> {
  const { printed } = await admin('workspace', 'create', 'Acme', ...options);
  return printed[0] as { workspace_id: string; api_key: string };
}

const listed = async (id: string) =>
  (await admin('workspace', 'list', '--json')).printed.find(({ workspace_id }) => workspace_id === id);
const ledgerOf = async (id: string) => {
  const { entries } = await accountOf(service.db, id);
  return entries.map(({ delta, reason }) => [delta, reason]);
};

it('[admin.workspace-create] a workspace is created with a key, and the key works', async () => {
  const result = await admin('workspace', 'create', 'Acme Inc.');
  expect(result).toEqual({
    code: 0,
    printed: [
      {
        workspace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        api_key: expect.stringMatching(/^sk_[A-Za-z0-9_-]{43}$/),
      },
    ],
    complaint: '',
  });
  const { workspace_id, api_key } = result.printed[0] as { workspace_id: string; api_key: string };
  const client = new ApiClient(service.baseUrl, { apiKey: api_key });
  expect(verdict(await client.get('/v1/agents'))).toEqual([200]);
  expect(await listed(workspace_id)).toEqual({
    workspace_id,
    name: 'Acme Inc.',
    balance: 0,
    created_at: expect.any(String),
  });
});

it('[admin.workspace-create.options] the first balance and the rate are as given', async () => {
  const { workspace_id, api_key } = await create('--credits', '12.5', '--rate', '90');
  expect(await listed(workspace_id)).toMatchObject({ balance: 12.5, rate_limit_per_minute: 90 });
  expect(await ledgerOf(workspace_id)).toEqual([[12_500_000, 'grant']]);
  const client = new ApiClient(service.baseUrl, { apiKey: api_key, subject: 'ada' });
  expect((await converse(client, await startThread(client), 'Hello')).state).toBe('closed');
  expect(await listed(workspace_id)).toMatchObject({ balance: 12.494 });
});

it('[admin.workspace-set-rate] the rate of a workspace is stored', async () => {
  const { workspace_id } = await create();
  const { code, printed } = await admin('workspace', 'set-rate', workspace_id, '1200');
  expect([code, printed]).toEqual([0, [{ workspace_id, rate_limit_per_minute: 1200 }]]);
  expect(await listed(workspace_id)).toMatchObject({ rate_limit_per_minute: 1200 });
});

it('[admin.workspace-set-streams] the number of streams of a workspace is stored', async () => {
  const { workspace_id } = await create();
  const { code, printed } = await admin('workspace', 'set-streams', workspace_id, '5000');
  expect([code, printed]).toEqual([0, [{ workspace_id, stream_limit: 5000 }]]);
  expect(await listed(workspace_id)).toMatchObject({ stream_limit: 5000 });
});

it('[admin.workspace-set-voice] voice is switched off and on for a workspace', async () => {
  const { workspace_id } = await create();
  for (const voice of ['off', 'on']) {
    const { code, printed } = await admin('workspace', 'set-voice', workspace_id, voice);
    expect([code, printed]).toEqual([0, [{ workspace_id, voice }]]);
    const { voice_enabled } = await new WorkspaceSettings(service.db).of(workspace_id);
    expect(voice_enabled).toBe(voice === 'on');
  }
  const refused = await admin('workspace', 'set-voice', workspace_id, 'maybe');
  expect(refused.code).toBe(1);
  expect(refused.complaint).toContain('Allowed choices are on, off');
});

it('[admin.workspace-list] all workspaces are listed, oldest first, without keys', async () => {
  const created = [await create(), await create()];
  const { code, printed } = await admin('workspace', 'list', '--json');
  expect(code).toBe(0);
  expect(printed.slice(-2).map(({ workspace_id }) => workspace_id)).toEqual(
    created.map(({ workspace_id }) => workspace_id),
  );
  for (const { api_key } of created) expect(JSON.stringify(printed)).not.toContain(api_key);
  expect(JSON.stringify(printed)).not.toContain('sk_');
});

it('[admin.credits-grant] credits are added by an entry of the ledger', async () => {
  const { workspace_id } = await create('--credits', '1');
  const granted = await admin('credits', 'grant', workspace_id, '0.000001');
  expect([granted.code, granted.printed]).toEqual([0, [{ workspace_id, balance: 1.000_001 }]]);
  expect((await admin('credits', 'grant', workspace_id, '41')).printed).toEqual([
    { workspace_id, balance: 42.000_001 },
  ]);
  expect(await ledgerOf(workspace_id)).toEqual([
    [1_000_000, 'grant'],
    [1, 'grant'],
    [41_000_000, 'grant'],
  ]);
});

it('grants at once all count', async () => {
  const { workspace_id } = await create();
  await Promise.all(Array.from({ length: 4 }, () => admin('credits', 'grant', workspace_id, '2.5')));
  expect(await listed(workspace_id)).toMatchObject({ balance: 10 });
});

it.each([
  ['workspace', 'set-rate', newId(), '1'],
  ['workspace', 'set-streams', newId(), '1'],
  ['workspace', 'set-voice', newId(), 'off'],
  ['credits', 'grant', newId(), '1'],
  ['credits', 'grant', '$ne', '1'],
])('%s %s of a workspace that does not exist is refused', async (...args) => {
  const { code, printed, complaint } = await admin(...args);
  expect([code, printed, complaint]).toEqual([1, [], `no workspace ${args[2]}\n`]);
});
