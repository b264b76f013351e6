import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { checkLiteral, guardedLookup } from './guarded-lookup.ts';

/** Answers are at most 1 MiB, compressed or not (outbound.response-limit). */
export const answerLimitBytes = 1024 * 1024;
/** An idle connection is closed after this time, unless its host asks for less, or for more up to the second one. */
const idleMs = 10_000;
const longestIdleMs = 60_000;

/** One connection to an origin, and its progress. */
export interface Connection {
  origin: string;
  client: Client;
  /** `connected` from before the first byte is sent. */
  stage: 'idle' | 'connecting' | 'connected' | 'too_late';
}

export interface ConnectionRules {
  isAllowed: AddressRule;
  lookup: LookupFunction;
  /** Called right before the first byte would be sent. */
  isTooLate: () => boolean;
  /** The host is asked to keep it open for further requests. */
  keepAlive: boolean;
}

/**
 * A client of one origin that connects once, and never again if that connection is lost.
 * @param signal destroys the connection, even while it is being made
 */
export function newConnection(
  origin: string,
  { isAllowed, lookup, isTooLate, keepAlive }: ConnectionRules,
  signal: AbortSignal,
): Connection {
  const connect = buildConnector({
    lookup: guardedLookup(isAllowed, lookup),
    signal,
    // HTTP/2 has retries of its own.
    allowH2: false,
    maxCachedSessions: 0,
    // The signal reports when the time is over.
    timeout: 0,
  });
  const client = new Client(origin, {
    // Without pipelining, undici closes the connection after the first answer.
    pipelining: keepAlive ? 1 : 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerLimitBytes,
    connect: (options, done) => {
      try {
        // Connecting again would mean sending again.
        if (connection.stage !== 'idle') throw new Error('a connection is made once');
        connection.stage = 'connecting';
        checkLiteral(options.hostname, isAllowed);
      } catch (error) {
        return done(error as Error, null);
      }
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && isTooLate()) {
          connection.stage = 'too_late';
          socket.destroy();
          return done(new Error('it is too late to send'), null);
        }
        if (error === null) connection.stage = 'connected';
        done(...result);
      });
    },
  });
  const connection: Connection = { origin, client, stage: 'idle' };
  return connection;
}
