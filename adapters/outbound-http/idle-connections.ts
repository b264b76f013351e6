import type { Connection } from './connection.ts';

/**
 * Connections that wait for the next request to their origin. Each was made under the address rule for that origin, and
 * is given out for no other.
 */
export class IdleConnections {
  readonly #limit: number;
  /** The longest idle first. */
  #idle: Connection[] = [];
  #closed = false;

  /** @param limit so many are kept, of all origins together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The one that was used last, for its host is the least likely to have closed it; undefined when there is none. */
  take(origin: string): Connection | undefined {
    this.#idle = this.#idle.filter(isOpen);
    const index = this.#idle.findLastIndex((idle) => idle.origin === origin);
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
  }

  /** Keeps a connection whose answer has been read to its end; closes what cannot be used again, or is too many. */
  async keep(connection: Connection): Promise<void> {
    if (this.#closed || !isOpen(connection)) return await connection.client.destroy();
    this.#idle.push(connection);
    if (this.#idle.length > this.#limit) await this.#idle.shift()?.client.destroy();
  }

  /** Closes what is idle now, and what would be kept from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map(({ client }) => client.destroy()));
  }
}

function isOpen({ client }: Connection): boolean {
  const { connected, size } = client.stats;
  return connected && size === 0;
}
