import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidAudio, UnknownLanguage, UnknownVoice, VoiceProviderFault } from '#adapters/voice/errors.ts';
import { createOpenai, type OpenaiSettings } from '#adapters/voice/openai.ts';
import { openaiVoices } from '#adapters/voice/openai-voices.ts';
import { mp3 } from '#tools/dev/stand-ins/voice-servers/mp3.ts';
import { openaiError, segment, startOpenaiServer } from '#tools/dev/stand-ins/voice-servers/openai.ts';
import { bytesOf, recording, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';
import {
  answerAudio,
  answerWith,
  type VoiceServer,
} from '#tools/dev/stand-ins/voice-servers/voice-server.ts';

const apiKey = 'sk-secret-of-openai';
const ends = new AsyncDisposableStack();
const signal = new AbortController().signal;
let server: VoiceServer;

beforeAll(async () => {
  server = ends.adopt(await startOpenaiServer(), async (started) => await started.close());
});
afterAll(async () => await ends.disposeAsync());

const openai = (settings: Partial<OpenaiSettings> = {}) =>
  createOpenai({ apiKey, baseUrl: `${server.url}/v1`, voices: openaiVoices, ...settings });
const lastRequest = () => server.requests.at(-1);

describe('transcribe', () => {
  it('[voice.transcribe] sends the recording, and returns the text and what the provider tells besides', async () => {
    const take = await recording(ends, silentWav(1), 'audio/mpeg');
    expect(await openai().transcribe(take, { language: 'en-GB', signal })).toEqual({
      text: 'Three seven',
      seconds: 2,
    });
    expect(lastRequest()).toMatchObject({
      path: '/v1/audio/transcriptions',
      headers: { authorization: `Bearer ${apiKey}` },
      form: { model: 'gpt-transcribe', language: 'en', response_format: 'json', 'file.name': 'audio.mp3' },
    });
    expect(lastRequest()?.form['file']).toEqual(new Uint8Array(silentWav(1)));
    // Some compatible servers do not take a body of unknown length.
    expect(lastRequest()?.headers).toHaveProperty('content-length');
  });

  it('models that tell probabilities are asked for them', async () => {
    const take = await recording(ends, silentWav(1));
    const tokens = await openai({ transcriptionModel: 'gpt-4o-transcribe' }).transcribe(take, { signal });
    expect(tokens).toEqual({ text: 'Three seven', confidence: Math.exp(-0.2) });
    expect(lastRequest()?.form['include[]']).toBe('logprobs');
    const segments = await openai({ transcriptionModel: 'whisper-1' }).transcribe(take, { signal });
    expect(segments).toEqual({ text: 'Three seven', confidence: Math.exp(-0.2), seconds: 1.5 });
    expect(lastRequest()?.form['response_format']).toBe('verbose_json');
  });

  it('[voice.transcribe.silence] what Whisper writes into silence is not taken for words', async () => {
    const whisper = openai({ transcriptionModel: 'whisper-1' });
    const take = await recording(ends, silentWav(1));
    const thanks = segment(' Thank you.', -1.4, 0.9);
    server.instead(answerWith(200, { text: ' Thank you.', duration: 3, segments: [thanks] }));
    expect(await whisper.transcribe(take, { signal })).toEqual({ text: '', seconds: 3 });
    server.instead(answerWith(200, { text: ' Yes. Thank you.', segments: [segment(' Yes.', -0.5), thanks] }));
    expect(await whisper.transcribe(take, { signal })).toEqual({ text: 'Yes.', confidence: Math.exp(-0.5) });
  });

  it('a compatible server may answer with the text alone', async () => {
    server.instead(answerWith(200, { text: 'Hello', segments: null, duration: 'unknown' }));
    const take = await recording(ends, silentWav(1));
    expect(await openai().transcribe(take, { signal })).toEqual({ text: 'Hello' });
  });

  it.each([
    [400, openaiError('Invalid file format.', 'file', 'invalid_value')],
    [400, openaiError('The audio file could not be decoded.')],
    [413, openaiError('Maximum content size limit exceeded')],
    [422, { detail: 'bad audio' }],
  ])('[voice.transcribe.unreadable] a recording refused with %i cannot be read', async (status, body) => {
    server.instead(answerWith(status, body));
    const take = await recording(ends, silentWav(1));
    await expect(openai().transcribe(take, { signal })).rejects.toThrow(InvalidAudio);
  });

  it.each([
    ['language', UnknownLanguage],
    ['model', VoiceProviderFault],
    ['include[]', VoiceProviderFault],
    ['response_format', VoiceProviderFault],
  ])('a refused %s is told apart from a recording that cannot be read', async (param, kind) => {
    server.instead(answerWith(400, openaiError('no', param)));
    const take = await recording(ends, silentWav(1));
    await expect(openai().transcribe(take, { language: 'tlh', signal })).rejects.toThrow(kind);
  });
});

describe('speak', () => {
  it('[voice.speak] streams the audio with the media type of the provider', async () => {
    const { content_type, audio } = await openai().speak({ text: 'Hello there' }, { signal });
    expect(content_type).toBe('audio/mpeg');
    expect(await bytesOf(audio)).toEqual(Buffer.from(mp3));
    expect(lastRequest()).toMatchObject({
      path: '/v1/audio/speech',
      headers: { authorization: `Bearer ${apiKey}` },
      json: { input: 'Hello there', model: 'gpt-4o-mini-tts', voice: 'alloy', response_format: 'mp3' },
    });
  });

  it('[voice.speak.voice] the named voice speaks, with the model of the settings', async () => {
    const provider = openai({
      speechModel: 'kokoro',
      voices: ['af_heart', 'bm_fable'],
      defaultVoice: 'bm_fable',
    });
    await bytesOf((await provider.speak({ text: 'Hi', voice_id: 'af_heart' }, { signal })).audio);
    expect(lastRequest()?.json).toMatchObject({ model: 'kokoro', voice: 'af_heart' });
    await bytesOf((await provider.speak({ text: 'Hi', language: 'en' }, { signal })).audio);
    expect(lastRequest()?.json).toMatchObject({ voice: 'bm_fable' });
  });

  it('a voice that is not one of those in the settings is unknown, without a request', async () => {
    const before = server.requests.length;
    await expect(openai().speak({ text: 'Hi', voice_id: 'nobody' }, { signal })).rejects.toThrow(
      UnknownVoice,
    );
    expect(server.requests).toHaveLength(before);
  });

  it('a voice that the server does not have is unknown, unless it is the default one', async () => {
    const refusal = answerWith(400, openaiError('no such voice', 'voice'));
    server.instead(refusal, refusal);
    await expect(openai().speak({ text: 'Hi', voice_id: 'sage' }, { signal })).rejects.toThrow(UnknownVoice);
    await expect(openai().speak({ text: 'Hi' }, { signal })).rejects.toThrow(VoiceProviderFault);
  });

  it('a text that is longer than the provider takes is spoken in parts', async () => {
    const before = server.requests.length;
    const text = 'This is a sentence of some words. '.repeat(140).trim();
    const { audio } = await openai().speak({ text }, { signal });
    expect(await bytesOf(audio)).toEqual(Buffer.concat([mp3, mp3]));
    const inputs = server.requests.slice(before).map(({ json }) => String(json['input']));
    expect(inputs.join(' ')).toBe(text);
    expect(Math.max(...inputs.map(({ length }) => length))).toBeLessThanOrEqual(4096);
    expect(inputs[0]).toMatch(/words\.$/);
  });

  it('a server without MP3 cannot speak in parts', async () => {
    server.instead(answerAudio([mp3], 'audio/wav'));
    const spoken = openai().speak({ text: 'word '.repeat(1000) }, { signal });
    await expect(spoken).rejects.toThrow('openai does not send MP3');
  });

  it('audio of another format keeps its media type', async () => {
    server.instead(answerAudio([mp3], 'audio/wav'), answerAudio([mp3], 'application/octet-stream'));
    expect((await openai().speak({ text: 'Hi' }, { signal })).content_type).toBe('audio/wav');
    expect((await openai().speak({ text: 'Hi' }, { signal })).content_type).toBe('audio/mpeg');
  });
});

it('a compatible server without a key gets none', async () => {
  await bytesOf((await openai({ apiKey: undefined }).speak({ text: 'Hi' }, { signal })).audio);
  expect(lastRequest()?.headers).not.toHaveProperty('authorization');
});

it('[voice.voices] the voices are those of the settings', async () => {
  expect(await openai({ voices: ['alloy', 'sage'] }).voices({ signal })).toEqual([
    { id: 'alloy', name: 'Alloy', category: 'premade' },
    { id: 'sage', name: 'Sage', category: 'premade' },
  ]);
  expect(openai().default_voice).toBe('alloy');
});
