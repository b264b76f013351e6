import type { DisabledReason, WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import type { Encrypted } from './encrypted.ts';

/** Where a workspace's events are sent. */
export interface WebhookEndpointDocument {
  _id: string;
  workspace_id: string;
  url: string;
  events: WebhookEndpoint['events'];
  ids_only: boolean;
  description?: string;
  enabled: boolean;
  disabled_reason?: DisabledReason;
  /** When the first of the current series of failed attempts was made. Tests do not count. */
  failing_since?: Date;
  /** When the latest one was made, to the hour (engine/rules/webhook-health.ts). */
  failed_at?: Date;
  /** Oldest first. */
  secrets: WebhookSecretDocument[];
  created_at: Date;
  updated_at: Date;
}

/** A secret that signs requests to an endpoint, at rest. */
export interface WebhookSecretDocument {
  id: string;
  sealed: Encrypted;
  created_at: Date;
}
