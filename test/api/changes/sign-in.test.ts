import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Change } from '#contract/change.ts';
import type { ConsoleSignIn } from '#contract/console-sign-in.ts';
import { clientSecret, startStandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { ApiClient } from '../../support/api-client.ts';
import { comeBack, onTheWay, settingsOf } from '../../support/oidc/console-sign-in.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let provider: Awaited<ReturnType<typeof startStandInProvider>>;
beforeAll(async () => {
  provider = await startStandInProvider();
});
afterAll(async () => await provider.stop());

const path = '/v1/console/sign-in';
let workspaceId: string;
let client: ApiClient;
let mia: ApiClient;
beforeEach(async () => {
  ({ client, id: workspaceId } = await service.workspace());
  mia = client.with({ headers: { 'service-actor': 'mia' } });
  const answer = await client.send('PUT', '/v1/settings/four-eyes', {
    ...asEve,
    json: { credentials: true },
  });
  if (answer.status !== 200) throw new Error(`the settings were answered with ${answer.status}`);
});

const asEve = { headers: { 'service-actor': 'eve' } };
async function propose(method: 'PUT' | 'DELETE', more: Record<string, unknown> = {}): Promise<Change> {
  const json = settingsOf(provider.issuer, more);
  const answer = await client.send<Change>(method, path, { ...asEve, ...(method === 'PUT' && { json }) });
  expect(verdict(answer)).toEqual([202]);
  return answer.data;
}
const approve = async ({ id }: Change) => await mia.post<Change>(`/v1/changes/${id}/approve`);
const signInAs = async (email: string): Promise<number> => {
  const { url, cookie } = await onTheWay(new ApiClient(service.baseUrl, {}), workspaceId);
  const claims = { email, email_verified: true, groups: ['admins'] };
  const { cookies } = await comeBack(provider.signIn(url, { claims }), cookie);
  return cookies.length;
};

it('[change.credentials] the sign-in that one person sets counts once another has approved it, and no secret is shown', async () => {
  const change = await propose('PUT');
  expect(change).toMatchObject({
    kind: 'credentials',
    operation: 'putConsoleSignIn',
    target: { kind: 'settings', id: 'console_sign_in' },
    body: { issuer: provider.issuer, roles: { admins: 'admin' } },
    state: 'proposed',
  });
  const stored = await service.db.proposed_changes.findOne({ _id: change.id });
  expect(JSON.stringify([change, stored])).not.toContain(clientSecret);
  expect((await client.get(path)).status).toBe(404);
  const own = await client.send('POST', `/v1/changes/${change.id}/approve`, asEve);
  expect(verdict(own)).toEqual([403, 'forbidden_approver']);

  const approved = await approve(change);
  expect(approved.data).toMatchObject({ state: 'approved' });
  expect(JSON.stringify([approved.data, (await client.get('/v1/changes')).data])).not.toContain(clientSecret);
  expect((await client.get<ConsoleSignIn>(path)).data).toMatchObject({
    issuer: provider.issuer,
    keys_may_sign_in: false,
  });
  // The secret that was proposed is the one that the provider is given.
  expect(await signInAs('kim@bank.example')).toBeGreaterThan(0);
});

it('[change.credentials] another role, another claim, keys that sign in and the removal each take two', async () => {
  await approve(await propose('PUT'));
  const before = (await client.get<ConsoleSignIn>(path)).data;
  const changes = [
    await propose('PUT', { roles: { everybody: 'admin' } }),
    await propose('PUT', { ref_claim: 'sub' }),
    await propose('PUT', { keys_may_sign_in: true }),
    await propose('DELETE'),
  ];
  expect((await client.get(path)).data).toEqual(before);
  for (const { id } of changes) {
    const own = await client.send('POST', `/v1/changes/${id}/approve`, asEve);
    expect(verdict(own)).toEqual([403, 'forbidden_approver']);
  }
  const [, , keys, removal] = changes;
  if (keys === undefined || removal === undefined) throw new Error('nothing was proposed');
  expect((await approve(keys)).status).toBe(200);
  expect((await client.get(path)).data).toMatchObject({ keys_may_sign_in: true, roles: before.roles });
  // The settings that the second person was shown with the removal no longer exist.
  expect(verdict(await approve(removal))).toEqual([409, 'stale_change']);
  expect((await approve(await propose('DELETE'))).status).toBe(200);
  expect((await client.get(path)).status).toBe(404);
});

it('[change.stale] settings that somebody has replaced since cannot be approved any more', async () => {
  const first = await propose('PUT');
  const second = await propose('PUT', { roles: { everybody: 'admin' } });
  expect((await approve(first)).status).toBe(200);
  expect(verdict(await approve(second))).toEqual([409, 'stale_change']);
  expect((await client.get(path)).data).not.toMatchObject({ roles: { everybody: 'admin' } });
});
