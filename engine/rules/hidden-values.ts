import type { JsonObject } from '#contract/json.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { redacted } from '#patches/redact.ts';
import type { Redactable } from './redacted-payload.ts';
import { redactedArgs, redactedDetail, redactedResult } from './redaction.ts';
import { TextReplacements } from './text-replacements.ts';

/** Shorter values are not searched for, because they would hide parts of ordinary words, dates and amounts. */
export const shortestHidden = 6;
/** Longer values are searched for in pieces, so that the work at each position of a text is bounded. */
const pieceLength = 128;
/** The last piece is at least so long: a shorter one may be an ordinary word. */
const shortestPiece = 64;

/**
 * The values that the patch of a call redacts in it, as the model may repeat them: texts and numbers, also as they are
 * written in JSON. Too short ones are left out. Values come one by one, and perhaps repeatedly, because a result can
 * have a hundred thousand: the caller lets others work in between, and takes no more than it searches for.
 */
export function* hiddenValuesOf(call: Redactable): Generator<string, void> {
  const { redact, args, result, decision, outcome } = call;
  if (redact === undefined) return;
  const sent: JsonObject = fromJsonText(args);
  yield* hiddenIn(sent, redactedArgs(call, sent));
  const answered: JsonObject | undefined = result === undefined ? undefined : fromJsonText(result);
  if (answered !== undefined) yield* hiddenIn(answered, redactedResult(call, answered));
  // An outcome that was reported after the end of its run is not in the result.
  for (const detail of [decision?.detail, outcome?.detail]) {
    if (detail !== undefined) yield* hiddenIn(fromJsonText(detail), redactedDetail(call, detail));
  }
}

/** An object or a list through which the walk has not come yet. */
interface Open {
  value: Record<string, unknown>;
  shown: Record<string, unknown> | undefined;
  names: Iterator<string | number>;
}

/**
 * Walks a value together with what is shown of it, to the texts and numbers that are not. Between any two of them it takes
 * few steps if nothing is hidden in most of the value, because what is shown as it is is the same object.
 */
function* hiddenIn(whole: object, shownWhole: object | undefined): Generator<string, void> {
  const path = [openUp(whole, shownWhole)];
  for (let inner = path.at(-1); inner !== undefined; inner = path.at(-1)) {
    const { value: name, done } = inner.names.next();
    if (done === true) {
      path.pop();
      continue;
    }
    const value = inner.value[name];
    const shown = inner.shown === undefined ? redacted : inner.shown[name];
    if (value === shown) continue;
    if (typeof value === 'string') yield* formsOf(value.trim());
    else if (typeof value === 'number') yield* formsOf(String(value));
    else if (typeof value === 'object' && value !== null) path.push(openUp(value, shown));
  }
}

function openUp(value: object, shown: unknown): Open {
  return {
    value: value as Open['value'],
    shown: typeof shown === 'object' && shown !== null ? (shown as Open['value']) : undefined,
    names: Array.isArray(value) ? value.keys() : Object.keys(value).values(),
  };
}

function formsOf(value: string): string[] {
  if (value.length < shortestHidden) return [];
  const escaped = JSON.stringify(value).slice(1, -1);
  return (escaped === value ? [value] : [value, escaped]).flatMap(piecesOf);
}

/** Pieces of one length, so that they also follow one another in a repetitive text. None ends within a character. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start >= pieceLength + shortestPiece) {
    const last = text.charCodeAt(start + pieceLength - 1);
    const end = start + pieceLength - (last >= 0xd8_00 && last <= 0xdb_ff ? 1 : 0);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

/** Strikes values from what a model says (patch.redact.repeated). The model itself is shown them. */
export class HiddenValues {
  readonly #replacements: TextReplacements;
  constructor(values: Iterable<string>) {
    const long = [...values].filter((value) => value.length >= shortestHidden);
    this.#replacements = new TextReplacements(long.map((value) => [value, redacted] as const));
  }

  get empty(): boolean {
    return this.#replacements.empty;
  }

  strike(text: string): string {
    return this.#replacements.replaceIn(text);
  }

  /** Strikes values from a text that arrives in pieces, also if they are split. */
  stream(): StruckStream {
    return new StruckStream((text, complete) => this.#strikeBeginning(text, complete));
  }

  /** Separates the part of a continuing text that can be shown from an end that may begin a value. */
  #strikeBeginning(text: string, complete: boolean): [shown: string, held: string] {
    if (this.empty) return [text, ''];
    let shown = '';
    let copied = 0;
    let at = 0;
    while (at < text.length) {
      if (!complete && this.#replacements.mayBeginAt(text, at)) break;
      const found = this.#replacements.at(text, at);
      if (found === undefined) at += 1;
      else {
        const [hidden, instead] = found;
        shown += text.slice(copied, at) + instead;
        at += hidden.length;
        copied = at;
      }
    }
    return [shown + text.slice(copied, at), text.slice(at)];
  }
}

/** Withholds the end of a text for as long as it may be the beginning of a value. */
export class StruckStream {
  readonly #strike: (text: string, complete: boolean) => [shown: string, held: string];
  #held = '';

  constructor(strike: (text: string, complete: boolean) => [shown: string, held: string]) {
    this.#strike = strike;
  }

  /** @returns what can be shown now */
  add(text: string): string {
    const [shown, held] = this.#strike(this.#held + text, false);
    this.#held = held;
    return shown;
  }

  /** The text is complete. @returns what was withheld */
  end(): string {
    const [shown] = this.#strike(this.#held, true);
    this.#held = '';
    return shown;
  }
}
