import { isJsonObject, parseJson } from '#contract/json.ts';

const longest = 200;
const shown: Record<string, string> = { warn: 'warning:', error: 'error:', fatal: 'error:' };

/** A line of the service's log as the terminal shows it; undefined if it is not worth showing. */
export function briefLine(line: string): string | undefined {
  const entry = parseJson(line);
  // A line that is not a log entry is unexpected: a crash, or a warning of the runtime.
  if (!isJsonObject(entry)) return line.trim() === '' ? undefined : line.slice(0, longest);
  const kind = shown[String(entry['level'])];
  if (kind === undefined) return undefined;
  const cause = (entry['err'] as { message?: string } | undefined)?.message;
  const words = [kind, entry['msg'], cause && `(${cause})`];
  return words.filter(Boolean).join(' ').slice(0, longest);
}
