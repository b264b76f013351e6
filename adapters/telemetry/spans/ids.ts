import { createHash } from 'node:crypto';

/**
 * The trace of a run: its id without hyphens. So a run is one trace, however long it waits and in whichever process it
 * runs, and its trace is found by its id. The last 62 bits of a UUID v7 are random, by which backends and samplers
 * choose traces.
 */
export function traceIdOf(runId: string): string {
  return runId.replaceAll('-', '');
}

/** The span of a run for a part of it, such as `chat 2`: 16 hex characters, always the same. */
export function spanIdOf(runId: string, part: string): string {
  return createHash('sha256').update(`${runId} ${part}`).digest('hex').slice(0, 16);
}
