import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * Structured logs on standard output, one JSON object a line. Credentials and content never reach it: callers log
 * ids, codes and counts; what may slip in with a request or an error is cut here.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: ['authorization', '*.authorization', '*.api_key', '*.secret', 'headers', '*.headers'],
      censor: '[redacted]',
    },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
