import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Json, ModelMessage } from '#engine/ports/model.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** Results have codes that name their calls, models repeat codes in later calls, and approvers of those are shown whose they are. */

/** The built-in patch whose results are a register's. */
export const register = 'identify_account@1';
/** A patch of the workspace that says so of its results. */
export const trusted = 'keyed@1';

/** A result's part that no other result has, unless that repeats it. */
export const codeOf = (call: Pick<ToolCallDocument, '_id'>): string => `result of ${call._id}`;

/** The members that a call adds to its result: its code, and for a trusted one the note that the model has asked about. */
export function codedResult(call: Pick<ToolCallDocument, '_id' | 'args' | 'patch_ref'>): object {
  const { note } = argsOf(call);
  const repeats = note !== undefined && [register, trusted].includes(call.patch_ref);
  return { code: codeOf(call), ...(repeats ? { asked: note } : {}) };
}

/** The last code that a model was shown in its run: of a result, or for every other call one that a result repeats. */
export function lastCode(run: readonly ModelMessage[], index: number): string | undefined {
  const results = run.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const members = index % 2 === 0 ? ['asked', 'code'] : ['code'];
  return results.map(({ result }) => codeIn(result, members)).findLast((code) => code !== undefined);
}

function codeIn(result: Json, members: readonly string[]): string | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  return members.map((name) => result[name]).find((code) => typeof code === 'string');
}

/** Whether approvers are shown what the result is worth from which a call has its note. */
export function checkOrigins({ memory: { tables } }: World, call: ToolCallDocument): void {
  const { note } = argsOf(call);
  const source = typeof note === 'string' ? tables.calls.get(note.replace('result of ', '')) : undefined;
  const origin = call.origins?.find(({ path }) => path === '/note');
  // A restored store has lost the call, or what is held.
  if (source === undefined || origin === undefined) return;
  const isTrusted = [register, trusted].includes(source.patch_ref);
  const wrong = isTrusted ? 'untrusted' : 'trusted';
  must(
    !origin.from.includes(wrong),
    'a value of a held call is said to be from a trusted result if, and only if, a trusted call has brought it',
    { call, source },
  );
}
