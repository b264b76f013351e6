import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'koa';
import type { StoredResponse } from '#store/documents/idempotency-key.ts';
import type { SpeechRef } from '#store/documents/speech.ts';
import type { RecordState } from '../middleware/record-request.ts';
import { sendStream } from '../middleware/send-stream.ts';

/** A request that has its response, and what its record will contain. */
export type AnsweredContext = Context & { state: RecordState };

/** Response headers that are part of its content. */
const keptHeaders = ['Content-Type', 'Location', 'Service-Voice-Cache'];

/** The response as it will be sent, built from the stored form. */
export async function readResponse(ctx: AnsweredContext): Promise<StoredResponse & { body: Buffer }> {
  const body = await bytesOf(ctx.body);
  // The type is already set, and is kept.
  ctx.body = body;
  return { ...headOf(ctx), body };
}

/** A response whose body is kept as speech, as it will be sent. */
export function readSpokenResponse(ctx: AnsweredContext, body: SpeechRef): StoredResponse {
  return { ...headOf(ctx), body };
}

function headOf(ctx: AnsweredContext): Omit<StoredResponse, 'body'> {
  const headers = Object.fromEntries(
    keptHeaders.filter((name) => ctx.res.hasHeader(name)).map((name) => [name, ctx.response.get(name)]),
  );
  // A repetition costs nothing.
  const { cost: _, ...about } = ctx.state.about ?? {};
  return { status: ctx.status, headers, about };
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof Readable) return await buffer(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Responds with the response of an earlier request. @param body its body, or how it is read again */
export function replay(
  ctx: AnsweredContext,
  { status, headers, about }: StoredResponse,
  body: Buffer | { bytes: AsyncIterable<Uint8Array>; length: number },
): void {
  ctx.state.replayed = true;
  if (about !== undefined) ctx.state.about = about;
  ctx.status = status;
  ctx.set({ ...headers, 'Idempotency-Replayed': 'true' });
  if (Buffer.isBuffer(body)) ctx.body = body;
  else sendStream(ctx, { stream: body.bytes, length: body.length, onEnd: () => {} });
}

/** The code of an error response. */
export function errorCode(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return (body.error as { code: string }).code;
}
