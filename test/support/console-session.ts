import { defined } from '#contract/defined.ts';
import type { ConsoleSession } from '#contract/console.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** The headers of a request by a page of the console, which a browser adds a cookie to. */
export function pageHeaders(cookie?: string, origin = 'console'): Record<string, string> {
  return { 'console-request': origin, ...defined({ cookie }) };
}

/** The cookies that a browser would send back after a response. */
export function cookieOf({ headers }: ApiAnswer): string {
  const [first = ''] = headers.getSetCookie();
  return first.split(';')[0] ?? '';
}

/** Signs in, as the page of the console does. */
export async function signIn(
  client: ApiClient,
  credentials: { api_key?: string; code?: string; name?: string },
  headers: Record<string, string> = {},
): Promise<ApiAnswer<ConsoleSession>> {
  return await client.send<ConsoleSession>('POST', '/console/session', {
    headers: { 'content-type': 'application/json', ...pageHeaders(), ...headers },
    body: JSON.stringify(credentials),
  });
}

/** A client without credentials of its own that uses the session of a cookie. */
export function withCookie(stranger: ApiClient, cookie: string, origin?: string): ApiClient {
  return stranger.with({ headers: pageHeaders(cookie, origin) });
}
