import { languages, type WordName } from './languages.ts';

/** What is said of marks and blocks that are no words themselves. Empty where a language has no word for it here. */
export interface Words extends Record<WordName, string> {
  /** @param language of the code, if it is known */
  codeBlock: (language: string | undefined) => string;
}

type Mark = (typeof marks)[number];
const marks = ['check', 'cross', 'plus', 'minus', 'up', 'down', 'right', 'left', 'warning'] as const;

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
    codeBlock: (code) => (code === undefined ? word('block') : word('blockIn').replace('{}', () => code)),
  };
}

const meanings: Record<string, Mark> = {
  ...meaning('✅☑✔✓', 'check'),
  ...meaning('❌❎✖✗✘', 'cross'),
  ...meaning('➕', 'plus'),
  ...meaning('➖', 'minus'),
  ...meaning('⬆🔼▲', 'up'),
  ...meaning('⬇🔽▼', 'down'),
  ...meaning('➡', 'right'),
  ...meaning('⬅', 'left'),
  ...meaning('⚠', 'warning'),
};

function meaning(characters: string, mark: Mark): Record<string, Mark> {
  return Object.fromEntries(Array.from(characters, (character) => [character, mark]));
}

const mark = new RegExp(`[${Object.keys(meanings).join('')}]\\ufe0f?`, 'gu');

/** A text with a word, or a sign, for each mark that means something. */
export function withMarksSaid(text: string, words: Words): string {
  return text.replaceAll(mark, (found) => {
    const meant = meanings[found.replace('\ufe0f', '')];
    return meant === undefined ? found : words[meant];
  });
}

/** What is announced, before what is said of it. */
export function announcement(word: string, about = ''): string {
  const said = `${word} ${about}`.trim();
  return said === '' ? '' : `${said}: `;
}
