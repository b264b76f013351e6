import type { ApprovalChange } from '#contract/approval-change.ts';
import { actingHeaders } from '../api/client.ts';
import { keepReading, readEventStream } from '../api/read-event-stream.ts';

/** What the tabs of a browser tell each other of the inbox. */
type Told = { change: ApprovalChange } | { live: boolean } | 'is it live?';

/** Whom to tell what is new. */
export interface InboxFollower {
  onChange: (change: ApprovalChange) => void;
  /** Whether changes are heard as they happen. */
  onLive: (live: boolean) => void;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Follows what waits for people. Of all tabs of a browser one has the stream, and tells the others: a browser keeps only six
 * connections to a host. Where it has no locks, which it has over HTTPS and on this machine, each tab has a stream of its own.
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
