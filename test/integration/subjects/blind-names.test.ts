import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTurns } from '#engine/event-loop/in-turns.ts';
import { effectKey } from '#engine/rules/same-call/effect-key.ts';
import { toJsonText } from '#contract/json-text.ts';
import { countCall } from '#engine/rules/policies/counted.ts';
import { BlindIndex } from '#store/mongo/blind-index.ts';
import { proposeChange } from '#store/changes/changes.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { beginErasure, completeErasure, refuseIfErased } from '#store/erasures/erasures.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { takeRevision } from '#store/runs/revision-allowance.ts';
import { claimKey } from '#store/requests/idempotency-keys.ts';
import { testKeyring } from '../../support/keyring.ts';
import { dropDatabase } from '../../support/open-database.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => await dropDatabase(db));

const workspace_id = newId();
const subject_ref = 'ada@example.com';
const iban = 'DE89370400440532013000';

/** All that anybody could have hashed, in every encoding. */
function guesses(): string[] {
  const texts = [
    subject_ref,
    iban,
    `${workspace_id} ${subject_ref}`,
    JSON.stringify([workspace_id, subject_ref]),
    JSON.stringify([workspace_id, subject_ref, 'once']),
    'a fingerprint',
    JSON.stringify(['payments', 'daily', 'day', 'payee', iban, 'EUR']),
    JSON.stringify(['thread', 'pay', ['/to'], [[iban]]]),
  ];
  return [...texts, ...hashesOf(texts)];
}

function hashesOf(texts: string[]): string[] {
  return texts.flatMap((text) => {
    const digest = createHash('sha256').update(text).digest();
    return [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')];
  });
}

it('[erasure.no-guess] what is left of an erasure, a request, a limit, an effect and a correction cannot be guessed', async () => {
  const { _id } = await beginErasure(db, { workspace_id, subject_ref }, newId());
  await completeErasure(db, _id);
  const request = { workspace_id, subject_ref, key: 'once', fingerprint: 'a fingerprint' };
  const claimed = await claimKey(db, testKeyring, request, 60_000);
  expect(claimed.outcome).toBe('held');
  expect((await claimKey(db, testKeyring, request, 60_000)).outcome).toBe('in-flight');
  const other = { ...request, fingerprint: 'another' };
  expect((await claimKey(db, testKeyring, other, 60_000)).outcome).toBe('other-request');
  const name = await db.blindIndex.of(workspace_id);
  const [counted] = countCall(
    [
      {
        name: 'daily',
        amount: '/amount',
        payee: '/to',
        per: 'day',
        scope: 'payee',
        max: '100',
        then: 'deny',
      },
    ],
    {
      policy: 'payments',
      args: { amount: 1, to: iban },
      agent: { key: 'a' },
      subject_ref,
      nameOf: (parts) => name('limit', parts),
    },
  );
  const reliability = { idempotent: false, retry: 'none' as const, key: ['/to'] };
  const effect = await inTurns(
    effectKey(name, 'thread', { key: 'pay', reliability, input_schema: {} }, { to: iban }),
  );
  expect(await takeRevision(db, workspace_id, subject_ref)).toMatchObject({ granted: true });
  const kept = await Promise.all(
    [db.erasures, db.idempotency_keys, db.revision_allowances, db.workspace_keys].map(
      async (some) => await some.find().toArray(),
    ),
  );
  const left = JSON.stringify([kept, counted, effect]);
  for (const guess of guesses()) expect(left).not.toContain(guess);
});

it('[erasure.no-guess] no hash of what was proposed can be guessed, and the same proposal is found by its name', async () => {
  const body = toJsonText({ name: 'Finance', members: [subject_ref] });
  const change = {
    kind: 'groups' as const,
    operation: 'putApproverGroup' as const,
    target: { kind: 'approver_group' as const, id: 'finance' },
    body,
  };
  const acting = { workspace_id, actor: 'eve', credential: { kind: 'operator' as const, id: 'admin' } };
  const first = await proposeChange(db, acting, newId(), change);
  expect((await proposeChange(db, acting, newId(), change))._id).toBe(first._id);
  const other = { ...change, body: toJsonText({ name: 'Finance', members: [] }) };
  expect((await proposeChange(db, acting, newId(), other))._id).not.toBe(first._id);
  const kept = JSON.stringify(await db.proposed_changes.find().toArray());
  for (const guess of hashesOf([body])) expect(kept).not.toContain(guess);
});

it('[erasure.no-guess] a subject is recognized after its erasure, and is another one in another workspace', async () => {
  const begunBefore = newId();
  const { _id } = await beginErasure(db, { workspace_id, subject_ref: 'bo' }, newId());
  await completeErasure(db, _id);
  await expect(refuseIfErased(db, { workspace_id, subject_ref: 'bo' }, begunBefore)).rejects.toMatchObject({
    code: 'erasure_running',
  });
  await refuseIfErased(db, { workspace_id: newId(), subject_ref: 'bo' }, begunBefore);
});

it('[erasure.no-guess] names stay when the key of the deployment is rotated, and are the same in every process', async () => {
  const [old, next] = ['old', 'next'].map((id) => ({ id, key: randomBytes(32) }));
  if (old === undefined || next === undefined) throw new Error('no keys');
  const workspace = newId();
  const indexOf = (...keys: (typeof old)[]) => new BlindIndex(db.workspace_keys, new Keyring(keys));
  const others = await Promise.all(
    [1, 2, 3].map(async () => (await indexOf(old).of(workspace))('limit', ['one'])),
  );
  const [named] = others;
  expect(new Set(others).size).toBe(1);
  await db.workspace_keys.deleteMany({ _id: { $ne: workspace } });
  await indexOf(next, old).renew();
  const name = await indexOf(next).of(workspace);
  expect(name('limit', ['one'])).toBe(named);
  expect(name('effect', ['one'])).not.toBe(named);
  expect((await indexOf(next).of(newId()))('limit', ['one'])).not.toBe(named);
  await expect(new BlindIndex(db.workspace_keys, undefined).of(workspace)).rejects.toThrow('no keys');
});
