import type { ThreadEvent } from '../api/schema.ts';
import { endsRun } from './run-moves.ts';

/** The runs that have not ended according to the events, oldest first. The first event of a long run may be missing. */
export function openRuns(events: readonly ThreadEvent[]): string[] {
  const ended = new Set(events.filter(endsRun).map(({ run_id }) => run_id));
  return [...new Set(events.map(({ run_id }) => run_id))].filter(
    (runId) => runId !== undefined && !ended.has(runId),
  ) as string[];
}
