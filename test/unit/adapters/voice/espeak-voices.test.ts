import { describe, expect, it } from 'vitest';
import { UnknownLanguage, UnknownVoice } from '#adapters/voice/errors.ts';
import { chooseVoice, parseEspeakVoices } from '#adapters/voice/local/espeak-voices.ts';

/** Lines of what `espeak-ng --voices` prints. */
const table = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  af              --/M      Afrikaans          gmw/af
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  en-gb-x-rp      --/M      English_(Received_Pronunciation) gmw/en-GB-x-rp       (en-gb 4)(en 5)
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  fr-be           --/M      French_(Belgium)   roa/fr-BE            (fr 8)
 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)
 5  nb              --/M      Norwegian_Bokmål  gmq/nb               (no 5)
 5  pt              --/M      Portuguese_(Portugal) roa/pt               (pt-pt 5)
 5  pt-br           --/M      Portuguese_(Brazil) roa/pt-BR            (pt 6)
 5  yue             --/M      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)
 5  yue             --/M      Chinese_(Cantonese,_latin_as_Jyutping) sit/yue-Latn-jyutping (zh-yue 5)(zh 8)
`;
const voices = parseEspeakVoices(table);
const choose = (options: { voice_id?: string; language?: string }, usual = 'en-us') =>
  chooseVoice(voices, options, usual);

it('[voice.voices] the voices are listed by language and name, each language once', () => {
  expect(voices.map(({ id }) => id)).toEqual([
    'af',
    'cmn',
    'en-gb',
    'en-gb-x-rp',
    'en-us',
    'fr-be',
    'fr-fr',
    'nb',
    'pt',
    'pt-br',
    'yue',
  ]);
  expect(voices.map(({ name }) => name)).toContain('English (Great Britain)');
});

it.each(['', 'Pty Language', 'an error\nof a program', '\n\n\n'])('from %j no voice is read', (text) => {
  expect(parseEspeakVoices(text)).toEqual([]);
});

describe('[voice.speak.voice] the voice of an utterance', () => {
  it.each([
    ['the default one', {}, 'en-us'],
    ['the named one', { voice_id: 'en-gb-x-rp' }, 'en-gb-x-rp'],
    ['the named one, in its language', { voice_id: 'fr-be', language: 'fr' }, 'fr-be'],
    ['the named one, in its language under another tag', { voice_id: 'nb', language: 'no' }, 'nb'],
    ['the default one in its language', { language: 'en' }, 'en-us'],
    ['the one of a region', { language: 'en-GB' }, 'en-gb'],
    ['the one of another region', { language: 'pt-BR' }, 'pt-br'],
    ['the best one of a language', { language: 'fr' }, 'fr-fr'],
    ['the best one of a language, for an unknown region', { language: 'fr-CA' }, 'fr-fr'],
    ['the one of a language with another tag', { language: 'zh' }, 'cmn'],
    ['the one named after the language', { language: 'pt' }, 'pt'],
  ])('is %s', (_, options, voice) => {
    expect(choose(options)).toBe(voice);
  });

  it.each([
    [{ voice_id: 'nobody' }],
    [{ voice_id: '--help' }],
    [{ voice_id: 'en-us+f2' }],
    [{ voice_id: '' }],
  ])('is unknown for %j', (options) => {
    expect(() => choose(options)).toThrow(UnknownVoice);
  });

  it.each([[{ language: 'tlh' }], [{ language: 'not a tag' }], [{ voice_id: 'fr-fr', language: 'en' }]])(
    'does not speak the language of %j',
    (options) => {
      expect(() => choose(options)).toThrow(UnknownLanguage);
    },
  );
});
