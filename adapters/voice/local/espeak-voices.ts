import { UnknownLanguage, UnknownVoice } from '../errors.ts';
import { espeakCodes, languageCode } from '../language.ts';
import type { Utterance } from '../port.ts';

/** A voice of espeak-ng. */
export interface EspeakVoice {
  /** The language that it speaks, as espeak-ng writes it: `en-gb-scotland`. By this name espeak-ng takes the voice. */
  id: string;
  name: string;
  /** The tags of what it speaks, lower case. Of several voices for one tag, the one with the lowest number is best. */
  languages: ReadonlyMap<string, number>;
}

/**
 * The voices in the table that `espeak-ng --voices` prints. A second voice with the same language cannot be selected by
 * it, and is left out.
 */
export function parseEspeakVoices(table: string): EspeakVoice[] {
  const voices = new Map<string, EspeakVoice>();
  for (const line of table.split('\n').slice(1)) {
    const [, priority, id, name, others] =
      /^\s*(\d+)\s+([\w-]+)\s+\S+\s+(\S+)\s+\S+\s*(.*)$/.exec(line) ?? [];
    if (priority === undefined || id === undefined || name === undefined || voices.has(id)) continue;
    const languages = new Map([...(others ?? '').matchAll(/\(([\w-]+) (\d+)\)/g)].map(tagAndPriority));
    // A voice speaks the language of its name better than any other voice does.
    languages.set(id.toLowerCase(), 0);
    voices.set(id, { id, name: name.replaceAll('_', ' '), languages });
  }
  return [...voices.values()];
}

function tagAndPriority([, tag = '', priority]: RegExpExecArray): [string, number] {
  return [tag.toLowerCase(), Number(priority)];
}

/**
 * The id of the voice for an utterance: the one it names, else the best one for its language, else the default one.
 * @throws {UnknownVoice} if there is no voice with the id
 * @throws {UnknownLanguage} if no voice speaks the language, or the named voice does not
 */
export function chooseVoice(
  voices: readonly EspeakVoice[],
  { voice_id, language }: Pick<Utterance, 'voice_id' | 'language'>,
  defaultVoice: string,
): string {
  const named = voices.find(({ id }) => id === (voice_id ?? defaultVoice));
  if (named === undefined && voice_id !== undefined) throw new UnknownVoice('none of the voices');
  const primary = language === undefined ? undefined : languageCode(language, espeakCodes);
  if (language === undefined || primary === undefined) return named?.id ?? defaultVoice;
  if (voice_id !== undefined) {
    if (named !== undefined && speaks(named, primary)) return named.id;
    throw new UnknownLanguage('the voice does not speak it');
  }
  // The default voice is good enough for `en`, but not for `en-GB` if it speaks `en-US`.
  if (language === primary && named !== undefined && speaks(named, primary)) return named.id;
  const voice = best(voices, language.toLowerCase()) ?? best(voices, primary);
  if (voice === undefined) throw new UnknownLanguage('no voice speaks it');
  return voice.id;
}

function speaks({ languages }: EspeakVoice, primary: string): boolean {
  return [...languages.keys()].some((tag) => tag.split('-')[0] === primary);
}

function best(voices: readonly EspeakVoice[], tag: string): EspeakVoice | undefined {
  return voices
    .filter(({ languages }) => languages.has(tag))
    .toSorted((a, b) => (a.languages.get(tag) ?? 0) - (b.languages.get(tag) ?? 0))[0];
}
