import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Attributes, DescribedSpan } from './described-span.ts';
import { spanIdOf } from './ids.ts';
import { linkTo } from './link-to.ts';
import { names } from './names.ts';

/** The attributes of every span of a run. */
export function attributesOfRun(run: RunDocument): Attributes {
  return {
    [names.conversation]: run.thread_id,
    [names.agentName]: run.agent.name,
    [names.runId]: run._id,
    [names.workspaceId]: run.workspace_id,
  };
}

/** The span of a whole run, from its message to its end, with all that it waited. While it is open, it has no length yet. */
export function runSpan(run: RunDocument): DescribedSpan {
  const { agent, opened_at, closed_at = opened_at, error, trace_context } = run;
  return {
    id: spanIdOf(run._id, 'invoke_agent'),
    name: `invoke_agent ${agent.name}`,
    kind: 'internal',
    start: opened_at,
    end: closed_at,
    attributes: {
      [names.operation]: 'invoke_agent',
      ...attributesOfRun(run),
      // The id names one exact published version.
      [names.agentVersion]: agent.id,
      [names.agentKey]: agent.key,
      [names.origin]: run.origin,
      [names.state]: run.state,
      ...defined({ [names.reason]: run.reason }),
      [names.turns]: run.turn_count,
      [names.cost]: toCredits(run.cost),
    },
    ...(run.state === 'failed' ? { error: error?.code ?? 'internal_error' } : {}),
    events: [],
    ...(trace_context === undefined ? {} : { links: [linkTo(trace_context)] }),
  };
}

/** A moment that shows a run from its beginning on, since its own span is there only when it has ended. */
export function acceptedSpan(run: RunDocument): DescribedSpan {
  return {
    id: spanIdOf(run._id, 'accept_message'),
    name: 'accept_message',
    kind: 'internal',
    start: run.opened_at,
    end: run.opened_at,
    attributes: { ...attributesOfRun(run), [names.origin]: run.origin },
    events: [],
  };
}
