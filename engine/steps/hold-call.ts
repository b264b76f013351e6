import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { makeableNow } from '../judging/makeable.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import type { Engine } from './engine.ts';
import { waitsFor } from '../rules/calls.ts';
import { directiveOf } from '../rules/directive.ts';
import { lockState } from '../rules/thread-lock.ts';
import { failure } from '../rules/resolve-call.ts';
import type { Applying } from './apply-input.ts';
import { apply } from './apply.ts';
import { mustLoadRun } from './load-run.ts';
import { noteGrant } from './note-grant.ts';
import { withKnownRejections } from './with-known-rejections.ts';

/**
 * Pauses a run for a call, after the calls of its turn that had to be made first. What could be made when the model asked
 * for it may not be possible any more, or a call that asked for the same was rejected meanwhile. It fails then, and nobody is asked.
 */
export async function holdCall(engine: Holding, input: CallToHold): Promise<Directive> {
  return await withKnownRejections(engine.clock, async () => await holdAsKnown(engine, input));
}

/** The dependencies of holding a call. */
type Holding = Applying & JudgingPorts & Pick<Engine, 'outboxStore'>;
type CallToHold = RunInput & { tool_call_id: string; grant_version?: number };

/** @throws {TurnedDownSinceError} if a call of the thread was turned down meanwhile */
async function holdAsKnown(
  engine: Holding,
  { tool_call_id, grant_version, ...input }: CallToHold,
): Promise<Directive> {
  const { store, agents, outboxStore } = engine;
  const [read, agent] = await Promise.all([mustLoadRun(store, input), agents.get(input.agent_id)]);
  const next = directiveOf(read);
  if (next.next !== 'hold' || next.tool_call_id !== tool_call_id) return next;
  if (lockState(read) === 'awaited') return { next: 'wait_for_turn_lock' };
  const loaded = noteGrant(outboxStore, read, grant_version);
  const call = loaded.calls.find(({ _id }) => _id === tool_call_id);
  const makeable = call && waitsFor(call) === 'confirmation' ? await makeableNow(engine, loaded, call) : {};
  if ('refusal' in makeable) {
    const resolution = failure(makeable.refusal.code, makeable.refusal.message);
    return await apply(engine, loaded, { type: 'call_settled', tool_call_id, resolution, unsent: true });
  }
  const { pause_ttl_seconds } = agent.limits;
  const turned_down_known = loaded.thread.turned_down;
  return await apply(engine, loaded, {
    type: 'call_held',
    tool_call_id,
    pause_ttl_seconds,
    ...makeable,
    turned_down_known,
  });
}
