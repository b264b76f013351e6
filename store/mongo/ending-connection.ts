import type { Duplex } from 'node:stream';
import { Connection } from 'mongodb/lib/cmap/connection.js';

declare module 'mongodb' {
  interface MongoClientOptions {
    connectionType?: typeof EndingConnection;
  }
}

/**
 * A connection of the driver on which each command ends when the connection is closed, also while it is being written.
 *
 * The driver's own waits for the socket to take the command, which a socket that was destroyed never does. Then the command would
 * wait forever, and with it the place in the pool: the limit for answers closes a connection, but does not end that wait.
 */
export class EndingConnection extends Connection {
  constructor(socket: Duplex, options: ConstructorParameters<typeof Connection>[1]) {
    super(socket, options);
    const write = socket.write.bind(socket) as (command: Uint8Array) => boolean;
    socket.write = (command: Uint8Array) => {
      if (socket.destroyed) throw new Error('the socket was destroyed');
      return write(command);
    };
    // A command that waits for a full socket also listens for errors of it.
    this.once('close', () => socket.emit('error', this.error));
  }
}
