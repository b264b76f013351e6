import type { Directive } from '#contract/directives.ts';
import type { RunInput } from '#contract/temporal.ts';
import { directiveOf, mayWork } from '#lifecycle/directive.ts';
import { apply, mustLoadRun } from './apply.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Pauses a run for a call, after the calls of its turn that had to be made first. */
export async function holdCall(
  { db, agents }: ActivityDependencies,
  { tool_call_id, ...input }: RunInput & { tool_call_id: string },
): Promise<Directive> {
  const [loaded, agent] = await Promise.all([mustLoadRun(db, input), agents.get(input.agent_id)]);
  if (loaded.run.state !== 'running') return directiveOf(loaded);
  if (mayWork(loaded) === 'wait') return { next: 'wait_for_floor' };
  const { pause_ttl_seconds } = agent.limits;
  return await apply(db, loaded, { type: 'call_held', tool_call_id, pause_ttl_seconds });
}
