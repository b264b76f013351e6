import { useCallback, useRef, useState } from 'react';
import type { Message, ThreadEvent } from '../api/schema.ts';
import { eventPage } from './missed-events.ts';

/** The most pages of events that are read at once: one run may have thousands. */
const mostPages = 10;

/** Where the events begin that are older than what was read: `reading` until that is known, undefined at the end. */
type Older = { cursor: string | undefined } | 'reading';

/** Reads what is older of a thread: a page of messages, and all events since the first of them. */
export function useEarlier({
  threadId,
  subject,
  readMessages,
  onEvents,
}: {
  threadId: string;
  subject: string;
  /** Reads the page of messages before those that were read; gives all that were read. */
  readMessages: () => Promise<readonly Message[]>;
  onEvents: (events: ThreadEvent[]) => void;
}) {
  const [older, setOlder] = useState<Older>('reading');
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>();
  const busy = useRef(false);
  /** @param hidden whether messages were read that are not shown, because their events are missing */
  const load = async (hidden: boolean, messages: readonly Message[]): Promise<void> => {
    if (busy.current || older === 'reading') return;
    busy.current = true;
    setLoading(true);
    setError(undefined);
    try {
      const first = (hidden ? messages : await readMessages())[0]?.created_at ?? '';
      let { cursor } = older;
      for (let page = 0; page < mostPages && cursor !== undefined; page += 1) {
        const read = await eventPage(cursor, { threadId, subject });
        onEvents(read.events);
        cursor = read.older;
        setOlder({ cursor });
        const [oldest] = read.events;
        if (oldest !== undefined && oldest.created_at < first) break;
      }
    } catch (error) {
      setError(error);
    } finally {
      busy.current = false;
      setLoading(false);
    }
  };
  return {
    load,
    loading,
    error,
    moreEvents: older === 'reading' || older.cursor !== undefined,
    begin: useCallback(
      (cursor: string | undefined) => setOlder((known) => (known === 'reading' ? { cursor } : known)),
      [],
    ),
  };
}
