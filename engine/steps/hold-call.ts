import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { Engine } from './engine.ts';
import { waitsFor } from '../rules/calls.ts';
import { directiveOf, lockState } from '../rules/directive.ts';
import { failure } from '../rules/resolve-call.ts';
import type { Applying } from './apply-input.ts';
import { apply } from './apply.ts';
import { mustLoadRun } from './load-run.ts';
import { noteGrant } from './note-grant.ts';

/**
 * Pauses a run for a call, after the calls of its turn that had to be made first. What could be made when the model asked
 * for it may not be possible any more. It fails then, and nobody is asked.
 */
export async function holdCall(
  engine: Applying & Pick<Engine, 'agents' | 'calls' | 'outboxStore'>,
  { tool_call_id, let_in, ...input }: RunInput & { tool_call_id: string; let_in?: number },
): Promise<Directive> {
  const { store, agents, calls, outboxStore } = engine;
  const [read, agent] = await Promise.all([mustLoadRun(store, input), agents.get(input.agent_id)]);
  const next = directiveOf(read);
  if (next.next !== 'hold' || next.tool_call_id !== tool_call_id) return next;
  if (lockState(read) === 'awaited') return { next: 'wait_for_turn_lock' };
  const loaded = noteGrant(outboxStore, read, let_in);
  const call = loaded.calls.find(({ _id }) => _id === tool_call_id);
  const makeable = call && waitsFor(call) === 'confirmation' ? await calls.makeable(loaded.run, call) : {};
  if ('refusal' in makeable) {
    const resolution = failure(makeable.refusal.code, makeable.refusal.message);
    return await apply(engine, loaded, { type: 'call_settled', tool_call_id, resolution, unsent: true });
  }
  const { pause_ttl_seconds } = agent.limits;
  return await apply(engine, loaded, { type: 'call_held', tool_call_id, pause_ttl_seconds, ...makeable });
}
