import { ApiError, ConnectionError } from './errors.ts';
import type { RequestOptions } from './options.ts';
import { delay, retryDelayMs } from './retries.ts';
import type { Event } from './schema/types.gen.ts';
import type { Transport } from './transport.ts';

/** The service sends something every 15 seconds: a connection on which nothing comes for that long is dead. */
const silenceMs = 45_000;
const firstRetryMs = 500;

export interface FollowOptions extends Omit<RequestOptions, 'maxRetries' | 'idempotencyKey'> {
  /** `start`: everything that is kept, before what happens. Default: what happens from now on. */
  since?: 'start';
  /** Everything after this event. */
  lastEventId?: string;
}

/**
 * Follows the events of a path until the signal is aborted or the loop is left. A stream that ends or breaks off is opened again
 * after the last event, so that none is lost or repeated. `message.delta` is not stored: after a reconnect the text so far comes
 * as one delta with index 0, which starts the reply over.
 * @throws {ApiError} if the API refuses the stream for good
 */
export async function* followEvents<Item = Event>(
  transport: Transport,
  path: string,
  { since, lastEventId, ...options }: FollowOptions = {},
): AsyncGenerator<Item, void, undefined> {
  const { signal } = options;
  let position = lastEventId;
  let failures = 0;
  const request = { method: 'GET', path } as const;
  const ignoreAbort = (error: unknown): void => {
    if (!isOver()) throw error;
  };
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(position === undefined ? {} : { 'last-event-id': position }),
      };
      const query = position === undefined ? { since } : {};
      const response = await transport.open({ ...request, query, headers }, options, failures + 1);
      for await (const { id, data } of readEvents(response)) {
        failures = 0;
        if (id !== undefined) position = id;
        if (data !== '') yield JSON.parse(data) as Item;
      }
    } catch (error) {
      if (isOver()) return;
      const refused = error instanceof ApiError && retryDelayMs(error, failures) === undefined;
      if (refused || !(error instanceof ApiError || error instanceof ConnectionError)) throw error;
      failures += 1;
      const delayMs = retryDelayMs(error, failures - 1) ?? firstRetryMs;
      await transport.waitToRetry(request, options, { attempt: failures, error, delayMs }).catch(ignoreAbort);
      continue;
    }
    await delay(firstRetryMs, signal).catch(ignoreAbort);
  }
}

/** A CR that comes last may be the first half of a line end. (HTML standard, "Parsing an event stream") */
const lineEnd = /\r\n|\n|\r(?!$)/;

/** The events of a body, with their lines joined. @throws {ConnectionError} if it breaks off, or nothing comes */
async function* readEvents(
  response: Response,
): AsyncGenerator<{ id: string | undefined; data: string }, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  let block: string[] = [];
  try {
    for (;;) {
      const { value, done } = await withinSilence(reader.read());
      if (done) return;
      text += value;
      const lines = text.split(lineEnd);
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') block.push(line);
        else {
          yield parsed(block);
          block = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function withinSilence<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectionError('the stream sent nothing in time'));
    }, silenceMs);
  });
  try {
    return await Promise.race([read, silent]);
  } catch (error) {
    throw error instanceof ConnectionError
      ? error
      : new ConnectionError('the stream broke off', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function parsed(lines: string[]): { id: string | undefined; data: string } {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of lines) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { id, data: data.join('\n') };
}
