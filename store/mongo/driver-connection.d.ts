/** A class of the driver that its own types leave out, with what is used of it. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';
  import type { Document } from 'mongodb';

  export class Connection extends EventEmitter {
    constructor(socket: Duplex, options: { id: number; generation: number });
    /** Why the connection was closed. */
    error: Error | null;
    command(namespace: { db: string }, command: Document, options: object): Promise<Document>;
    /** Closes the connection. */
    onError(error: Error): void;
  }
}
