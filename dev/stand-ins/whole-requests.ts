import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Serves requests, and forgets those that break off before they have arrived: nobody has asked for anything. */
export function wholeRequests(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (request.complete) throw error;
    });
  };
}
