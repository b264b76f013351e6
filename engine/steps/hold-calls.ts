import { defined } from '#contract/defined.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { LoadedRun } from '../documents/run.ts';
import { makeableNow } from '../judging/makeable.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { waitsFor } from '../rules/calls.ts';
import { directiveOf } from '../rules/directive.ts';
import { heldBeside } from '../rules/gates/held-beside.ts';
import type { CallToHold } from '../rules/inputs.ts';
import { lockState } from '../rules/thread-lock.ts';
import { apply, type Applying } from './apply.ts';
import type { Engine } from './engine.ts';
import { mustLoadRun } from './load-run.ts';
import { noteGrant } from './note-grant.ts';
import { withKnownRejections } from './with-known-rejections.ts';

/**
 * Pauses a run for the next calls that need a person, in one write, after the calls of its turn that had to be made first. What could
 * be made when the model asked for it may not be possible any more, or a call that asked for the same was rejected meanwhile. It
 * fails then, and nobody is asked.
 */
export async function holdCalls(engine: Holding, input: CallsToHold): Promise<Directive> {
  return await withKnownRejections(engine.clock, async () => await holdAsKnown(engine, input));
}

/** The dependencies of holding calls. */
type Holding = Applying & JudgingPorts & Pick<Engine, 'outboxStore'>;
type CallsToHold = RunInput & { grant_version?: number };

/** @throws {TurnedDownSinceError} if a call of the thread was turned down meanwhile */
async function holdAsKnown(engine: Holding, { grant_version, ...input }: CallsToHold): Promise<Directive> {
  const { store, agents, outboxStore } = engine;
  const [read, agent] = await Promise.all([mustLoadRun(store, input), agents.get(input.agent_id)]);
  const next = directiveOf(read);
  if (next.next !== 'hold') return next;
  if (lockState(read) === 'awaited') return { next: 'wait_for_turn_lock' };
  const loaded = noteGrant(outboxStore, read, grant_version);
  // Side by side: there may be many, and each looks up what it needs.
  const calls = await Promise.all(next.calls.map(async (id) => await lookAt(engine, loaded, id)));
  const { pause_ttl_seconds } = agent.limits;
  const { turned_down: turned_down_known } = loaded.thread;
  return await apply(engine, loaded, {
    type: 'calls_held',
    calls,
    pause_ttl_seconds,
    ...defined({ turned_down_known }),
    held_known: heldBeside(loaded),
  });
}

async function lookAt(engine: Holding, loaded: LoadedRun, tool_call_id: string): Promise<CallToHold> {
  const call = loaded.calls.find(({ _id }) => _id === tool_call_id);
  const isGated = call !== undefined && waitsFor(call) === 'confirmation';
  return { tool_call_id, ...(isGated ? await makeableNow(engine, loaded, call) : {}) };
}
