/** The effect of an HTML tag on the text around it. */
type Effect =
  | 'nothing'
  /** Begins another line, or another block. */
  | 'break'
  | 'block'
  /** The content of the element is not spoken: it is for machines, or was struck out, as an old price. */
  | 'silent'
  /** The content of the element is above or below the line. */
  | 'super'
  | 'sub'
  /** It is no tag, but a comparison or a placeholder. */
  | 'text';

interface Tag {
  name: string;
  effect: Effect;
  isEnd: boolean;
}

const effects = new Map<string, Effect>([
  ...named('silent', 'del s script strike style template'),
  ...named('super', 'sup'),
  ...named('sub', 'sub'),
  ...named('break', 'br'),
  ...named(
    'block',
    'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
      'header hr li main nav ol p pre section summary table tbody tfoot thead tr ul',
  ),
  ...named(
    'nothing',
    'a abbr b bdi bdo big button cite code data dfn em font i img input ins kbd label mark meter picture q samp small ' +
      'source span strong td th time tt u var wbr',
  ),
]);

function named(effect: Effect, names: string): [string, Effect][] {
  return names.split(' ').map((name) => [name, effect]);
}

/** Reads a tag. `a <b and c> d` has none, because attributes have values, and `<IBAN>` is to be filled in. */
function readTag(source: string): Tag {
  const [, slash = '', written = '', attributes = ''] =
    /^<(\/?)([a-z][\w:-]*)([^]*?)\/?>$/i.exec(source) ?? [];
  const name = written.toLowerCase();
  const rest = attributes.replaceAll(/[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+)/g, '').trim();
  const isTag = rest === '' || /^(?:checked|disabled|hidden|open|reversed)$/i.test(rest);
  const known = isTag ? effects.get(name) : undefined;
  // Comments, and elements of which nothing is known.
  const isIgnored = name === '' || slash !== '' || attributes.includes('=');
  return { name, effect: known ?? (isIgnored ? 'nothing' : 'text'), isEnd: slash !== '' };
}

interface OpenElement extends Tag {
  /** The block in which it began, and what was said there before. */
  at: number;
  before: string;
}

/** The spoken form of texts and tags, added as they come. */
export class TaggedText {
  #blocks: string[] = [''];
  readonly #open: OpenElement[] = [];

  text(text: string): void {
    this.#blocks.push((this.#blocks.pop() ?? '') + text);
  }

  tag(source: string): void {
    const tag = readTag(source);
    if (tag.effect === 'text') this.text(source);
    if (tag.effect === 'break') this.text('\n');
    if (tag.name === 'img') this.text(apart(descriptionIn(source)));
    if (isCell(tag)) this.#endCell();
    if (tag.effect === 'block') this.#blocks.push('');
    if (!['silent', 'super', 'sub'].includes(tag.effect)) return;
    if (tag.isEnd) this.#close(this.#open.findLastIndex(({ name }) => name === tag.name));
    else {
      this.#open.push({ ...tag, at: this.#blocks.length - 1, before: this.#blocks.pop() ?? '' });
      this.#blocks.push('');
    }
  }

  /** A cell begins. The one before it may have no end tag. */
  #endCell(): void {
    const said = (this.#blocks.pop() ?? '').trimEnd();
    this.#blocks.push(said === '' || said.endsWith('\n') ? said : `${said}; `);
  }

  /** Ends the text. The content of an unclosed element is spoken, unless it is for machines. */
  blocks(): string[] {
    while (this.#open.length > 0) this.#close(this.#open.length - 1, false);
    return this.#blocks;
  }

  #close(index: number, isClosed = true): void {
    const element = this.#open[index];
    if (element === undefined) return;
    this.#open.splice(index);
    const { name, effect, at, before } = element;
    const inside = this.#blocks.slice(at).join('\n');
    const isSaid = effect !== 'silent' || (!isClosed && !['script', 'style', 'template'].includes(name));
    this.#blocks = [
      ...this.#blocks.slice(0, at),
      before + (isSaid ? offTheLine(inside, effect, before) : ' '),
    ];
  }
}

function isCell({ name, isEnd }: Tag): boolean {
  return (name === 'td' || name === 'th') && !isEnd;
}

/** A text that keeps the numbers on both sides of it two. */
export function apart(text: string): string {
  return ` ${text} `;
}

/** The spoken form of an image. */
function descriptionIn(source: string): string {
  const [, double, single] = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(source) ?? [];
  return double ?? single ?? '';
}

/** 10³ is not 103, and 10^2n is not 102n. */
function offTheLine(text: string, effect: Effect, before: string): string {
  if (effect !== 'super' && effect !== 'sub') return text;
  if (!/^\s*-?\d{1,20}\s*$/.test(text)) {
    const joins = /\d$/.test(before) && /^\d/.test(text);
    return joins ? `${effect === 'super' ? '^' : '_'}${text}` : text;
  }
  const signs = effect === 'super' ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁻' : '₀₁₂₃₄₅₆₇₈₉₋';
  return text.trim().replaceAll(/[-\d]/g, (sign) => signs.charAt('0123456789-'.indexOf(sign)));
}
