import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** A client that reads nothing for this long is disconnected. */
const stalledMs = 60_000;

/** Sends a response of the SDK: JSON, a stream of events, or nothing. */
export async function sendResponse(ctx: Context, response: Response): Promise<void> {
  const { status, headers, body } = response;
  for (const [name, value] of headers) if (!hopByHop.has(name)) ctx.set(name, value);
  ctx.set('Cache-Control', 'no-store, no-transform');
  if (body === null) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  ctx.status = status;
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
    ctx.res.setTimeout(stalledMs, () => ctx.res.destroy());
    ctx.body = Readable.fromWeb(body, { highWaterMark: 1 });
  } else ctx.body = Buffer.from(await response.arrayBuffer());
}

/** Belong to the connection, which is not the SDK's. */
const hopByHop: ReadonlySet<string> = new Set(['connection', 'transfer-encoding', 'content-length']);
