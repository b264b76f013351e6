import { UnknownLanguage } from './errors.ts';

/** Codes of a service for languages whose tags have another one. All others are the language of the tag. */
export type LanguageCodes = Readonly<Record<string, string>>;

/**
 * Scribe takes ISO 639-1 and 639-3, and lists `nor` and `fil`
 * (https://elevenlabs.io/docs/capabilities/speech-to-text#supported-languages).
 * Speech models list `no` and `fil` (https://elevenlabs.io/docs/models). Neither knows the two written forms of Norwegian.
 */
export const elevenlabsCodes: LanguageCodes = { nb: 'no', nn: 'no' };

/**
 * OpenAI's recognizers take ISO 639-1: `no`, and `tl` for Filipino, which has no code of two letters
 * (https://platform.openai.com/docs/guides/speech-to-text#supported-languages). `nn` is a language of Whisper's, but none of
 * those that OpenAI supports.
 */
export const openaiCodes: LanguageCodes = { nb: 'no', nn: 'no', fil: 'tl' };

/** Whisper has an old code for Javanese (https://github.com/openai/whisper/blob/main/whisper/tokenizer.py). */
export const whisperCodes: LanguageCodes = { ...openaiCodes, jv: 'jw' };

/**
 * espeak-ng speaks Bokmål, under `nb` and `no`
 * (https://github.com/espeak-ng/espeak-ng/blob/master/docs/languages.md).
 */
export const espeakCodes: LanguageCodes = { nn: 'nb' };

/**
 * The code of a language: `pt` of `pt-BR`, without script, region and variants. Tags that are out of date, or too narrow,
 * count as those in use: `iw` as `he`, `in` as `id`, `tl` as `fil`, `cmn` as `zh`, `arb` as `ar`.
 * @returns undefined for `und`, which says that nobody knows the language
 * @throws {UnknownLanguage} if it is no BCP 47 tag
 */
export function languageCode(tag: string, codes: LanguageCodes = {}): string | undefined {
  const language = languageOf(tag);
  if (language === undefined || language === 'und') return undefined;
  return Object.hasOwn(codes, language) ? codes[language] : language;
}

function languageOf(tag: string): string | undefined {
  try {
    // Despite its type, there is none for `und`.
    return new Intl.Locale(tag).language;
  } catch {
    throw new UnknownLanguage('not a BCP 47 language tag');
  }
}
