/** An event that an endpoint is to be sent, and when: it is there until that has succeeded or is given up. */
export interface PendingDeliveryDocument {
  /** `<endpoint>:<event>`: an event is pending for an endpoint once. */
  _id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Number of the next attempt. */
  attempt: number;
  /** Which delay of the schedule comes after the next attempt, from 0. */
  retry: number;
  due_at: Date;
  /** Set until the process that stored the event has made the first attempt: no workflow waits for it. */
  unattempted?: true;
}
