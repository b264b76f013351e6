import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay to a server that can be cut. Its clients then find the server down. */
export interface Proxy {
  port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Passes on nothing more on the existing connections, and leaves them open, so that their server seems frozen. */
  freeze(): void;
  /** Listens again, on the same port. */
  restore(): Promise<void>;
}

/** @param relay passes on data until one of the sockets closes. Default: every byte in both directions */
export async function startProxy(
  target: { host: string; port: number },
  relay = (incoming: Socket, outgoing: Socket): void => void incoming.pipe(outgoing).pipe(incoming),
): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      // Broken connections are the purpose of the proxy: it ends both sides.
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
