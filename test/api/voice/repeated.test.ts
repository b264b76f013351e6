import { beforeEach, describe, expect, it } from 'vitest';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { forgetResponses, isReplayed, withKey } from '../../support/idempotency.ts';
import { verdict } from '../../support/verdict.ts';
import {
  audioOf,
  HeldAudio,
  inPieces,
  MemoryVoice,
  recordingForm,
  wav,
} from '../../support/voice/memory-voice.ts';
import { startVoiceService, voiceUsage } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let client: ApiClient;
let keyed: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  ({ id: workspaceId, client } = await started.service.workspace({ subject: 'ada' }));
  keyed = withKey(client);
});
const speakPath = '/v1/voice/speak';
const speak = async (by: ApiClient, body: object = { text: 'Hello' }) => await by.post(speakPath, body);
const transcribe = async (by: ApiClient, form = recordingForm()) =>
  await by.upload('/v1/voice/transcribe', form);
const cacheOf = ({ headers }: ApiAnswer) => headers.get('service-voice-cache');

describe('[idempotency.multipart] an upload under a key', () => {
  it('is the same with another boundary, file name and order of its parts, and is heard once', async () => {
    const first = await transcribe(keyed, recordingForm(wav(), { language: 'en' }));
    const form = new FormData();
    form.set('language', 'en');
    form.set('audio', new Blob([wav()]), 'another-name');
    started.voice.transcript = { text: 'Something else.' };
    const again = await transcribe(keyed, form);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
    expect(started.voice.heard).toHaveLength(1);
    expect(await voiceUsage(client)).toEqual({ characters: 0, seconds: 1.5 });
  });

  it.each([
    ['other bytes', recordingForm(wav(999))],
    ['another language', recordingForm(wav(), { language: 'de' })],
    ['no language', recordingForm()],
  ])('[idempotency.key-reuse] is another one with %s', async (_, form) => {
    await transcribe(keyed, recordingForm(wav(), { language: 'en' }));
    expect(verdict(await transcribe(keyed, form))).toEqual([422, 'idempotency_key_reuse']);
  });

  it('[idempotency.lease] is metered once, though its process dies', async () => {
    await transcribe(keyed);
    await forgetResponses(started.service.db);
    expect((await transcribe(keyed)).status).toBe(200);
    expect(await voiceUsage(client)).toEqual({ characters: 0, seconds: 1.5 });
  });

  it('belongs to its subject, so that an erasure finds the transcript', async () => {
    await transcribe(keyed);
    const [stored] = await started.service.db.idempotency_keys.find({ workspace_id: workspaceId }).toArray();
    expect(stored?.response?.about).toEqual({ subject_ref: 'ada' });
  });
});

describe('[idempotency.replay-is-exact] audio under a key', () => {
  const audio = audioOf({ text: 'long' }, 600_000);
  beforeEach(() => {
    started.voice.speech = async () =>
      await Promise.resolve({
        content_type: 'audio/ogg; codecs=opus',
        audio: inPieces(audio.subarray(0, 200_001), audio.subarray(200_001)),
      });
  });

  it('comes back byte for byte, as the miss that it was', async () => {
    const first = await speak(keyed);
    Object.assign(started.voice, new MemoryVoice());
    const again = await speak(keyed);
    for (const answer of [first, again]) {
      expect([answer.status, cacheOf(answer)]).toEqual([200, 'miss']);
      expect(answer.headers.get('content-type')).toBe('audio/ogg; codecs=opus');
      expect(Buffer.from(answer.bytes).equals(audio)).toBe(true);
    }
    expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
    expect(again.headers.get('content-length')).toBe('600000');
    expect(await voiceUsage(client)).toEqual({ characters: 5, seconds: 0 });
  });

  it('comes back as the hit that it was', async () => {
    await speak(client);
    const first = await speak(keyed);
    const again = await speak(keyed);
    expect([first, again].map(cacheOf)).toEqual(['hit', 'hit']);
    expect(isReplayed(again)).toBe(true);
    expect(Buffer.from(again.bytes).equals(audio)).toBe(true);
  });

  it('[idempotency.lease] is found after a crash, made and metered once', async () => {
    await speak(keyed);
    await forgetResponses(started.service.db);
    const next = await speak(keyed);
    expect([cacheOf(next), isReplayed(next), Buffer.from(next.bytes).equals(audio)]).toEqual([
      'miss',
      false,
      true,
    ]);
    expect(isReplayed(await speak(keyed))).toBe(true);
    expect(started.voice.spoken).toHaveLength(1);
    expect(await voiceUsage(client)).toEqual({ characters: 5, seconds: 0 });
  });

  it('[idempotency.key-reuse] of another text is refused', async () => {
    await speak(keyed);
    expect(verdict(await speak(keyed, { text: 'Bye' }))).toEqual([422, 'idempotency_key_reuse']);
  });

  it('is made again if it was erased', async () => {
    await speak(keyed);
    await started.service.db.speeches.deleteMany({});
    const again = await speak(keyed);
    expect([again.status, cacheOf(again), isReplayed(again)]).toEqual([200, 'miss', false]);
    expect(Buffer.from(again.bytes).equals(audio)).toBe(true);
    expect(isReplayed(await speak(keyed))).toBe(true);
  });
});

describe('[idempotency.released-after-refusal] a key is free after', () => {
  it.each([
    ['voice_invalid_format', { text: 'a', format: 'html' }],
    ['voice_empty_text', { text: '' }],
    ['invalid_request', { text: 'a', speed: 1 }],
  ])('%s of speech', async (code, body) => {
    expect(verdict(await speak(keyed, body))).toEqual([422, code]);
    expect((await speak(keyed)).status).toBe(200);
  });

  it('voice_invalid_audio', async () => {
    expect(verdict(await transcribe(keyed, recordingForm(Buffer.alloc(0))))).toEqual([
      422,
      'voice_invalid_audio',
    ]);
    expect((await transcribe(keyed)).status).toBe(200);
  });

  it('[idempotency.released-after-5xx] a failure of the provider', async () => {
    started.voice.speech = async () => await Promise.reject(new VoiceProviderFault());
    expect(verdict(await speak(keyed))).toEqual([502, 'voice_provider_error']);
    Object.assign(started.voice, new MemoryVoice());
    expect([cacheOf(await speak(keyed)), isReplayed(await speak(keyed))]).toEqual(['miss', true]);
  });

  it('[idempotency.released-after-5xx] a speech that breaks off', async () => {
    const held = new HeldAudio();
    started.voice.speech = async () =>
      await Promise.resolve({ content_type: 'audio/mpeg', audio: held.audio() });
    const first = speak(keyed);
    held.send(Buffer.from('begun'));
    held.fail(new VoiceProviderFault());
    await expect(first).rejects.toThrow('terminated');
    Object.assign(started.voice, new MemoryVoice());
    const isFree = async () => (await speak(keyed)).status === 200;
    await waitUntil(isFree, { timeoutMs: 60_000, what: 'the key is free' });
    expect(isReplayed(await speak(keyed))).toBe(true);
  });

  it('and is held while the audio is being sent', async () => {
    const held = new HeldAudio();
    const begun = Promise.withResolvers<void>();
    started.voice.speech = async () => {
      begun.resolve();
      return await Promise.resolve({ content_type: 'audio/mpeg', audio: held.audio() });
    };
    const first = speak(keyed);
    await begun.promise;
    held.send(Buffer.from('begun'));
    expect(verdict(await speak(keyed))).toEqual([409, 'idempotency_in_flight']);
    held.end();
    expect((await first).status).toBe(200);
    expect(isReplayed(await speak(keyed))).toBe(true);
  });
});
