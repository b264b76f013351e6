import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay to a server, which can be cut: whoever goes through it then finds the server down. */
export interface Proxy {
  port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Passes nothing on any more on the connections that there are, and leaves them open: their server seems frozen. */
  freeze(): void;
  /** Listens again, on the same port. */
  restore(): Promise<void>;
}

/** @param relay passes on what is sent, until one of the sockets closes. Default: every byte, both ways */
export async function startProxy(
  target: { host: string; port: number },
  relay = (incoming: Socket, outgoing: Socket): void => void incoming.pipe(outgoing).pipe(incoming),
): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      // A torn connection is what the proxy is for: it ends both sides.
      socket.once('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    relay(incoming, outgoing);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: async () => {
      if (!server.listening) await listen(port);
    },
  };
}
