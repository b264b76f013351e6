import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How often a command was sent, and the bytes of it and of its replies. */
export interface CommandCount {
  count: number;
  sent: number;
  received: number;
}

/** Counts by the name of the command and, where it has one, its collection: `find runs`. */
export type CommandCounts = Map<string, CommandCount>;

/** A TCP relay to MongoDB that counts what passes. */
export interface CommandCounter {
  port: number;
  /** The counts since the last call. */
  take(): CommandCounts;
  stop(): void;
}

/** The operation in which the driver sends commands, after the first one of a connection. */
const opMsg = 2013;
const headerBytes = 16;
/** The flags, the kind of the first section, and the length of its document. */
const beforeElements = headerBytes + 4 + 1 + 4;
const bsonString = 2;

/** Starts a relay to the MongoDB on a port of the loopback interface. It must not compress. */
export async function countCommands(mongodbPort: number): Promise<CommandCounter> {
  let counts: CommandCounts = new Map();
  const sockets = new Set<Socket>();
  const countOf = (name: string): CommandCount => {
    const known = counts.get(name) ?? { count: 0, sent: 0, received: 0 };
    counts.set(name, known);
    return known;
  };
  const server = createServer((incoming) => {
    const outgoing = connect({ host: '127.0.0.1', port: mongodbPort });
    let name = '';
    const relay = (from: Socket, to: Socket, onMessage: (message: Buffer) => void) => {
      sockets.add(from);
      from.setNoDelay(true);
      const messages = splitter(onMessage);
      from.on('data', (chunk: Buffer) => {
        messages(chunk);
        to.write(chunk);
      });
      from.once('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    relay(incoming, outgoing, (message) => {
      name = nameOf(message);
      const known = countOf(name);
      known.count += 1;
      known.sent += message.length;
    });
    // A connection carries one command at a time.
    relay(outgoing, incoming, (message) => {
      countOf(name).received += message.length;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    take: () => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Calls back with each whole message of a stream of chunks. */
function splitter(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

/** A command's name is the first field of its document, and the field's value may be a collection. */
function nameOf(message: Buffer): string {
  if (message.readInt32LE(12) !== opMsg) return 'handshake';
  const type = message[beforeElements];
  const end = message.indexOf(0, beforeElements + 1);
  const name = message.toString('utf8', beforeElements + 1, end);
  if (type !== bsonString || name === 'hello') return name;
  const value = end + 1 + 4;
  return `${name} ${message.toString('utf8', value, message.indexOf(0, value))}`;
}
