import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { newApiKey } from '#store/credentials/api-keys.ts';
import { ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const workspace = perFile(() => service.workspace());
const guarded = endpoints
  .filter(({ access }) => access !== 'public')
  .map(({ method, path }): [string, string] => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')]);

it.each(guarded)(
  '[auth.missing] [auth.challenge] %s %s without a credential is 401',
  async (method, path) => {
    const answer = await new ApiClient(service.baseUrl, {}).send(method, path);
    expect(verdict(answer)).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  },
);

const answerTo = async (authorization: string) =>
  await new ApiClient(service.baseUrl, { headers: { authorization } }).get('/v1/agents');

it('[auth.missing] the key in another scheme, or without one, is 401', async () => {
  const { apiKey } = workspace;
  const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  for (const value of [apiKey, basic, `Token ${apiKey}`, 'Bearer', 'Bearer ', `Bearer${apiKey}`, '']) {
    const answer = await answerTo(value);
    expect(verdict(answer)).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

it('[auth.invalid-api-key] [auth.challenge] a key that is unknown, cut, lengthened or malformed is 401', async () => {
  const { apiKey } = workspace;
  const others = [
    newApiKey(),
    apiKey.slice(0, -1),
    `${apiKey}A`,
    apiKey.toUpperCase(),
    `${apiKey} ${apiKey}`,
    `${apiKey},${apiKey}`,
    'sk_',
    'sk_\u{ff}',
    '$ne',
    'null',
    'a.b.c',
    createHash('sha256').update(apiKey).digest('hex'),
    'x'.repeat(8000),
  ];
  for (const key of others) {
    const answer = await answerTo(`Bearer ${key}`);
    expect([key, verdict(answer)]).toEqual([key, [401, 'unauthorized']]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

it('[auth.invalid-api-key] the answer does not say what is wrong with the credential', async () => {
  const bodies = await Promise.all(['', `Bearer ${newApiKey()}`, 'Bearer a.b.c', 'Basic x'].map(answerTo));
  expect(new Set(bodies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

it.each(['Bearer', 'bearer', 'BEARER'])('a key after %s is a credential', async (scheme) => {
  expect(verdict(await answerTo(`${scheme} ${workspace.apiKey}`))).toEqual([200]);
});

it('[auth.key-stored-hashed] of an API key only its SHA-256 is in the database', async () => {
  const { apiKey } = workspace;
  expect(verdict(await workspace.client.get('/v1/agents'))).toEqual([200]);
  const database = service.db.client.db(service.db.runs.dbName);
  const names = (await database.listCollections().toArray()).map(({ name }) => name);
  expect(names).toContain('api_keys');
  for (const name of names) {
    const documents = await database.collection(name).find().toArray();
    expect(JSON.stringify(documents)).not.toContain(apiKey.slice(3));
  }
  const hash = createHash('sha256').update(apiKey).digest('hex');
  const stored = await service.db.api_keys.find({ workspace_id: workspace.id }).toArray();
  const kept = stored.map((key) => {
    // Noted in the background.
    const { last_used_at: _, ...rest } = key;
    return rest;
  });
  expect(kept).toEqual([
    { _id: expect.any(String), workspace_id: workspace.id, hash, created_at: expect.any(Date) },
  ]);
});
