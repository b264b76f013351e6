import type { UIMessage } from 'ai';
import { fetchInTime } from './fetch-in-time.ts';

/** Where the service is, and as whom a page talks to it. */
export interface HeddleConnection {
  /** Base URL of the service, such as `https://heddle.example`. Default: the page's own. */
  baseUrl?: string | undefined;
  /** A session token, or what gets one: it is asked for each request, so that it can replace a token that expires. */
  token: string | (() => string | Promise<string>);
}

/** The service refuses a request. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Stable, such as `stale_confirmation`. */
  readonly code: string;
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The headers of a request. */
export async function headersOf({ token }: HeddleConnection): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${typeof token === 'string' ? token : await token()}` };
}

/** The address of a path of Loom. */
export function urlOf({ baseUrl = '' }: HeddleConnection, path: string): string {
  return `${baseUrl.replace(/\/$/, '')}/v1/loom/${path}`;
}

/** The service's own error inside an error of the AI SDK, if there is one. */
export function refusalIn(error: Error): Error {
  const { statusCode, responseBody } = error as { statusCode?: number; responseBody?: string };
  if (statusCode === undefined) return error;
  return refusal(statusCode, responseBody ?? '');
}

function refusal(status: number, body: string): Refused {
  try {
    const { error } = JSON.parse(body) as { error: { message: string; code: string } };
    return new Refused(error.message, error.code, status);
  } catch {
    return new Refused(`The service answered with status ${status}.`, 'unknown', status);
  }
}

/**
 * Asks the service for something.
 * @returns the `data` of the response
 * @throws {Refused}
 */
export async function request(
  connection: HeddleConnection,
  path: string,
  method: string,
  body?: object,
): Promise<unknown> {
  const response = await fetchInTime(urlOf(connection, path), {
    method,
    headers: { ...(await headersOf(connection)), 'content-type': 'application/json' },
    // Without a body it is undefined, which is none.
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return (JSON.parse(text) as { data: unknown }).data;
}

/** The newest messages of a thread, oldest first, with the calls of the agent and what waits. @throws {Refused} */
export async function readHistory(connection: HeddleConnection, threadId: string): Promise<UIMessage[]> {
  const history = await request(connection, `threads/${threadId}/chat`, 'GET');
  return (history as { messages: UIMessage[] }).messages;
}
