import type { IncomingHttpHeaders } from 'node:http';
import { type ConsoleOrigin, consoleOrigins } from '#contract/console.ts';

/** The header that says which part of the console a request comes from. */
export const consoleHeader = 'Console-Request';

/**
 * Which part of the console a request comes from; undefined unless its headers prove that a page of this service made
 * it (console.csrf). A page of another site cannot send the header `Console-Request`: its browser asks with a preflight
 * request first, which is not granted. `Sec-Fetch-Site` and `Origin`, which no page can choose, are checked as well.
 * @param baseUrl where the console is. With https, only its origin is accepted. Without, the host that was requested is
 */
export function consoleOriginOf(
  headers: IncomingHttpHeaders,
  baseUrl: string | undefined,
): ConsoleOrigin | undefined {
  const named = headers[consoleHeader.toLowerCase()];
  const origin = consoleOrigins.find((each) => each === named);
  return origin !== undefined && isOwnSite(headers, baseUrl) ? origin : undefined;
}

function isOwnSite(headers: IncomingHttpHeaders, baseUrl: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  // Browsers leave it out of GET requests for their own origin.
  if (origin === undefined) return true;
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  if (base !== undefined && origin === base.origin) return true;
  if (base?.protocol === 'https:') return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}
