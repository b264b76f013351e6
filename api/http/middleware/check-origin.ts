import { ServiceError } from '#contract/errors.ts';

/** The headers of a request about its source and target. */
export interface RequestOrigin {
  /** The host that it was sent to, with its port: `Host`, or what a trusted proxy says. */
  host: string;
  /** The origin of the page that sent it; empty if no browser did. */
  origin: string;
}

/** The origins whose browser code may call the API, or `*` for any. */
export type CorsOrigins = readonly string[] | '*';

/** The origins that the service knows. */
export interface KnownOrigins {
  /** The public address of the API. */
  baseUrl: string;
  /** The origins whose browser code may call the API. */
  corsOrigins: CorsOrigins;
}

/**
 * Refuses requests that a page had a browser send by rebinding the name of its host to the address of this service, and
 * requests of pages that may not call the API. A service on a loopback address is known by any name of that address.
 * @throws {ServiceError} `forbidden`
 */
export function checkOrigin({ host, origin }: RequestOrigin, known: KnownOrigins): void {
  if (!isKnownHost(host, new URL(known.baseUrl)))
    throw new ServiceError('forbidden', 'The service is not known by that host.');
  if (origin === '' || mayCall(origin, known)) return;
  throw new ServiceError('forbidden', 'That origin may not call the service.');
}

/** Whether pages of an origin may call the MCP server. */
export function mayCall(origin: string, { baseUrl, corsOrigins }: KnownOrigins): boolean {
  const own = new URL(baseUrl);
  if (origin === own.origin || corsOrigins === '*' || corsOrigins.includes(origin)) return true;
  const page = URL.parse(origin);
  return page !== null && isLoopback(page) && isLoopback(own);
}

function isKnownHost(host: string, own: URL): boolean {
  const sentTo = URL.parse(`http://${host}`);
  if (sentTo === null || sentTo.pathname !== '/') return false;
  return sentTo.hostname === own.hostname || (isLoopback(sentTo) && isLoopback(own));
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopback({ hostname }: URL): boolean {
  return loopback.has(hostname);
}
