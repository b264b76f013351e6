import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request whose body has yet to arrive. */
interface Arriving {
  onLate: () => void;
  timer: NodeJS.Timeout;
}

const arriving = new WeakMap<IncomingMessage, Arriving>();
/** Requests whose clients wait for `100 Continue` before they send the body, and whether they keep the connection. */
const waiting = new WeakMap<IncomingMessage, { keepAlive: boolean }>();

/**
 * Limits the time in which the body of a request arrives.
 * @param onLate called if it has not arrived completely in that time
 */
export function limitTime(request: IncomingMessage, ms: number, onLate: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return;
  arriving.set(request, { onLate, timer: setTimeout(late, ms, request) });
  request.once('end', () => {
    clearTimeout(arriving.get(request)?.timer);
    arriving.delete(request);
  });
}

function late(request: IncomingMessage): void {
  const found = arriving.get(request);
  arriving.delete(request);
  if (!request.complete) found?.onLate();
}

/** Gives the rest of a body another time to arrive, from now on. */
export function allowTime(request: IncomingMessage, ms: number): void {
  const found = arriving.get(request);
  if (found === undefined) return;
  clearTimeout(found.timer);
  found.timer = setTimeout(late, ms, request);
}

/**
 * Notes that a client waits for `100 Continue`. If it never gets one, the connection is closed after the response,
 * because nobody can tell whether the body follows.
 */
export function awaitContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, { keepAlive: response.shouldKeepAlive });
  response.shouldKeepAlive = false;
}

/** Sends `100 Continue` to a client that waits for it, right before its body is read. */
export function continueRequest(request: IncomingMessage, response: ServerResponse): void {
  const found = waiting.get(request);
  if (found === undefined) return;
  waiting.delete(request);
  response.shouldKeepAlive = found.keepAlive;
  response.writeContinue();
}
