import type { JsonObject } from '#contract/json.ts';
import { endOfText, fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import { redacted } from '#patches/redact.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { redactedArgs, redactedDetail, redactedResult } from './redaction.ts';
import { resultForModel, withLateOutcome } from './result-for-model.ts';
import { type Effort, type Replacement, TextReplacements } from './text-replacements.ts';

/** The parts of a call that may not be shown everywhere. */
export type Redactable = Pick<ToolCallDocument, 'args' | 'redact'> &
  Pick<ToolCallDocument, 'result' | 'error' | 'approvals' | 'decision'> &
  Partial<Pick<ToolCallDocument, 'status' | 'outcome'>> & {
    /** The model's output, if it could not be parsed: no pointer reaches into it. */
    unparsed?: string;
  };

/** How deeply strings inside strings are examined, such as arguments as text and the text in them. */
const deepestText = 4;
/** How many characters are compared at most. A repetitive text might otherwise be compared in full at every position. */
const mostCompared = 64 * 1024 * 1024;
/** Text that looks like JSON but is none takes about as long as comparing so many characters. */
const failedParse = 8 * 1024;
/** `JSON.stringify` may need this many times the characters that a provider does: 0.000001 for 1e-6. */
const spelledOut = 8;
/** Others may work after so many characters of a payload. */
const charactersAtOnce = 64 * 1024;
/** Unparsed text of the model is also hidden inside other strings if it is at least this long. */
const recognizable = 8;

/**
 * A model's payload as a trace may show it: wherever it contains the arguments or the result of a call, as a value, as
 * JSON text or inside a string, they are replaced by their redacted form. Takes one pass over the payload's JSON text.
 * If that would take too long, the result is `{truncated: true, characters}`.
 *
 * A generator of steps: the caller may let others work between two of them.
 */
export function* redactedPayload<Payload>(
  payload: JsonText<Payload>,
  calls: Redactable[],
): Generator<void, JsonText<Payload>> {
  const effort = { left: mostCompared };
  // Longer arguments and results cannot be in the payload.
  const most = payload.length * spelledOut;
  const redacting = calls.filter(({ redact }) => redact !== undefined);
  const objects: Replacement[] = [];
  for (const call of redacting) {
    if (call.args.length <= most) objects.push(...replacedArgs(call));
    if ((call.result?.length ?? 0) <= most) objects.push(...replacedResult(call));
    yield;
  }
  const hidden = new HiddenOfCalls(redacting, objects, effort);
  yield;
  const shown = yield* hidden.replaceIn(payload);
  return (
    effort.left < 0 ? toJsonText({ truncated: true, characters: payload.length }) : shown
  ) as JsonText<Payload>;
}

class HiddenOfCalls {
  /** JSON objects; their replacements are objects too. */
  readonly #objects: TextReplacements;
  readonly #texts: TextReplacements;
  readonly #unparsed: ReadonlySet<string>;
  readonly #shortest: number;
  readonly #effort: Effort;

  /** @param objects what takes the place of their arguments and results */
  constructor(calls: Redactable[], objects: readonly Replacement[], effort: Effort) {
    this.#effort = effort;
    const needed = objects.filter(([hidden, shown]) => hidden !== shown);
    this.#unparsed = new Set(calls.flatMap(unparsedOf));
    const long = [...this.#unparsed].filter((text) => text.length >= recognizable);
    this.#objects = new TextReplacements(needed, effort);
    this.#texts = new TextReplacements([...long.map((text) => [text, redacted] as const), ...needed], effort);
    const all = [...needed.map(([hidden]) => hidden), ...this.#unparsed];
    this.#shortest = all.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  }

  /**
   * @param json as `JSON.stringify` writes it
   * @param depth how many strings it is nested in
   */
  *replaceIn(json: string, depth = 0): Generator<void, string> {
    if (this.#shortest === Number.POSITIVE_INFINITY) return json;
    let result = '';
    let copied = 0;
    let rested = 0;
    const token = /["{]/g;
    for (let found = token.exec(json); found !== null; found = token.exec(json)) {
      const start = found.index;
      const [end, shown] =
        json[start] === '{' ? this.#object(json, start) : yield* this.#text(json, start, depth);
      token.lastIndex = end;
      if (end - rested > charactersAtOnce) {
        rested = end;
        yield;
      }
      if (shown === undefined) continue;
      result += json.slice(copied, start) + shown;
      copied = end;
    }
    return copied === 0 ? json : result + json.slice(copied);
  }

  /** The end of the token that begins here, and its replacement, if there is one. */
  #object(json: string, start: number): [end: number, shown?: string] {
    const found = this.#objects.at(json, start);
    return found === undefined ? [start + 1] : [start + found[0].length, found[1]];
  }

  *#text(json: string, start: number, depth: number): Generator<void, [end: number, shown?: string]> {
    const end = endOfText(json, start);
    // Escaping never makes a string shorter.
    if (end - start - 2 < this.#shortest) return [end];
    const text = JSON.parse(json.slice(start, end)) as string;
    const isName = json[end] === ':';
    const shown = isName ? yield* this.#texts.replacingIn(text) : yield* this.#shown(text, depth);
    return shown === text ? [end] : [end, JSON.stringify(shown)];
  }

  *#shown(text: string, depth: number): Generator<void, string> {
    if (this.#unparsed.has(text)) return redacted;
    // A provider formats a call's arguments with its own white space and escapes.
    const json = depth < deepestText ? this.#compactJson(text) : undefined;
    const shown = json === undefined ? json : yield* this.replaceIn(json, depth + 1);
    return shown === json || shown === undefined ? yield* this.#texts.replacingIn(text) : shown;
  }

  /** A string that is the JSON of an object or a list, as `JSON.stringify` writes it; undefined for any other string. */
  #compactJson(text: string): string | undefined {
    if (this.#effort.left < 0 || !/^\s*[{[]/.test(text)) return undefined;
    try {
      return JSON.stringify(JSON.parse(text));
    } catch {
      this.#effort.left -= failedParse;
      return undefined;
    }
  }
}

function replacedArgs(call: Redactable): Replacement[] {
  return (call.redact?.args ?? []).length === 0 ? [] : [[call.args, JSON.stringify(redactedArgs(call))]];
}

/** The model gets a result as it is, with the comment of the approver, or with an outcome that was reported later. */
function replacedResult(call: Redactable): Replacement[] {
  if (call.result === undefined || (call.redact?.result ?? []).length === 0) return [];
  const shown = redactedResult(call);
  return [
    [JSON.stringify(resultForModel(call)), JSON.stringify(resultForModel(call, shown))],
    [call.result, JSON.stringify(shown)],
    ...replacedOutcome(call, shown),
  ];
}

function replacedOutcome(call: Redactable, shown: JsonObject = {}): Replacement[] {
  const { outcome, result } = call;
  const late = result === undefined ? undefined : withLateOutcome(call, fromJsonText(result));
  if (late === undefined || outcome?.detail === undefined) return [];
  const redactedToo = withLateOutcome(call, shown, redactedDetail(call, outcome.detail));
  return [[JSON.stringify(late), JSON.stringify(redactedToo)]];
}

function unparsedOf({ redact, unparsed = '' }: Redactable): string[] {
  return unparsed === '' || (redact?.args ?? []).length === 0 ? [] : [unparsed];
}
