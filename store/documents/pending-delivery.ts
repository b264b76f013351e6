/**
 * An event that an endpoint has yet to receive, and when. It exists until the delivery has succeeded or is given up.
 */
export interface PendingDeliveryDocument {
  /** `<endpoint>:<event>`, so that an event is pending for an endpoint only once. */
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Number of the next attempt. */
  attempt: number;
  /** The index of the delay after the next attempt, from 0. */
  retry: number;
  due_at: Date;
  /** Set until the process that stored the event has made the first attempt, for which no workflow waits. */
  unattempted?: true;
}
