import { readAnswer, toApiError } from './answer.ts';
import type { CheckedOptions } from './check-options.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import type { ApiRequest, Query, RequestOptions } from './options.ts';
import { jsonBody } from './json-body.ts';
import { delay, retryDelayMs } from './retries.ts';

const defaultTimeoutMs = 60_000;
const defaultRetries = 3;

/** Sends requests: with the credential, within their time, and again where that is safe and may help. */
export class Transport {
  readonly #options: CheckedOptions;

  constructor(options: CheckedOptions) {
    this.#options = options;
  }

  /** The JSON of a success. */
  async json<Body>(request: ApiRequest, options: RequestOptions = {}): Promise<Body> {
    return await this.#retried(request, options, async (response) => (await response.json()) as Body);
  }

  /** The bytes of a success, with their media type. */
  async blob(request: ApiRequest, options: RequestOptions = {}): Promise<Blob> {
    return await this.#retried(request, options, async (response) => await response.blob());
  }

  /**
   * A success whose body is read by the caller. `timeoutMs` is for its headers only, and nothing is repeated.
   * @throws {ApiError} if the API refuses it
   * @throws {ConnectionError} if there is no answer
   */
  async open(request: ApiRequest, options: RequestOptions = {}): Promise<Response> {
    return await this.#attempt(request, options, async (response) => await Promise.resolve(response), true);
  }

  async #retried<Result>(
    request: ApiRequest,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { maxRetries = this.#options.maxRetries ?? defaultRetries } = options;
    // One key for all attempts: that is what makes them one request.
    const keyed =
      request.method === 'POST'
        ? { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
        : options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(request, keyed, read);
      } catch (error) {
        const waitMs = attempt < maxRetries ? retryDelayMs(error, attempt) : undefined;
        if (waitMs === undefined) throw error;
        await delay(waitMs, options.signal);
      }
    }
  }

  async #attempt<Result>(
    request: ApiRequest,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
    headersOnly = false,
  ): Promise<Result> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? defaultTimeoutMs } = options;
    signal?.throwIfAborted();
    // A mistake in the request, and what the caller's function throws, is no failure of the connection.
    const url = urlOf(this.#options.baseUrl, request);
    const init = {
      method: request.method,
      headers: await this.#headers(request, options),
      body: request.form ?? (request.json === undefined ? null : jsonBody(request.json)),
    };
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, timeoutMs);
    try {
      const response = await (this.#options.fetch ?? fetch)(url, {
        ...init,
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      if (headersOnly) clearTimeout(timer);
      if (!response.ok) throw toApiError(await readAnswer(response));
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (signal?.aborted === true) throw signal.reason;
      // Without the query, which may name a person.
      const what = `${request.method} ${url.replace(/\?.*/s, '')}`;
      if (late.signal.aborted)
        throw new TimeoutError(`${what}: no answer within ${timeoutMs} ms`, { cause: error });
      throw new ConnectionError(`${what}: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async #headers(request: ApiRequest, options: RequestOptions): Promise<Record<string, string>> {
    const { apiKey, headers } = this.#options;
    const { subject, actor, connection } = { ...this.#options, ...withoutUndefined(options) };
    return {
      authorization: `Bearer ${typeof apiKey === 'string' ? apiKey : await apiKey()}`,
      ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...withoutUndefined({
        'service-subject': subject,
        'service-actor': actor,
        'service-connection': connection,
        'idempotency-key': options.idempotencyKey,
      }),
      ...headers,
      ...options.headers,
      ...request.headers,
    };
  }
}

/** Why a connection failed. `fetch` says so in the innermost cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}

function withoutUndefined(members: object): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function urlOf(baseUrl: string, { path, query = {} }: { path: string; query?: Query | undefined }): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value as string | number | string[] | undefined].flat())
      if (each !== undefined) search.append(name, String(each));
  }
  const text = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}
