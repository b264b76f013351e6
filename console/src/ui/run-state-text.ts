import type { Run } from '../api/schema.ts';

const texts: Record<Run['state'], string> = {
  running: 'Running',
  awaiting_input: 'Awaiting input',
  awaiting_outcome: 'Awaiting outcome',
  closed: 'Closed',
  failed: 'Failed',
};

/** The name of a run's state. */
export function runStateText(state: Run['state']): string {
  return texts[state];
}
