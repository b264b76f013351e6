import type { Directive } from '#contract/directives.ts';
import type { RunInput } from '#contract/temporal.ts';
import { directiveOf } from '#loom/directive-of.ts';
import { holdCall as holdStep } from '#loom/hold-call.ts';
import { waitsFor } from '#store/tool-calls.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { atSafePoint } from './safe-point.ts';
import { mustLoadRun, writeStep } from './write-step.ts';

/** Pauses a run for a call, after the calls of its turn that had to be made first. */
export async function holdCall(
  { db, agents }: ActivityDependencies,
  input: RunInput & { tool_call_id: string },
): Promise<Directive> {
  const [loaded, agent] = await Promise.all([mustLoadRun(db, input), agents.get(input.agent_id)]);
  if (loaded.run.state !== 'running') return directiveOf(loaded);
  const otherwise = await atSafePoint(db, loaded);
  if (otherwise !== undefined) return otherwise;
  return await writeStep(db, loaded, ({ run, calls }) => {
    const call = calls.find(({ _id }) => _id === input.tool_call_id);
    if (run.state !== 'running' || call === undefined || waitsFor(call) === undefined) return undefined;
    return holdStep(call, agent.limits.pause_ttl_seconds);
  });
}
