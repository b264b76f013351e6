import { type Answer, readAnswer, toApiError } from './answer.ts';
import type { CheckedOptions } from './check-options.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { jsonBody } from './json-body.ts';
import type { ApiRequest, Attempt, Query, RequestOptions } from './options.ts';
import { noteResponse } from './response-info.ts';
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
  async json<Body>(request: ApiRequest, options?: RequestOptions): Promise<Body> {
    return await this.#retried(request, options, async (response) => {
      const body = (await response.json()) as Body & { data?: unknown };
      noteResponse(response, body, body.data);
      return body;
    });
  }

  /** The bytes of a success, with their media type. */
  async blob(request: ApiRequest, options?: RequestOptions): Promise<Blob> {
    return await this.#retried(request, options, async (response) => {
      const blob = await response.blob();
      noteResponse(response, blob);
      return blob;
    });
  }

  /** A success as it came. */
  async answer<Data>(request: ApiRequest, options?: RequestOptions): Promise<Answer<Data>> {
    return await this.#retried(request, options, async (response) => await readAnswer<Data>(response));
  }

  /** A success whose body is read by the caller. `timeoutMs` is for its headers, and nothing is repeated after them. */
  async body(request: ApiRequest, options?: RequestOptions): Promise<Response> {
    return await this.#retried(request, options, unread, true);
  }

  /**
   * The same, of one attempt.
   * @throws {ApiError} if the API refuses it
   * @throws {ConnectionError} if there is no answer
   */
  async open(request: ApiRequest, options: RequestOptions = {}, attempt = 1): Promise<Response> {
    return await this.#attempt(request, options, unread, { attempt, headersOnly: true });
  }

  /** Waits before the next attempt. @throws the signal's reason once it is aborted */
  async waitToRetry(
    { method, path }: ApiRequest,
    { signal }: RequestOptions,
    retry: Pick<Attempt, 'attempt'> & { error: ApiError | ConnectionError; delayMs: number },
  ): Promise<void> {
    this.#options.onRetry?.({ method, path, ...retry });
    await delay(retry.delayMs, signal);
  }

  async #retried<Result>(
    request: ApiRequest,
    options: RequestOptions = {},
    read: (response: Response) => Promise<Result>,
    headersOnly = false,
  ): Promise<Result> {
    const { maxRetries = this.#options.maxRetries ?? defaultRetries } = options;
    // One key for all attempts: that is what makes them one request.
    const keyed =
      request.method === 'POST'
        ? { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
        : options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, keyed, read, { attempt, headersOnly });
      } catch (error) {
        const delayMs = attempt > maxRetries ? undefined : retryDelayMs(error, attempt - 1);
        if (delayMs === undefined) throw error;
        await this.waitToRetry(request, options, {
          attempt,
          error: error as ApiError | ConnectionError,
          delayMs,
        });
      }
    }
  }

  async #attempt<Result>(
    request: ApiRequest,
    options: RequestOptions,
    read: (response: Response) => Promise<Result>,
    { attempt, headersOnly }: { attempt: number; headersOnly: boolean },
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
    const failed = (error: unknown): unknown => {
      if (error instanceof ApiError) return error;
      if (signal?.aborted === true) return signal.reason;
      // Without the query, which may name a person.
      const what = `${request.method} ${url.replace(/\?.*/s, '')}`;
      if (late.signal.aborted)
        return new TimeoutError(`${what}: no answer within ${timeoutMs} ms`, { cause: error });
      return new ConnectionError(`${what}: ${reasonOf(error)}`, { cause: error });
    };
    const begun = performance.now();
    try {
      const response = await this.#fetch(url, {
        ...init,
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      }).catch((error: unknown) => {
        throw failed(error);
      });
      if (headersOnly) clearTimeout(timer);
      const { method, path } = request;
      const { status, headers } = response;
      const durationMs = performance.now() - begun;
      const requestId = headers.get('request-id') ?? undefined;
      this.#options.onResponse?.({ method, path, attempt, status, requestId, durationMs });
      return await readSuccess(response, read).catch((error: unknown) => {
        throw failed(error);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    return await (this.#options.fetch ?? fetch)(url, init);
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

async function readSuccess<Result>(
  response: Response,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  if (!response.ok) throw toApiError(await readAnswer(response));
  return await read(response);
}

const unread = async (response: Response): Promise<Response> => await Promise.resolve(response);

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
