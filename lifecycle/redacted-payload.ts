import { redacted } from '#patches/redact.ts';

/** What stands in place of what may not be shown, by its JSON text. */
export type Replacements = ReadonlyMap<string, unknown>;

/** So many characters are looked at for each of a payload: more than any but one that is made to cost. */
const looksPerCharacter = 16;
/** What hidden objects begin with is looked up first: so much of it, or less where one is shorter. */
const prefixCharacters = 8;

/**
 * A copy of a payload in which the replacements stand wherever what they hide does: as a value, as a text, or as JSON
 * text within one. The cost is linear in the payload, whatever is in it: what would take longer is hidden as a whole.
 * @param objects what is hidden in place of JSON objects, by their compact text
 * @param texts other texts to hide
 */
export function replaceHidden(payload: unknown, objects: Replacements, texts: ReadonlySet<string>): unknown {
  return new Replacing(objects, texts, JSON.stringify(payload).length).replaced(payload);
}

class Replacing {
  readonly #objects: Replacements;
  readonly #texts: ReadonlySet<string>;
  readonly #lengths: Set<number>;
  readonly #longest: number;
  readonly #prefixes: Set<string>;
  readonly #prefix: number;
  #looksLeft: number;

  constructor(objects: Replacements, texts: ReadonlySet<string>, characters: number) {
    this.#objects = objects;
    this.#texts = texts;
    const hidden = [...objects.keys()];
    this.#lengths = new Set(hidden.map(({ length }) => length));
    this.#longest = hidden.reduce((longest, { length }) => Math.max(longest, length), 0);
    this.#prefix = hidden.reduce((shortest, { length }) => Math.min(shortest, length), prefixCharacters);
    this.#prefixes = new Set(hidden.map((text) => text.slice(0, this.#prefix)));
    this.#looksLeft = characters * looksPerCharacter;
  }

  replaced(value: unknown): unknown {
    return this.#inValue(value).value;
  }

  /** With the length of the compact text of what it was. */
  #inValue(value: unknown): { value: unknown; length: number } {
    if (typeof value === 'string')
      return { value: this.#inText(value), length: JSON.stringify(value).length };
    if (typeof value !== 'object' || value === null) {
      return { value, length: (JSON.stringify(value) as string | undefined)?.length ?? 0 };
    }
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#inValue(item));
      const length = items.reduce((sum, item) => sum + item.length + 1, 1);
      return { value: items.map((item) => item.value), length: Math.max(2, length) };
    }
    // Members without a value have no text.
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const inner = members.map(([name, member]) => ({ name, ...this.#inValue(member) }));
    const sum = inner.reduce(
      (total, { name, length }) => total + JSON.stringify(name).length + length + 2,
      1,
    );
    const length = Math.max(2, sum);
    const whole = this.#whole(value, length);
    return whole ?? { value: Object.fromEntries(inner.map((each) => [each.name, each.value])), length };
  }

  #whole(value: object, length: number): { value: unknown; length: number } | undefined {
    if (!this.#lengths.has(length)) return undefined;
    if (!this.#look(length)) return { value: redacted, length };
    const text = JSON.stringify(value);
    return this.#objects.has(text) ? { value: this.#objects.get(text), length } : undefined;
  }

  #inText(text: string): string {
    if (this.#texts.has(text)) return redacted;
    let shown = '';
    let done = 0;
    for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
      if (!this.#prefixes.has(text.slice(at, at + this.#prefix))) continue;
      const end = this.#endOfObject(text, at);
      if (end === 'too long') return redacted;
      if (end === undefined || !this.#lengths.has(end - at)) continue;
      const hidden = text.slice(at, end);
      if (!this.#objects.has(hidden)) continue;
      shown += text.slice(done, at) + JSON.stringify(this.#objects.get(hidden));
      done = end;
      at = end - 1;
    }
    return this.#withoutTexts(shown + text.slice(done));
  }

  #withoutTexts(text: string): string {
    let rest = text;
    for (const hidden of this.#texts) {
      // The engine looks for a text many times as fast as this does for objects.
      if (!this.#look(Math.ceil(rest.length / 64))) return redacted;
      rest = rest.replaceAll(hidden, () => redacted);
    }
    return rest;
  }

  /** Where the JSON object that begins here ends; undefined when none does that could be hidden. */
  #endOfObject(text: string, start: number): number | undefined | 'too long' {
    let depth = 0;
    let inString = false;
    const last = Math.min(text.length, start + this.#longest);
    for (let at = start; at < last; at += 1) {
      if (!this.#look(1)) return 'too long';
      const character = text.charCodeAt(at);
      if (inString) {
        if (character === backslash) at += 1;
        else if (character === quote) inString = false;
      } else if (character === quote) inString = true;
      else if (character === open) depth += 1;
      else if (character === close) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return undefined;
  }

  #look(characters: number): boolean {
    this.#looksLeft -= characters;
    return this.#looksLeft >= 0;
  }
}

const backslash = 0x5c;
const quote = 0x22;
const open = 0x7b;
const close = 0x7d;
