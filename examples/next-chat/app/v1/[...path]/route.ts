import type { NextRequest } from 'next/server';
import { backend } from '../../../backend.ts';

/** Headers that are passed on to the service. The page's cookies are for this server alone. */
const passedOn = ['authorization', 'content-type', 'idempotency-key'];

/**
 * Passes what the page asks of the service on, stream by stream, so that the service needs no CORS. A stream that breaks off there breaks
 * off here, and one that the page leaves is left there.
 */
async function passOn({ nextUrl, method, headers, body, signal }: NextRequest): Promise<Response> {
  const request = {
    method,
    headers: passedOn.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    body,
    duplex: 'half',
    signal,
  } as RequestInit;
  try {
    const answer = await fetch(`${backend().baseUrl}${nextUrl.pathname}${nextUrl.search}`, request);
    const type = answer.headers.get('content-type');
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'cache-control': 'no-store', ...(type === null ? {} : { 'content-type': type }) },
    });
  } catch {
    const error = { code: 'unavailable', message: 'The service cannot be reached.' };
    return Response.json({ status: 'error', error }, { status: 502 });
  }
}

export { passOn as GET, passOn as POST };
