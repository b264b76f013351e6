import type { ThreadEvent } from '../api/schema.ts';
import { endsRun } from './run-moves.ts';

/** The runs that have not ended, by what was heard, the oldest first. The start of a long one may not have been heard. */
export function openRuns(events: readonly ThreadEvent[]): string[] {
  const ended = new Set(events.filter(endsRun).map(({ run_id }) => run_id));
  return [...new Set(events.map(({ run_id }) => run_id))].filter(
    (runId) => runId !== undefined && !ended.has(runId),
  ) as string[];
}
