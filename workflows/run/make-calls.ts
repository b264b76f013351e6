import type { Directive, PendingCall } from '#contract/temporal/directive.ts';
import type { CallsInFlight } from './calls-in-flight.ts';

/**
 * Makes calls concurrently, and awaits all of them, because the failure of one must not drop the results of the others.
 * @param grant_version the outbox entry that has granted the thread lock
 * @returns what comes next: the last call to be stored sees that all are stored
 * @throws what the first call that failed has thrown
 */
export async function makeCalls(
  inFlight: CallsInFlight,
  { turn, calls }: Extract<Directive, { next: 'execute' }>,
  grant_version?: number,
): Promise<Directive> {
  const makeNow = async (call: PendingCall): Promise<Directive> => {
    const wasOnItsWay = inFlight.has(call);
    const next = await inFlight.make(turn, call, grant_version);
    // It was started while others of the turn were held, and may say what was next then.
    const isOld = wasOnItsWay && (next.next === 'pause' || next.next === 'wait_for_turn_lock');
    return isOld ? await inFlight.make(turn, call, grant_version) : next;
  };
  const settled = await Promise.allSettled(calls.map(makeNow));
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
