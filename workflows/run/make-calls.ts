import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { FollowedCalls } from './followed-calls.ts';
import type { RunActivities } from './run-activities.ts';

/** More would let one run take the slots of its workspace, and flood its host. */
const mostSideBySide = 16;

/**
 * Makes calls concurrently, at most 16 at a time, and awaits all of them, because the failure of one must not drop the
 * results of the others.
 * @param followed notes which calls were made
 * @returns what comes next: the last call to be stored sees that all are stored
 * @throws what the first call that failed has thrown
 */
export async function makeCalls(
  { executePatch }: Pick<RunActivities, 'executePatch'>,
  input: RunInput & { grant_version?: number },
  { turn, calls }: Extract<Directive, { next: 'execute' }>,
  followed: FollowedCalls,
): Promise<Directive> {
  const settled = await allSettled(calls, mostSideBySide, async ({ tool_call_id, patch_ref }) => {
    const made_before = followed.madeBefore(turn, tool_call_id);
    const { made, ...next } = await executePatch(
      { ...input, turn, tool_call_id, ...(made_before === undefined ? {} : { made_before }) },
      patch_ref,
    );
    if (made === true) followed.noteMade(turn, tool_call_id);
    return next;
  });
  const failure = settled.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return latest(settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
}

/** The latest of the directives that the calls of a turn have returned. */
function latest(directives: Directive[]): Directive {
  // An activity that also took the next turn may return the calls of that turn, which are then next.
  const executions = directives.filter((directive) => directive.next === 'execute');
  const [calls] = executions.toSorted((one, other) => other.turn - one.turn);
  const next = directives.find((directive) => directive.next !== 'execute') ?? calls;
  if (next === undefined) throw new Error('a directive to execute names no call');
  return next;
}

/** Like `Promise.allSettled`, with at most `lanes` items in progress at a time. */
async function allSettled<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const takeEach = async () => {
    // The lanes share the iterator: each takes the next item that is left.
    for (const [index, item] of waiting) {
      const [result] = await Promise.allSettled([work(item)]);
      settled[index] = result;
    }
  };
  await Promise.all(Array.from({ length: lanes }, takeEach));
  return settled;
}
