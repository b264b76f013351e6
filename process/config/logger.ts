import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/** OpenTelemetry's names in logs. Without a trace there are none. */
export interface TraceIds {
  trace_id?: string;
  span_id?: string;
}

/**
 * Structured logs on standard output, one JSON object per line. They never contain credentials or content: callers log
 * ids, codes and counts, and whatever could slip in with a request or an error is removed here.
 * @param destination default: standard output
 * @param traceIds the ids of the trace that each line belongs to, as it is logged. Default: none
 */
export function createLogger(
  name: string,
  level: string,
  destination?: DestinationStream,
  traceIds?: () => TraceIds,
): Logger {
  const options: LoggerOptions = {
    name,
    level,
    ...(traceIds === undefined ? {} : { mixin: traceIds }),
    serializers: { err: describeError, error: describeError },
    redact: {
      paths: ['authorization', '*.authorization', '*.api_key', '*.secret', 'headers', '*.headers'],
      censor: '[redacted]',
    },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Message, location and code of an error and its causes. Anything else that it carries may be content: documents,
 * prompts, answers.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const code = 'code' in error ? { code: error.code } : {};
  return { type, message: withoutContent(message), stack: withoutContent(stack), ...code };
}

/** MongoDB quotes the values of a duplicate key, and V8 a text that is not JSON. */
function withoutContent(words: string): string {
  return words
    .replaceAll(/(dup key: ).*/g, '$1[redacted]')
    .replaceAll(/(?:\.{3})?"[^]*?"(?:\.{3})?(?= is not valid JSON)/g, '[redacted]');
}
