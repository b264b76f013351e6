import type { Connection } from './connection.ts';

/**
 * Connections that wait for the next request to their origin. Each was made under the address rule for that origin, and
 * is used for no other.
 */
export class IdleConnections {
  readonly #limit: number;
  /** The longest idle first. */
  #idle: Connection[] = [];
  #closed = false;

  /** @param limit the most that are kept, for all origins together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The most recently used one, because its host is the least likely to have closed it; undefined if there is none. */
  take(origin: string): Connection | undefined {
    this.#idle = this.#idle.filter(isOpen);
    const index = this.#idle.findLastIndex((idle) => idle.origin === origin);
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
  }

  /**
   * Keeps a connection whose answer was read to its end. Closes connections that cannot be used again, or are too many.
   */
  async keep(connection: Connection): Promise<void> {
    if (this.#closed || !isOpen(connection)) return await connection.client.destroy();
    this.#idle.push(connection);
    if (this.#idle.length > this.#limit) await this.#idle.shift()?.client.destroy();
  }

  /** Closes all idle connections, and those that would be kept from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map(({ client }) => client.destroy()));
  }
}

function isOpen({ client }: Connection): boolean {
  const { connected, size } = client.stats;
  return connected && size === 0;
}
