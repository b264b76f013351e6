import { beforeEach, describe, expect, it } from 'vitest';
import type { DecidedCall } from '#contract/decided-call.ts';
import type { Trace } from '#contract/run.ts';
import { settled } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, callsOf, pendingCall, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import {
  challengeFor,
  clientOf,
  enrolled,
  type Item,
  type Person,
  signedBody,
} from '../../support/passkeys.ts';
import { perTest } from '../../support/per-file.ts';
import { pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perTest(startHost);
const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, via: ['passkey'] }] }];

let acting: Acting;
let client: ApiClient;
let signer: Signer;
let eve: Person;
beforeEach(async () => {
  acting = await startPaying(service, { rules }, { host });
  ({ client } = acting);
  signer = await registerSigner(client);
  eve = await enrolled(service, client, signer, 'eve');
});

async function held(amount = 5): Promise<Item & { thread: string }> {
  const { run, thread } = await pay(acting, { amount });
  const pending = (await threadOf(client, thread)).pending_confirmation;
  return {
    run_id: run.id,
    thread,
    tool_call_id: pending?.tool_call_id ?? '',
    digest: pending?.digest ?? '',
  };
}

const confirm = async (by: ApiClient, { run_id }: Item, body: object) =>
  await by.post<{ state: string }>(`/v1/loom/runs/${run_id}/confirm`, body);

describe('[passkey.decision] a signed decision', () => {
  it('[passkey.stage] sends what it signs, and shows who has signed it, with what', async () => {
    const item = await held();
    const unsigned = { tool_call_id: item.tool_call_id, decision: 'approve', digest: item.digest };
    expect(verdict(await confirm(eve.client, item, unsigned))).toEqual([403, 'forbidden_approver']);
    const body = await signedBody(eve, item);
    expect((await confirm(eve.client, item, body)).status).toBe(202);
    await settled(client, item.run_id);
    const [call] = await callsOf(client, item.run_id);
    expect(call).toMatchObject({
      status: 'ok',
      decisions: [
        {
          actor: 'eve',
          via: 'passkey',
          request_via: 'token',
          passkey_id: eve.passkey.id,
          thumbprint: eve.passkey.thumbprint,
          enrolled_via: 'token',
          statement: { actor: 'eve', decision: 'approve', digests: [item.digest] },
        },
      ],
    });
    expect(JSON.stringify(call)).not.toContain('userHandle');
    const { data: decided } = await client.get<DecidedCall[]>('/v1/loom/approvals/decided');
    expect(decided).toMatchObject([{ actor: 'eve', via: 'passkey', passkey_id: eve.passkey.id }]);
    const whole = await directClient(client, signer, { sub: 'ada', trace: 'full' });
    const { data: trace } = await whole.get<Trace>(`/v1/loom/runs/${item.run_id}/trace`);
    const [shown] = trace.turns[0]?.tool_calls[0]?.decisions ?? [];
    expect(shown).toMatchObject({ actor: 'eve', via: 'passkey', request_via: 'token' });
    for (const hidden of ['passkey_id', 'statement', 'assertion', 'public_key', 'thumbprint'])
      expect(shown).not.toHaveProperty(hidden);
  });

  it('is the owner’s also if a backend without a name relays it, which another name may not', async () => {
    const item = await held();
    const body = await signedBody(eve, item);
    const mo = client.with({ headers: { 'service-actor': 'mo' } });
    expect(verdict(await confirm(mo, item, body))).toEqual([422, 'invalid_challenge']);
    expect((await confirm(client, item, body)).status).toBe(202);
    const [call] = await callsOf(client, item.run_id);
    expect(call?.decisions).toMatchObject([{ actor: 'eve', via: 'passkey', request_via: 'api_key' }]);
  });

  it('[passkey.decision.digest] needs the digest', async () => {
    const item = await held();
    const { digest: _, ...body } = await signedBody(eve, item);
    const answer = await confirm(eve.client, item, body);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toMatchObject([{ path: 'digest', code: 'digest_required' }]);
  });

  it('[passkey.decision.once] uses its challenge up, and the same request again changes nothing', async () => {
    const item = await held();
    const body = await signedBody(eve, item);
    const answers = await Promise.all(Array.from({ length: 4 }, async () => confirm(eve.client, item, body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await settled(client, item.run_id);
    expect(host.calls).toHaveLength(1);
    expect((await confirm(eve.client, item, body)).status).toBe(202);
    const other = { ...body, detail: { reason: 'another request' } };
    expect(verdict(await confirm(eve.client, item, other))).toEqual([422, 'invalid_challenge']);
    expect((await callsOf(client, item.run_id))[0]?.decisions).toHaveLength(1);
  });

  it('[passkey.revoke] stays valid when its passkey is revoked, which signs nothing more', async () => {
    const item = await held();
    await confirm(eve.client, item, await signedBody(eve, item));
    const next = await held(6);
    const body = await signedBody(eve, next);
    expect((await eve.client.send('DELETE', `/v1/passkeys/${eve.passkey.id}`)).status).toBe(200);
    expect(verdict(await confirm(eve.client, next, body))).toEqual([403, 'invalid_assertion']);
    expect(
      verdict(
        await eve.client.post('/v1/loom/approvals/challenge', { decision: 'approve', items: [asked(next)] }),
      ),
    ).toEqual([409, 'no_passkey']);
    await settled(client, item.run_id);
    expect((await callsOf(client, item.run_id))[0]).toMatchObject({ status: 'ok' });
  });
});

const asked = ({ run_id, tool_call_id, digest }: Item): Item => ({ run_id, tool_call_id, digest });

describe('a signed decision is refused whole', () => {
  it('[passkey.decision.challenge] with a challenge that is not for it', async () => {
    const [item, other] = [await held(), await held(6)];
    const mia = await enrolled(service, client, signer, 'mia');
    const body = await signedBody(eve, item);
    const { assertion } = body;
    const refused = async (by: ApiClient, changed: object) =>
      expect(verdict(await confirm(by, item, { ...body, ...changed }))).toEqual([422, 'invalid_challenge']);
    await refused(mia.client, {});
    await refused(eve.client, { decision: 'reject' });
    await refused(eve.client, { digest: other.digest });
    const unknown = { ...assertion, challenge_id: Buffer.alloc(32).toString('base64url') };
    await refused(eve.client, { assertion: unknown });
    const both = await challengeFor(eve.client, [asked(item), asked(other)]);
    const credential = eve.key.sign(both.options);
    await refused(eve.client, { assertion: { challenge_id: both.challenge_id, credential } });
    await service.db.passkey_challenges.updateOne(
      { _id: assertion.challenge_id },
      { $set: { expires_at: new Date(0) } },
    );
    await refused(eve.client, {});
    expect((await threadOf(client, item.thread)).pending_confirmation?.tool_call_id).toBe(item.tool_call_id);
  });

  it('[passkey.decision.assertion] with a response that does not verify', async () => {
    const item = await held();
    const mia = await enrolled(service, client, signer, 'mia');
    const refused = async (body: object) =>
      expect(verdict(await confirm(eve.client, item, body))).toEqual([403, 'invalid_assertion']);
    const deviations = [
      { userVerified: false },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { type: 'webauthn.create' },
      { crossOrigin: true },
    ];
    for (const deviation of deviations) await refused(await signedBody(eve, item, { deviation }));
    // Mia's key, on what was asked of Eve.
    await refused(await signedBody({ client: eve.client, key: mia.key }, item));
    const body = await signedBody(eve, item);
    const { challenge_id, credential } = body.assertion;
    const response = {
      ...credential.response,
      signature: eve.key.sign((await challengeFor(eve.client, [asked(item)])).options).response.signature,
    };
    await refused({ ...body, assertion: { challenge_id, credential: { ...credential, response } } });
    expect(host.calls).toEqual([]);
    expect((await confirm(eve.client, item, await signedBody(eve, item))).status).toBe(202);
  });

  it('[passkey.decision.assertion] with a counter that is not above the last one, unless there is none', async () => {
    const first = await held();
    const at = (counter: number) => ({ deviation: { counter } });
    expect((await confirm(eve.client, first, await signedBody(eve, first, at(7)))).status).toBe(202);
    const item = await held(6);
    for (const counter of [7, 3, 0]) {
      expect(verdict(await confirm(eve.client, item, await signedBody(eve, item, at(counter))))).toEqual([
        403,
        'invalid_assertion',
      ]);
    }
    expect((await confirm(eve.client, item, await signedBody(eve, item, at(8)))).status).toBe(202);
  });
});

describe('[passkey.challenge] a challenge', () => {
  it('is for a named actor who has a passkey, whatever the items are', async () => {
    const digest = `sha-256=:${'A'.repeat(43)}=:`;
    const items = [{ run_id: acting.workspace, tool_call_id: acting.workspace, digest }];
    const ask = async (by: ApiClient, body: object = { decision: 'approve', items }) =>
      await by.post('/v1/loom/approvals/challenge', body);
    const nobody = client.with({ subject: undefined });
    expect(verdict(await ask(nobody))).toEqual([422, 'actor_required']);
    const mo = await clientOf(client, signer, 'mo');
    expect(verdict(await ask(mo))).toEqual([409, 'no_passkey']);
    expect((await ask(nobody.with({ headers: { 'service-actor': 'eve' } }))).status).toBe(200);
    const twice = { decision: 'approve', items: [...items, ...items] };
    expect(verdict(await ask(eve.client, twice))).toEqual([422, 'invalid_request']);
    const { options } = await challengeFor(eve.client, items);
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: eve.key.id }],
    });
  });
});

it('[passkey.stage.revise] an actor with a passkey may revise at a stage that needs one, which is no approval', async () => {
  const item = await held();
  const mo = await clientOf(client, signer, 'mo');
  const revise = async (by: ApiClient) =>
    await by.post(`/v1/loom/runs/${item.run_id}/revise`, {
      tool_call_id: item.tool_call_id,
      args: { amount: 4 },
      digest: item.digest,
    });
  expect(verdict(await revise(mo))).toEqual([403, 'forbidden_approver']);
  expect(verdict(await revise(client.with({ headers: { 'service-actor': 'eve' } })))).toEqual([
    403,
    'forbidden_approver',
  ]);
  expect((await revise(eve.client)).status).toBe(202);
  const { pending_confirmation } = await threadOf(client, item.thread);
  expect(pending_confirmation).toMatchObject({ args: { amount: 4 }, approvals: { given: [] } });
  expect(pending_confirmation?.tool_call_id).toBe(await pendingCall(client, item.thread));
});
