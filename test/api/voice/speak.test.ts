import { beforeEach, describe, expect, it } from 'vitest';
import { UnknownLanguage, UnknownVoice, VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { audioOf, inPieces, MemoryVoice } from '../../support/voice/memory-voice.ts';
import { startVoiceService, voiceUsage } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let client: ApiClient;
beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  ({ client } = await started.service.workspace({ subject: 'ada' }));
});
const path = '/v1/voice/speak';
const speak = async (body: object, by = client) => await by.post(path, body);
const cacheOf = ({ headers }: ApiAnswer) => headers.get('service-voice-cache');

it('[voice.speak] the audio comes as raw bytes, with the media type of the provider', async () => {
  started.voice.speech = async (utterance) =>
    await Promise.resolve({
      content_type: 'audio/L16;rate=24000',
      audio: inPieces(audioOf(utterance, 700_000), audioOf(utterance, 3), audioOf(utterance, 1_000_000)),
    });
  const answer = await speak({ text: 'Hello', voice_id: 'v1', language: 'de-de' });
  expect([answer.status, cacheOf(answer)]).toEqual([200, 'miss']);
  expect(answer.headers.get('content-type')).toBe('audio/L16;rate=24000');
  const utterance = { text: 'Hello', voice_id: 'v1', language: 'de-DE' };
  expect(started.voice.spoken[0]?.utterance).toEqual(utterance);
  const whole = Buffer.concat([700_000, 3, 1_000_000].map((bytes) => audioOf(utterance, bytes)));
  expect(Buffer.from(answer.bytes).equals(whole)).toBe(true);
  const again = await speak({ text: 'Hello', voice_id: 'v1', language: 'de-de' });
  expect([again.status, cacheOf(again), again.headers.get('content-length')]).toEqual([
    200,
    'hit',
    String(whole.length),
  ]);
  expect(again.headers.get('content-type')).toBe('audio/L16;rate=24000');
  expect(Buffer.from(again.bytes).equals(whole)).toBe(true);
});

describe('[voice.speak.cache]', () => {
  it('a text is spoken once for a workspace, whoever asks and however it was written', async () => {
    expect(cacheOf(await speak({ text: 'Pay **now**' }))).toBe('miss');
    expect(cacheOf(await speak({ text: 'Pay *now*' }, client.as('bob')))).toBe('hit');
    expect(cacheOf(await speak({ text: ' Pay now ', format: 'plain' }))).toBe('hit');
    expect(started.voice.texts).toEqual(['Pay now']);
  });

  it.each([
    ['text', { text: 'Goodbye' }],
    ['voice', { text: 'Hello', voice_id: 'v1' }],
    ['language', { text: 'Hello', language: 'de' }],
  ])('another %s is another speech', async (_, body) => {
    expect(cacheOf(await speak({ text: 'Hello' }))).toBe('miss');
    expect(cacheOf(await speak(body))).toBe('miss');
    expect(cacheOf(await speak(body))).toBe('hit');
  });

  it('another workspace has its own, so that nobody learns what others have heard', async () => {
    await speak({ text: 'Your balance is 12' });
    const stranger = await started.service.workspace({ subject: 'ada' });
    expect(cacheOf(await speak({ text: 'Your balance is 12' }, stranger.client))).toBe('miss');
  });

  it('nothing that is stored shows the text or the audio', async () => {
    const answer = await speak({ text: 'Your password is marmalade' });
    const [speech] = await started.service.db.speeches.find().sort({ attempt: -1 }).limit(1).toArray();
    expect(JSON.stringify(speech)).not.toContain('marmalade');
    const chunk = await started.service.db.speech_chunks.findOne({ speech_id: speech?._id ?? '' });
    const stored = Buffer.from(chunk?.audio.ciphertext.value() ?? '');
    expect(stored.length).toBeGreaterThan(answer.bytes.length);
    expect(stored.includes(Buffer.from(answer.bytes).subarray(0, 32))).toBe(false);
  });

  it('a speech that is about to expire is prolonged by its use', async () => {
    const { db } = started.service;
    await speak({ text: 'Soon' });
    const soon = new Date(Date.now() + 3_600_000);
    await db.speeches.updateMany({}, { $set: { expires_at: soon } });
    await db.speech_chunks.updateMany({}, { $set: { expires_at: soon } });
    expect(cacheOf(await speak({ text: 'Soon' }))).toBe('hit');
    const [speech] = await db.speeches.find().sort({ attempt: -1 }).limit(1).toArray();
    const chunk = await db.speech_chunks.findOne({ speech_id: speech?._id ?? '' });
    const aDay = Date.now() + 24 * 60 * 60 * 1000;
    expect(speech?.expires_at.getTime()).toBeGreaterThan(aDay);
    expect(chunk?.expires_at.getTime()).toBeGreaterThan(aDay);
  });

  it('one that has expired and is not removed yet is made again', async () => {
    const { db } = started.service;
    await speak({ text: 'Old' });
    await db.speeches.updateMany({}, { $set: { expires_at: new Date(Date.now() - 1000) } });
    const again = await speak({ text: 'Old' });
    expect([again.status, cacheOf(again)]).toEqual([200, 'miss']);
  });
});

describe('[voice.speak.format]', () => {
  it('Markdown, the default, is rendered; plain text is spoken as it is', async () => {
    await speak({ text: '**Hi** there' });
    await speak({ text: '**Hi** there', format: 'plain' });
    expect(started.voice.texts).toEqual(['Hi there', '**Hi** there']);
  });

  it('[voice.speak.invalid-format] another format has a code of its own, even beside other faults', async () => {
    expect(verdict(await speak({ text: 'Hi', format: 'html' }))).toEqual([422, 'voice_invalid_format']);
    const both = await speak({ txt: 'Hi', voice_id: '', format: 'html' });
    expect(verdict(both)).toEqual([422, 'voice_invalid_format']);
  });
});

describe('texts that cannot be spoken', () => {
  it.each([
    ['no text', { text: '' }],
    ['white space', { text: ' \n\t ', format: 'plain' }],
    ['Markdown without words', { text: '**  **' }],
  ])('[voice.speak.empty-text] %s', async (_, body) => {
    expect(verdict(await speak(body))).toEqual([422, 'voice_empty_text']);
  });

  it('[voice.speak.too-long] 5,000 characters after rendering are the most', async () => {
    const long = '\u{1f642}'.repeat(5000);
    expect((await speak({ text: long, format: 'plain' })).status).toBe(200);
    const tooLong = await speak({ text: `${long}.`, format: 'plain' });
    expect(verdict(tooLong)).toEqual([422, 'invalid_request']);
    expect(tooLong.error.details).toMatchObject([{ path: 'text', code: 'too_big' }]);
    expect((await speak({ text: `**${'a'.repeat(5000)}**` })).status).toBe(200);
    expect(verdict(await speak({ text: 'a'.repeat(40_000) }))).toEqual([422, 'invalid_request']);
    expect(started.voice.texts.map((text) => text.length)).toEqual([10_000, 5000]);
  });

  it.each([
    ['no text and no message', {}, 'text'],
    [
      'a message beside a text',
      { text: 'a', message_id: '019a9f41-9c05-7f4f-b923-4e6f708192a3' },
      'message_id',
    ],
    [
      'a format beside a message',
      { format: 'plain', message_id: '019a9f41-9c05-7f4f-b923-4e6f708192a3' },
      'message_id',
    ],
    ['an unknown field', { text: 'a', speed: 2 }, 'speed'],
    ['a language that is none', { text: 'a', language: '?' }, 'language'],
  ])('%s', async (_, body, field) => {
    const answer = await speak(body);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toMatchObject([{ path: field }]);
  });

  it('[voice.credentials] and one without a subject', async () => {
    expect(verdict(await speak({ text: 'a' }, client.ofWorkspace()))).toEqual([422, 'subject_required']);
  });
});

describe('[voice.speak.voice] [voice.provider-error] what the provider refuses', () => {
  it.each([
    ['a voice that it does not have', new UnknownVoice(), [422, 'invalid_request'], [{ path: 'voice_id' }]],
    [
      'a language that it does not speak',
      new UnknownLanguage(),
      [422, 'invalid_request'],
      [{ path: 'language' }],
    ],
    ['anything', new VoiceProviderFault('key of the provider'), [502, 'voice_provider_error'], undefined],
  ])('%s', async (_, error, expected, details) => {
    started.voice.speech = async () => await Promise.reject(error);
    const answer = await speak({ text: 'Hello', voice_id: 'x', language: 'de' });
    expect(verdict(answer)).toEqual(expected);
    expect(answer.error.details ?? []).toMatchObject(details ?? []);
    expect(JSON.stringify(answer.body)).not.toContain('key');
    // It is not remembered.
    Object.assign(started.voice, new MemoryVoice());
    expect(cacheOf(await speak({ text: 'Hello', voice_id: 'x', language: 'de' }))).toBe('miss');
  });

  it.each([
    ['no audio', 'audio/mpeg', []],
    ['something else than audio', 'text/html', [Buffer.from('<h1>')]],
  ])('%s counts as its failure', async (_, content_type, pieces) => {
    started.voice.speech = async () => await Promise.resolve({ content_type, audio: inPieces(...pieces) });
    expect(verdict(await speak({ text: 'Hello' }))).toEqual([502, 'voice_provider_error']);
  });
});

it('[voice.metered] a miss meters the characters that are heard, a hit and a refusal nothing', async () => {
  await speak({ text: '**Hi** \u{1f642}' });
  await speak({ text: '**Hi** \u{1f642}' });
  await speak({ text: '' });
  started.voice.speech = async () => await Promise.reject(new VoiceProviderFault());
  await speak({ text: 'Fails' });
  expect(await voiceUsage(client)).toEqual({ characters: 2, seconds: 0 });
});
