import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { asApiError, toApiError } from './api-error.ts';
import type { paths } from './schema.ts';

/** What a request says about who makes it. */
export interface Acting {
  /** Which part of the app it comes from: the origin of what it starts. */
  as: 'console' | 'playground';
  /** The end user that it acts for. Default: the workspace. */
  subject?: string | undefined;
}

/** Called when a response says that the session has ended. */
let onSessionEnd: () => void = () => {};

/** Sets what happens when the session ends. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener;
}

/** The headers of a request. The cookie of the session authenticates it; without this header, the cookie counts for nothing. */
export function actingHeaders({ as, subject }: Acting): Record<string, string> {
  return { 'Console-Request': as, ...(subject === undefined ? {} : { 'Service-Subject': subject }) };
}

/**
 * A typed client. Its calls throw an {@link ApiError}; `dataOf` unwraps what they return. Every POST has an
 * Idempotency-Key, so that a lost response cannot make it happen twice.
 */
export function clientFor(acting: Acting): Client<paths> {
  const client = createClient<paths>({
    baseUrl: location.origin,
    headers: actingHeaders(acting),
    credentials: 'same-origin',
  });
  client.use(requests, noticeSessionEnd);
  return client;
}

/** The client of the session itself: being signed out is one of its answers. */
export function sessionClient(): Client<paths> {
  const client = createClient<paths>({
    baseUrl: location.origin,
    headers: actingHeaders({ as: 'console' }),
    credentials: 'same-origin',
  });
  client.use(requests);
  return client;
}

/** For responses that no client of this file received. */
export function noticeResponse({ status }: Response): void {
  if (status === 401) onSessionEnd();
}

const noticeSessionEnd: Middleware = {
  onResponse({ response }) {
    noticeResponse(response);
  },
};

const requests: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }
  },
  async onResponse({ response }) {
    if (response.ok) return;
    throw await toApiError(response);
  },
  onError({ error }) {
    return asApiError(error);
  },
};

/** The client of every page but the playground. It acts for the workspace. */
export const api = clientFor({ as: 'console' });

/** The `data` of a response. */
export function dataOf<Data>({ data }: { data?: { data: Data } | undefined }): Data {
  if (data === undefined) throw new Error('a success without a body');
  return data.data;
}
