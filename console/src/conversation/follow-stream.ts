import { readAnswer, toApiError } from '#heddle-client/answer.ts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { defined } from '#contract/defined.ts';
import { ApiError, isPassing } from '../api/api-error.ts';
import { actingHeaders, noticeResponse } from '../api/client.ts';
import type { ThreadEvent } from '../api/schema.ts';
import { backoffMs, pause, wantedMs } from './backoff.ts';
import type { Following } from './follower.ts';

/** The stream sends a comment after 15 s of silence. One that is silent for longer than this is dead. */
const silenceMs = 40_000;

/**
 * Follows a thread by server-sent events, for as long as the signal lets it. A stream that breaks is opened again after
 * the last event that was heard, so nothing is missed.
 * @throws {ApiError} when the API refuses the stream for good
 */
export async function followStream(following: Following): Promise<void> {
  const { signal, onConnection } = following;
  const place: Place = { last: following.known.at(-1)?.id };
  let failures = 0;
  while (!signal.aborted) {
    let waitMs: number | undefined;
    try {
      await readStream(following, place, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) {
        if (!isPassing(error)) throw error;
        waitMs = wantedMs(error);
      }
    }
    onConnection('broken');
    try {
      await pause(waitMs ?? backoffMs(failures), signal);
    } catch {
      return;
    }
    failures += 1;
  }
}

/** How far a thread was followed. */
interface Place {
  /** The id of the last stored event that came. */
  last: string | undefined;
}

/** Reads one stream until it ends, which each does at some time. */
async function readStream(following: Following, place: Place, onOpen: () => void): Promise<void> {
  const { threadId, subject, onEvents, onConnection } = following;
  const { last } = place;
  const silent = new AbortController();
  const signal = AbortSignal.any([following.signal, silent.signal]);
  let watch = setTimeout(() => silent.abort(), silenceMs);
  try {
    const response = await fetch(
      `/v1/loom/threads/${threadId}/events${last === undefined ? '?since=start' : ''}`,
      {
        signal,
        headers: {
          ...actingHeaders({ as: 'playground', subject }),
          Accept: 'text/event-stream',
          ...defined({ 'Last-Event-ID': last }),
        },
      },
    );
    noticeResponse(response);
    if (!response.ok) throw toApiError(await readAnswer(response));
    if (response.body === null) return;
    onOpen();
    onConnection('live');
    const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        clearTimeout(watch);
        watch = setTimeout(() => silent.abort(), silenceMs);
        controller.enqueue(bytes);
      },
    });
    const messages = response.body
      .pipeThrough(heard)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done, value } = await messages.read();
      if (done) return;
      onEvents([JSON.parse(value.data) as ThreadEvent]);
      // Deltas have no id: they are not stored.
      if (value.id !== undefined) place.last = value.id;
    }
  } finally {
    clearTimeout(watch);
  }
}
