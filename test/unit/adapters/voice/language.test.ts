import { expect, it } from 'vitest';
import { UnknownLanguage } from '#adapters/voice/errors.ts';
import {
  elevenlabsCodes,
  espeakCodes,
  languageCode,
  openaiCodes,
  whisperCodes,
} from '#adapters/voice/language.ts';

const tags =
  'nb-NO nn no-NO fil-PH tl iw-IL in ji jw zh-Hant-TW cmn-CN yue-HK arb sr-Latn-RS pt-BR en-GB-oxendict'.split(
    ' ',
  );

it.each([
  ['OpenAI', openaiCodes, 'no no no tl tl he id yi jv zh zh yue ar sr pt en'],
  ['Whisper', whisperCodes, 'no no no tl tl he id yi jw zh zh yue ar sr pt en'],
  ['ElevenLabs', elevenlabsCodes, 'no no no fil fil he id yi jv zh zh yue ar sr pt en'],
  ['espeak-ng', espeakCodes, 'nb nb no fil fil he id yi jv zh zh yue ar sr pt en'],
])('[voice.language] %s gets the codes that it knows', (_, codes, expected) => {
  expect(tags.map((tag) => languageCode(tag, codes)).join(' ')).toBe(expected);
});

it('[voice.language] a language that nobody knows is not named', () => {
  expect([languageCode('und'), languageCode('und-Latn', openaiCodes)]).toEqual([undefined, undefined]);
  expect(() => languageCode('e')).toThrow(UnknownLanguage);
});
