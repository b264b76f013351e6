import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { directiveOf, mayWork } from '#lifecycle/directive.ts';
import { apply, mustLoadRun } from './apply.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { noteLetIn } from './note-let-in.ts';

/** Pauses a run for a call, after the calls of its turn that had to be made first. */
export async function holdCall(
  { db, agents }: ActivityDependencies,
  { tool_call_id, let_in, ...input }: RunInput & { tool_call_id: string; let_in?: number },
): Promise<Directive> {
  const [read, agent] = await Promise.all([mustLoadRun(db, input), agents.get(input.agent_id)]);
  const next = directiveOf(read);
  if (next.next !== 'hold' || next.tool_call_id !== tool_call_id) return next;
  if (mayWork(read) === 'wait') return { next: 'wait_for_turn_lock' };
  const loaded = noteLetIn(db, read, let_in);
  const { pause_ttl_seconds } = agent.limits;
  return await apply(db, loaded, { type: 'call_held', tool_call_id, pause_ttl_seconds });
}
