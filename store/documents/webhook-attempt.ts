import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';

/** One attempt to deliver one event to one endpoint. */
export interface WebhookAttemptDocument {
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Counts the attempts of the event at the endpoint from 1. */
  attempt: number;
  status: WebhookAttemptStatus;
  response_status?: number;
  error?: { code: string; message: string };
  duration_ms: number;
  next_attempt_at?: Date;
  /** It sent a sample, not an event. */
  test?: true;
  created_at: Date;
}
