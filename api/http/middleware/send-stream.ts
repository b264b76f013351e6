import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** A client that reads nothing for this long is disconnected. It may connect again. */
const stalledMs = 60_000;

/** Koa, its pipeline and the steps of a request each listen for the end of a response. Node would warn of eleven. */
const mostListeners = 20;

/** A body that is sent piece by piece. */
export interface SentStream {
  stream: AsyncIterable<string | Uint8Array>;
  /** Its length in bytes, if that is known. */
  length?: number;
  /** Called when the response is over, however it ended. */
  onEnd: () => void;
}

/**
 * Sends text or bytes piece by piece, at the pace of the client: the next piece is requested when there is room for it, so
 * that a slow client costs no memory. If the stream throws, the connection is closed, so that the client notices. The
 * media type must be set already.
 */
export function sendStream(ctx: Context, { stream, length, onEnd }: SentStream): void {
  ctx.res.setMaxListeners(mostListeners);
  // The stream itself may never start: nobody reads it for a HEAD, or if the client is already gone.
  if (ctx.res.closed) onEnd();
  else ctx.res.once('close', onEnd);
  ctx.set({
    'Cache-Control': 'no-store, no-transform',
    // Asks proxies that know this header not to buffer.
    'X-Accel-Buffering': 'no',
  });
  ctx.res.setTimeout(stalledMs, () => ctx.res.destroy());
  ctx.body = Readable.from(stream, { highWaterMark: 1 });
  if (length !== undefined) ctx.length = length;
}
