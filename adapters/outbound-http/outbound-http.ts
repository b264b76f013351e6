import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { addressRule, type PrivateAddresses } from './address-rule.ts';
import { deadline } from './deadline.ts';
import { connectError, exchangeError, OutboundError } from './errors.ts';
import { fromWire, toWire } from './headers.ts';
import type { OutboundHttp } from './port.ts';
import { singleConnection } from './single-connection.ts';

export interface OutboundOptions {
  /** Addresses to call beside the public ones. Default: none. */
  allowPrivateAddresses?: PrivateAddresses;
  /** In place of the system's name resolution. */
  lookup?: LookupFunction;
}

/** How much of a body that does not count is taken, and for how long. */
const discardedBytes = 64 * 1024;
const discardedMs = 1000;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Calls out over HTTP/1.1. Every request has a connection of its own: none is reused that its host is just closing,
 * so when a request fails it is known whether it was sent. Proxies of the environment are not used: they would connect
 * to addresses that nobody checked.
 */
export function createOutboundHttp({
  allowPrivateAddresses = false,
  lookup,
}: OutboundOptions = {}): OutboundHttp {
  const isAllowed = addressRule(allowPrivateAddresses);
  return {
    async send({ method, url, headers, body, timeoutMs, discardBody = false, signal, notAfter }) {
      const { origin, pathname, search } = parseTarget(url);
      if (!methods.has(method)) throw invalidRequest('The method is not one that is called with.');
      const end = deadline(timeoutMs, signal);
      const isTooLate = () => notAfter !== undefined && Date.now() >= notAfter.getTime();
      const connection = singleConnection(origin, { isAllowed, lookup, isTooLate }, end.signal);
      try {
        const answer = await connection.client.request({
          method,
          path: `${pathname}${search}`,
          headers: toWire(headers),
          body: body ?? null,
          signal: end.signal,
        });
        const bytes = discardBody ? await discard(answer.body) : Buffer.from(await answer.body.arrayBuffer());
        return {
          status: answer.statusCode,
          headers: fromWire(answer.headers),
          body: bytes.toString(),
          bytes: bytes.length,
        };
      } catch (error) {
        signal?.throwIfAborted();
        if (end.signal.aborted || connection.stage === 'too_late') {
          throw new OutboundError('timeout', `${origin} took longer than ${timeoutMs} ms.`, {
            effect: connection.stage === 'connected' ? 'unknown' : 'none',
            cause: error,
          });
        }
        if (connection.stage === 'connected') throw exchangeError(error, origin);
        if (connection.stage === 'connecting') throw connectError(error, origin);
        throw invalidRequest('The request has a header that cannot be sent.', error);
      } finally {
        end.clear();
        // Drops the connection with whatever is still on its way.
        await connection.client.destroy();
      }
    },
  };
}

/** Lets the host end what it says, within bounds, so that it does not meet a broken connection. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  await body.dump({ limit: discardedBytes, signal: AbortSignal.timeout(discardedMs) }).catch(() => {});
  return Buffer.alloc(0);
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
