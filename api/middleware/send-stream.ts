import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { StreamReply } from '../routing/endpoint.ts';

/** A client that reads nothing for this long is disconnected. It may connect again. */
const stalledMs = 60_000;

/**
 * Sends text piece by piece, at the pace of the client: the next piece is requested when there is room for it, so that
 * a slow client costs no memory.
 */
export function sendStream(ctx: Context, mediaType: string, { stream, onEnd }: StreamReply): void {
  // The stream itself may never start: nobody reads it for a HEAD, or if the client is already gone.
  if (ctx.res.closed) onEnd();
  else ctx.res.once('close', onEnd);
  ctx.type = mediaType;
  ctx.set({
    'Cache-Control': 'no-store, no-transform',
    // Tells proxies that know this header not to buffer.
    'X-Accel-Buffering': 'no',
  });
  ctx.res.setTimeout(stalledMs, () => ctx.res.destroy());
  ctx.body = Readable.from(stream, { highWaterMark: 1 });
}
