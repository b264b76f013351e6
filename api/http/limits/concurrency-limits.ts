import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** Limits of one API for simultaneous work of each kind that takes long. */
export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

/**
 * The limits of one process. A backend that relays for its users has many of them behind one address.
 */
export function createConcurrencyLimits() {
  return {
    /** Event streams. Those of a workspace are counted over all processes, by `openStreams`. */
    streamLimiter: new ConcurrencyLimiter('streams of events', {
      subject: 50,
      workspace: Infinity,
      address: 5000,
    }),
    /** Responses of audio that are being sent. */
    speechLimiter: new ConcurrencyLimiter('responses of audio', {
      subject: 64,
      workspace: 250,
      address: 1000,
    }),
    /** Requests that wait for a run. */
    waitLimiter: new ConcurrencyLimiter('requests that wait', {
      subject: 100,
      workspace: 500,
      address: 1000,
    }),
    /** Extractions. Each waits for a model, and keeps a text and an answer in memory meanwhile. */
    extractLimiter: new ConcurrencyLimiter('extractions', { subject: 8, workspace: 32, address: 64 }),
    /** Requests to MCP servers. Each can hold a few MiB of what its server lists. */
    mcpLimiter: new ConcurrencyLimiter('requests to MCP servers', { subject: 4, workspace: 4, address: 16 }),
    /** Tool calls of MCP clients that wait for a run. A grant counts as a subject: one client has few calls at once. */
    toolLimiter: new ConcurrencyLimiter('tool calls that wait', {
      subject: 10,
      workspace: 200,
      address: 1000,
    }),
  };
}
