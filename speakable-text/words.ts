/** What is said of marks and blocks that are no words themselves. */
export interface Words {
  quote: string;
  footnote: string;
  done: string;
  toDo: string;
  code: string;
  /** @param language of the code, if it is known */
  codeBlock: (language: string | undefined) => string;
  /** By what a mark means. */
  marks: Record<Mark, string>;
}

export type Mark = 'check' | 'cross' | 'plus' | 'minus' | 'up' | 'down' | 'right' | 'left' | 'warning';

const words: Record<string, Words> & { en: Words } = {
  en: {
    quote: 'Quote',
    footnote: 'Footnote',
    done: 'Done',
    toDo: 'To do',
    code: 'Code',
    codeBlock: (language) => `A block of code${language === undefined ? '' : ` in ${language}`}.`,
    marks: marks('check mark, cross mark, plus, minus, up, down, right, left, warning'),
  },
  de: {
    quote: 'Zitat',
    footnote: 'Fußnote',
    done: 'Erledigt',
    toDo: 'Offen',
    code: 'Code',
    codeBlock: (language) => `Ein Abschnitt Code${language === undefined ? '' : ` in ${language}`}.`,
    marks: marks('Häkchen, Kreuz, plus, minus, aufwärts, abwärts, rechts, links, Achtung'),
  },
  fr: {
    quote: 'Citation',
    footnote: 'Note',
    done: 'Fait',
    toDo: 'À faire',
    code: 'Code',
    codeBlock: (language) => `Un bloc de code${language === undefined ? '' : ` en ${language}`}.`,
    marks: marks('coche, croix, plus, moins, vers le haut, vers le bas, à droite, à gauche, attention'),
  },
  es: {
    quote: 'Cita',
    footnote: 'Nota',
    done: 'Hecho',
    toDo: 'Pendiente',
    code: 'Código',
    codeBlock: (language) => `Un bloque de código${language === undefined ? '' : ` en ${language}`}.`,
    marks: marks('marca de verificación, cruz, más, menos, arriba, abajo, derecha, izquierda, atención'),
  },
};

function marks(list: string): Words['marks'] {
  const [
    check = '',
    cross = '',
    plus = '',
    minus = '',
    up = '',
    down = '',
    right = '',
    left = '',
    warning = '',
  ] = list.split(', ');
  return { check, cross, plus, minus, up, down, right, left, warning };
}

/**
 * The words of a language; English for one that has none here.
 * @param language a BCP 47 tag, valid or not
 */
export function wordsOf(language = 'en'): Words {
  const [primary = ''] = language.toLowerCase().split('-');
  return (Object.hasOwn(words, primary) ? words[primary] : undefined) ?? words.en;
}

const meanings: Record<string, Mark> = {
  ...meaning('✅☑✔', 'check'),
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

/** A text with a word for each mark that means something. */
export function withMarksSaid(text: string, { marks: said }: Words): string {
  return text.replaceAll(mark, (found) => {
    const meant = meanings[found.replace('\ufe0f', '')];
    return meant === undefined ? found : ` ${said[meant]} `;
  });
}
