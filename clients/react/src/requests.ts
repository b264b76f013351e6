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

/** The call that a run waits for. */
export interface PendingCall {
  tool_call_id: string;
  digest?: string;
  approvals?: { given: unknown[] };
}

/** All calls that a run waits for. @throws {Refused} */
export async function readPending(connection: HeddleConnection, runId: string): Promise<PendingCall[]> {
  const { pending, pending_confirmations: held = [] } = (await request(
    connection,
    `runs/${runId}`,
    'GET',
  )) as { pending?: PendingCall; pending_confirmations?: PendingCall[] };
  return held.length > 0 || pending === undefined ? held : [pending];
}

interface ListedMessage {
  id: string;
  role: string;
  content: string;
  parts: ({ type: 'text'; text: string } | { type: 'data'; kind: string; payload: unknown })[] | null;
  run_id: string;
}

/** The newest messages of a thread, oldest first, as messages of the AI SDK. @throws {Refused} */
export async function readMessages(
  connection: HeddleConnection,
  threadId: string,
  limit = 100,
): Promise<UIMessage[]> {
  const path = `threads/${threadId}/messages?limit=${limit}`;
  const listed = (await request(connection, path, 'GET')) as ListedMessage[];
  return listed.filter(({ role }) => role !== 'system').map(shown);
}

/** The reply of a run has the id of the run, as in the stream of it. */
function shown({ id, role, content, parts, run_id }: ListedMessage): UIMessage {
  const isUser = role === 'user';
  return {
    id: isUser ? id : run_id,
    role: isUser ? 'user' : 'assistant',
    metadata: { run_id, ...(isUser ? {} : { message_id: id, state: 'closed' }) },
    parts: (parts ?? [{ type: 'text' as const, text: content }]).map((part) =>
      part.type === 'text'
        ? { type: 'text', text: part.text, state: 'done' }
        : { type: `data-${part.kind}`, data: part.payload },
    ),
  };
}
