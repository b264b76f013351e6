import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serveOnLoopback } from '../loopback.ts';
import type { Refusal } from './history-rules.ts';

/** A request as the provider saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A part of a streamed answer: text, or bytes of a binary protocol. */
export type Frame = string | Uint8Array;

/** Plays one answer of the provider. */
export type Answer = (response: ServerResponse) => void | Promise<void>;

/** A stand-in for a provider, on loopback: gives scripted answers, in order, and records its requests. */
export interface ModelServer {
  /** Its origin, without a path. */
  url: string;
  requests: SeenRequest[];
  /** Appends answers to those still to be given. */
  answers: (...answers: Answer[]) => void;
  /** Appends answers to those that requests with these words get, before any others. */
  answersTo: (words: string, ...answers: Answer[]) => void;
  close: () => Promise<void>;
}

/** @param refuses requests to refuse as the provider would, whatever the script. Default: none */
export async function startModelServer(refuses: Refusal = () => undefined): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const queue: Answer[] = [];
  const byWords = new Map<string, Answer[]>();
  const queueOf = (body: unknown): Answer[] => {
    if (byWords.size === 0) return queue;
    const text = JSON.stringify(body);
    return [...byWords].find(([words]) => text.includes(words))?.[1] ?? queue;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await json(request);
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
    });
    const message = refuses(body);
    if (message !== undefined) return await refused(message)(response);
    const answer = queueOf(body).shift();
    if (answer === undefined) response.writeHead(500).end('no answer was told');
    else await answer(response);
  };
  const { url, stop } = await serveOnLoopback(serve);
  return {
    url,
    requests,
    answers: (...answers) => void queue.push(...answers),
    answersTo: (words, ...answers) => {
      byWords.set(words, [...(byWords.get(words) ?? []), ...answers]);
    },
    close: stop,
  };
}

/** As Anthropic, OpenAI and Mistral say that a request is invalid. */
function refused(message: string): Answer {
  return plainAnswer(400, { type: 'error', error: { type: 'invalid_request_error', message } });
}

/** Streams frames and ends the answer properly. */
export function stream(frames: Frame[]): Answer {
  return async (response) => {
    begin(response);
    for (const frame of frames) await write(response, Buffer.from(frame));
    response.end();
  };
}

/**
 * Streams frames as long as they are read, at most so many megabytes.
 * @returns the answer, and whether the reader has gone before the end
 */
export function streamWhileRead(
  frames: { first?: Frame[]; again: Frame },
  {
    megabytes,
    status = 200,
    type = 'text/event-stream',
  }: { megabytes: number; status?: number; type?: string },
): { answer: Answer; leftEarly: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const again = Buffer.from(frames.again);
  return {
    answer: async (response) => {
      response.on('close', () => resolve(!response.writableFinished));
      response.writeHead(status, { 'content-type': type });
      for (const frame of frames.first ?? []) await write(response, Buffer.from(frame));
      for (let sent = 0; sent < megabytes * 1_000_000 && !response.closed; sent += again.length) {
        await write(response, again);
      }
      response.end();
    },
    leftEarly: promise,
  };
}

/** Streams frames a byte at a time, so that characters and frames are cut anywhere. */
export function streamByBytes(frames: Frame[]): Answer {
  return async (response) => {
    begin(response);
    for (const byte of Buffer.concat(frames.map((frame) => Buffer.from(frame))))
      await write(response, Buffer.of(byte));
    response.end();
  };
}

/** Streams frames, then says no more and leaves the connection open. `reset` tears it down. */
export function streamAndStall(frames: Frame[]): { answer: Answer; reset: () => void } {
  let held: ServerResponse | undefined;
  return {
    answer: async (response) => {
      held = response;
      begin(response);
      for (const frame of frames) await write(response, Buffer.from(frame));
    },
    reset: () => {
      held?.socket?.resetAndDestroy();
    },
  };
}

/** Streams on demand: writes each piece when asked to. `asked` resolves when the request has arrived. */
export function streamOnDemand(): {
  answer: Answer;
  asked: Promise<void>;
  send: (text: string) => void;
  end: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held: ServerResponse | undefined;
  return {
    answer: (response) => {
      held = response;
      begin(response);
      response.flushHeaders();
      resolve();
    },
    asked: promise,
    send: (text) => void held?.write(text),
    end: () => void held?.end(),
  };
}

/** Never answers; resolves `asked` when the request is in. */
export function silence(): { answer: Answer; asked: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: () => resolve(), asked: promise };
}

/** Tears the connection down instead of answering. */
export const hangUp: Answer = (response) => {
  response.socket?.resetAndDestroy();
};

/** Answers with a status and a body, JSON unless it is a string. */
export function plainAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A server-sent event with JSON data. */
export function frame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  await new Promise((resolve) => {
    response.write(bytes, resolve);
  });
}
