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
