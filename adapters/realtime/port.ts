import type { Event } from '#contract/event.ts';
import type { ChannelAuthorization, RealtimeConfig } from '#contract/realtime.ts';

/** The realtime provider, which delivers the events of threads to browsers. */
export interface Realtime {
  /** What a browser needs to connect; not secret. */
  client: Omit<RealtimeConfig, 'enabled'>;
  /** Where a browser connects to, as sources of a content security policy. */
  connectsTo: string[];
  /** Lets a socket subscribe to a channel. */
  authorize: (socketId: string, channel: string) => ChannelAuthorization;
  /**
   * Publishes an event on its thread's channel, in the background and after those published before it on that thread.
   * Never throws and never waits. Events without a thread are not published.
   */
  publish: (event: Event) => void;
  /** Resolves when everything that was published is sent or given up. */
  close: () => Promise<void>;
}
