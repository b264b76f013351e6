import { beforeEach, expect, it } from 'vitest';
import { Speeches } from '#api/resources/voice/speeches.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { newResource } from '#store/requests/idempotency-keys.ts';
import { eraseData } from '#store/subjects/erase-data.ts';
import { beginErasure, completeErasure } from '#store/erasures/erasures.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { erase, erased } from '../../support/erasures.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice, recordingForm } from '../../support/voice/memory-voice.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startService({ services: { voice } }));
const voice = new MemoryVoice();
let client: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  Object.assign(voice, new MemoryVoice());
  ({ id: workspaceId, client } = await service.workspace());
});
const speak = async (by: ApiClient, text: string) =>
  (await by.post('/v1/voice/speak', { text })).headers.get('service-voice-cache');
const eraseAda = async () => {
  const { data } = await erase(client, 'ada');
  await erased(client, data.id);
};
const kept = async () => {
  const speeches = await service.db.speeches.find({ workspace_id: workspaceId }).toArray();
  const ids = speeches.map(({ _id }) => _id);
  const pieces = await service.db.speech_chunks.countDocuments({ speech_id: { $in: ids } });
  return { subjects: speeches.map(({ subject_refs }) => subject_refs), pieces };
};

it('[erasure.speech] speech that only the subject has heard is gone with its pieces', async () => {
  await speak(client.as('ada'), 'Your balance is 12');
  await speak(client.as('bob'), 'Yours is 13');
  const [adas] = await service.db.speeches.find({ subject_refs: 'ada', workspace_id: workspaceId }).toArray();
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
  expect(await service.db.speech_chunks.countDocuments({ speech_id: adas?._id ?? '' })).toBe(0);
  expect(await speak(client.as('ada'), 'Your balance is 12')).toBe('miss');
});

it('[erasure.speech] speech that others have heard too forgets the subject, and their responses are still replayed', async () => {
  const bob = withKey(client.as('bob'));
  await speak(client.as('ada'), 'Welcome');
  expect(await speak(bob, 'Welcome')).toBe('hit');
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
  const again = await bob.post('/v1/voice/speak', { text: 'Welcome' });
  expect([again.status, isReplayed(again)]).toEqual([200, true]);
});

it('[erasure.speech] a piece that a process left behind when it was killed is erased too', async () => {
  await speak(client.as('ada'), 'Half');
  await service.db.speeches.updateMany(
    { workspace_id: workspaceId },
    { $set: { state: 'making', leased_until: new Date(0) } },
  );
  const [half] = await service.db.speeches.find({ workspace_id: workspaceId }).toArray();
  const pieces = { speech_id: half?._id ?? '' };
  expect(await service.db.speech_chunks.countDocuments(pieces)).toBe(1);
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [], pieces: 0 });
  expect(await service.db.speech_chunks.countDocuments(pieces)).toBe(0);
});

const ada = () => ({ workspace_id: workspaceId, subject_ref: 'ada' });

it('[erasure.speech] speech that another subject hears at the same moment stays theirs, and whole', async () => {
  await speak(client.as('ada'), 'Welcome');
  const erasure = await beginErasure(service.db, ada(), newId());
  const { speeches } = service.db;
  // Bob joins after it was found, and before it is erased.
  const bobJoins = new Proxy(speeches, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'find') return member.bind(target) as unknown;
      return (...args: Parameters<typeof speeches.find>) => {
        const cursor = speeches.find(...args);
        const found = cursor.toArray.bind(cursor);
        return Object.assign(cursor, {
          limit: () => cursor,
          toArray: async () => {
            const all = await found();
            const ofAda = { workspace_id: workspaceId, subject_refs: 'ada' };
            await speeches.updateMany(ofAda, { $addToSet: { subject_refs: 'bob' } });
            return all;
          },
        });
      };
    },
  });
  const db: Database = { ...service.db, speeches: bobJoins };
  await eraseData(db, erasure, { isOver: () => false, notify: async () => await Promise.resolve() });
  await completeErasure(service.db, erasure._id);
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
  expect(await speak(client.as('bob'), 'Welcome')).toBe('hit');
});

it('[erasure.speech] a subject that is being erased is neither spoken to nor heard', async () => {
  const { _id } = await beginErasure(service.db, ada(), newId());
  const spoken = await client.as('ada').post('/v1/voice/speak', { text: 'Hello' });
  expect(verdict(spoken)).toEqual([409, 'erasure_running']);
  const heard = await client.as('ada').upload('/v1/voice/transcribe', recordingForm());
  expect(verdict(heard)).toEqual([409, 'erasure_running']);
  expect([voice.spoken, voice.heard]).toEqual([[], []]);
  await completeErasure(service.db, _id);
  expect(await speak(client.as('ada'), 'Hello')).toBe('miss');
});

it('[erasure.speech] a process that was frozen while its subject was erased stores nothing of it', async () => {
  const { db, keyring, log } = service;
  const speeches = new Speeches({ db, keyring, log, leaseMs: 15_000 });
  const requestId = newId();
  const { _id } = await beginErasure(db, ada(), newId());
  await completeErasure(db, _id);
  const bob = { workspaceId, subject: 'bob', text: 'Hello', voiceId: undefined, language: undefined };
  const order = { ...bob, resource: newResource(), requestId };
  const never = new AbortController().signal;
  const spoken = speeches.speak(voice, { ...order, subject: 'ada' }, never);
  await expect(spoken).rejects.toMatchObject({ code: 'erasure_running' });
  expect(await kept()).toEqual({ subjects: [], pieces: 0 });
  // The same for what was made already.
  for await (const _ of (await speeches.speak(voice, order, never)).audio);
  const hit = speeches.speak(voice, { ...order, subject: 'ada' }, never);
  await expect(hit).rejects.toMatchObject({ code: 'erasure_running' });
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
});

it('[erasure.speech] a transcript whose subject is erased while it is made is not stored under its key', async () => {
  voice.listening = async () => {
    const { _id } = await beginErasure(service.db, ada(), newId());
    await completeErasure(service.db, _id);
  };
  const heard = await withKey(client.as('ada')).upload('/v1/voice/transcribe', recordingForm());
  expect(verdict(heard)).toEqual([409, 'erasure_running']);
  expect(await service.db.idempotency_keys.countDocuments({ workspace_id: workspaceId })).toBe(0);
});
