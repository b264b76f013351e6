import { DefaultLogger } from '@temporalio/worker';
import type { ProcessLog } from '#engine/ports/log.ts';

const levels = { TRACE: 'debug', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/**
 * The SDK warns about this, but it is intended: a separate worker makes deliveries to webhook endpoints and nothing
 * else.
 */
const activitiesOnly = 'No workflows registered, not polling for workflow tasks';

/** Writes what Temporal's SDK logs to the log of the process, from INFO upwards. */
export function temporalLogger(log: Omit<ProcessLog, 'child'>): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, message, meta }) => {
    const as = message === activitiesOnly ? 'debug' : levels[level];
    log[as](meta ?? {}, message);
  });
}
