import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { parseEnvironment } from '#process/config/environment.ts';
import { createLogger } from '#process/config/logger.ts';
import type { Transcript, Voice } from '#contract/voice.ts';
import { connectVoice } from '#process/composition/providers.ts';
import type { ApiAnswer, ApiClient } from '#test/support/api-client.ts';
import { localVoiceEnvironment, shareOfDigits, spokenDigits } from '#test/support/local-voice.ts';
import { startService, type TestService } from '#test/support/service.ts';
import { verdict } from '#test/support/verdict.ts';
import { startElevenlabsServer } from '#tools/dev/stand-ins/voice-servers/elevenlabs.ts';
import { mp3 } from '#tools/dev/stand-ins/voice-servers/mp3.ts';
import { startOpenaiServer } from '#tools/dev/stand-ins/voice-servers/openai.ts';
import { silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';
import {
  answerWith,
  cutAfter,
  stallAfter,
  type VoiceServer,
} from '#tools/dev/stand-ins/voice-servers/voice-server.ts';
import { recordingForm } from '#test/support/voice/memory-voice.ts';

const apiKey = 'sk_a_secret_that_nobody_may_see';
const ends = new AsyncDisposableStack();
afterAll(async () => await ends.disposeAsync());

/** The provider of some variables, as an API process connects it. */
async function providerOf(variables: NodeJS.ProcessEnv): Promise<VoiceProvider> {
  const environment = parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
    ...variables,
  });
  const voice = await connectVoice(environment, createLogger('api', 'warn'));
  if (voice === undefined) throw new Error('no provider');
  return voice;
}

interface Started {
  service: TestService;
  client: ApiClient;
}

async function startWith(variables: NodeJS.ProcessEnv): Promise<Started> {
  const voice = await providerOf(variables);
  const service = await startService({ worker: false, services: { voice } });
  ends.defer(async () => await service.stop());
  const { client } = await service.workspace({ subject: 'ada' });
  return { service, client };
}

const speak = async (client: ApiClient, body: object) => await client.post('/v1/voice/speak', body);
const transcribe = async (client: ApiClient, audio: Uint8Array<ArrayBuffer>, fields = {}) =>
  await client.upload<Transcript>('/v1/voice/transcribe', recordingForm(audio, fields));
const cacheOf = ({ headers }: ApiAnswer) => headers.get('service-voice-cache');

describe.each([
  {
    name: 'elevenlabs',
    start: startElevenlabsServer,
    variables: (url: string) => ({ ELEVENLABS_API_KEY: apiKey, ELEVENLABS_BASE_URL: url }),
    spoken: { text: 'Your terms' },
    heard: { text: 'Three seven', confidence: Math.exp(-0.2) },
    voices: ['Ada', 'George', 'Grace', 'library0001'],
    voice_id: 'cloned0001',
  },
  {
    name: 'openai',
    start: startOpenaiServer,
    variables: (url: string) => ({
      OPENAI_API_KEY: apiKey,
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_VOICES: 'sage,alloy',
    }),
    spoken: { input: 'Your terms', voice: 'sage' },
    heard: { text: 'Three seven' },
    voices: ['Alloy', 'Sage'],
    voice_id: 'alloy',
  },
])('$name', ({ name, start, variables, spoken, heard, voices, voice_id }) => {
  let server: VoiceServer;
  let service: TestService;
  let client: ApiClient;
  beforeAll(async () => {
    server = ends.adopt(await start(), async (started) => await started.close());
    ({ service, client } = await startWith({ VOICE_PROVIDER: name, ...variables(server.url) }));
  });

  it('[voice.speak] [voice.speak.format] [voice.speak.cache] Markdown is spoken once, as it is read aloud', async () => {
    const body = { text: 'Your **[terms](https://example.com)** 🎉' };
    const first = await speak(client, body);
    expect([first.status, cacheOf(first), first.headers.get('content-type')]).toEqual([
      200,
      'miss',
      'audio/mpeg',
    ]);
    expect(Buffer.from(first.bytes).equals(mp3)).toBe(true);
    expect(server.requests.at(-1)?.json).toMatchObject(spoken);
    const asked = server.requests.length;
    const again = await speak(client, body);
    expect([cacheOf(again), Buffer.from(again.bytes).equals(mp3)]).toEqual(['hit', true]);
    expect(server.requests).toHaveLength(asked);
  });

  it('[voice.voices] [voice.speak.voice] a listed voice speaks, and another is a bad request', async () => {
    const { data } = await client.get<Voice[]>('/v1/voice/voices');
    expect(data.map((voice) => voice.name)).toEqual(voices);
    expect(data.map(({ id }) => id)).toContain(voice_id);
    expect(verdict(await speak(client, { text: 'Hi', voice_id }))).toEqual([200]);
    const unknown = await speak(client, { text: 'Hi', voice_id: 'nobody' });
    expect(verdict(unknown)).toEqual([422, 'invalid_request']);
  });

  it('[voice.transcribe] a recording comes back as text', async () => {
    const answer = await transcribe(client, silentWav(1), { language: 'en-GB' });
    expect([answer.status, answer.data]).toEqual([200, heard]);
    expect(server.requests.at(-1)?.form['file']).toEqual(new Uint8Array(silentWav(1)));
  });

  it('[voice.provider-error] [voice.provider.secrets] a refused key is 502, and shows up nowhere', async () => {
    const echo = `the key ${apiKey} is not valid`;
    const refusal = answerWith(401, { error: { message: echo }, detail: { status: apiKey, message: echo } });
    server.instead(refusal, refusal);
    const answers = [await speak(client, { text: 'Not now' }), await transcribe(client, silentWav(1))];
    expect(answers.map(verdict)).toEqual([
      [502, 'voice_provider_error'],
      [502, 'voice_provider_error'],
    ]);
    expect(JSON.stringify(answers)).not.toContain(apiKey);
    const logged = JSON.stringify(service.logs);
    expect(logged).toContain(`${name} answered with status 401`);
    expect(logged).not.toContain(apiKey);
    expect(verdict(await speak(client, { text: 'Not now' }))).toEqual([200]);
  });

  it('[voice.provider-error] a provider that is overloaded is asked once more, and then it is 502', async () => {
    const busy = answerWith(429, {}, { 'retry-after': '0' });
    server.instead(busy);
    expect(verdict(await speak(client, { text: 'Later' }))).toEqual([200]);
    server.instead(busy, busy);
    expect(verdict(await speak(client, { text: 'Much later' }))).toEqual([502, 'voice_provider_error']);
  });

  it('[voice.provider-error] audio that is cut is no answer that looks whole, and is not kept', async () => {
    server.instead(cutAfter([mp3]));
    const cut = await speak(client, { text: 'Cut' }).then(
      (answer) => answer.status,
      () => 'broken',
    );
    expect(['broken', 502]).toContain(cut);
    const again = await speak(client, { text: 'Cut' });
    expect([again.status, cacheOf(again), Buffer.from(again.bytes).equals(mp3)]).toEqual([200, 'miss', true]);
  });

  it('[voice.transcribe.unreadable] a recording that the provider refuses is 422', async () => {
    server.instead(answerWith(400, { detail: { status: 'invalid_audio' } }));
    expect(verdict(await transcribe(client, silentWav(1)))).toEqual([422, 'voice_invalid_audio']);
  });

  it('a client that leaves hangs up on the provider', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    server.instead(async (response, request) => {
      response.on('close', gone.resolve);
      asked.resolve();
      await stallAfter([])(response, request);
    });
    const leaving = new AbortController();
    const { baseUrl } = service;
    const workspace = await service.workspace({ subject: 'ada' });
    const request = fetch(`${baseUrl}/v1/voice/speak`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${workspace.apiKey}`,
        'service-subject': 'ada',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ text: 'I am leaving' }),
      signal: leaving.signal,
    });
    await asked.promise;
    leaving.abort();
    await expect(request).rejects.toThrow('aborted');
    await gone.promise;
  });
});

describe('local', () => {
  let client: ApiClient;
  beforeAll(async () => {
    ({ client } = await startWith(await localVoiceEnvironment()));
  });

  it('[voice.provider.local] a spoken sentence of digits comes back as text that matches in most words', async () => {
    const spoken = await speak(client, { text: spokenDigits, format: 'plain' });
    expect([spoken.status, cacheOf(spoken), spoken.headers.get('content-type')]).toEqual([
      200,
      'miss',
      'audio/wav',
    ]);
    const { status, data } = await transcribe(client, new Uint8Array(spoken.bytes));
    expect(status).toBe(200);
    expect(shareOfDigits(spokenDigits, data.text)).toBeGreaterThanOrEqual(0.6);
    const again = await speak(client, { text: spokenDigits, format: 'plain' });
    expect([cacheOf(again), Buffer.from(again.bytes).equals(spoken.bytes)]).toEqual(['hit', true]);
  });

  it('[voice.voices] [voice.speak.voice] a listed voice speaks, and what is not supported is a bad request', async () => {
    const { data } = await client.get<Voice[]>('/v1/voice/voices?limit=100');
    expect(data).toContainEqual({ id: 'en-gb', name: 'English (Great Britain)', category: 'premade' });
    expect(verdict(await speak(client, { text: 'Hi', voice_id: 'en-gb' }))).toEqual([200]);
    for (const body of [{ voice_id: 'nobody' }, { voice_id: '--help' }, { language: 'tlh' }]) {
      expect(verdict(await speak(client, { text: 'Hi', ...body }))).toEqual([422, 'invalid_request']);
    }
    const german = await transcribe(client, silentWav(1), { language: 'de' });
    expect(verdict(german)).toEqual([422, 'invalid_request']);
  });

  it('[voice.transcribe.unreadable] what only begins like a recording is 422', async () => {
    const broken = Buffer.concat([silentWav(1).subarray(0, 20), Buffer.alloc(2000, 'x')]);
    expect(verdict(await transcribe(client, broken))).toEqual([422, 'voice_invalid_audio']);
  });
});

it('[voice.local.missing] a recognizer that is not installed is 502, and the log says how to install it', async () => {
  const { service, client } = await startWith({
    ...(await localVoiceEnvironment()),
    VOICE_RECOGNIZER_PYTHON: '/nowhere/python',
  });
  expect(verdict(await transcribe(client, silentWav(1)))).toEqual([502, 'voice_provider_error']);
  expect(JSON.stringify(service.logs)).toContain('local needs /nowhere/python, which is not installed');
  expect(verdict(await speak(client, { text: 'Speaking still works' }))).toEqual([200]);
});
