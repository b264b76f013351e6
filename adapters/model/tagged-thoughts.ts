/** Tags that models put around their reasoning, where their server leaves it in the text. */
const tags = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<mm:think>', '</mm:think>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
] as const;
const closings = tags.map(([, closing]) => closing);

/** An answer that begins with more white space begins with no thought. */
const mostBlanks = 4096;
/** No more is held of an answer. */
const mostHeld = 256 * 1024;

/** A piece of an answer. */
export interface Piece {
  type: 'text' | 'thought';
  text: string;
}

/**
 * How to treat text before a closing tag without an opening one: some templates write the opening one into the prompt.
 */
export type Unopened =
  /** It is text. */
  | 'text'
  /** It is a thought, for which all text is held until its end is known. */
  | 'held'
  /** It is reasoning, but was already shown as text: `end` reports it. */
  | 'noticed';

/**
 * Separates the reasoning at the beginning of an answer from its text. Tags within the text, such as in an example of
 * code, are left alone. Reasoning that is not closed lasts until the end.
 */
export class TaggedThoughts {
  readonly #unopened: Unopened;
  #state: 'start' | 'thought' | 'after' | 'text' = 'start';
  #closing = '';
  #held = '';
  /** Up to where what is held was searched for a closing tag, and whether that is within backticks. */
  #searched = 0;
  #inCode = false;
  /** A closing tag came that nothing had opened. */
  #foundUnopened = false;

  constructor(unopened: Unopened) {
    this.#unopened = unopened;
  }

  /** Whether a thought came without its opening tag. */
  get foundUnopened(): boolean {
    return this.#foundUnopened;
  }

  /** The pieces that another part of the answer completes. */
  add(text: string): Piece[] {
    this.#held += text;
    const pieces: Piece[] = [];
    for (let goesOn = true; goesOn;) goesOn = this.#step(pieces);
    return pieces;
  }

  /** The rest. */
  end(): Piece[] {
    const text = this.#state === 'after' ? this.#held.trimStart() : this.#held;
    this.#held = '';
    this.#searched = 0;
    return text === '' ? [] : [{ type: this.#state === 'thought' ? 'thought' : 'text', text }];
  }

  /** @returns whether there may be more to tell of what is held */
  #step(pieces: Piece[]): boolean {
    switch (this.#state) {
      case 'start':
      case 'after':
        return this.#atBeginning();
      case 'thought': {
        const at = this.#held.indexOf(this.#closing);
        if (at === -1) {
          this.#tell(pieces, 'thought', this.#held.length - overlap(this.#held, [this.#closing]));
          return false;
        }
        this.#tell(pieces, 'thought', at);
        this.#held = this.#held.slice(this.#closing.length);
        this.#state = 'after';
        return true;
      }
      case 'text':
        return this.#inText(pieces);
    }
  }

  #atBeginning(): boolean {
    const rest = this.#held.trimStart();
    const found = tags.find(([opening]) => rest.startsWith(opening));
    if (found !== undefined) {
      this.#held = rest.slice(found[0].length);
      this.#closing = found[1];
      this.#state = 'thought';
      return true;
    }
    if (this.#held.length < mostBlanks && tags.some(([opening]) => opening.startsWith(rest))) return false;
    if (this.#state === 'after') this.#held = rest;
    this.#state = 'text';
    return true;
  }

  #inText(pieces: Piece[]): boolean {
    if (this.#unopened === 'text' || this.#foundUnopened) {
      this.#tell(pieces, 'text', this.#held.length);
      return false;
    }
    const found = this.#unopenedEnd();
    if (found === undefined) {
      if (this.#unopened === 'noticed') this.#tell(pieces, 'text', this.#searched);
      else if (this.#held.length > mostHeld) this.#tell(pieces, 'text', this.#held.length);
      return false;
    }
    this.#foundUnopened = true;
    this.#tell(pieces, this.#unopened === 'held' ? 'thought' : 'text', found.at);
    this.#held = this.#held.slice(found.tag.length);
    this.#state = 'after';
    return true;
  }

  /** The next closing tag outside of code. */
  #unopenedEnd(): { at: number; tag: string } | undefined {
    const held = this.#held;
    tokens.lastIndex = this.#searched;
    for (let found = tokens.exec(held); found !== null; found = tokens.exec(held)) {
      const { 0: token, index: at } = found;
      const isCode = token.startsWith('`');
      if (!isCode && !this.#inCode) return { at, tag: token };
      // More backticks may follow.
      if (isCode && tokens.lastIndex === held.length) return undefined;
      if (isCode) this.#inCode = !this.#inCode;
      this.#searched = tokens.lastIndex;
    }
    this.#searched = Math.max(this.#searched, held.length - overlap(held, closings));
    return undefined;
  }

  #tell(pieces: Piece[], type: Piece['type'], length: number): void {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#searched = Math.max(0, this.#searched - length);
    if (text !== '') pieces.push({ type, text });
  }
}

/** Closing tags, and what begins and ends code. */
const tokens = new RegExp(
  ['`+', ...closings.map((tag) => tag.replaceAll(/[[\]]/g, String.raw`\$&`))].join('|'),
  'g',
);

/** How much of the end of a text may be the beginning of one of these. */
function overlap(text: string, wanted: readonly string[]): number {
  const longest = Math.max(...wanted.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (wanted.some((each) => each.startsWith(end))) return length;
  }
  return 0;
}
