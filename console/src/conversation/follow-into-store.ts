import type { QueryClient } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
import type { ThreadEvent } from '../api/schema.ts';
import { inBatches } from './batches.ts';
import { followThread } from './follow-thread.ts';
import type { ThreadOf } from './thread-queries.ts';
import type { ThreadStore } from './thread-store.ts';

/** Events that change what the thread waits for, or that came with a message of a person. */
const telling = new Set<ThreadEvent['type']>([
  'run.started',
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'write.approval_recorded',
  'tool_call.started',
  'tool_call.completed',
]);

/** Follows a thread into its store until the signal aborts, and has read again what events tell of. */
export function followIntoStore(
  store: ThreadStore,
  {
    queryClient,
    thread: { threadId, subject },
    readNews,
    onStart,
    signal,
  }: {
    queryClient: QueryClient;
    thread: ThreadOf;
    /** Reads the thread and its messages again. */
    readNews: () => Promise<void>;
    /** Called with the cursor of the events before the first ones that were read. */
    onStart: (older: string | undefined) => void;
    signal: AbortSignal;
  },
): void {
  let first = true;
  const onEvents = (events: ThreadEvent[]): void => {
    store.receive(events);
    if (!events.some(({ type }) => telling.has(type))) return;
    void readNews();
    if (!first) {
      void queryClient.invalidateQueries({ queryKey: ['threads', subject] });
      void queryClient.invalidateQueries({ queryKey: ['approvals'] });
    }
    first = false;
  };
  followThread({
    threadId,
    subject,
    onEvents: inBatches(onEvents, signal),
    onConnection: (connection) => store.setConnection(connection),
    onStart,
    signal,
  }).catch((error: unknown) => {
    if (!signal.aborted) store.fail(asApiError(error));
  });
}
