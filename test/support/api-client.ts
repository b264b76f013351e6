import type { Pagination } from '#contract/pagination.ts';
import { checkAnswer } from './description/check-answer.ts';

/** A response of the API. `body` is the parsed JSON, if it is JSON; its parts are also available directly. */
export interface ApiAnswer<Data> {
  status: number;
  headers: Headers;
  body: unknown;
  /** What was received. */
  bytes: Buffer;
  data: Data;
  error: { code: string; message: string; details?: unknown };
  pagination: Pagination;
}

export interface ApiCredentials {
  apiKey?: string;
  subject?: string;
  /** Further headers of every request. */
  headers?: Record<string, string>;
}

/**
 * A client for tests. It hides neither statuses nor headers, and throws on a response that the OpenAPI document does
 * not allow.
 */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #credentials: ApiCredentials;

  constructor(baseUrl: string, credentials: ApiCredentials) {
    this.#baseUrl = baseUrl;
    this.#credentials = credentials;
  }

  /** The same client with other credentials. */
  with(credentials: ApiCredentials): ApiClient {
    return new ApiClient(this.#baseUrl, { ...this.#credentials, ...credentials });
  }

  /** The same client, of another API process. */
  at(baseUrl: string): ApiClient {
    return new ApiClient(baseUrl, this.#credentials);
  }

  /** The same client, acting for a subject. */
  as(subject: string): ApiClient {
    return this.with({ subject });
  }

  /** The same client, acting for the workspace: it names no subject. */
  ofWorkspace(): ApiClient {
    const { subject: _, ...credentials } = this.#credentials;
    return new ApiClient(this.#baseUrl, credentials);
  }

  async get<Data = unknown>(path: string): Promise<ApiAnswer<Data>> {
    return await this.send<Data>('GET', path);
  }

  async post<Data = unknown>(path: string, body?: unknown): Promise<ApiAnswer<Data>> {
    if (body === undefined) return await this.send<Data>('POST', path);
    const headers = { 'content-type': 'application/json' };
    return await this.send<Data>('POST', path, { headers, body: JSON.stringify(body) });
  }

  /** Uploads a form. Each time, it has another boundary. */
  async upload<Data = unknown>(path: string, body: FormData): Promise<ApiAnswer<Data>> {
    return await this.send<Data>('POST', path, { body });
  }

  /** Sends anything, as it is. */
  async send<Data = unknown>(
    method: string,
    path: string,
    {
      headers = {},
      body,
    }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> | FormData } = {},
  ): Promise<ApiAnswer<Data>> {
    const { apiKey, subject, headers: always } = this.#credentials;
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(subject === undefined ? {} : { 'service-subject': subject }),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers: received } = response;
    const isText = bytes.length > 0 && received.get('content-type')?.startsWith('audio/') !== true;
    const parsed = (isText ? JSON.parse(bytes.toString()) : {}) as ApiAnswer<Data>;
    const asked = new URL(path, this.#baseUrl).pathname;
    checkAnswer({ method, path: asked, status, headers: received, body: parsed });
    return {
      status,
      headers: received,
      body: parsed,
      bytes,
      data: parsed.data,
      error: parsed.error,
      pagination: parsed.pagination,
    };
  }
}
