import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkey.ts';
import { type Deviation, SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { Tenant } from '../tenant.ts';

interface Item {
  run_id: string;
  tool_call_id: string;
  digest: string;
}

interface Challenge {
  challenge_id: string;
  options: PasskeyRequestOptions;
}

/** Attacks on decisions that have to be signed. */
export const passkeys: Attack[] = [
  {
    name: 'signing for somebody else: with another key, for another call, on another page, twice, after the revocation',
    run: async (stack) => {
      const { tenant, tokens, hold } = await startSigned(stack);
      const [eve, mallory] = [await person(tenant, tokens, 'eve'), await person(tenant, tokens, 'mallory')];
      const [item, other] = [await hold(), await hold()];
      const confirm = async (by: Person, body: object) => (await by.confirm(item, body)).code;
      const refusals: [what: string, code: string | undefined, expected: string][] = [];
      const note = (what: string, code: string | undefined, expected: string) =>
        refusals.push([what, code, expected]);
      note('no signature', await confirm(eve, {}), 'forbidden_approver');
      const asked = await eve.challenge([item]);
      const signed = (key: Person, deviation?: Deviation) => ({
        assertion: { challenge_id: asked.challenge_id, credential: key.key.sign(asked.options, deviation) },
      });
      note('a key of somebody else', await confirm(eve, signed(mallory)), 'invalid_assertion');
      note('the challenge of somebody else', await confirm(mallory, signed(mallory)), 'invalid_challenge');
      note(
        'another page',
        await confirm(eve, signed(eve, { origin: 'https://evil.example' })),
        'invalid_assertion',
      );
      note(
        'an unverified user',
        await confirm(eve, signed(eve, { userVerified: false })),
        'invalid_assertion',
      );
      const elsewhere = await eve.challenge([other]);
      const forOther = {
        assertion: { challenge_id: elsewhere.challenge_id, credential: eve.key.sign(elsewhere.options) },
      };
      note('another call', await confirm(eve, forOther), 'invalid_challenge');
      const rejecting = { decision: 'reject', ...signed(eve) };
      note('another decision', await confirm(eve, rejecting), 'invalid_challenge');
      for (const [what, code, expected] of refusals)
        expectThat(code === expected, `${what} was answered with ${code}`);
      const body = signed(eve);
      expectThat((await eve.confirm(item, body)).status === 202, 'the true signature was refused');
      const again = await confirm(eve, { ...body, detail: { reason: 'twice' } });
      expectThat(again === 'invalid_challenge', `a used challenge was answered with ${again}`);
      await tenant.must('DELETE', `/v1/passkeys/${eve.id}`);
      const { code } = await eve.confirm(other, forOther);
      expectThat(code === 'invalid_assertion', `a revoked key was answered with ${code}`);
      return 'only the key of the person, for this call and this decision, once';
    },
  },
  {
    name: 'enrolling a passkey for somebody else, or a second one with a stolen token',
    run: async (stack) => {
      const { tenant, tokens } = await startSigned(stack);
      const options = async (by: { token?: string; headers?: Record<string, string> }) =>
        await tenant.request('POST', '/v1/passkeys/options', by);
      for (const by of [{ headers: { 'service-actor': 'eve' } }, { token: await tokens('eve') }]) {
        const { code } = await options(by);
        expectThat(code === 'forbidden', `without a person that is signed it was answered with ${code}`);
      }
      await person(tenant, tokens, 'eve');
      const stolen = await tokens('mallory', { actor: 'eve' });
      const key = new SoftwareAuthenticator(pageOf(tenant));
      const { data } = await tenant.request<PasskeyCreationOptions>('POST', '/v1/passkeys/options', {
        token: stolen,
      });
      const second = await tenant.request('POST', '/v1/passkeys', {
        token: stolen,
        body: { name: 'Mine', credential: key.register(data) },
      });
      expectThat(second.status === 202, `a second key was answered with ${second.status}`);
      const listed = await tenant.must<unknown[]>('GET', '/v1/passkeys?actor=eve');
      expectThat(listed.length === 1, `Eve has ${listed.length} keys`);
      return 'a later key waits for another person, and nobody enrols for others';
    },
  },
];

interface Person {
  id: string;
  key: SoftwareAuthenticator;
  challenge: (items: Item[]) => Promise<Challenge>;
  confirm: (item: Item, body: object) => Promise<{ status: number; code: string | undefined }>;
}

/** The page of the tenant's people, as a browser names it. */
const pageOf = ({ baseUrl }: Tenant) => baseUrl.replace('127.0.0.1', 'localhost');

/** Somebody with a passkey, known by a token that the tenant's backend has signed. */
async function person(
  tenant: Tenant,
  tokens: Awaited<ReturnType<Tenant['signer']>>,
  actor: string,
): Promise<Person> {
  const token = await tokens('mallory', { actor });
  const key = new SoftwareAuthenticator(pageOf(tenant));
  const options = await tenant.must<PasskeyCreationOptions>('POST', '/v1/passkeys/options', { token });
  const { id } = await tenant.must<{ id: string }>('POST', '/v1/passkeys', {
    token,
    body: { name: actor, credential: key.register(options) },
  });
  return {
    id,
    key,
    challenge: async (items) =>
      await tenant.must<Challenge>('POST', '/v1/loom/approvals/challenge', {
        token,
        body: { decision: 'approve', items },
      }),
    confirm: async ({ run_id, tool_call_id, digest }, body) =>
      await tenant.request('POST', `/v1/loom/runs/${run_id}/confirm`, {
        token,
        body: { tool_call_id, digest, decision: 'approve', ...body },
      }),
  };
}

/** A workspace whose payments need a signature, and what makes one that is held. */
async function startSigned(stack: AttackStack) {
  const tenant = await stack.newTenant();
  const tokens = await tenant.signer();
  await tenant.connect('bank', stack.echoHost.url);
  const pay = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: pay });
  const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, via: ['passkey'] }] }];
  await tenant.must('POST', '/v1/approval-policies', { body: { key: 'payments', rules } });
  const gate = { type: 'policy', policy: 'payments' };
  const agent = await tenant.publish([], { patches: [{ ref: 'pay@1', gate }] });
  const hold = async (): Promise<Item> => {
    const { runId } = await tenant.post(agent, '/call pay {}\n---\n/say done');
    await tenant.settled(runId);
    const { pending } = await tenant.must<{ pending?: Omit<Item, 'run_id'> }>(
      'GET',
      `/v1/loom/runs/${runId}`,
    );
    expectThat(pending !== undefined, 'nothing is held');
    return { run_id: runId, tool_call_id: pending.tool_call_id, digest: pending.digest };
  };
  return { tenant, tokens, hold };
}
