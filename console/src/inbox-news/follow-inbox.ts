import type { ApprovalChange } from '#contract/approval-change.ts';
import { actingHeaders } from '../api/client.ts';
import { keepReading, readEventStream } from '../api/read-event-stream.ts';

/** The messages that the tabs of a browser exchange about the inbox. */
type Told = { change: ApprovalChange } | { live: boolean } | 'is it live?';

/** Callbacks for changes of the inbox. */
export interface InboxFollower {
  onChange: (change: ApprovalChange) => void;
  /** Whether changes arrive as they happen. */
  onLive: (live: boolean) => void;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Follows the inbox. One tab of a browser has the stream and passes changes to the others: a browser allows only six
 * connections to a host. Without locks, which need HTTPS or localhost, each tab has a stream of its own.
 * @throws {ApiError} when the API refuses the stream for good
 */
export async function followInbox({ onChange, onLive, signal }: InboxFollower): Promise<void> {
  const channel = new BroadcastChannel('heddle-inbox');
  let leads = false;
  let live = false;
  const tell = (told: Told): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is for one origin only
    channel.postMessage(told);
  };
  const setLive = (now: boolean): void => {
    live = now;
    onLive(now);
    tell({ live: now });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data === 'is it live?') {
      if (leads) tell({ live });
    } else if ('change' in data) onChange(data.change);
    else onLive(data.live);
  });
  const lead = async (): Promise<void> => {
    leads = true;
    const read = async (onOpen: () => void): Promise<void> =>
      await readEventStream('/v1/loom/approvals/events', {
        headers: actingHeaders({ as: 'console' }),
        signal,
        onOpen: () => {
          onOpen();
          setLive(true);
        },
        onEvent: ({ data }) => {
          const change = JSON.parse(data) as ApprovalChange;
          onChange(change);
          tell({ change });
        },
      });
    await keepReading(read, { signal, onBroken: () => setLive(false) });
  };
  try {
    tell('is it live?');
    // Absent over plain HTTP, whatever the types say.
    const locks = navigator.locks as LockManager | undefined;
    if (locks === undefined) await lead();
    else await locks.request('heddle-inbox', { signal }, lead);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (leads) setLive(false);
    channel.close();
  }
}
