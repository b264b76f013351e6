import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { newId } from '#store/mongo/ids.ts';

/** How long a client may take for what is its part. */
export interface ClientTimeouts {
  /** To send its headers. */
  headersMs: number;
  /** To send its whole request. */
  requestMs: number;
  /** To send the next request. Longer than usual load balancers keep a connection, so that it is they who close it. */
  keepAliveMs: number;
  /** Without a byte either way: to take what is sent to it. Longer than any answer takes to come. */
  idleMs: number;
}

const defaultTimeouts: ClientTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 75_000,
  idleMs: 180_000,
};
/** Connections that are open at once; a further one is closed. A load balancer has a few for all of its clients. */
const mostConnections = 10_000;
/** How often Node looks for requests that take too long. */
const lookEveryMs = 1000;

/**
 * The HTTP server of the API. A client that is slow to send is answered 408, one that sends what is not HTTP 400, one
 * with headers of over 16 KiB 431, all in the error envelope; then its connection is closed. One that takes nothing of
 * what it asked for is cut off.
 */
export function createHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  timeouts: Partial<ClientTimeouts> = {},
): Server {
  const { headersMs, requestMs, keepAliveMs, idleMs } = { ...defaultTimeouts, ...timeouts };
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
    },
    (request, response) => {
      responses.set(request.socket, response);
      void answer(request, response);
    },
  );
  server.maxConnections = mostConnections;
  server.setTimeout(idleMs);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const halfSent = response !== undefined && response.headersSent && !response.writableFinished;
    // A second answer inside the first would be read as part of it.
    if (!socket.writable || halfSent || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, faultOf(error.code));
  });
  return server;
}

interface Fault {
  code: ErrorCode;
  message: string;
  reason: string;
}

function faultOf(code: string | undefined): Fault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request_timeout', message: 'The request came too slowly.', reason: 'Request Timeout' };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers are larger than 16 KiB.';
    return { code: 'headers_too_large', message, reason: 'Request Header Fields Too Large' };
  }
  return { code: 'invalid_http', message: 'This is not an HTTP request.', reason: 'Bad Request' };
}

/** There is no request to answer by the usual way: the answer is written as it stands. */
function refuse(socket: Duplex, { code, message, reason }: Fault): void {
  const body = JSON.stringify({ status: 'error', error: { message, code } });
  const head = [
    `HTTP/1.1 ${errorStatus[code]} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    `Request-Id: ${newId()}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
