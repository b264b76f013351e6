import {
  type Collapsed,
  collapse,
  LinePart,
  lineCharacters,
  shownLine,
  shownText,
} from '#contract/words/shown-line.ts';

/** How many units of a text may be needed to fill a line. */
const keptUnits = 2 * lineCharacters;
/** A shorter text is searched as fast as it is looked up. */
const shortText = 256;

/**
 * Values within one object as parts of lines: texts as they are, null and what is not there as nothing, and anything else as
 * compact JSON. Names and pointers may lead into one another: each part of the object is looked at once, however many of them lead
 * through it.
 */
export class ShownValues {
  readonly #parts = new Map<unknown, LinePart>();
  readonly #json = new Map<unknown, Collapsed>();

  partOf(value: unknown): LinePart {
    const known = this.#parts.get(value);
    if (known !== undefined) return known;
    const part = new LinePart(this.#textOf(value));
    this.#parts.set(value, part);
    return part;
  }

  #textOf(value: unknown): string | Collapsed {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : this.#jsonOf(value);
  }

  /** The JSON of a value, as `JSON.stringify` writes it. */
  #jsonOf(value: unknown): Collapsed {
    if (typeof value === 'string' && value.length < shortText) return scalar(value);
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return scalar(value);
    const known = this.#json.get(value);
    if (known !== undefined) return known;
    const json = typeof value === 'string' ? scalar(value) : this.#composed(value);
    this.#json.set(value, json);
    return json;
  }

  /** No run of white space continues from one part to the next: texts have quotes. */
  #composed(value: object): Collapsed {
    const all = { start: '', length: 0, endsInSpace: false };
    const add = ({ start, length }: Pick<Collapsed, 'start' | 'length'>) => {
      if (all.start.length < keptUnits) all.start += start;
      all.length += length;
    };
    const mark = (start: string) => add({ start, length: start.length });
    const isList = Array.isArray(value);
    mark(isList ? '[' : '{');
    let isFirst = true;
    for (const [name, member] of Object.entries(value)) {
      if (!isFirst) mark(',');
      isFirst = false;
      if (!isList) {
        add(this.#jsonOf(name));
        mark(':');
      }
      add(this.#jsonOf(member));
    }
    mark(isList ? ']' : '}');
    return all;
  }
}

function scalar(value: unknown): Collapsed {
  return collapse(JSON.stringify(value), keptUnits);
}

/** A value in a line: a text as it is, and anything else as JSON: a number keeps the digits and the exponent with which it is sent. */
export function shownValue(values: ShownValues, value: unknown): string {
  const { text } = shownLine([values.partOf(value)]);
  // A value without anything to see would look like one that is not there.
  return text === '' ? shownText(JSON.stringify(value)) : text;
}
