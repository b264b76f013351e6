import { languages, type WordName } from './languages.ts';

/** The spoken words for marks and blocks. Empty where a language has no word for it here. */
export interface Words extends Record<WordName, string> {
  /** @param language of the code, if it is known */
  codeBlock: (language: string | undefined) => string;
  /** @param code of ISO 3166, of which there may be no country */
  country: (code: string) => string | undefined;
}

type Mark = (typeof marks)[number];
const marks = ['check', 'cross', 'plus', 'minus', 'up', 'down', 'right', 'left', 'warning'] as const;
type Colour = (typeof colours)[number];
const colours = ['red', 'orange', 'yellow', 'green'] as const;

/**
 * For languages without words: no word of another language, and signs that a voice reads in its own. Between a sign and what
 * it belongs to is no space: -5.
 */
const signs: Partial<Record<Mark, string>> = {
  check: '✓',
  cross: '✗',
  plus: '+',
  minus: '-',
  up: '↑',
  down: '↓',
  right: '→',
  left: '←',
};

/**
 * The words of a language. One that has none here gets signs, and no words.
 * @param language a BCP 47 tag, valid or not. Default: English
 */
export function wordsOf(language = 'en'): Words {
  const [primary = ''] = language.toLowerCase().split('-');
  const known = Object.hasOwn(languages, primary) ? languages[primary] : undefined;
  const word = (name: WordName) => known?.[name] ?? '';
  const spaced = (mark: Mark) => (known === undefined ? (signs[mark] ?? '') : ` ${known[mark]} `);
  return {
    quote: word('quote'),
    footnote: word('footnote'),
    done: word('done'),
    toDo: word('toDo'),
    code: word('code'),
    block: word('block'),
    blockIn: word('blockIn'),
    ...(Object.fromEntries(marks.map((mark) => [mark, spaced(mark)])) as Record<Mark, string>),
    ...(Object.fromEntries(colours.map((colour) => [colour, word(colour)])) as Record<Colour, string>),
    country: (code) => countryIn(language, code),
    codeBlock: (code) => (code === undefined ? word('block') : word('blockIn').replace('{}', () => code)),
  };
}

const meanings: Record<string, Mark | 'toDo'> = {
  ...meaning('✅☑✔✓', 'check'),
  ...meaning('☐', 'toDo'),
  ...meaning('❌❎✖✗✘⛔🚫', 'cross'),
  ...meaning('➕', 'plus'),
  ...meaning('➖', 'minus'),
  ...meaning('⬆🔼▲🔺📈', 'up'),
  ...meaning('⬇🔽▼🔻📉', 'down'),
  ...meaning('➡', 'right'),
  ...meaning('⬅', 'left'),
  ...meaning('⚠', 'warning'),
};

function meaning<Meant>(characters: string, mark: Meant): Record<string, Meant> {
  return Object.fromEntries(Array.from(characters, (character) => [character, mark]));
}

/** Pictures of numbers and of what is done with them. */
const figures: Record<string, string> = { '🔟': '10', '➗': '÷' };
const mark = new RegExp(`[${Object.keys({ ...figures, ...meanings }).join('')}]\\ufe0f?`, 'gu');
/** Between numbers, the same sign is that of a multiplication. */
const times = /(?<=\d\s?)✖\ufe0f?(?=\s?\d)/gu;

/** A text with a word, or a sign, for each mark that means something. */
export function withMarksSaid(text: string, words: Words): string {
  return text.replaceAll(times, '×').replaceAll(mark, (found) => {
    const picture = found.replace('\ufe0f', '');
    const meant = meanings[picture];
    if (meant === undefined) return figures[picture] ?? found;
    return meant === 'toDo' ? announcement(words.toDo) || found : words[meant];
  });
}

const states = {
  ...meaning<Colour>('🔴🟥', 'red'),
  ...meaning<Colour>('🟠🟧', 'orange'),
  ...meaning<Colour>('🟡🟨', 'yellow'),
  ...meaning<Colour>('🟢🟩', 'green'),
};

/**
 * The meaning of pictures that stand alone, as in a cell of a table: a colour is a state, and a flag a country. Beside
 * words, they only repeat them.
 * @returns undefined if they mean nothing
 */
export function withPicturesSaid(text: string, words: Words): string | undefined {
  const said = Array.from(
    text.matchAll(/\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu),
    ([picture]) => {
      const colour = states[picture];
      return colour === undefined ? words.country(codeOfFlag(picture)) : words[colour];
    },
  );
  return said.filter(Boolean).join(', ') || undefined;
}

/** The letters of which a flag consists. */
function codeOfFlag(flag: string): string {
  const a = 0x1f1e6;
  return Array.from(flag, (letter) =>
    String.fromCodePoint(65 + (((letter.codePointAt(0) ?? a) - a + 26) % 26)),
  ).join('');
}

function countryIn(language: string, code: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** The announcement before a spoken block. */
export function announcement(word: string, about = ''): string {
  const said = `${word} ${about}`.trim();
  return said === '' ? '' : `${said}: `;
}
