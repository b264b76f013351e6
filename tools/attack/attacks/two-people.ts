import { SignJWT } from 'jose';
import { Client } from '#clients/raw/client.ts';
import { startStandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { type Attack, expectThat } from '../attack.ts';
import { adminsAt, signInAtProvider, signInByKey } from '../console-sign-in.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { RequestOptions, Tenant } from '../tenant.ts';

interface Change {
  id: string;
  target: { kind: string; id: string };
  secret?: string;
}

interface HeldCall {
  runId: string;
  tool_call_id: string;
  approvals: { given: { actor: string }[] };
}

/** A workspace whose payments need the approvals of a policy's stages, and one that waits. */
async function withPayment(stack: AttackStack, stage: object) {
  const tenant = await stack.newTenant();
  await tenant.connect('bank', stack.echoHost.url);
  const pay = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: pay });
  const rules = [{ name: 'all', then: 'hold', stages: [stage] }];
  await tenant.must('POST', '/v1/approval-policies', { body: { key: 'payments', rules } });
  const gate = { type: 'policy', policy: 'payments' };
  const agent = await tenant.publish([], { patches: [{ ref: 'pay@1', gate }] });
  const { runId, threadId } = await tenant.post(agent, '/call pay {"amount":82000}\n---\n/say done');
  await tenant.settled(runId);
  const held = async (): Promise<HeldCall | undefined> => {
    const thread = await tenant.must<{ pending_confirmation?: HeldCall }>(
      'GET',
      `/v1/loom/threads/${threadId}`,
    );
    return thread.pending_confirmation && { ...thread.pending_confirmation, runId };
  };
  const call = await held();
  expectThat(call !== undefined, 'nothing is held');
  const given = async () => ((await held())?.approvals.given ?? []).map(({ actor }) => actor).join();
  return { tenant, call, given };
}

/** Attacks by one person on rules that ask for two. */
export const twoPeople: Attack[] = [
  {
    name: 'making another identity, to be the second person of a change',
    run: async (stack) => {
      const provider = await startStandInProvider();
      try {
        const tenant = await stack.newTenant();
        await tenant.must('PUT', '/v1/console/sign-in', { body: adminsAt(provider) });
        const eve = await signInAtProvider(tenant, provider, 'eve@bank.example');
        await eve.call('PUT', '/v1/settings/four-eyes', {
          json: { agents: true, groups: true, credentials: true, via: ['console'] },
        });
        const group = { name: 'Board', members: ['eve@bank.example'] };
        const changes = await proposedBy(eve, [
          ['PUT', '/v1/approver-groups/board', group],
          ['POST', '/v1/api-keys', { name: 'Mia' }],
          ['POST', '/v1/signing-keys', { algorithm: 'HS256' }],
          ['PUT', '/v1/console/sign-in', { ...adminsAt(provider), keys_may_sign_in: true }],
          ['PUT', '/v1/console/sign-in', { ...adminsAt(provider), ref_claim: 'sub' }],
          ['DELETE', '/v1/console/sign-in'],
          ['PUT', '/v1/mcp/settings', { login_url: 'https://eve.example' }],
          ['PUT', '/v1/settings/four-eyes', { agents: true }],
          ['PUT', '/v1/settings/four-eyes', { agents: true, groups: true, credentials: true }],
        ]);
        const token = await tokenOf(changes);
        const { status } = await new Client(tenant.baseUrl, { apiKey: token }).get('/v1/loom/runs');
        expectThat(status === 401, `a token of the key that was made was answered with ${status}`);
        await tryToApprove(changes, [
          ['herself', eve],
          ['herself, signed in again', await signInAtProvider(tenant, provider, 'EVE@bank.example')],
          ['a name in the console', await signInByKey(tenant, 'mia@bank.example')],
          ...second(tenant, changes),
        ]);
        const [first] = changes;
        const mia = await signInAtProvider(tenant, provider, 'mia@bank.example');
        await mia.call('POST', `/v1/changes/${first?.id}/approve`);
        await tenant.must('GET', '/v1/approver-groups/board');
        return `${changes.length} changes wait, and somebody else could approve one`;
      } finally {
        await provider.stop();
      }
    },
  },
  {
    name: 'two names with one API key',
    run: async (stack) => {
      const { tenant, call, given } = await withPayment(stack, { approvals: 2, via: ['token', 'console'] });
      const body = { tool_call_id: call.tool_call_id, decision: 'approve' };
      const path = `/v1/loom/runs/${call.runId}/confirm`;
      for (const name of ['ann', 'bob']) {
        const inConsole = await signInByKey(tenant, name);
        const answers = [
          await tenant.request('POST', path, { headers: { 'service-actor': name }, body }),
          await inConsole.send('POST', path, { json: body, headers: { 'service-subject': 'mallory' } }),
        ];
        for (const { status, error } of answers)
          expectThat(error?.code === 'forbidden_approver', `${name} was answered with ${status}`);
      }
      expectThat((await given()) === '', 'an approval counts');
      const sign = await tenant.signer();
      for (const actor of ['ann', 'bob'])
        await tenant.must('POST', path, { token: await sign('mallory', { actor }), body });
      await tenant.settled(call.runId);
      return 'forbidden_approver for names that nobody vouches for, and two signed ones could approve';
    },
  },
  {
    name: 'one Idempotency-Key for the approvals and withdrawals of two people',
    run: async (stack) => {
      const { tenant, call } = await withPayment(stack, { approvals: 3 });
      const sign = await tenant.signer();
      const { tool_call_id } = call;
      const send = async (verb: 'confirm' | 'withdraw', options: RequestOptions) =>
        await tenant.request('POST', `/v1/loom/runs/${call.runId}/${verb}`, {
          ...options,
          headers: { ...options.headers, 'idempotency-key': verb },
          body: verb === 'confirm' ? { tool_call_id, decision: 'approve' } : { tool_call_id },
        });
      const ways: ((actor: string) => Promise<RequestOptions>)[] = [
        async (actor) => await Promise.resolve({ headers: { 'service-actor': actor } }),
        async (actor) => ({ token: await sign('mallory', { actor }) }),
      ];
      for (const by of ways) {
        for (const verb of ['confirm', 'withdraw'] as const) {
          // Withdrawing needs an approval before.
          if (verb === 'withdraw') await approveWithoutKey(tenant, call, await by('bob'));
          await send(verb, await by('ann'));
          const { status, code } = await send(verb, await by('bob'));
          expectThat(code === 'idempotency_key_reuse', `${verb} of the second person is ${status} ${code}`);
          if (verb === 'withdraw') await withdrawWithoutKey(tenant, call, await by('bob'));
        }
      }
      return 'idempotency_key_reuse for the second person, each time';
    },
  },
];

async function approveWithoutKey(tenant: Tenant, { runId, tool_call_id }: HeldCall, by: RequestOptions) {
  const body = { tool_call_id, decision: 'approve' };
  await tenant.must('POST', `/v1/loom/runs/${runId}/confirm`, { ...by, body });
}

async function withdrawWithoutKey(tenant: Tenant, { runId, tool_call_id }: HeldCall, by: RequestOptions) {
  await tenant.must('POST', `/v1/loom/runs/${runId}/withdraw`, { ...by, body: { tool_call_id } });
}

/** Asks for changes, each of which has to be proposed only. */
async function proposedBy(
  person: Client,
  asked: [method: string, path: string, json?: object][],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [method, path, json] of asked) {
    const { status, data } = await person.send<Change>(method, path, json === undefined ? {} : { json });
    expectThat(status === 202, `${method} ${path} was answered with ${status}`);
    changes.push(data);
  }
  return changes;
}

/** The identities that somebody has made with changes that wait, and the API key of the workspace under another name. */
function second(tenant: Tenant, changes: Change[]): [name: string, client: Client][] {
  const keys = {
    'the API key of the workspace': tenant.apiKey,
    'the key that was made': changes.find(({ target }) => target.kind === 'api_key')?.secret ?? '',
  };
  const headers = { 'service-actor': 'mia@bank.example' };
  return Object.entries(keys).map(([name, apiKey]) => [
    name,
    new Client(tenant.baseUrl, { apiKey, headers }),
  ]);
}

/** A session token of the signing key that somebody has made. */
async function tokenOf(changes: Change[]): Promise<string> {
  const change = changes.find(({ target }) => target.kind === 'signing_key');
  return await new SignJWT({ sub: 'mallory', actor: 'mia@bank.example', aud: 'loom' })
    .setProtectedHeader({ alg: 'HS256', kid: change?.target.id ?? '' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(change?.secret));
}

/** @throws {Error} if one of these identities approves a change */
async function tryToApprove(changes: Change[], identities: [name: string, client: Client][]): Promise<void> {
  for (const [name, client] of identities) {
    for (const { id } of changes) {
      const { status } = await client.post(`/v1/changes/${id}/approve`);
      expectThat([401, 403].includes(status), `${name}: a change was answered with ${status}`);
    }
  }
}
