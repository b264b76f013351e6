import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { noticeServerTime } from '../time/clock.ts';
import { readAnswer, toApiError } from '#heddle-client/answer.ts';
import { credentialHeaders } from '#client/client.ts';
import { ApiError, asApiError } from './api-error.ts';
import { patientFetch } from './patient-fetch.ts';
import type { paths } from './schema.ts';
import { hasSessionEnded, setSessionEnded } from './session-state.ts';
import { UnsettledRequests } from './unsettled-requests.ts';

/** What a request says about who makes it. */
export interface Acting {
  /** Which part of the app it comes from: the origin of what it starts. */
  as: 'console' | 'playground';
  /** The end user that it acts for. Default: the workspace. */
  subject?: string | undefined;
}

/** The headers of a request. The cookie of the session authenticates it; without this header, the cookie counts for nothing. */
export function actingHeaders({ as, subject }: Acting): Record<string, string> {
  return credentialHeaders({ subject, headers: { 'Console-Request': as } });
}

/**
 * A typed client. Its calls throw an {@link ApiError}; `dataOf` unwraps what they return. Every POST has an
 * Idempotency-Key, which an equal one after a lost response has too, so that it does not happen twice.
 */
export function clientFor(acting: Acting): Client<paths> {
  const client = create(acting);
  // The last sees a response first: `failures` throws.
  client.use(failures, idempotent, session);
  return client;
}

/** The client of the session itself: being signed out is one of its answers. */
export function sessionClient(): Client<paths> {
  const client = create({ as: 'console' });
  client.use(failures);
  return client;
}

function create(acting: Acting): Client<paths> {
  return createClient<paths>({
    baseUrl: location.origin,
    headers: actingHeaders(acting),
    credentials: 'same-origin',
    fetch: patientFetch,
  });
}

/** For responses that no client of this file received. */
export function noticeResponse({ status, headers }: Response): void {
  if (status === 401) setSessionEnded(true);
  noticeServerTime(headers.get('Date'));
}

const session: Middleware = {
  onRequest() {
    if (!hasSessionEnded()) return;
    throw new ApiError('Your session has ended.', { status: 401, code: 'unauthorized' });
  },
  onResponse({ response }) {
    noticeResponse(response);
  },
};

const unsettled = new UnsettledRequests();
const addressOf = ({ url, headers }: Request): string => `${url} ${headers.get('Service-Subject') ?? ''}`;

const idempotent: Middleware = {
  async onRequest({ request }) {
    if (request.method !== 'POST') return;
    const key = unsettled.keyOf(addressOf(request), await request.clone().text());
    request.headers.set('Idempotency-Key', key);
  },
  onResponse({ request, response: { status } }) {
    // With these, nobody has done yet what was asked, or it is not known whether somebody has.
    const final = status < 500 && ![401, 409, 429].includes(status);
    if (request.method === 'POST' && final) unsettled.settled(addressOf(request));
  },
};

const failures: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    throw toApiError(await readAnswer(response));
  },
  onError({ error }) {
    return asApiError(error);
  },
};

/** The client of every page but the playground. It acts for the workspace. */
export const api = clientFor({ as: 'console' });

export { dataOf, madeOf } from './data-of.ts';
