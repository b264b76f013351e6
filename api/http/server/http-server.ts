import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { newId } from '#store/mongo/ids.ts';
import { awaitContinue, limitTime } from './request-time.ts';

/** How long a client may take for its part. */
export interface ClientTimeouts {
  /** To send its headers. */
  headersMs: number;
  /** Time for the whole request, unless the reader of the body allows another. */
  requestMs: number;
  /** To send the next request. Longer than load balancers usually keep a connection, so that they close it first. */
  keepAliveMs: number;
  /** Without a byte in either direction, while it receives a response. Longer than any response takes. */
  idleMs: number;
}

const defaultTimeouts: ClientTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 75_000,
  idleMs: 180_000,
};
/** The most open connections; further ones are closed. A load balancer has a few for all of its clients. */
const mostConnections = 10_000;
/** The limit for any request, whatever its reader allows. */
const longestRequestMs = 20 * 60 * 1000;
/** How often Node checks for requests that take too long. */
const lookEveryMs = 1000;

/**
 * The HTTP server of the API. A client that waits for `100 Continue` gets it from the reader of the body. A client that
 * is slow to send is answered with 408, one that does not send HTTP with 400, and one with headers of more than 16 KiB
 * with 431, all in the error envelope. Then its connection is closed. A client that does not read its response is
 * disconnected.
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
      requestTimeout: longestRequestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
    },
    (request, response) => accept(request, response),
  );
  const accept = (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
    limitTime(request, requestMs, () => {
      // A request can be answered before all of it has arrived.
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', tooSlow(), request.socket);
    });
    void answer(request, response);
  };
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitContinue(request, response);
    accept(request, response);
  });
  server.maxConnections = mostConnections;
  server.setTimeout(idleMs);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const halfSent = response !== undefined && response.headersSent && !response.writableFinished;
    // A second response inside the first would be read as part of it.
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

/** As Node reports it. */
function tooSlow(): NodeJS.ErrnoException {
  return Object.assign(new Error('the request came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
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

/** There is no request for a regular response, so the response is written to the socket. */
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
