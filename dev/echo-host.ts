import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A running echo host. */
export type EchoHost = {
  /** Its base URL, without a trailing slash. */
  url: string;
  port: number;
  stop(): Promise<void>;
};

/**
 * Serves a host on the loopback interface that answers every request with what it received. The demo connection calls
 * it.
 * @param port 0 for a free one
 */
export async function startEchoHost(port: number): Promise<EchoHost> {
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the echo host has no port');
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, stop };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const content = JSON.stringify(await echo(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(content);
  } catch {
    // The caller disconnected in the middle of its request.
    response.destroy();
  }
}

async function echo(request: IncomingMessage): Promise<Record<string, unknown>> {
  const url = new URL(request.url ?? '/', 'http://echo');
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: asJson(await text(request)),
  };
}

/** JSON as its value, anything else as text, and nothing as null. */
function asJson(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
