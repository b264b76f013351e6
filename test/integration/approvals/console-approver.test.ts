import { afterAll, beforeAll, expect, it } from 'vitest';
import { converse } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { startActing, threadOf } from '../../support/acting-run.ts';
import { ApiClient } from '../../support/api-client.ts';
import { pageHeaders } from '../../support/console-session.ts';
import { comeBack, onTheWay, setUpSignIn } from '../../support/oidc/console-sign-in.ts';
import { startStandInProvider, type StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
let provider: StandInProvider;
beforeAll(async () => {
  provider = await startStandInProvider();
});
afterAll(async () => await provider.stop());

it('[gate.approvals.shown] says of each approval whether its person signed in at the provider, or holds an API key', async () => {
  const pay = actingPatch('pay', { wired: { gate: { type: 'confirm', approvals: 3 } } });
  const acting = await startActing(service, { host, patches: [pay] });
  const { client, thread, workspace } = acting;
  const run = await converse(client, thread, '/call pay {"amount":20}');
  const { pending_confirmation: pending } = await threadOf(client, thread);
  const approve = async (approver: ApiClient) =>
    await approver.post(`/v1/loom/runs/${run.id}/confirm`, {
      tool_call_id: pending?.tool_call_id,
      decision: 'approve',
    });
  const stranger = new ApiClient(service.baseUrl, {});
  await setUpSignIn(client, provider.issuer);
  const { url, cookie } = await onTheWay(stranger, workspace);
  const claims = { email: 'eve@example.com', email_verified: true, groups: ['approvers'] };
  const returned = await comeBack(provider.signIn(url, { claims }), cookie);
  const atProvider = returned.cookies[0]?.split(';')[0] ?? '';
  const page = stranger.with({ headers: { ...pageHeaders(atProvider), 'service-subject': 'ada' } });
  expect((await approve(page)).status).toBe(202);
  expect((await approve(client.with({ headers: { 'service-actor': 'mia' } }))).status).toBe(202);
  const { pending_confirmation: held } = await threadOf(client, thread);
  expect(held?.approvals?.given).toMatchObject([
    { actor: 'eve@example.com', via: 'console' },
    { actor: 'mia', via: 'api_key' },
  ]);
});
