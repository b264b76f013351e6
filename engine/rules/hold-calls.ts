import { defined } from '#contract/defined.ts';
import { pausedState } from '#contract/run-state.ts';
import type { RunDocument } from '../documents/run.ts';
import { withEnds } from './ends.ts';
import { waitsFor } from './calls.ts';
import type { WaitingCall } from './gates/waiting-call.ts';
import { pauseForCall } from './pause-for-call.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

/**
 * The calls for which a run pauses next: all that need a confirmation, at the same moment, and only then one that asks or is
 * proposed, in the model's order (gate.set.held-together).
 * @param calls of its latest turn
 */
export function nextToHold<Call extends Parameters<typeof waitsFor>[0]>(calls: readonly Call[]): Call[] {
  const gated = calls.filter((call) => waitsFor(call) === 'confirmation');
  return gated.length > 0 ? gated : calls.filter((call) => waitsFor(call) !== undefined).slice(0, 1);
}

/** The calls with their places among those that are held together. One that was held before keeps its place. */
export function placed(waiting: readonly WaitingCall[]): WaitingCall[] {
  const of = waiting.length;
  return waiting.map((each, index) =>
    waitsFor(each.call) !== 'confirmation' || each.call.set !== undefined
      ? each
      : { ...each, call: { ...each.call, set: { position: index + 1, of } } },
  );
}

/**
 * The part of a step that pauses a run for calls of its latest turn, or holds them beside others.
 * @param run as it is stored
 * @param waiting the calls with their places, and with the clocks of their gates, in the model's order
 * @param pause_ttl_seconds how long a pause may last, unless the gate of the call says it
 * @throws {Error} if a call does not wait for anybody
 */
export function holdCalls(
  run: RunDocument,
  waiting: readonly WaitingCall[],
  pause_ttl_seconds: number,
  context: RuleContext,
): Required<Pick<Step, 'state' | 'pauses' | 'events'>> {
  const times = waiting.map((each) => {
    const gate = waitsFor(each.call) === 'confirmation' ? each.gate : undefined;
    const ttl_seconds = gate?.ttl_seconds ?? pause_ttl_seconds;
    return { created_at: context.now, ttl_seconds, ...defined({ on_expiry: gate?.on_expiry }) };
  });
  const before = run.pauses ?? [];
  const ends = withEnds([...before, ...times]).slice(before.length);
  const held = waiting.map((each, index) => pauseForCall(run, each, pause_ttl_seconds, context, ends[index]));
  const pauses = withEnds([...before, ...held.map(({ pause }) => pause)]).toSorted(
    (one, other) => (one.position ?? 0) - (other.position ?? 0),
  );
  const [first] = pauses;
  if (first === undefined) throw new Error(`run ${run._id} pauses for nothing`);
  return {
    state: { state: pausedState(first.type) },
    pauses,
    events: held.flatMap(({ events }) => events),
  };
}
