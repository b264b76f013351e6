import { once } from 'node:events';
import { setImmediate as afterThis, setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStream, Document, MongoClient, ResumeToken } from 'mongodb';
import type { Documents } from '../documents/documents.ts';

/** While there is no stream, those who follow are sent to look for themselves this often, and it is tried again. */
const pollMs = 250;

type Operation = 'insert' | 'update' | 'replace' | 'delete';

interface Change {
  operationType: Operation;
  ns: { coll: keyof Documents };
  fullDocument?: Documents[keyof Documents] | null;
}

/** Who is told of changes, and of which. */
export interface Follower<Name extends keyof Documents> {
  collections: readonly Name[];
  /** Nothing else is sent by the server: name only what is needed. */
  operations: readonly Operation[];
  /** A document that was written, in the order of the writes. Updates have it as it is when they are told of. */
  onDocument(document: Documents[Name]): void;
  /** Something may have changed that nobody can tell, such as what was deleted or missed: look for yourself. */
  onGap(): void;
}

interface Following {
  follower: Follower<keyof Documents>;
  listening: PromiseWithResolvers<void>;
}

/**
 * What any process writes, told to those in this one who follow it: one change stream, for the server looks at each
 * document that is written once for every stream. It has what is followed and nothing else; when somebody comes, it
 * is opened anew for all, and goes on where it was.
 *
 * The driver mends a short loss. After another one, and where the server has no change streams, the stream is opened
 * anew, and until then whoever follows polls.
 */
export class Changes {
  readonly #client: MongoClient;
  readonly #database: string;
  #followings: readonly Following[] = [];
  /** There while the server listens. */
  #stream: ChangeStream<Document, Change> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #started = false;
  #ending: Promise<void> | undefined;
  readonly #closing = new AbortController();

  /** @param database its name inside the server */
  constructor(client: MongoClient, database: string) {
    this.#client = client;
    this.#database = database;
  }

  /**
   * Follows collections until this is closed. Resolves when what is written from here on will be told of, by the
   * stream or by `onGap`.
   */
  async follow<Name extends keyof Documents>(follower: Follower<Name>): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const following = { follower, listening: Promise.withResolvers<void>() };
    this.#followings = [...this.#followings, following];
    if (this.#poll !== undefined) return;
    if (!this.#started) void this.#keepOpen();
    void this.#end();
    await following.listening.promise;
  }

  /** Tells of nothing any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#poll);
    for (const { listening } of this.#followings) listening.resolve();
    await this.#end();
  }

  async #keepOpen(): Promise<void> {
    this.#started = true;
    // Those who come at the same moment share an opening.
    await afterThis();
    let token: ResumeToken;
    while (!this.#closing.signal.aborted) {
      const followings = this.#followings;
      const stream = this.#open(followings, token);
      try {
        const ended = tellAll(stream, followings);
        await Promise.race([listens(stream), ended]);
        this.#listening(stream, followings);
        await ended;
      } catch {
        // Closed, lost or not to be had: see below.
      }
      this.#stream = undefined;
      await this.#ending;
      // Whatever it was mended with, or lost.
      await stream.close().catch(() => {});
      // Closed for somebody who came: the next one goes on where this one was.
      token = followings === this.#followings ? undefined : stream.resumeToken;
      if (!token) await this.#pollOnce();
    }
  }

  #open(followings: readonly Following[], token: ResumeToken): ChangeStream<Document, Change> {
    const wanted = followings.map(({ follower: { collections, operations } }) => ({
      'ns.coll': { $in: collections },
      operationType: { $in: operations },
    }));
    return this.#client.db(this.#database).watch<Document, Change>([{ $match: { $or: wanted } }], {
      fullDocument: 'updateLookup',
      maxAwaitTimeMS: 1000,
      ...(token ? { resumeAfter: token } : {}),
    });
  }

  #listening(stream: ChangeStream<Document, Change>, followings: readonly Following[]): void {
    this.#stream = stream;
    if (this.#poll !== undefined) {
      clearInterval(this.#poll);
      this.#poll = undefined;
      for (const { follower } of this.#followings) miss(follower);
    }
    for (const { listening } of followings) listening.resolve();
    const someCame = followings !== this.#followings;
    if (someCame || this.#closing.signal.aborted) void this.#end();
  }

  /** Ends the stream once: while the driver tells the server, a second `close` would keep it from doing so. */
  async #end(): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined) return;
    this.#stream = undefined;
    this.#ending = stream.close().catch(() => {});
    await this.#ending;
  }

  /** Has everybody look for themselves from now on, and waits until it is time to try again. */
  async #pollOnce(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#poll ??= setInterval(() => {
      for (const { follower } of this.#followings) miss(follower);
    }, pollMs);
    for (const { listening } of this.#followings) listening.resolve();
    await sleep(pollMs, undefined, this.#closing).catch(() => {});
  }
}

/** Resolves when the server listens: its first answer has a token, whether there are changes in it or none. */
async function listens(stream: ChangeStream<Document, Change>): Promise<void> {
  await once(stream, 'resumeTokenChanged');
  // The token comes in the midst of the answer; a stream that is closed there would stay open on the server.
  await afterThis();
}

/** Tells of changes until the stream is closed or lost. It may reject then. */
async function tellAll(
  stream: ChangeStream<Document, Change>,
  followings: readonly Following[],
): Promise<void> {
  // Not `for await`: closed while it mends a loss, the driver would wait on for a change, and on a stream of its own.
  while (!stream.closed) {
    const change = await stream.tryNext();
    if (change === null) continue;
    for (const { follower } of followings) if (wants(follower, change)) tell(follower, change);
  }
}

function wants({ collections, operations }: Follower<keyof Documents>, change: Change): boolean {
  return collections.includes(change.ns.coll) && operations.includes(change.operationType);
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
