import { expect, it } from 'vitest';
import type { CreatedApiKey } from '#contract/api-key.ts';
import { startService } from '../../support/service.ts';
import { directClient, registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ worker: false }));

it('[signing-key.register-secret] [api-key.create] [request-log.no-secrets] no secret is in the database or in the log in clear', async () => {
  const { client } = await service.workspace();
  const { data: created } = await client.post<CreatedApiKey>('/v1/api-keys');
  const signer = await registerSigner(client, 'HS256');
  const token = await signToken(signer);
  const by = client.with({ apiKey: token });
  expect(verdict(await by.get('/v1/loom/threads'))).toEqual([200]);
  expect(verdict(await by.with({ apiKey: `${token}x` }).get('/v1/loom/threads'))).toEqual([
    401,
    'unauthorized',
  ]);
  expect(verdict(await (await directClient(client, signer, { sub: '' })).get('/v1/agents'))[0]).toBe(401);

  const places = [await everythingStored(), JSON.stringify(service.logs)];
  expect(places[0]).toContain(signer.kid);
  expect(places[1]).toContain('/v1/signing-keys');
  const secret = signer.registered.secret ?? '';
  const secrets = [
    created.key.slice(3),
    secret,
    Buffer.from(secret).toString('base64'),
    ...token.split('.').slice(1),
  ];
  for (const text of secrets) for (const place of places) expect(place).not.toContain(text);
});

async function everythingStored(): Promise<string> {
  const database = service.db.client.db(service.db.runs.dbName);
  const names = (await database.listCollections().toArray()).map(({ name }) => name);
  const collections = names.map(async (name) => await database.collection(name).find().toArray());
  return JSON.stringify(await Promise.all(collections));
}

it('a signing key whose secret cannot be decrypted is a fault of ours, and not of the token', async () => {
  const { client } = await service.workspace();
  const signer = await registerSigner(client, 'HS256');
  await service.db.signing_keys.updateOne({ kid: signer.kid }, { $set: { 'secret.key_id': 'gone' } });
  const answer = await (await directClient(client, signer)).get('/v1/loom/threads');
  expect(verdict(answer)).toEqual([500, 'internal_error']);
  expect(JSON.stringify(service.logs)).toContain('which ENCRYPTION_KEYS lacks');
});
