import { readArguments } from '#contract/read-arguments.ts';
import type { Json } from '#engine/ports/model.ts';

/** One parsed line of a step. */
export type Directive =
  | { do: 'call'; name: string; args: { [key: string]: Json } }
  /** A call whose arguments are not a JSON object. Without a name, the model chooses the patch. */
  | { do: 'unparseable-call'; name: string | undefined; text: string }
  | { do: 'say'; text: string }
  | { do: 'sleep'; ms: number }
  | { do: 'fail'; times: number };

/** The arguments of a `/bad` call. */
export const BAD_ARGUMENTS = '{"unfinished": ';

/** The longest `/sleep`. */
export const MAX_SLEEP_MS = 10 * 60 * 1000;

const SEPARATOR = '---';

/**
 * Parses a message as a script: steps separated by a line `---`, each a list of directives.
 * - Lines end in LF, CRLF or CR. Blank lines, and blanks before a directive, are skipped.
 * - `/call <patch_key> [<JSON args>]`: the default arguments are `{}`. Arguments that are not a JSON object make an
 *   unparseable call.
 * - `/say [<text>]`: everything after the one blank behind `/say`.
 * - `/sleep <ms>` and `/fail <n>` accept digits only. A longer sleep is capped at {@link MAX_SLEEP_MS}.
 * - `/bad [<patch_key>]`: an unparseable call.
 * - Any other line is answered with `Not understood: <line>`, so that a typo shows.
 * @returns the steps, or `undefined` if the first line is not a directive: the message is then plain text
 */
export function parseScript(message: string): Directive[][] | undefined {
  const lines = message
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimStart())
    .filter((line) => line !== '');
  const [first] = lines;
  if (first === undefined || parseDirective(first) === undefined) return undefined;

  const steps: Directive[][] = [[]];
  for (const line of lines) {
    if (line.trimEnd() === SEPARATOR) steps.push([]);
    else steps.at(-1)?.push(parseDirective(line) ?? { do: 'say', text: `Not understood: ${line}` });
  }
  return steps;
}

function parseDirective(line: string): Directive | undefined {
  const [, word = '', rest = ''] = /^(\/[a-z]+)(?:\s(.*))?$/s.exec(line) ?? [];
  switch (word) {
    case '/call':
      return parseCall(rest.trim());
    case '/say':
      return { do: 'say', text: rest };
    case '/sleep':
      return isDigits(rest) ? { do: 'sleep', ms: Math.min(Number(rest), MAX_SLEEP_MS) } : undefined;
    case '/fail':
      return isDigits(rest) ? { do: 'fail', times: Number(rest) } : undefined;
    case '/bad':
      return /\s/.test(rest.trim())
        ? undefined
        : { do: 'unparseable-call', name: rest.trim() || undefined, text: BAD_ARGUMENTS };
    default:
      return undefined;
  }
}

function parseCall(rest: string): Directive | undefined {
  const [, name, json = ''] = /^(\S+)(?:\s+(.*))?$/s.exec(rest) ?? [];
  if (name === undefined) return undefined;
  const read = readArguments(json);
  return 'args' in read
    ? { do: 'call', name, args: read.args as { [key: string]: Json } }
    : { do: 'unparseable-call', name, text: json };
}

function isDigits(text: string): boolean {
  return /^\d+\s*$/.test(text);
}
