import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from '#config/logger.ts';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK warns of it, but it is meant: a worker of its own makes deliveries to webhook endpoints and nothing else. */
const activitiesOnly = 'No workflows registered, not polling for workflow tasks';

/** What Temporal's SDK logs, as entries of the process's log: from INFO up. */
export function temporalLogger(
  log: Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>,
): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, message, meta }) => {
    const as = message === activitiesOnly ? 'debug' : levels[level];
    log[as](meta ?? {}, message);
  });
}
