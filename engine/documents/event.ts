import type { Event } from '#contract/event.ts';
import type { JsonText } from '#contract/json-text.ts';

/** A stored event: the envelope as it is delivered, under its own id. */
export interface EventDocument extends Omit<Event, 'id' | 'created_at' | 'parent' | 'data'> {
  _id: string;
  workspace_id: string;
  /** Position among the stored events of its thread, from 1 without gaps; absent if there is no thread. */
  thread_seq?: number;
  created_at: Date;
  /** The other connections that its run belonged to. Absent if there were none. */
  connections?: string[];
  data?: JsonText;
  /**
   * When a delivery of it was last postponed or requested again, or last seen to be pending. The event is then kept,
   * whatever its age (store/events/undelivered.ts).
   */
  undelivered_at?: Date;
}
