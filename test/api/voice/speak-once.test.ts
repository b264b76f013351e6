import { beforeAll, beforeEach, expect, it } from 'vitest';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { SpeechDocument } from '#store/documents/speech.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { audioOf, HeldAudio, inPieces, MemoryVoice } from '../../support/voice/memory-voice.ts';
import { startVoiceService, voiceUsage } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let secondUrl: string;
let workspace: { id: string; apiKey: string; client: ApiClient };
/** The same client, of either API process. */
let one: ApiClient;
let other: ApiClient;
beforeAll(async () => {
  secondUrl = (await started.service.secondApi()).baseUrl;
});

beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  workspace = await started.service.workspace({ subject: 'ada' });
  one = workspace.client;
  other = one.at(secondUrl);
});
const path = '/v1/voice/speak';
const speak = async (by: ApiClient, text = 'Hello') => await by.post(path, { text });
const cacheOf = ({ headers }: ApiAnswer) => headers.get('service-voice-cache');
const speeches = async (): Promise<SpeechDocument[]> =>
  await started.service.db.speeches.find({ workspace_id: workspace.id }).toArray();
const until = async (what: string, isSo: () => boolean | Promise<boolean>) =>
  await waitUntil(async () => await isSo(), { timeoutMs: 60_000, what });

/** Has the provider speak as the test says. */
function hold(): HeldAudio {
  const held = new HeldAudio();
  started.voice.speech = async () =>
    await Promise.resolve({ content_type: 'audio/mpeg', audio: held.audio() });
  return held;
}

/** A request whose response is read piece by piece. */
function listen(text = 'Hello', baseUrl = started.service.baseUrl) {
  const leaving = new AbortController();
  const response = fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      'service-subject': 'ada',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text }),
    signal: leaving.signal,
  });
  response.catch(() => {});
  return { response, leave: () => leaving.abort() };
}

/** Whether somebody waits for what another request makes. */
const isAwaited = async () => (await speeches())[0]?.awaited_until !== undefined;

it('[voice.speak.once] a text that many ask for at once, in two processes, is spoken once', async () => {
  const held = hold();
  const all = Array.from({ length: 20 }, async (_, index) => await speak(index % 2 === 0 ? one : other));
  await until('others wait', isAwaited);
  const audio = audioOf({ text: 'Hello' }, 600_000);
  held.send(audio);
  held.end();
  const answers = await Promise.all(all);
  expect(started.voice.texts).toEqual(['Hello']);
  const caches = answers.map(cacheOf);
  expect(caches.filter((cache) => cache === 'miss')).toHaveLength(1);
  expect(caches.filter((cache) => cache === 'hit')).toHaveLength(19);
  for (const answer of answers) expect(Buffer.from(answer.bytes).equals(audio)).toBe(true);
  expect(await voiceUsage(one)).toEqual({ characters: 5, seconds: 0 });
});

it('[voice.speak.streamed] the first listener hears it while it is being made', async () => {
  const held = hold();
  const { response } = listen();
  held.send(Buffer.from('first'));
  const reader = ((await response).body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
  expect((await speeches())[0]?.state).toBe('making');
  held.send(Buffer.from(' second'));
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(' second');
  held.end();
  expect((await reader.read()).done).toBe(true);
  expect((await speeches())[0]).toMatchObject({ state: 'ready', bytes: 12 });
});

it('[voice.speak.streamed] a listener who is slow gets all of it, and delays nobody', async () => {
  const audio = audioOf({ text: 'long' }, 3 * 1024 * 1024);
  started.voice.speech = async () =>
    await Promise.resolve({
      content_type: 'audio/mpeg',
      audio: inPieces(audio.subarray(0, 10), audio.subarray(10)),
    });
  const { response } = listen('long');
  const reader = ((await response).body as ReadableStream<Uint8Array>).getReader();
  await until('it is stored', async () => (await speeches())[0]?.state === 'ready');
  expect(cacheOf(await speak(other, 'long'))).toBe('hit');
  const received: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) received.push(next.value);
  expect(Buffer.concat(received).equals(audio)).toBe(true);
});

it('[voice.speak.broken] a speech that breaks off is seen to, and is neither stored nor metered', async () => {
  const held = hold();
  const { response } = listen();
  held.send(Buffer.alloc(300_000, 1));
  const first = await response;
  expect(first.status).toBe(200);
  const [making] = await speeches();
  const stored = { speech_id: making?._id ?? '' };
  await until(
    'a piece is stored',
    async () => (await started.service.db.speech_chunks.countDocuments(stored)) > 0,
  );
  held.fail(new VoiceProviderFault('cut'));
  await expect(first.arrayBuffer()).rejects.toThrow('terminated');
  await until('it has failed', async () => (await speeches())[0]?.state === 'failed');
  await until(
    'it is removed',
    async () => (await started.service.db.speech_chunks.countDocuments(stored)) === 0,
  );
  expect(await voiceUsage(one)).toEqual({ characters: 0, seconds: 0 });
  Object.assign(started.voice, new MemoryVoice());
  expect(cacheOf(await speak(other))).toBe('miss');
});

it('[voice.provider-error] those who wait are told of the same failure', async () => {
  const held = hold();
  const { response } = listen();
  held.send(Buffer.from('first'));
  await response;
  const waiting = speak(other);
  await until('another waits', isAwaited);
  held.fail(new VoiceProviderFault('cut'));
  expect(verdict(await waiting)).toEqual([502, 'voice_provider_error']);
  expect(started.voice.texts).toEqual(['Hello']);
});

it('[voice.speak.cancelled] a listener who leaves stops the provider, and what was heard is metered', async () => {
  const held = hold();
  const { response, leave } = listen();
  held.send(Buffer.from('first'));
  await response;
  leave();
  await until('the provider is told', () => started.voice.spoken[0]?.signal.aborted === true);
  await until('it is metered', async () => (await voiceUsage(one)).characters === 5);
  expect(await speeches()).toEqual([]);
  Object.assign(started.voice, new MemoryVoice());
  expect(cacheOf(await speak(one))).toBe('miss');
});

it('[voice.speak.cancelled] a listener who leaves before there is audio stops the provider too', async () => {
  hold();
  const { leave } = listen();
  await until('the provider is asked', () => started.voice.spoken.length === 1);
  leave();
  await until('the provider is told', () => started.voice.spoken[0]?.signal.aborted === true);
  await until('it is given up', async () => (await speeches()).length === 0);
  expect(await voiceUsage(one)).toEqual({ characters: 0, seconds: 0 });
});

it('[voice.speak.cancelled] if others wait for it, it is made to the end', async () => {
  const held = hold();
  const { response, leave } = listen();
  held.send(Buffer.from('first'));
  await response;
  const waiting = speak(other);
  await until('another waits', isAwaited);
  leave();
  held.send(Buffer.from(' second'));
  held.end();
  const answer = await waiting;
  expect([cacheOf(answer), Buffer.from(answer.bytes).toString()]).toEqual(['hit', 'first second']);
  expect(started.voice.spoken.map(({ signal }) => signal.aborted)).toEqual([false]);
  expect(await voiceUsage(one)).toEqual({ characters: 5, seconds: 0 });
});

it('[voice.speak.once] a speech whose lease has run out is made by those who wait, and its holder breaks off', async () => {
  const held = hold();
  const { response } = listen();
  held.send(Buffer.from('frozen'));
  const first = await response;
  const waiting = speak(other);
  await until('another waits', isAwaited);
  Object.assign(started.voice, new MemoryVoice());
  const [{ _id, attempt } = { _id: '', attempt: '' }] = await speeches();
  // As if the first process had been frozen for longer than its lease. It is not, and may renew it in between.
  await until('others make it', async () => {
    const lapsed = { $set: { leased_until: new Date(0) } };
    const { matchedCount } = await started.service.db.speeches.updateOne({ _id, attempt }, lapsed);
    return matchedCount === 0;
  });
  const answer = await waiting;
  expect([cacheOf(answer), Buffer.from(answer.bytes).equals(audioOf({ text: 'Hello' }))]).toEqual([
    'miss',
    true,
  ]);
  held.end();
  await expect(first.arrayBuffer()).rejects.toThrow('terminated');
  const again = await speak(one);
  expect([cacheOf(again), Buffer.from(again.bytes).equals(answer.bytes)]).toEqual(['hit', true]);
  expect(await voiceUsage(one)).toEqual({ characters: 5, seconds: 0 });
});
