import * as z from 'zod/mini';
import { outcomeUnknown } from '#contract/in-doubt.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { type Acting, clientFor, dataOf } from '../api/client.ts';
import type { HeldCall } from './decide.ts';

/** How a call ended; `why` it failed, or nobody knows whether it took effect, in words. */
export type CallEnd = { status: 'ok' } | CallFailure;

/** `unknown`: it was sent, and the host may have acted on it. */
export interface CallFailure {
  status: 'failed' | 'unknown';
  why: string;
}

/** Before each look; the last one again and again. */
const pausesMs = [200, 400, 600, 1000, 1500, 2500, 4000];
/** A host may take longer, and then its run tells. */
const mostLooks = 16;

const Ended = z.object({ tool_call_id: z.string(), status: z.string(), result: z.optional(z.unknown()) });
const WithError = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * Waits for the end of a call that was approved.
 * @returns undefined if it has not ended within a minute
 * @throws {ApiError}, and the reason of the signal once it is aborted
 */
export async function endOfCall(
  { run_id, tool_call_id }: Pick<HeldCall, 'run_id' | 'tool_call_id'>,
  acting: Acting,
  signal: AbortSignal,
): Promise<CallEnd | undefined> {
  const query = { run_id, type: 'tool_call.completed', limit: 100 } as const;
  for (let look = 0; look < mostLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, pausesMs[look] ?? pausesMs.at(-1)));
    signal.throwIfAborted();
    const events = dataOf(await clientFor(acting).GET('/v1/events', { params: { query }, signal }));
    const ends = events.map(({ data }) => Ended.safeParse(data).data);
    const end = ends.find((ended) => ended?.tool_call_id === tool_call_id);
    if (end !== undefined) return end.status === 'ok' ? { status: 'ok' } : failureOf(end.result);
  }
  return undefined;
}

/** Reads the code and message of a failed call from its result. */
export function failureOf(result: unknown): CallFailure {
  const { code = '', message = 'Its run says why.' } = WithError.safeParse(result).data?.error ?? {};
  return { status: code === outcomeUnknown ? 'unknown' : 'failed', why: visibleLine(message) };
}
