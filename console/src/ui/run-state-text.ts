import type { Run } from '../api/schema.ts';

const texts: Record<Run['state'], string> = {
  running: 'Running',
  awaiting_input: 'Awaiting input',
  awaiting_outcome: 'Awaiting outcome',
  closed: 'Closed',
  failed: 'Failed',
};

const reasonTexts: Record<NonNullable<Run['reason']>, string> = {
  finished: 'Finished',
  handoff: 'Handed over',
  cancelled: 'Cancelled',
  expired: 'Expired',
  cut: 'Cut off',
  filtered: 'Filtered',
  refused: 'Refused',
};

/** The name of a run's state and, of one that has closed, of why it did. */
export function runStateText(state: Run['state'], reason?: Run['reason']): string {
  return reason === undefined ? texts[state] : reasonTexts[reason];
}

/** The name of why a run closed. */
export function closeReasonText(reason: NonNullable<Run['reason']>): string {
  return reasonTexts[reason];
}
