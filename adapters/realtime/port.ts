import type { Event } from '#contract/event.ts';
import type { ChannelAuthorization, RealtimeConfig } from '#contract/realtime.ts';

/** A message on the channel of a thread. */
export interface Published {
  thread_id: string;
  /** Not sent again once sending it has failed. */
  perishable: boolean;
  /** The events, decided each time that they are about to be sent. */
  events: () => Event[];
  /** Called when it is not known whether they were delivered, before they are sent again. */
  onUnsent: () => void;
}

/** The realtime provider, which delivers the events of threads to browsers. */
export interface Realtime {
  /** The public settings with which a browser connects. */
  client: Omit<RealtimeConfig, 'enabled'>;
  /** Where a browser connects to, as sources of a content security policy. */
  connectsTo: string[];
  /** Lets a socket subscribe to a channel. */
  authorize: (socketId: string, channel: string) => ChannelAuthorization;
  /**
   * Publishes on a thread's channel, in the background and after what was published before it on that thread. Never throws and
   * never waits.
   */
  publish: (published: Published) => void;
  /** Whether the provider takes the whole of an event. One that does not fit is sent without `data`. */
  fits: (event: Event) => boolean;
  /** Resolves when everything that was published is sent or given up. */
  close: () => Promise<void>;
}
