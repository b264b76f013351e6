import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CommandStartedEvent } from 'mongodb';
import {
  answerKey,
  claimKey,
  type ClaimResult,
  type KeyClaim,
  type KeyRequest,
  largestStoredBytes,
} from '#store/requests/idempotency-keys.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { definition } from '../../support/agents.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const keyring = new Keyring([{ id: 'test', key: randomBytes(32) }]);
/** Longer than the test takes, however slow: no key that is claimed here is given up. */
const leaseMs = 3_600_000;

const service = perFile(() =>
  startService({ worker: false, workflows: quietWorkflows, services: { keyring } }),
);
const client = perFile(async () => (await service.workspace({ subject: 'ada' })).client);
/** All that is stored of idempotency keys, as text in which any word of it would be found. */
async function storedText(): Promise<string> {
  const documents = await service.db.idempotency_keys.find({}, { promoteBuffers: true }).toArray();
  return documents
    .map((document) => JSON.stringify(document, (_, value: unknown) => decoded(value)))
    .join('\n');
}

function decoded(value: unknown): unknown {
  const data = (value as { type?: unknown; data?: number[] } | null)?.data;
  return Array.isArray(data) ? Buffer.from(data).toString('latin1') : value;
}

it('[idempotency.encrypted] nothing that is stored shows the key, the request or the secret of its response', async () => {
  const key = `order-${randomUUID()}`;
  const { data } = await withKey(client, key).post<{ key: string; name: string }>('/v1/api-keys', {
    name: 'Nightly',
  });
  expect(data.key).toMatch(/^sk_/);
  const text = await storedText();
  expect(text).toContain('"state":"answered"');
  for (const word of [data.key, key, 'Nightly']) expect(text).not.toContain(word);
  expect((await withKey(client, key).post('/v1/api-keys', { name: 'Nightly' })).data).toEqual(data);
});

it('[idempotency.expires-after-24-hours] a key ends 24 hours after its first request, whatever came after', async () => {
  const keyed = withKey(client);
  const before = Date.now();
  await publishScripted(keyed, { key: 'expiring' });
  const after = Date.now();
  await publishScripted(keyed, { key: 'expiring' });
  const [document] = await service.db.idempotency_keys.find().sort({ expires_at: -1 }).limit(1).toArray();
  const claimedAt = (document?.expires_at.getTime() ?? 0) - 24 * 60 * 60 * 1000;
  expect(claimedAt).toBeGreaterThanOrEqual(before);
  expect(claimedAt).toBeLessThanOrEqual(after);
});

it('[idempotency.expires-after-24-hours] MongoDB removes what has ended', async () => {
  const indexes = await service.db.idempotency_keys.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }));
});

it('[idempotency.expires-after-24-hours] a key that has ended and is not removed yet is as new', async () => {
  const keyed = withKey(client);
  const thread = await startThread(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  const first = await keyed.post<{ run_id: string }>(path, { content: 'Hello' });
  await service.db.idempotency_keys.updateMany({}, { $set: { expires_at: new Date() } });
  const next = await keyed.post<{ run_id: string }>(path, { content: 'Goodbye' });
  expect([next.status, isReplayed(next)]).toEqual([202, false]);
  expect(next.data.run_id).not.toBe(first.data.run_id);
});

it('a key costs two MongoDB operations, and a replay one', async () => {
  const operations = async (work: () => Promise<unknown>) => {
    const names: string[] = [];
    const listen = ({ command, commandName }: CommandStartedEvent) => {
      if (command[commandName] === 'idempotency_keys') names.push(commandName);
    };
    service.db.client.on('commandStarted', listen);
    await work();
    service.db.client.off('commandStarted', listen);
    return names;
  };
  const keyed = withKey(client);
  expect(await operations(() => client.post('/v1/agents', definition({ key: 'bare' })))).toEqual([]);
  expect(await operations(() => keyed.post('/v1/agents', definition()))).toEqual(['findAndModify', 'update']);
  expect(await operations(() => keyed.post('/v1/agents', definition()))).toEqual(['findAndModify']);
});

const requestOf = (key: string): KeyRequest => ({ workspace_id: 'w', key, fingerprint: `of ${key}` });

async function claim(key: string): Promise<KeyClaim> {
  const found = await claimKey(service.db, keyring, requestOf(key), leaseMs);
  if (found.outcome !== 'held') throw new Error(found.outcome);
  return found.claim;
}

function bodyOf(found: ClaimResult): Buffer {
  if (found.outcome !== 'answered') throw new Error(found.outcome);
  const { body } = found.response;
  if (!Buffer.isBuffer(body)) throw new Error('the body is kept as speech');
  return body;
}

it('[idempotency.replay-is-exact] the largest response that is stored, of any type and bytes, comes back whole', async () => {
  const response = {
    status: 200,
    headers: { 'Content-Type': 'audio/mpeg' },
    body: randomBytes(largestStoredBytes),
  };
  expect(await answerKey(service.db, keyring, await claim('large'), response)).toBe(true);
  const found = await claimKey(service.db, keyring, requestOf('large'), leaseMs);
  expect(bodyOf(found).equals(response.body)).toBe(true);
  expect(found).toMatchObject({ outcome: 'answered', response: { status: 200, headers: response.headers } });
});

it('200 keys that are claimed at once are kept apart', async () => {
  const answered = ['key 0', 'key 100', 'key 199'];
  const pending = Array.from({ length: 200 }, (_, index) => `key ${index}`).values();
  const claimSome = async () => {
    for (const key of pending) {
      const held = await claim(key);
      if (!answered.includes(key)) continue;
      await answerKey(service.db, keyring, held, { status: 200, headers: {}, body: Buffer.from(key) });
    }
  };
  await Promise.all(Array.from({ length: 32 }, claimSome));
  for (const key of answered) {
    const found = await claimKey(service.db, keyring, requestOf(key), leaseMs);
    expect(bodyOf(found).toString()).toBe(key);
  }
  expect(await claimKey(service.db, keyring, requestOf('key 1'), leaseMs)).toEqual({ outcome: 'in-flight' });
});
