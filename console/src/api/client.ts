import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { noticeServerTime } from '../time/clock.ts';
import { readAnswer, toApiError } from '#heddle-client/answer.ts';
import { ApiError, asApiError } from './api-error.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Paths } from './paths.gen.ts';
import { hasSessionEnded, setSessionEnded } from './session-state.ts';
import { type Addressed, UnsettledRequests } from './unsettled-requests.ts';

/** The person and the workspace that a request states. */
export interface Acting {
  /** Which part of the app it comes from: the origin of what it starts. */
  as: 'console' | 'playground';
  /** The end user that it acts for. Default: the workspace. */
  subject?: string | undefined;
}

let person: string | undefined;

/**
 * Sets the person that the page shows as signed in; undefined for nobody. Each request states that person and is
 * refused if the cookie, which all tabs share, now belongs to somebody else. Clears the unsettled requests of the
 * person before.
 */
export function actAs(next: string | undefined): void {
  if (next !== person) unsettled.forget();
  person = next;
}

/** The headers of a request. The cookie of the session authenticates it; without this header, the cookie counts for nothing. */
export function actingHeaders(acting: Acting): Record<string, string> {
  return { ...partHeaders(acting), ...(person !== undefined && { 'Console-Person': person }) };
}

function partHeaders({ as, subject }: Acting): Record<string, string> {
  return { 'Console-Request': as, ...(subject !== undefined && { 'Service-Subject': subject }) };
}

/**
 * A typed client. Its calls throw an {@link ApiError}; `dataOf` unwraps what they return. Every POST has an
 * Idempotency-Key, which an equal one after a lost response has too, so that it does not happen twice.
 */
export function clientFor(acting: Acting): Client<Paths> {
  const client = create(acting);
  // The last sees a response first: `failures` throws.
  client.use(failures, idempotent, session);
  return client;
}

/** The client of the session itself: being signed out is one of its answers. */
export function sessionClient(): Client<Paths> {
  const client = create({ as: 'console' });
  client.use(failures);
  return client;
}

function create(acting: Acting): Client<Paths> {
  return createClient<Paths>({
    baseUrl: location.origin,
    headers: partHeaders(acting),
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
  onRequest({ request }) {
    // A client may be older than the session.
    if (person !== undefined) request.headers.set('Console-Person', person);
    if (!hasSessionEnded()) return;
    throw new ApiError('Your session has ended.', { status: 401, code: 'unauthorized' });
  },
  onResponse({ response }) {
    noticeResponse(response);
  },
};

const unsettled = new UnsettledRequests();
const ofRun = /\/v1\/loom\/runs\/[^/]+/;

function addressOf({ url, headers }: Request): Addressed {
  const subject = headers.get('Service-Subject') ?? '';
  // Decisions on a run concern each other, whatever they are.
  return { address: `${url} ${subject}`, place: ofRun.exec(url)?.[0] };
}

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
