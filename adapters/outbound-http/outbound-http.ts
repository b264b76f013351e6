import type { LookupFunction } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { addressRule, type PrivateAddresses } from './address-rule.ts';
import { decoded, DecompressedTooLarge } from './decode-body.ts';
import { decodeText } from './decode-text.ts';
import { connectError, exchangeError, OutboundError, UnreadBody } from './errors.ts';
import { fromWire, toWire } from './headers.ts';
import { HostNames } from './host-names.ts';
import { answerLimitBytes, type Connection, newConnection } from './connection.ts';
import { isBlocked } from './is-blocked.ts';
import { IdleConnections } from './idle-connections.ts';
import type { OutboundAnswer, OutboundHttp, OutboundRequest } from './port.ts';

/** A signal that aborts when the caller's does, or after a time. */
interface Deadline {
  signal: AbortSignal;
  /** Stops the clock. */
  clear(): void;
}

export interface OutboundOptions {
  /** Addresses that may be called in addition to public ones. Default: none. */
  allowPrivateAddresses?: PrivateAddresses;
  /** DNS servers, such as `127.0.0.1:53`. Default: the system's. */
  nameServers?: string[];
  /** Replaces DNS. */
  lookup?: LookupFunction;
}

/** How much is read of a body of which only the beginning counts, and for how long. */
const mostReadBytes = 64 * 1024;
const longestReadMs = 1000;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The most connections that are kept open between requests, to all hosts together. */
const mostIdle = 256;

/** Also closes the connections that are kept open between requests. Later requests keep none. */
export type ClosableOutboundHttp = OutboundHttp & { close(): Promise<void> };

/**
 * Makes calls over HTTP/1.1. Without `keepAlive`, a request has a connection of its own: it never reuses one that its
 * host is just closing, so it is known whether a failed request was sent. Proxies of the environment are not used,
 * because they would connect to addresses that nobody checked.
 */
export function createOutboundHttp({
  allowPrivateAddresses = false,
  nameServers,
  lookup,
}: OutboundOptions = {}): ClosableOutboundHttp {
  const isAllowed = addressRule(allowPrivateAddresses);
  const names = new HostNames(nameServers);
  const lookupOf = (workspaceId: string) => lookup ?? names.lookupFor(workspaceId);
  const idle = new IdleConnections(mostIdle);
  /**
   * Keeps the connection only if the whole answer was read. Otherwise it is dropped, with whatever is still arriving.
   */
  const sendOn = async (connection: Connection, request: OutboundRequest, over: AbortSignal) => {
    let isWhole = false;
    try {
      const answer = await exchange(connection, request, over);
      isWhole = true;
      return answer;
    } catch (error) {
      request.signal?.throwIfAborted();
      throw toOutboundError(error, connection, { timeoutMs: request.timeoutMs, isOver: over.aborted });
    } finally {
      if (isWhole && request.keepAlive === true) await idle.keep(connection);
      else await connection.client.destroy();
    }
  };
  const connectionFor = (origin: string, request: OutboundRequest, over: AbortSignal): Connection => {
    const { workspaceId, keepAlive = false, notAfter } = request;
    const isTooLate = () => notAfter !== undefined && Date.now() >= notAfter.getTime();
    const rules = { isAllowed, lookup: lookupOf(workspaceId), isTooLate, keepAlive };
    return newConnection(origin, rules, over);
  };
  return {
    async send(request) {
      const origin = checkRequest(request);
      const end = deadline(request.timeoutMs, request.signal);
      try {
        const kept = request.keepAlive === true ? idle.take(origin) : undefined;
        const answer = kept && (await unlessReset(sendOn(kept, request, end.signal)));
        if (answer !== undefined) return answer;
        return await sendOn(connectionFor(origin, request, end.signal), request, end.signal);
      } finally {
        end.clear();
      }
    },
    async open(request) {
      const origin = checkRequest(request);
      const end = deadline(request.timeoutMs, request.signal);
      const connection = connectionFor(origin, request, end.signal);
      const close = async () => {
        end.clear();
        await connection.client.destroy();
      };
      const toThrow = (error: unknown) => {
        request.signal?.throwIfAborted();
        return toOutboundError(error, connection, {
          timeoutMs: request.timeoutMs,
          isOver: end.signal.aborted,
        });
      };
      try {
        const answer = await ask(connection, request, end.signal);
        const pieces = decoded(answer.body, encodingOf(answer), answerLimitBytes);
        const body = piecesOf(pieces, toThrow, close);
        return { status: answer.statusCode, headers: fromWire(answer.headers), body, close };
      } catch (error) {
        await close();
        throw toThrow(error);
      }
    },
    isBlocked: async ({ workspaceId, url }) =>
      await isBlocked(parseTarget(url), { isAllowed, lookup: lookupOf(workspaceId) }),
    close: async () => await idle.close(),
  };
}

/** @returns the origin of the request */
function checkRequest({ url, method }: OutboundRequest): string {
  const { origin } = parseTarget(url);
  if (!methods.has(method)) throw invalidRequest('The method is not one that is called with.');
  return origin;
}

async function ask(
  { client }: Connection,
  { method, url, headers, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { pathname, search } = parseTarget(url);
  return await client.request({
    method,
    path: `${pathname}${search}`,
    headers: toWire(headers),
    body: body ?? null,
    signal,
  });
}

async function exchange(
  connection: Connection,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { keptBytes } = request;
  const answer = await ask(connection, request, signal);
  const head = { status: answer.statusCode, headers: fromWire(answer.headers) };
  if (keptBytes !== undefined) {
    const bytes = await beginningOf(answer.body, keptBytes);
    return { ...head, body: bytes.toString(), bytes: bytes.length };
  }
  try {
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { ...head, ...(await textOf(bytes, head.headers)), bytes: bytes.length };
  } catch (error) {
    throw new UnreadBody(head, error);
  }
}

/** A body that is not what its encoding says is taken as it came. */
async function textOf(bytes: Buffer, headers: OutboundAnswer['headers']) {
  const { 'content-encoding': encoding, 'content-type': type } = headers;
  if (encoding === undefined) return decodeText(bytes, type);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of decoded(Readable.from([bytes]), encoding, answerLimitBytes)) pieces.push(piece);
  } catch (error) {
    if (error instanceof DecompressedTooLarge) throw error;
    return decodeText(bytes, type);
  }
  return decodeText(Buffer.concat(pieces), type);
}

function encodingOf({ headers }: Dispatcher.ResponseData): string | undefined {
  return fromWire(headers)['content-encoding'];
}

/** The pieces of a body as they arrive. */
async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  toThrow: (error: unknown) => unknown,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toThrow(error);
  } finally {
    await close();
  }
}

/** Undefined if a kept connection broke: the host may have closed it before it saw the request. */
async function unlessReset(answer: Promise<OutboundAnswer>): Promise<OutboundAnswer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'reset') return undefined;
    throw error;
  }
}

function toOutboundError(
  error: unknown,
  { origin, stage }: Connection,
  { timeoutMs, isOver }: { timeoutMs: number; isOver: boolean },
): OutboundError {
  const answer = error instanceof UnreadBody ? error.head : undefined;
  const cause = error instanceof UnreadBody ? error.cause : error;
  if (isOver || stage === 'too_late') {
    const effect = stage === 'connected' ? 'unknown' : 'none';
    return new OutboundError('timeout', `${origin} took longer than ${timeoutMs} ms.`, {
      effect,
      answer,
      cause,
    });
  }
  if (stage === 'connected') return exchangeError(cause, origin, answer);
  if (stage === 'connecting') return connectError(error, origin);
  return invalidRequest('The request has a header that cannot be sent.', error);
}

/**
 * The first bytes of a body, as far as they can be read. Lets the host finish its answer, within bounds, so that it does
 * not see a broken connection.
 */
async function beginningOf(body: Dispatcher.ResponseData['body'], keptBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    addAbortSignal(AbortSignal.timeout(longestReadMs), body);
    for await (const piece of body as AsyncIterable<Buffer>) {
      if (length < keptBytes) pieces.push(piece);
      length += piece.length;
      if (length > mostReadBytes) break;
    }
  } catch {
    // The part that has arrived is used.
  }
  return Buffer.concat(pieces).subarray(0, keptBytes);
}

function parseTarget(url: string): URL {
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw new OutboundError('invalid_url', 'Only http and https URLs are called.', { effect: 'none' });
  }
  if (target.username !== '' || target.password !== '') {
    throw new OutboundError('invalid_url', 'A URL must not hold credentials.', { effect: 'none' });
  }
  return target;
}

function invalidRequest(message: string, cause?: unknown): OutboundError {
  return new OutboundError('invalid_request', message, { effect: 'none', cause });
}

function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  if (outer?.aborted === true) abort();
  else outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
