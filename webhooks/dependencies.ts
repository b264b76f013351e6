import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Keyring } from '#store/credentials/encryption.ts';

/** The workflows that remember when to deliver again, one an endpoint. */
export interface WebhookWorkflows {
  /** Has an endpoint's workflow look at what is pending. May be called twice. Rejects when Temporal does not answer. */
  signal: (endpoint: { endpoint_id: string; workspace_id: string }) => Promise<void>;
}

/** What is logged of deliveries. */
export interface WebhookLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What webhooks work with. Everything that lives outside the process comes in here. */
export interface WebhookDependencies {
  db: Database;
  keyring: Keyring;
  outboundHttp: OutboundHttp;
  workflows: WebhookWorkflows;
  /** The deployment's factor on the delays between attempts. */
  retryScale: number;
  /** Counts and times an attempt. */
  measure?: (status: WebhookAttemptStatus, durationMs: number) => void;
  log: WebhookLog;
}
