import type { Message, ThreadEvent } from '../api/schema.ts';
import type { Connection } from './follower.ts';
import { emptyLog, receive, type ThreadLog, withMessages } from './thread-log.ts';

/** The current state of a followed thread. */
export interface ThreadState {
  log: ThreadLog;
  connection: Connection;
  /** The error that ended following for good. */
  failure: unknown;
}

/** The events of one thread, for `useSyncExternalStore`. Keeps everything that has arrived. */
export class ThreadStore {
  readonly #listeners = new Set<() => void>();
  #state: ThreadState = { log: emptyLog, connection: 'connecting', failure: undefined };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something is different. */
  readonly snapshot = (): ThreadState => this.#state;

  /** The ids of the held-call events that have arrived. */
  readonly holds = (): ReadonlySet<string> =>
    new Set(
      this.#state.log.events
        .filter(({ type }) => type === 'write.confirmation_requested')
        .map(({ id }) => id),
    );

  /** Adds events from the stream or from a read. */
  receive(events: readonly ThreadEvent[]): void {
    this.#change({ log: receive(this.#state.log, events) });
  }

  /** Adds messages that were read. */
  read(messages: readonly Message[]): void {
    this.#change({ log: withMessages(this.#state.log, messages) });
  }

  setConnection(connection: Connection): void {
    this.#change({ connection });
  }

  fail(failure: unknown): void {
    this.#change({ failure });
  }

  /** Keeps the events; whether more will arrive is unknown. */
  startOver(): void {
    this.#change({ connection: 'connecting', failure: undefined });
  }

  #change(change: Partial<ThreadState>): void {
    const next = { ...this.#state, ...change };
    const names = Object.keys(change) as (keyof ThreadState)[];
    if (names.every((name) => next[name] === this.#state[name])) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
