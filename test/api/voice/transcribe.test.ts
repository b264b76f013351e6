import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  InvalidAudio,
  RecordingTooLong,
  UnknownLanguage,
  VoiceProviderFault,
} from '#adapters/voice/errors.ts';
import type { RequestRecord } from '#contract/request.ts';
import type { Transcript } from '#contract/voice.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice, recordingForm, wav } from '../../support/voice/memory-voice.ts';
import { startVoiceService, voiceUsage } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let client: ApiClient;
beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  ({ client } = await started.service.workspace({ subject: 'ada' }));
});
/** However a request ends, nothing is left of its recording. */
afterEach(async () => await started.untilRemoved());
const path = '/v1/voice/transcribe';
const transcribe = async (by: ApiClient, form = recordingForm()) => await by.upload<Transcript>(path, form);

it('[voice.transcribe] a recording comes back as text, with the confidence of the provider', async () => {
  const audio = wav(5000);
  const answer = await transcribe(client, recordingForm(audio, { language: 'en-us' }));
  expect([answer.status, answer.data]).toEqual([200, { text: 'One two three.', confidence: 0.9 }]);
  const [heard] = started.voice.heard;
  expect(heard).toMatchObject({
    language: 'en-US',
    mode: '600',
    recording: { size: audio.length, media_type: 'audio/wav' },
  });
  expect(heard?.bytes.equals(audio)).toBe(true);
  expect(existsSync(heard?.recording.path ?? '')).toBe(false);
});

it('[voice.transcribe] without a language it is detected, and without a confidence none is told', async () => {
  started.voice.transcript = { text: 'Uno.' };
  expect((await transcribe(client)).data).toEqual({ text: 'Uno.' });
  expect(started.voice.heard[0]?.language).toBeUndefined();
});

it('[voice.transcribe.silence] a silent recording has an empty text', async () => {
  started.voice.transcript = { text: '', seconds: 2 };
  expect((await transcribe(client)).data).toEqual({ text: '' });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('This is no audio. '.repeat(100))],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')],
])('[voice.transcribe.unreadable] a file of %s is refused, whatever it is called', async (_, audio) => {
  expect(verdict(await transcribe(client, recordingForm(audio)))).toEqual([422, 'voice_invalid_audio']);
  expect(started.voice.heard).toEqual([]);
});

it.each([
  ['[voice.transcribe.unreadable]', new InvalidAudio(), [422, 'voice_invalid_audio']],
  ['[voice.provider-error]', new VoiceProviderFault('secret of the provider'), [502, 'voice_provider_error']],
  ['[voice.transcribe]', new UnknownLanguage(), [422, 'invalid_request']],
])('%s what the provider throws is answered as such, and nothing is metered', async (_, error, expected) => {
  started.voice.listening = async () => await Promise.reject(error);
  const answer = await transcribe(client);
  expect(verdict(answer)).toEqual(expected);
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(await voiceUsage(client)).toEqual({ characters: 0, seconds: 0 });
});

it('[voice.transcribe.too-long] a recording that is longer than the provider takes is told as such, with the longest time', async () => {
  started.voice.listening = async () => await Promise.reject(new RecordingTooLong(300));
  const { status, error } = await transcribe(client);
  expect([status, error]).toEqual([
    422,
    {
      code: 'voice_invalid_audio',
      message: 'The recording is longer than 5 minutes, the most that is transcribed.',
      details: { longest_seconds: 300 },
    },
  ]);
  expect(await voiceUsage(client)).toEqual({ characters: 0, seconds: 0 });
});

it('a language that is none is refused before the provider is asked', async () => {
  const answer = await transcribe(client, recordingForm(wav(), { language: 'not a language' }));
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toMatchObject([{ path: 'language' }]);
  expect(started.voice.heard).toEqual([]);
});

it('[voice.metered] seconds are metered as the provider reports them', async () => {
  await transcribe(client);
  await transcribe(client);
  expect(await voiceUsage(client)).toEqual({ characters: 0, seconds: 3 });
});

it('[voice.credentials] an API key needs a subject, a session token has one', async () => {
  expect(verdict(await transcribe(client.ofWorkspace()))).toEqual([422, 'subject_required']);
  const token = await signToken(await registerSigner(client), { sub: 'bob' });
  expect((await transcribe(client.ofWorkspace().with({ apiKey: token }))).status).toBe(200);
});

it('[connection.header.every-request] Service-Connection is checked, and recorded', async () => {
  const { id } = await createConnection(client, { name: 'bank' });
  const naming = (name: string) => client.with({ headers: { 'service-connection': name } });
  expect(verdict(await transcribe(naming('nowhere')))).toEqual([422, 'unknown_connection']);
  expect(started.voice.heard).toEqual([]);
  expect((await transcribe(naming('bank'))).status).toBe(200);
  const recorded = async () => (await client.get<RequestRecord[]>('/v1/requests?product=voice')).data;
  await waitUntil(async () => (await recorded()).length === 2, { timeoutMs: 60_000, what: 'it is recorded' });
  expect(await recorded()).toMatchObject([
    { status: 200, product: 'voice', subject_ref: 'ada', connection_id: id, route: path, origin: 'api' },
    { status: 422 },
  ]);
});

it('a client that leaves cancels the transcription', async () => {
  const cancelled = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  started.voice.listening = async (signal) => {
    signal.addEventListener('abort', () => cancelled.resolve());
    begun.resolve();
    // A provider that ignores its signal.
    await new Promise(() => {});
  };
  const leaving = new AbortController();
  const { apiKey } = await started.service.workspace();
  const sent = fetch(`${started.service.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'service-subject': 'ada' },
    body: recordingForm(),
    signal: leaving.signal,
  });
  await begun.promise;
  expect(await started.uploadedFiles()).toHaveLength(1);
  leaving.abort();
  await expect(sent).rejects.toThrow('aborted');
  await cancelled.promise;
  const isGone = async () => (await started.uploadedFiles()).length === 0;
  await waitUntil(isGone, { timeoutMs: 60_000, what: 'the file is removed' });
});
