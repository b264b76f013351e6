import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay to a server that can be cut. Its clients then find the server down. */
export interface Proxy {
  port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Passes on nothing more, and leaves connections open, so that their server seems frozen. */
  freeze(): void;
  /** Continues, with the data that arrived while it was frozen. */
  thaw(): void;
  /** Listens again, on the same port. */
  restore(): Promise<void>;
}

/** @param relay passes on data until one of the sockets closes. Default: every byte in both directions */
export async function startProxy(
  target: { host: string; port: number },
  relay = (incoming: Socket, outgoing: Socket): void => void incoming.pipe(outgoing).pipe(incoming),
): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>();
  let frozen = false;
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    const pair: [Socket, Socket] = [incoming, outgoing];
    pairs.add(pair);
    for (const socket of pair) {
      // Broken connections are the purpose of the proxy: it ends both sides.
      socket.once('error', () => {});
      socket.once('close', () => {
        pairs.delete(pair);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    if (!frozen) relay(...pair);
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
      frozen = false;
      for (const socket of [...pairs].flat()) socket.destroy();
      await once(server, 'close');
    },
    freeze: () => {
      frozen = true;
      for (const socket of [...pairs].flat()) socket.unpipe().pause();
    },
    thaw: () => {
      frozen = false;
      for (const pair of pairs) relay(...pair);
    },
    restore: async () => {
      if (!server.listening) await listen(port);
    },
  };
}
