import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { StreamReply } from '../routing/endpoint.ts';

/** A client that takes nothing for so long is let go: it may connect again. */
const stalledMs = 60_000;

/**
 * Sends text piece by piece, at the pace of the client: the next piece is asked for when there is room for it, so
 * that a slow client costs no memory.
 */
export function sendStream(ctx: Context, mediaType: string, { stream, onEnd }: StreamReply): void {
  // The stream itself may never begin: nobody reads it for a HEAD, or for a client that went away before.
  if (ctx.res.closed) onEnd();
  else ctx.res.once('close', onEnd);
  ctx.type = mediaType;
  ctx.set({
    'Cache-Control': 'no-store, no-transform',
    // Proxies that know it then pass on each piece as it comes.
    'X-Accel-Buffering': 'no',
  });
  ctx.res.setTimeout(stalledMs, () => ctx.res.destroy());
  ctx.body = Readable.from(stream, { highWaterMark: 1 });
}
