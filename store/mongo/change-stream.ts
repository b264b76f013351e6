import { once } from 'node:events';
import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStream as DriverChangeStream, Document, MongoClient } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { FollowedWrites, Operation } from './followed-writes.ts';

/** While there is no stream, followers are asked to read this often, and the stream is reopened. */
const pollMs = 250;

interface Change {
  operationType: Operation;
  ns: { coll: keyof Documents };
  fullDocument?: Documents[keyof Documents] | null;
}

/** A receiver of changes, and the collections that it follows. */
export interface Follower<Name extends keyof Documents> {
  collections: readonly Name[];
  /** A document that was written, in the order of the writes. An updated one is as it is when this is called. */
  onDocument(document: Documents[Name]): void;
  /** Something may have changed that cannot be reported, such as a deletion or a missed write: read for yourself. */
  onGap(): void;
}

/**
 * Reports what any process writes to the followers in this process, through one change stream, because the server
 * examines each write once for every open stream. The stream contains what this kind of process follows, and is opened
 * for the first follower.
 *
 * The driver recovers from short losses. After a longer one, and if the server has no change streams, followers poll
 * until a new stream is open.
 */
export class ChangeStream {
  readonly #client: MongoClient;
  readonly #database: string;
  readonly #followed: FollowedWrites;
  #followers: readonly Follower<keyof Documents>[] = [];
  /** From now on followers learn of everything that is written, from the stream or by polling. */
  readonly #ready = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  /**
   * @param database its name on the server
   * @param followed the writes that the server sends to this process
   */
  constructor(client: MongoClient, database: string, followed: FollowedWrites) {
    this.#client = client;
    this.#database = database;
    this.#followed = followed;
  }

  /**
   * Follows collections until this is closed. Once it resolves, the follower learns of everything that is written, from
   * the stream or through `onGap`. It may also learn of earlier writes.
   * @throws for a collection that this kind of process does not follow
   */
  async follow<Name extends keyof Documents>(follower: Follower<Name>): Promise<void> {
    const foreign = follower.collections.find((name) => this.#followed[name] === undefined);
    if (foreign !== undefined) throw new Error(`this process does not follow ${foreign}`);
    if (this.#closing.signal.aborted) return;
    this.#followers = [...this.#followers, follower];
    this.#running ??= this.#keepOpen(this.#closing.signal);
    await this.#ready.promise;
  }

  /** Stops reporting. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#poll);
    this.#ready.resolve();
    await this.#running;
  }

  async #keepOpen(closing: AbortSignal): Promise<void> {
    const closed = once(closing, 'abort');
    while (!closing.aborted) {
      const stream = this.#open();
      try {
        const ended = this.#tellAll(stream);
        // A stream that is closed while it is being opened would stay open on the server.
        await Promise.race([listens(stream), ended]);
        this.#listening();
        await Promise.race([ended, closed]);
      } catch {
        // Lost or not available.
      }
      await stream.close().catch(() => {});
      await this.#pollOnce(closing);
    }
  }

  #open(): DriverChangeStream<Document, Change> {
    const followed = Object.entries(this.#followed).map(([collection, operations]) => ({
      'ns.coll': collection,
      operationType: { $in: operations },
    }));
    return this.#client.db(this.#database).watch<Document, Change>([{ $match: { $or: followed } }], {
      fullDocument: 'updateLookup',
      maxAwaitTimeMS: 1000,
    });
  }

  #listening(): void {
    this.#ready.resolve();
    if (this.#poll === undefined) return;
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.#missAll();
  }

  /** Asks all followers to read, and waits until it is time to reopen the stream. */
  async #pollOnce(closing: AbortSignal): Promise<void> {
    if (closing.aborted) return;
    this.#poll ??= setInterval(() => this.#missAll(), pollMs);
    this.#ready.resolve();
    await sleep(pollMs, undefined, { signal: closing }).catch(() => {});
  }

  /** Reports changes until the stream is closed or lost. It may then reject. */
  async #tellAll(stream: DriverChangeStream<Document, Change>): Promise<void> {
    // Not `for await`: if the stream is closed while the driver recovers from a loss, it would keep waiting for a
    // change, on a stream of its own.
    while (!stream.closed) {
      const change = await stream.tryNext();
      if (change === null) continue;
      for (const follower of this.#followers) {
        if (follower.collections.includes(change.ns.coll)) tell(follower, change);
      }
    }
  }

  #missAll(): void {
    for (const follower of this.#followers) miss(follower);
  }
}

/** Resolves when the server is listening: its first response has a token, whether it contains changes or not. */
async function listens(stream: DriverChangeStream<Document, Change>): Promise<void> {
  await once(stream, 'resumeTokenChanged');
  // The token arrives in the middle of the response. A stream that is closed there would stay open on the server.
  await yieldToOthers();
}

function tell(follower: Follower<keyof Documents>, { fullDocument }: Change): void {
  if (fullDocument === undefined || fullDocument === null) return miss(follower);
  try {
    follower.onDocument(fullDocument);
  } catch (error) {
    warn(error);
    // It did not process the change, which is a gap for it and nothing for the others.
    miss(follower);
  }
}

function miss(follower: Follower<keyof Documents>): void {
  try {
    follower.onGap();
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`A follower of changes failed: ${kind}`);
}
