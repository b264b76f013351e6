import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { bodyTooLarge, unreadBody } from './unread-body.ts';

export const jsonType = 'application/json';
/** The media type of a browser's form, and of the realtime provider's standard client. */
export const formType = 'application/x-www-form-urlencoded';

/** A character for each byte, so that the text has all bytes as they were sent: fingerprints are computed from them. */
const byteEncoding = 'binary';

/**
 * A reader of bodies of at most `limitBytes`, with koa-body. It parses none of them: `parseJson` reads JSON exactly, and the fields
 * of a form are those of `URLSearchParams`.
 * @returns reads the bytes of a body of one of the types above; throws `payload_too_large`, or `invalid_json` for an incomplete body
 */
export function bodyReader(limitBytes: number): (ctx: Context) => Promise<Buffer> {
  const read = koaBody({
    json: false,
    urlencoded: false,
    textTypes: [jsonType, formType],
    textLimit: limitBytes,
    encoding: byteEncoding,
    parsedMethods: Object.values(HttpMethodEnum),
  });
  return async (ctx) => {
    const { headers } = ctx.req;
    // koa-body compares the length as a number of 32 bits, and knows `identity` in lower case only.
    if ((ctx.request.length ?? 0) > limitBytes) throw bodyTooLarge();
    if (headers['content-encoding']?.toLowerCase() === 'identity') delete headers['content-encoding'];
    try {
      await read(ctx, async () => {});
    } catch (error) {
      throw unreadBody(error);
    }
    // Absent if the request has no body.
    const { body = '' } = ctx.request as unknown as { body?: string };
    return Buffer.from(body, byteEncoding);
  };
}
