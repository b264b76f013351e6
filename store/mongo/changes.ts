import { once } from 'node:events';
import { setImmediate as afterThis, setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStream, Document, MongoClient } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { FollowedWrites, Operation } from './followed-writes.ts';

/** While there is no stream, followers are told to look for themselves this often, and the stream is opened again. */
const pollMs = 250;

interface Change {
  operationType: Operation;
  ns: { coll: keyof Documents };
  fullDocument?: Documents[keyof Documents] | null;
}

/** Who is told of changes, and of which collections. */
export interface Follower<Name extends keyof Documents> {
  collections: readonly Name[];
  /** A document that was written, in the order of the writes. An updated one is as it is when this is called. */
  onDocument(document: Documents[Name]): void;
  /** Something may have changed that cannot be told, such as what was deleted or missed: look for yourself. */
  onGap(): void;
}

/**
 * Tells the followers in this process what any process writes, by one change stream: the server examines each write
 * once for every open stream. The stream has what this kind of process follows, and is opened at the first follower.
 *
 * The driver mends a short loss. After a longer one, and where the server has no change streams, followers poll until a
 * new stream is open.
 */
export class Changes {
  readonly #client: MongoClient;
  readonly #database: string;
  readonly #followed: FollowedWrites;
  #followers: readonly Follower<keyof Documents>[] = [];
  /** From now on followers are told of everything that is written, by the stream or by polling. */
  readonly #ready = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  /**
   * @param database its name inside the server
   * @param followed the writes that the server sends to this process
   */
  constructor(client: MongoClient, database: string, followed: FollowedWrites) {
    this.#client = client;
    this.#database = database;
    this.#followed = followed;
  }

  /**
   * Follows collections until this is closed. Once it resolves, the follower is told of everything that is written, by
   * the stream or by `onGap`. It may be told of earlier writes as well.
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

  /** Stops telling. */
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
        // A stream that is closed while it is opened would stay open on the server.
        await Promise.race([listens(stream), ended]);
        this.#listening();
        await Promise.race([ended, closed]);
      } catch {
        // Lost or not to be had.
      }
      await stream.close().catch(() => {});
      await this.#pollOnce(closing);
    }
  }

  #open(): ChangeStream<Document, Change> {
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

  /** Has everybody look for themselves from now on, and waits until it is time to open a stream again. */
  async #pollOnce(closing: AbortSignal): Promise<void> {
    if (closing.aborted) return;
    this.#poll ??= setInterval(() => this.#missAll(), pollMs);
    this.#ready.resolve();
    await sleep(pollMs, undefined, { signal: closing }).catch(() => {});
  }

  /** Tells of changes until the stream is closed or lost. It may reject then. */
  async #tellAll(stream: ChangeStream<Document, Change>): Promise<void> {
    // Not `for await`: closed while it mends a loss, the driver would wait on for a change, and on a stream of its own.
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

/** Resolves when the server listens: its first answer has a token, whether there are changes in it or none. */
async function listens(stream: ChangeStream<Document, Change>): Promise<void> {
  await once(stream, 'resumeTokenChanged');
  // The token comes in the midst of the answer; a stream that is closed there would stay open on the server.
  await afterThis();
}

function tell(follower: Follower<keyof Documents>, { fullDocument }: Change): void {
  if (fullDocument === undefined || fullDocument === null) return miss(follower);
  try {
    follower.onDocument(fullDocument);
  } catch (error) {
    warn(error);
    // It has not taken the change in: that is a gap to it, and nothing to the others.
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
