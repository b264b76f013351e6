import { beforeEach, expect, it } from 'vitest';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import { type SpeechOrder, Speeches } from '#api/resources/voice/speeches.ts';
import type { ServiceError } from '#contract/errors.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { newResource } from '#store/requests/idempotency-keys.ts';
import { insertSpeechChunk } from '#store/voice/speech-chunks.ts';
import { claimSpeech, failSpeech } from '#store/voice/speeches.ts';
import { KilledError } from '../../support/dying-database.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { audioOf, MemoryVoice } from '../../support/voice/memory-voice.ts';
import { startVoiceService, voiceUsage } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let client: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  ({ id: workspaceId, client } = await started.service.workspace({ subject: 'ada' }));
});
const speak = async (by = client) => {
  const { status, headers, bytes } = await by.post('/v1/voice/speak', { text: 'Hello' });
  const isWhole = Buffer.from(bytes).equals(audioOf({ text: 'Hello' }));
  return [status, headers.get('service-voice-cache'), isWhole];
};

const order = (): SpeechOrder => ({
  workspaceId,
  subject: 'ada',
  text: 'Hello',
  voiceId: undefined,
  language: undefined,
  resource: newResource(),
  requestId: newId(),
});

it('[voice.speak.once] a speech whose completion was stored, though nobody learned it, stays whole', async () => {
  const { db, keyring, log } = started.service;
  const deaf: Database = {
    ...db,
    transaction: async (work) => {
      await db.transaction(work);
      throw new KilledError();
    },
  };
  const speeches = new Speeches({ db: deaf, keyring, log, leaseMs: 15_000 });
  const { audio } = await speeches.speak(started.voice, order(), new AbortController().signal);
  const heard = (async () => {
    for await (const _ of audio);
  })();
  await expect(heard).rejects.toThrow(KilledError);
  await speeches.close();
  expect(await speak()).toEqual([200, 'hit', true]);
  expect(await voiceUsage(client)).toEqual({ characters: 5, seconds: 0 });
});

it('[voice.provider-error] a failure is stored before anybody is told of it, so that whoever asks again is not told of it too', async () => {
  const { db, keyring, log } = started.service;
  const said: string[] = [];
  const updateOne: typeof db.speeches.updateOne = async (...args) => {
    const result = await db.speeches.updateOne(...args);
    said.push('stored');
    return result;
  };
  const noted = new Proxy(db.speeches, {
    get(target, name) {
      if (name === 'updateOne') return updateOne;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const speeches = new Speeches({ db: { ...db, speeches: noted }, keyring, log, leaseMs: 15_000 });
  started.voice.speech = async () => await Promise.reject(new VoiceProviderFault());
  const spoken = speeches.speak(started.voice, order(), new AbortController().signal);
  await spoken.catch(({ code }: ServiceError) => said.push(code));
  expect(said).toEqual(['stored', 'voice_provider_error']);
});

it('[voice.speak.once] a holder that gives up deletes nothing of its successor, whatever their clocks say', async () => {
  const { db, keyring } = started.service;
  const request = { _id: newId(), workspace_id: workspaceId, subject_ref: 'ada', made_by: newId() };
  // The clock of the first process is ahead.
  const first = { speech_id: request._id, attempt: `ffffffff${newId().slice(8)}` };
  const { attempt } = await claimSpeech(db, request, 15_000);
  const piece = { index: 0, audio: Buffer.from('a'), expiresAt: new Date(Date.now() + 60_000) };
  await insertSpeechChunk(db, keyring, first, piece);
  await insertSpeechChunk(db, keyring, { speech_id: request._id, attempt }, piece);
  await failSpeech(db, first);
  const left = await db.speech_chunks.find({ speech_id: request._id }).toArray();
  expect(left.map(({ _id }) => _id)).toEqual([`${attempt}:0`]);
});

it('[voice.speak.cache] a stored speech of which a piece is gone is made again', async () => {
  expect(await speak()).toEqual([200, 'miss', true]);
  await started.service.db.speech_chunks.deleteMany({});
  expect(await speak()).toEqual([200, 'miss', true]);
  expect(await speak()).toEqual([200, 'hit', true]);
});

it('[idempotency.replay-is-exact] a response whose audio is gone is not replayed, but made again', async () => {
  const keyed = withKey(client);
  expect(await speak(keyed)).toEqual([200, 'miss', true]);
  await started.service.db.speech_chunks.deleteMany({});
  expect(await speak(keyed)).toEqual([200, 'miss', true]);
  const again = await keyed.post('/v1/voice/speak', { text: 'Hello' });
  expect([again.status, isReplayed(again)]).toEqual([200, true]);
});
