import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { Change } from '#contract/change.ts';
import type { Passkey, PasskeyCreationOptions } from '#contract/passkey.ts';
import { SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { clientOf, enrolled, originOf, register } from '../../support/passkeys.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let signer: Signer;
let eve: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace());
  signer = await registerSigner(client);
  eve = await clientOf(client, signer, 'eve');
});

const authenticator = (algorithm?: -7 | -8 | -257 | -35) =>
  new SoftwareAuthenticator(originOf(service), algorithm);
const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
const entriesOf = async (type: string) => (await client.get<AuditEntry[]>(`/v1/audit?type=${type}`)).data;

async function guard(kinds: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'service-actor': 'root' };
  const body = JSON.stringify(kinds);
  expect((await client.send('PUT', '/v1/settings/four-eyes', { headers, body })).status).toBe(200);
}

describe('[passkey.enrol] enrolment', () => {
  it('[passkey.enrol.algorithms] [passkey.audit] takes the first key of an actor whom a token names, and the log has its thumbprint', async () => {
    const key = authenticator(-8);
    const { status, data } = await register(eve, key, undefined, { name: 'Phone' });
    expect(status).toBe(201);
    expect(data).toMatchObject({ actor: 'eve', name: 'Phone', rp_id: 'localhost', enrolled_via: 'token' });
    expect(await entriesOf('passkey.enrolled')).toMatchObject([
      {
        actor: 'eve',
        target: { kind: 'passkey', id: data.id },
        details: { thumbprint: data.thumbprint, credential_id: key.id, enrolled_via: 'token' },
      },
    ]);
    expect((await eve.get<Passkey[]>('/v1/passkeys')).data).toEqual([data]);
  });

  it('is refused with an API key, with a token without actor, and for a key with another algorithm', async () => {
    const ada = await directClient(client, signer, { sub: 'ada' });
    for (const stranger of [client, as('eve'), ada]) {
      expect(verdict(await stranger.post('/v1/passkeys/options'))).toEqual([403, 'forbidden']);
    }
    expect(verdict(await register(eve, authenticator(-35)))).toEqual([403, 'invalid_assertion']);
    expect((await register(eve, authenticator(-257))).status).toBe(201);
  });

  it('[passkey.enrol.challenge] is refused for whatever differs from what was asked for', async () => {
    const wrong = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { type: 'webauthn.get' },
      { crossOrigin: true },
    ];
    for (const deviation of wrong) {
      expect(verdict(await register(eve, authenticator(), deviation))).toEqual([403, 'invalid_assertion']);
    }
    const unknown = { challenge: Buffer.alloc(32).toString('base64url') };
    expect(verdict(await register(eve, authenticator(), unknown))).toEqual([422, 'invalid_challenge']);
    expect(await entriesOf('passkey.enrolled')).toEqual([]);
  });

  it('[passkey.enrol.challenge] uses a challenge once, for its own actor, and not when it has expired', async () => {
    const { data: options } = await eve.post<PasskeyCreationOptions>('/v1/passkeys/options');
    const body = (key = authenticator()) => ({ name: 'Key', credential: key.register(options) });
    const mia = await clientOf(client, signer, 'mia');
    expect(verdict(await mia.post('/v1/passkeys', body()))).toEqual([422, 'invalid_challenge']);
    expect((await eve.post('/v1/passkeys', body())).status).toBe(201);
    expect(verdict(await eve.post('/v1/passkeys', body()))).toEqual([422, 'invalid_challenge']);
    const { data: late } = await eve.post<PasskeyCreationOptions>('/v1/passkeys/options');
    await service.db.passkey_challenges.updateOne(
      { _id: late.challenge },
      { $set: { expires_at: new Date(0) } },
    );
    const credential = authenticator().register(late);
    expect(verdict(await eve.post('/v1/passkeys', { name: 'Key', credential }))).toEqual([
      422,
      'invalid_challenge',
    ]);
  });
});

describe('[passkey.enrol.later] a later passkey', () => {
  it('needs the signature of an earlier one of the same actor', async () => {
    const first = await enrolled(service, client, signer, 'eve');
    const mia = await enrolled(service, client, signer, 'mia');
    const second = await register(eve, authenticator(), undefined, { assertion: first.key });
    expect(second.status).toBe(201);
    expect(second.data.enrolled_via).toBe('passkey');
    const foreign = await register(eve, authenticator(), undefined, { assertion: mia.key });
    expect(verdict(foreign)).toEqual([403, 'invalid_assertion']);
  });

  it('is a proposed change without one, also if all earlier ones are revoked, and is the owner’s when another approves it', async () => {
    const { passkey } = await enrolled(service, client, signer, 'eve');
    expect((await eve.send('DELETE', `/v1/passkeys/${passkey.id}`)).status).toBe(200);
    const proposed = await register(eve, authenticator());
    expect(proposed.status).toBe(202);
    const change = proposed.data as unknown as Change;
    expect(change).toMatchObject({ kind: 'passkeys', operation: 'enrolPasskey', proposed: { actor: 'eve' } });
    expect((await eve.get('/v1/passkeys')).data).toEqual([]);
    expect(verdict(await as('eve').post(`/v1/changes/${change.id}/approve`))).toEqual([
      403,
      'forbidden_approver',
    ]);
    expect((await as('mia').post(`/v1/changes/${change.id}/approve`)).status).toBe(200);
    const { data } = await eve.get<Passkey[]>('/v1/passkeys');
    expect(data).toMatchObject([{ id: change.target.id, actor: 'eve', enrolled_via: 'token' }]);
    expect(await entriesOf('passkey.enrolled')).toMatchObject([
      { actor: 'eve' },
      { actor: 'mia', subject_ref: 'eve', details: { change_id: change.id } },
    ]);
  });

  it('[passkey.settings] is one even if it is the first, where four-eyes settings guard passkeys, as the domain is', async () => {
    await guard({ passkeys: true });
    expect((await register(eve, authenticator())).status).toBe(202);
    const headers = { 'content-type': 'application/json', 'service-actor': 'eve' };
    const body = JSON.stringify({ rp_id: 'bank.example' });
    const { status } = await client.send('PUT', '/v1/settings/passkeys', { headers, body });
    expect(status).toBe(202);
  });
});

describe('[passkey.list] [passkey.revoke] passkeys', () => {
  it('are listed for their actor, or for all with an API key, until they are revoked', async () => {
    const [one, other] = [
      await enrolled(service, client, signer, 'eve'),
      await enrolled(service, client, signer, 'mia'),
    ];
    const names = async (path: string, by = client) =>
      (await by.get<Passkey[]>(path)).data.map(({ actor }) => actor);
    expect(await names('/v1/passkeys')).toEqual(['mia', 'eve']);
    expect(await names('/v1/passkeys?actor=EVE')).toEqual(['eve']);
    expect(await names('/v1/passkeys', eve)).toEqual(['eve']);
    expect(await names('/v1/passkeys?actor=mia', eve)).toEqual([]);
    expect(verdict(await eve.send('DELETE', `/v1/passkeys/${other.passkey.id}`))).toEqual([404, 'not_found']);
    const { data } = await client.send<{ id: string }>('DELETE', `/v1/passkeys/${other.passkey.id}`);
    expect(data).toEqual({ id: other.passkey.id, revoked_at: expect.any(String) });
    expect(verdict(await client.send('DELETE', `/v1/passkeys/${other.passkey.id}`))).toEqual([
      404,
      'not_found',
    ]);
    expect(await names('/v1/passkeys')).toEqual([one.name]);
    expect(await entriesOf('passkey.revoked')).toMatchObject([{ target: { id: other.passkey.id } }]);
  });
});
