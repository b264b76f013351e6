import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElevenlabs } from '#adapters/voice/elevenlabs.ts';
import { InvalidAudio, UnknownLanguage, UnknownVoice, VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { startElevenlabsServer } from '#tools/dev/stand-ins/voice-servers/elevenlabs.ts';
import { mp3 } from '#tools/dev/stand-ins/voice-servers/mp3.ts';
import { bytesOf, recording, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';
import { answerWith, type VoiceServer } from '#tools/dev/stand-ins/voice-servers/voice-server.ts';

const apiKey = 'sk_secret_of_elevenlabs';
const ends = new AsyncDisposableStack();
const signal = new AbortController().signal;
let server: VoiceServer;
let provider: VoiceProvider;

beforeAll(async () => {
  server = ends.adopt(await startElevenlabsServer(), async (started) => await started.close());
  provider = await createElevenlabs({ apiKey, baseUrl: server.url });
  // The SDK takes seconds to load on a busy machine.
}, 60_000);
afterAll(async () => await ends.disposeAsync());

const lastRequest = () => server.requests.at(-1);
const detail = (status: string, message = 'a message') => ({ detail: { status, message } });

describe('transcribe', () => {
  it('[voice.transcribe] sends the recording to Scribe, and returns the text with its confidence and length', async () => {
    const take = await recording(ends, silentWav(1));
    const transcript = await provider.transcribe(take, { signal });
    expect(transcript).toEqual({ text: 'Three seven', confidence: Math.exp(-0.2), seconds: 1.5 });
    expect(lastRequest()).toMatchObject({
      method: 'POST',
      path: '/v1/speech-to-text',
      headers: { 'xi-api-key': apiKey },
      form: { model_id: 'scribe_v2', 'file.name': 'audio.wav', tag_audio_events: 'false' },
    });
    expect(lastRequest()?.form['file']).toEqual(new Uint8Array(silentWav(1)));
    expect(lastRequest()?.form).not.toHaveProperty('language_code');
  });

  it('the language of a tag is passed on, without its region', async () => {
    await provider.transcribe(await recording(ends, silentWav(1)), { language: 'pt-BR', signal });
    expect(lastRequest()?.form['language_code']).toBe('pt');
  });

  it('[voice.transcribe.silence] a recording without words has an empty text and no confidence', async () => {
    const silence = { language_code: 'eng', language_probability: 0.1, text: ' ', words: [] };
    server.instead(answerWith(200, silence));
    const take = await recording(ends, silentWav(1));
    expect(await provider.transcribe(take, { signal })).toEqual({ text: '' });
  });

  it('[voice.provider.limits] of an answer with very many words only the text is read', async () => {
    const word = { text: 'a', type: 'word', logprob: -0.1, start: 0, end: 1 };
    const words = Array.from({ length: 5000 }, () => word);
    server.instead(
      answerWith(200, { language_code: 'eng', language_probability: 1, text: 'Many words', words }),
    );
    const take = await recording(ends, silentWav(1));
    expect(await provider.transcribe(take, { signal })).toEqual({ text: 'Many words' });
  });

  it('a long recording is sent without asking for its words', async () => {
    const take = await recording(ends, silentWav(70));
    await provider.transcribe(take, { signal });
    expect(lastRequest()?.form['timestamps_granularity']).toBe('none');
  });

  it.each([
    [400, detail('invalid_audio')],
    [422, { detail: [{ loc: ['body', 'file'], msg: 'unreadable', type: 'value_error' }] }],
    [413, 'too large'],
  ])('[voice.transcribe.unreadable] a recording refused with %i cannot be read', async (status, body) => {
    server.instead(answerWith(status, body));
    const take = await recording(ends, silentWav(1));
    await expect(provider.transcribe(take, { signal })).rejects.toThrow(InvalidAudio);
  });

  it('a refused language is the request’s fault if it named one', async () => {
    const refusal = answerWith(400, detail('unsupported_language'));
    server.instead(refusal, refusal);
    const take = await recording(ends, silentWav(1));
    await expect(provider.transcribe(take, { language: 'tlh', signal })).rejects.toThrow(UnknownLanguage);
    await expect(provider.transcribe(take, { signal })).rejects.toThrow(VoiceProviderFault);
  });

  it('what is no language tag is refused without a request', async () => {
    const before = server.requests.length;
    const take = await recording(ends, silentWav(1));
    await expect(provider.transcribe(take, { language: 'no tag', signal })).rejects.toThrow(UnknownLanguage);
    expect(server.requests).toHaveLength(before);
  });

  it('a refused model is the deployment’s fault', async () => {
    server.instead(
      answerWith(422, { detail: [{ loc: ['body', 'model_id'], msg: 'unknown', type: 'enum' }] }),
    );
    const take = await recording(ends, silentWav(1));
    await expect(provider.transcribe(take, { signal })).rejects.toThrow(VoiceProviderFault);
  });
});

describe('speak', () => {
  it('[voice.speak] streams the audio with the media type of the provider', async () => {
    const { content_type, audio } = await provider.speak({ text: 'Hello there' }, { signal });
    expect(content_type).toBe('audio/mpeg');
    expect(await bytesOf(audio)).toEqual(Buffer.from(mp3));
    expect(lastRequest()).toMatchObject({
      path: '/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream',
      headers: { 'xi-api-key': apiKey },
      json: { text: 'Hello there', model_id: 'eleven_flash_v2_5' },
    });
    expect(lastRequest()?.query.get('output_format')).toBe('mp3_44100_128');
  });

  it('[voice.speak.voice] the named voice speaks the named language', async () => {
    const options = { text: 'Hallo', voice_id: 'cloned0001', language: 'de-AT' };
    await bytesOf((await provider.speak(options, { signal })).audio);
    expect(lastRequest()).toMatchObject({
      path: '/v1/text-to-speech/cloned0001/stream',
      json: { language_code: 'de' },
    });
  });

  it('the settings name the default voice and the models', async () => {
    const other = await createElevenlabs({
      apiKey,
      baseUrl: server.url,
      defaultVoice: 'library0001',
      speechModel: 'eleven_v3',
      transcriptionModel: 'scribe_v1',
    });
    expect(other.default_voice).toBe('library0001');
    await bytesOf((await other.speak({ text: 'Hi' }, { signal })).audio);
    expect(lastRequest()).toMatchObject({
      path: '/v1/text-to-speech/library0001/stream',
      json: { model_id: 'eleven_v3' },
    });
    await other.transcribe(await recording(ends, silentWav(1)), { signal });
    expect(lastRequest()?.form['model_id']).toBe('scribe_v1');
  });

  it('a voice that the account does not have is unknown, unless it is the default one', async () => {
    await expect(provider.speak({ text: 'Hi', voice_id: 'nobody' }, { signal })).rejects.toThrow(
      UnknownVoice,
    );
    const misconfigured = await createElevenlabs({ apiKey, baseUrl: server.url, defaultVoice: 'nobody' });
    await expect(misconfigured.speak({ text: 'Hi' }, { signal })).rejects.toThrow(VoiceProviderFault);
  });

  it.each(['..', 'a/b', '../voices', 'a?b', ''])('no request is made for the voice %j', async (voice_id) => {
    const before = server.requests.length;
    await expect(provider.speak({ text: 'Hi', voice_id }, { signal })).rejects.toThrow(UnknownVoice);
    expect(server.requests).toHaveLength(before);
  });

  it('a language that the model does not speak is unknown', async () => {
    server.instead(
      answerWith(400, detail('invalid_parameters', 'Model does not support language_code tlh.')),
    );
    const spoken = provider.speak({ text: 'Hi', language: 'tlh' }, { signal });
    await expect(spoken).rejects.toThrow(UnknownLanguage);
  });
});

it('[voice.provider.limits] a page of voices with very many values is a fault', async () => {
  const voice = { voice_id: 'a', name: 'Ada', labels: Object.fromEntries(Array(200).fill('a').entries()) };
  server.instead(answerWith(200, { voices: Array.from({ length: 200 }, () => voice), has_more: false }));
  await expect(provider.voices({ signal })).rejects.toThrow('elevenlabs sent too many values');
});

it('[voice.voices] all pages of voices are listed, with category and preview', async () => {
  const before = server.requests.length;
  expect(await provider.voices({ signal })).toEqual([
    {
      id: 'JBFqnCBsd6RMkjVDRZzb',
      name: 'George',
      category: 'premade',
      preview_url: 'https://cdn.example/g.mp3',
    },
    { id: 'cloned0001', name: 'Ada', category: 'cloned' },
    { id: 'library0001', name: 'library0001', category: 'professional' },
    { id: 'library0002', name: 'Grace', category: 'a category of tomorrow' },
  ]);
  expect(server.requests.slice(before).map(({ query }) => query.get('next_page_token'))).toEqual([null, '2']);
});
