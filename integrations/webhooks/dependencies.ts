import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Keyring } from '#store/credentials/encryption.ts';

/** The workflows that keep the timers for further attempts, one for each endpoint. */
export interface WebhookWorkflows {
  /** Makes an endpoint's workflow check what is pending. Can be repeated. Rejects if Temporal does not respond. */
  signal: (endpoint: { endpoint_id: string; workspace_id: string }) => Promise<void>;
  /**
   * Ends an endpoint's workflow if it is open and does nothing, so that the next signal starts another one. Rejects if Temporal
   * does not respond.
   */
  endIdle: (endpoint: { endpoint_id: string }) => Promise<void>;
}

/** The log of deliveries. */
export interface WebhookLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The dependencies of webhooks. Everything outside the process is passed in here. */
export interface WebhookDependencies {
  db: Database;
  keyring: Keyring;
  outboundHttp: Pick<OutboundHttp, 'send'>;
  workflows: WebhookWorkflows;
  /** The deployment's factor for the delays between attempts. */
  retryScale: number;
  /** Counts and times an attempt. */
  measure?: (status: WebhookAttemptStatus, durationMs: number) => void;
  log: WebhookLog;
}
