import { Duplex } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { describe, expect, it } from 'vitest';
import { EndingConnection } from '#store/mongo/ending-connection.ts';
import { isOutage } from '#store/mongo/outage.ts';

/** A socket that takes what is written to it, or never has room for more, and never answers. */
class SilentSocket extends Duplex {
  readonly #full: boolean;

  constructor({ full }: { full: boolean }) {
    super({ highWaterMark: 1 });
    this.#full = full;
  }

  setTimeout(): this {
    return this;
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    if (!this.#full) done();
  }
}

/** How a command ends whose connection is lost while it is written; undefined if it waits. */
async function lost(
  Kind: typeof Connection,
  lose: (connection: Connection, socket: SilentSocket) => unknown,
  full: boolean,
): Promise<unknown> {
  const socket = new SilentSocket({ full });
  const connection = new Kind(socket, { id: 1, generation: 0 });
  let end: unknown;
  connection.command({ db: 'test' }, { ping: 1 }, {}).catch((error: unknown) => {
    end = error;
  });
  if (full) await yieldToOthers();
  lose(connection, socket);
  await yieldToOthers();
  await yieldToOthers();
  return end;
}

const givenUp = (connection: Connection) => connection.onError(new MongoNetworkError('gone'));

describe('[fault.mongodb-unanswered] a command whose connection is lost while it is written ends as an outage', () => {
  it.each([
    ['the driver gives the connection up in the same tick', givenUp, false],
    [
      'its socket is destroyed in the same tick',
      (_: unknown, socket: SilentSocket) => socket.destroy(),
      false,
    ],
    ['the driver gives it up while the socket is full', givenUp, true],
    ['its socket is closed while it is full', (_: unknown, socket: SilentSocket) => socket.destroy(), true],
    ['its full socket fails', (_: unknown, socket: SilentSocket) => socket.destroy(new Error('reset')), true],
  ])('if %s', async (_, lose, full) => {
    const error = await lost(EndingConnection, lose, full);
    expect(error).toBeInstanceOf(MongoNetworkError);
    expect(isOutage(error)).toBe(true);
  });
});

// Once the driver no longer waits, EndingConnection can go.
it.each([false, true])('the connection of the driver still waits then (full socket: %s)', async (full) => {
  expect(await lost(Connection, givenUp, full)).toBe(undefined);
});
