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
  override async writeCommand(command: object, options: object): Promise<void> {
    const closed = Promise.withResolvers<never>();
    const onClose = () => closed.reject(this.error);
    this.once('close', onClose);
    try {
      await Promise.race([super.writeCommand(command, options), closed.promise]);
    } finally {
      this.off('close', onClose);
    }
  }
}
