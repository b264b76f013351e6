import { UnknownLanguage } from './errors.ts';

/**
 * The language of a BCP 47 tag without script, region and variants, as providers want it: `pt` of `pt-BR`.
 * @throws {UnknownLanguage} if it is no BCP 47 tag
 */
export function primaryLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    throw new UnknownLanguage('not a BCP 47 language tag');
  }
}

/** Codes of recognizers for languages that BCP 47 calls otherwise. */
const recognizerCodes: Record<string, string> = { nb: 'no', nn: 'no', fil: 'tl', cmn: 'zh' };

/**
 * The same language as recognizers write it, of ISO 639-1: `no` of `nb`, `tl` of `fil`.
 * @throws {UnknownLanguage} if it is no BCP 47 tag
 */
export function recognizerLanguage(tag: string): string {
  const language = primaryLanguage(tag);
  return recognizerCodes[language] ?? language;
}

/** Codes of voices for languages that BCP 47 calls otherwise. */
const speakerCodes: Record<string, string> = { nb: 'no', nn: 'no', tl: 'fil', cmn: 'zh' };

/**
 * The same language as providers of voices write it: `no` of `nb`, and `fil` as it is.
 * @throws {UnknownLanguage} if it is no BCP 47 tag
 */
export function speakerLanguage(tag: string): string {
  const language = primaryLanguage(tag);
  return speakerCodes[language] ?? language;
}
