import type { Event } from '#contract/event.ts';

/** A server-sent event as it came. */
export interface SentEvent {
  /** Undefined where the event has no `id:` line. */
  id: string | undefined;
  type: string;
  event: Event;
}

export interface FollowOptions {
  baseUrl: string;
  apiKey: string;
  subject?: string;
  threadId: string;
  lastEventId?: string;
  query?: string;
}

/** A stream of a thread's events that is open. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** All that came so far. */
  events: SentEvent[];
  /** The lines that are of no event: comments and the retry time. */
  others: string[];
  /** Waits for a matching event, and resolves to the first one, which may already have arrived. */
  until(matches: (sent: SentEvent) => boolean): Promise<SentEvent>;
  /** Resolves when the server has ended the stream, and rejects if it was interrupted. */
  ended: Promise<void>;
  close(): void;
}

/** Follows a thread like a client that knows only the format. */
export async function followThread(options: FollowOptions): Promise<OpenStream> {
  const { baseUrl, apiKey, subject, threadId, lastEventId, query = '' } = options;
  const closing = new AbortController();
  const response = await fetch(`${baseUrl}/v1/loom/threads/${threadId}/events${query}`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'text/event-stream',
      ...(subject === undefined ? {} : { 'service-subject': subject }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: closing.signal,
  });
  const stream: OpenStream = {
    status: response.status,
    headers: response.headers,
    events: [],
    others: [],
    until: async (matches) => {
      for (;;) {
        const found = stream.events.find(matches);
        if (found !== undefined) return found;
        if (over) throw new Error('the stream ended before');
        await new Promise<void>((resolve) => void waiting.add(resolve));
      }
    },
    ended: Promise.resolve(),
    close: () => closing.abort(),
  };
  const waiting = new Set<() => void>();
  let over = false;
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  stream.ended = read(response, stream, wake).finally(() => {
    over = true;
    wake();
  });
  // Callers that do not wait for the end must not see its error.
  stream.ended.catch(() => {});
  return stream;
}

async function read(response: Response, stream: OpenStream, onEvent: () => void): Promise<void> {
  if (response.body === null) return;
  let text = '';
  let fields: string[] = [];
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        stream.events.push(parse(fields));
        fields = [];
      } else if (/^(?::|retry:)/.test(line)) stream.others.push(line);
      else fields.push(line);
    }
    onEvent();
  }
}

function parse(lines: string[]): SentEvent {
  const fields = new Map(lines.map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const data = fields.get('data');
  if (data === undefined) throw new Error(`a block without data: ${lines.join()}`);
  return { id: fields.get('id'), type: fields.get('event') ?? '', event: JSON.parse(data) as Event };
}
