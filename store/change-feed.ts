import type { ChangeStream, Document } from 'mongodb';

/** While the stream is down, those who follow are sent to look for themselves this often, and it is tried again. */
const pollMs = 250;

export interface ChangeFeedOptions {
  /** Opens a stream of inserted or replaced documents, from now on. */
  open: () => ChangeStream;
  /** A document that was written, in the order of the writes. */
  onDocument: (document: Document) => void;
  /** Writes may have been missed: look for yourself. Comes again and again while there is no stream. */
  onGap: () => void;
}

/**
 * One change stream, kept open. The driver picks it up after a short loss; after one that it cannot mend, and where
 * the server has no change streams, it is opened anew, and until then whoever follows it polls.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #stream: ChangeStream | undefined;
  #started: Promise<void> | undefined;
  #closed = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** Resolves when what is written from here on will be told of, by the stream or by `onGap`. */
  async start(): Promise<void> {
    this.#started ??= new Promise((listening) => void this.#keepOpen(listening));
    await this.#started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#stream?.close();
  }

  async #keepOpen(listening: () => void): Promise<void> {
    const { open, onGap } = this.#options;
    let poll: NodeJS.Timeout | undefined;
    while (!this.#closed) {
      try {
        const stream = open();
        this.#stream = stream;
        // The first answer shows that the server listens from here on.
        const first: unknown = await stream.tryNext();
        clearInterval(poll);
        if (poll !== undefined) onGap();
        poll = undefined;
        listening();
        if (first !== null) this.#tell(first);
        for await (const change of stream) this.#tell(change);
      } catch {
        // Lost, or not to be had: tried again below.
      }
      poll ??= setInterval(onGap, pollMs);
      listening();
      await this.#stream?.close().catch(() => {});
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    clearInterval(poll);
  }

  #tell(change: unknown): void {
    const { fullDocument } = change as { fullDocument?: Document };
    if (fullDocument !== undefined) this.#options.onDocument(fullDocument);
  }
}
