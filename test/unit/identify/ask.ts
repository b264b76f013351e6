import type { DirectoryRow } from '#contract/directory.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { type Identification, readInquiry } from '#identify/identify.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';

/** The built-in tables, loaded once a test file. */
export const data = await loadIdentifyData(allTables);

/** Why a body is 422 `invalid_request`: the fields at fault. */
export interface Refused {
  refused: string[];
}

/** The answer of `POST /v1/identify` to a body, without HTTP. `rows` are those of imported directories. */
export function ask(body: unknown, rows?: DirectoryRow[]): Identification | Refused {
  const parsed = IdentifyRequest.safeParse(body);
  if (!parsed.success) return { refused: parsed.error.issues.map(({ path }) => path.join('.')) };
  const inquiry = readInquiry(parsed.data, data);
  return 'malformed' in inquiry ? { refused: [inquiry.malformed.field] } : inquiry.identify(rows);
}

/** The answer to a body that is well formed. */
export function answerTo(body: unknown, rows?: DirectoryRow[]): Identification {
  const answer = ask(body, rows);
  if ('refused' in answer) throw new Error(`Refused for ${answer.refused.join()}: ${JSON.stringify(body)}`);
  return answer;
}

/** The institution's name, or why there is none. */
export function nameOf(body: unknown): string | undefined {
  const answer = ask(body);
  return 'refused' in answer
    ? `refused: ${answer.refused.join()}`
    : (answer.institution?.name ?? answer.reason);
}
