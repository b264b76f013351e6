import { EventSourceParserStream } from 'eventsource-parser/stream';
import { readAnswer, toApiError } from '#heddle-client/answer.ts';
import { fetchInTime } from '#heddle-react/fetch-in-time.ts';
import { pause, retryDelayMs, wantedMs } from './backoff.ts';
import { ApiError, isPassing } from './api-error.ts';
import { noticeResponse } from './client.ts';

/** An event of a stream, as its lines say it. */
export interface SentEvent {
  id: string | undefined;
  data: string;
}

/**
 * Reads one stream of server-sent events until it ends, which each does at some time.
 * @throws {ApiError} when the API refuses it
 */
export async function readEventStream(
  path: string,
  {
    headers,
    signal,
    onOpen,
    onEvent,
  }: {
    headers: Record<string, string>;
    signal: AbortSignal;
    onOpen: () => void;
    onEvent: (event: SentEvent) => void;
  },
): Promise<void> {
  const response = await fetchInTime(path, {
    signal,
    headers: { ...headers, Accept: 'text/event-stream' },
  });
  noticeResponse(response);
  if (!response.ok) throw toApiError(await readAnswer(response));
  if (response.body === null) return;
  onOpen();
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await messages.read();
    if (done) return;
    onEvent({ id: value.id, data: value.data });
  }
}

/**
 * Reads a stream again and again, for as long as the signal lets it: at once less and less often while it cannot be opened.
 * @param read reads one stream, and says when it is open
 * @throws {ApiError} when the API refuses it for good
 */
export async function keepReading(
  read: (onOpen: () => void) => Promise<void>,
  { signal, onBroken }: { signal: AbortSignal; onBroken: () => void },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let waitMs: number | undefined;
    try {
      await read(() => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) {
        if (!isPassing(error)) throw error;
        waitMs = wantedMs(error);
      }
    }
    if (signal.aborted) return;
    onBroken();
    try {
      await pause(waitMs ?? retryDelayMs(failures), signal);
    } catch {
      return;
    }
    failures += 1;
  }
}
