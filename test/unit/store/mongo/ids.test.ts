import { v7, validate, version } from 'uuid';
import { expect, it, vi } from 'vitest';
import { AgentId, EventId, Uuid } from '#contract/ids.ts';
import { newApiKey } from '#store/credentials/api-keys.ts';
import { madeAt, newAgentId, newEventId, newId, newSigningKeyId } from '#store/mongo/ids.ts';

it('[id.uuid-v7] a new id is a UUID v7 in canonical form', () => {
  const id = newId();
  expect([validate(id), version(id), Uuid.safeParse(id).success]).toEqual([true, 7, true]);
});

it('ids of one process are in the order they were made in', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

it('ids stay in order when the clock goes back', () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const before = newId();
  vi.setSystemTime(Date.now() - 500);
  const after = newId();
  vi.useRealTimers();
  expect(after > before).toBe(true);
});

it('an id tells the millisecond it was made in', () => {
  const before = Date.now();
  // Not compared with the time after it: ids never go back behind the clock of an earlier test.
  expect(madeAt(newId()).getTime()).toBeGreaterThanOrEqual(before);
  expect(madeAt(v7({ msecs: 1_700_000_000_123 }))).toEqual(new Date(1_700_000_000_123));
});

it('[id.agent] an agent id is agent_ and 32 hex characters', () => {
  expect(newAgentId()).toMatch(/^agent_[0-9a-f]{32}$/);
  expect(AgentId.safeParse(newAgentId()).success).toBe(true);
});

it('an event id is evt_ and 32 hex characters', () => {
  expect(newEventId()).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(EventId.safeParse(newEventId()).success).toBe(true);
});

it('[id.api-key] an API key is sk_ and 43 base64url characters, and no two are the same', () => {
  const keys = Array.from({ length: 100 }, newApiKey);
  for (const key of keys) expect(key).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

it('a signing key id is key_ and 24 base62 characters, of which each may be any', () => {
  const ids = Array.from({ length: 1000 }, newSigningKeyId);
  for (const id of ids) expect(id).toMatch(/^key_[0-9A-Za-z]{24}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.flatMap((id) => id.slice(4).split(''))).size).toBe(62);
});
