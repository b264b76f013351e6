import { defined } from '#contract/defined.ts';
import { type Answer, readAnswer, toApiError } from '#heddle-client/answer.ts';
import { collectionOf } from '#heddle-client/pages.ts';
import type { Received, Sent, Transport } from './transport.ts';

/** The credentials of a request. */
export interface Credentials {
  /** An API key or a session token. Default: none. */
  apiKey?: string | undefined;
  /** The end user that an API key acts for. Default: the workspace. */
  subject?: string | undefined;
  /** Further headers, which replace those of the other options. */
  headers?: Record<string, string>;
}

/** The options of a client, for all of its requests. */
export interface ClientOptions extends Credentials {
  /** Default: `fetch`. */
  transport?: Transport;
  /** Receives every answer before the caller does, who gets an error that this throws. */
  onAnswer?: (answer: Answer, request: { method: string; path: string }) => void;
}

/** The options of one request. */
export interface RequestOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of JSON. */
  body?: Sent['body'];
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The headers that say who makes a request. */
function credentialHeaders({ apiKey, subject, headers }: Credentials): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...defined({ 'service-subject': subject }),
    ...headers,
  };
}

/**
 * Sends each request once, and returns the answer whatever its status, for tools and tests that look at just that. It is made of the
 * parts of the official client, clients/typescript, which everybody else uses.
 */
export class Client {
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  /** @param baseUrl without a slash at its end */
  constructor(baseUrl: string, options: ClientOptions = {}) {
    this.baseUrl = baseUrl;
    this.#options = options;
  }

  /** The same client with other options. */
  with(options: ClientOptions): Client {
    return new Client(this.baseUrl, { ...this.#options, ...options });
  }

  /** The same client, of another API process. */
  at(baseUrl: string): Client {
    return new Client(baseUrl, this.#options);
  }

  /** The same client, acting for a subject. */
  as(subject: string): Client {
    return this.with({ subject });
  }

  /** The same client, acting for the workspace: it names no subject. */
  ofWorkspace(): Client {
    return this.with({ subject: undefined });
  }

  async get<Data = unknown>(path: string): Promise<Answer<Data>> {
    return await this.send<Data>('GET', path);
  }

  async post<Data = unknown>(path: string, json?: unknown): Promise<Answer<Data>> {
    return await this.send<Data>('POST', path, { json });
  }

  /** Uploads a form. Each time, it has another boundary. */
  async upload<Data = unknown>(path: string, body: FormData): Promise<Answer<Data>> {
    return await this.send<Data>('POST', path, { body });
  }

  /** Sends a request, and returns its response, whatever its status. */
  async send<Data = unknown>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<Data>> {
    const answer = await readAnswer<Data>(await this.open(method, path, options));
    this.#options.onAnswer?.(answer, { method, path });
    return answer;
  }

  /** Sends a request that has to succeed. @returns its `data` @throws {ApiError} if it does not */
  async call<Data = unknown>(method: string, path: string, options: RequestOptions = {}): Promise<Data> {
    const answer = await this.send<Data>(method, path, options);
    if (answer.status >= 300) throw toApiError(answer);
    return answer.data;
  }

  /** Every item of a collection, in the order of its list. @throws {ApiError} if a page is refused */
  async list<Item>(path: string): Promise<Item[]> {
    return await collectionOf(async (cursor) => {
      const answer = await this.get<Item[]>(pagePath(path, cursor));
      if (answer.status >= 300) throw toApiError(answer);
      return answer;
    }).toArray();
  }

  /** Sends a request, and returns its response before its body is read, for streams. */
  async open(
    method: string,
    path: string,
    {
      json,
      body = json === undefined ? undefined : JSON.stringify(json),
      headers,
      signal,
    }: RequestOptions = {},
  ): Promise<Received> {
    const { transport = fetch } = this.#options;
    return await transport(`${this.baseUrl}${path}`, {
      method,
      headers: {
        ...credentialHeaders(this.#options),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...defined({ body, signal }),
    });
  }
}

/** The path of a page of a collection: of as many items as it may have. */
export function pagePath(path: string, cursor: string | undefined): string {
  const query = new URLSearchParams({ limit: '100', ...defined({ cursor }) });
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}
