import type { ThreadEvent } from '../api/schema.ts';

/** Whether a run has paused with an event, for a person. */
export function asksForPerson({ type }: Pick<ThreadEvent, 'type'>): boolean {
  return (
    type === 'write.confirmation_requested' || type === 'action.proposed' || type === 'elicitation.requested'
  );
}

/** Whether an event resumes a paused run. */
export function resumesRun({ type }: Pick<ThreadEvent, 'type'>): boolean {
  return type === 'tool_call.started' || type === 'tool_call.completed';
}

/** Whether an event is the last one of its run. */
export function endsRun({ type }: Pick<ThreadEvent, 'type'>): boolean {
  return type === 'run.completed' || type === 'run.failed';
}
