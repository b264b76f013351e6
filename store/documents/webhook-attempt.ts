import type { EventType } from '#contract/event.ts';
import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';

/** The body of a response, as far as it is kept. */
export interface StoredResponse {
  body: string;
  /** There was more. */
  truncated?: true;
}

/** One attempt to deliver one event to one endpoint. */
export interface WebhookAttemptDocument {
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Absent in attempts of earlier versions. */
  event_type?: EventType;
  /** It was sent without its data. */
  ids_only?: true;
  /** Counts the attempts of the event at the endpoint from 1. */
  attempt: number;
  status: WebhookAttemptStatus;
  response_status?: number;
  /** The beginning of what the receiver answered, without the endpoint's secrets. */
  response?: StoredResponse;
  /** Subject of the event, as long as there is a response: a receiver may answer with what it was sent. */
  subject_ref?: string;
  error?: { code: string; message: string };
  duration_ms: number;
  next_attempt_at?: Date;
  /** It sent a sample, not an event. */
  test?: true;
  created_at: Date;
}
