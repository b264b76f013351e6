/**
 * Imported before everything else by the entry of each process, because what is loaded before cannot be instrumented any more.
 * Without a configured collector it loads nothing. Otherwise the SDK is loaded by `require`, which is done when the next module
 * of the entry is evaluated; an `await import` would not be.
 */
import { createRequire } from 'node:module';
import type { startTracing, Tracing } from './export/tracing.ts';
import { isConfigured } from './is-configured.ts';

/** The tracing of this process; undefined if it is off. */
export const tracing: Tracing | undefined = isConfigured(process.env) ? start() : undefined;

function start(): Tracing {
  const require = createRequire(import.meta.url);
  const loaded = require('./export/tracing.ts') as { startTracing: typeof startTracing };
  return loaded.startTracing(process.env);
}
