import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveOnLoopback } from '../loopback.ts';

/** A request as the provider saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** A multipart request: its fields, and the content of its files. */
  form: Record<string, string | Uint8Array>;
  json: Record<string, unknown>;
}

/** Plays one answer of a provider. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** A stand-in for a voice provider, on loopback. */
export interface VoiceServer {
  /** Its origin, without a path. */
  url: string;
  requests: SeenRequest[];
  /** Plays these answers to the next requests, instead of those of the provider. Returns how to take them back. */
  instead: (...answers: Answer[]) => () => void;
  close: () => Promise<void>;
}

/** Starts a stand-in that answers like a provider, unless scripted otherwise. */
export async function startVoiceServer(provider: Answer): Promise<VoiceServer> {
  const requests: SeenRequest[] = [];
  const faults: Answer[] = [];
  const { url, stop } = await serveOnLoopback(async (request, response) => {
    const seen = await read(request);
    requests.push(seen);
    await (faults.shift() ?? provider)(response, seen);
  });
  return {
    url,
    requests,
    instead: (...answers) => {
      faults.push(...answers);
      return () => void (faults.length = 0);
    },
    close: stop,
  };
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const type = request.headers['content-type'] ?? '';
  const form: SeenRequest['form'] = {};
  if (type.startsWith('multipart/')) {
    for (const [name, value] of await new Response(body, { headers: { 'content-type': type } }).formData()) {
      form[name] = typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer());
      if (typeof value !== 'string') form[`${name}.name`] = value.name;
    }
  }
  const json = type.startsWith('application/json')
    ? (JSON.parse(body.toString()) as SeenRequest['json'])
    : {};
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    form,
    json,
  };
}

/** Answers with JSON, or with a text as it is. */
export function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Answers with audio, in chunks. */
export function answerAudio(chunks: readonly Uint8Array[], type = 'audio/mpeg'): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': type });
    for (const chunk of chunks) await write(response, chunk);
    response.end();
  };
}

/** Sends these chunks and then nothing more, with the connection open. */
export function stallAfter(chunks: readonly Uint8Array[], type = 'audio/mpeg'): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': type });
    response.flushHeaders();
    for (const chunk of chunks) await write(response, chunk);
  };
}

/** Sends these chunks and then cuts the connection. */
export function cutAfter(chunks: readonly Uint8Array[], type = 'audio/mpeg'): Answer {
  return async (response) => {
    await stallAfter(chunks, type)(response, {} as SeenRequest);
    response.socket?.resetAndDestroy();
  };
}

/** Never answers; `asked` resolves when the request is in, and `gone` when the client has given up. */
export function silence(): { answer: Answer; asked: Promise<void>; gone: Promise<void> } {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  return {
    answer: (response) => {
      response.on('close', gone.resolve);
      asked.resolve();
    },
    asked: asked.promise,
    gone: gone.promise,
  };
}

/** Cuts the connection instead of answering. */
export const hangUp: Answer = (response) => void response.socket?.resetAndDestroy();

async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  await new Promise((resolve) => {
    response.write(bytes, resolve);
  });
}
