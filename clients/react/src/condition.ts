import type { UIMessage } from 'ai';

/** How a conversation is doing, apart from its messages. */
export interface Condition {
  /** The earlier messages are loaded. */
  loaded: boolean;
  /** The connection is lost, and is made again. */
  lost: boolean;
  /** All messages as they were, while the message of a run is rebuilt from the start of the run. */
  before: UIMessage[] | undefined;
  failure: Error | undefined;
}

/** The condition of a conversation, as `useSyncExternalStore` reads it. */
export class ConditionStore {
  #now: Condition = { loaded: false, lost: false, before: undefined, failure: undefined };
  readonly #listeners = new Set<() => void>();

  now = (): Condition => this.#now;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether all is shown and nothing is being read, with a chat of this status. */
  isIdle(status: string): boolean {
    const { loaded, lost, before } = this.#now;
    return loaded && !lost && before === undefined && !isWorking(status);
  }

  set(change: Partial<Condition>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a run is followed, by the status that the AI SDK gives a chat. */
export function isWorking(status: string): boolean {
  return status === 'submitted' || status === 'streaming';
}
