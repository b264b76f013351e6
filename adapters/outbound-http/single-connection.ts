import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { checkLiteral, guardedLookup } from './guarded-lookup.ts';

/** Answers are at most 1 MiB (outbound.response-limit). */
const answerLimitBytes = 1024 * 1024;

/** A connection for one request, and how far it came. */
export interface SingleConnection {
  client: Client;
  /** `connected` from before the first byte is sent. */
  stage: 'idle' | 'connecting' | 'connected' | 'too_late';
}

export interface ConnectionRules {
  isAllowed: AddressRule;
  lookup: LookupFunction | undefined;
  /** Asked right before the first byte would be sent. */
  isTooLate: () => boolean;
}

/**
 * A client of one origin that connects once, sends once, and keeps nothing open.
 * @param signal destroys the connection, also one that is still being made
 */
export function singleConnection(
  origin: string,
  { isAllowed, lookup, isTooLate }: ConnectionRules,
  signal: AbortSignal,
): SingleConnection {
  const connect = buildConnector({
    lookup: guardedLookup(isAllowed, lookup),
    signal,
    // HTTP/2 has retries of its own.
    allowH2: false,
    maxCachedSessions: 0,
    // The signal tells when the time is over.
    timeout: 0,
  });
  const client = new Client(origin, {
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerLimitBytes,
    connect: (options, done) => {
      try {
        // To connect again would be to send again.
        if (connection.stage !== 'idle') throw new Error('a request is sent once');
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
  const connection: SingleConnection = { client, stage: 'idle' };
  return connection;
}
