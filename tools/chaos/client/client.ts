import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, isPassing, toApiError } from '#heddle-client/answer.ts';
import { backoffMs } from '#contract/backoff.ts';
import { Client, pagePath } from '#clients/raw/client.ts';
import { collectionOf, type Page } from '#heddle-client/pages.ts';
import { Pool } from '#clients/raw/pool.ts';
import type { Fate, Journal } from '../journal/journal.ts';
import { readToolResponse, type ToolResponse } from './tool-answer.ts';
import type { Random } from '../random.ts';

/** A request, and how a client expects it to be answered. */
export interface Wish {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  subject?: string | undefined;
  /** JSON, or an upload. */
  body?: unknown;
  /** Sent with every repetition. With `null`, the request has no key and is sent only once. Default: a new key. */
  key?: string | null;
  /** Instead of those that the API needs. */
  headers?: Record<string, string>;
  /** Error codes that are expected here. */
  mayBe?: readonly string[];
  /** How long the service may take on purpose, as with `?wait=`. */
  waitMs?: number;
}

/** The final answer to a request, and how often it was sent. Its data is what the API documents. */
export type Reply<Data> =
  { fate: Exclude<Fate, { is: 'unknown' }>; data: Data; attempts: number } | { fate: { is: 'unknown' } };

/** How the API answered one attempt. */
interface Outcome {
  status: number;
  code: string;
  data: unknown;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** Longer than a healthy service ever takes. A request without an answer is then sent again. */
const timeoutMs = 8_000;
const longestPauseMs = 2_000;

/**
 * A client like a customer's: it spreads its requests over the API processes, and repeats under the same
 * `Idempotency-Key` what was not answered, or was answered with 409 `idempotency_in_flight`, 429 or 5xx.
 */
export class ChaosClient {
  readonly apiKey: string;
  readonly #urls: readonly string[];
  readonly #pool = new Pool({ connections: 64, connect: { timeout: 3_000 } });
  readonly #client: Client;
  readonly #journal: Journal;
  readonly #random: Random;
  #next = 0;
  /** Requests without an answer are then given up. */
  #giveUpAt = Number.POSITIVE_INFINITY;

  constructor(urls: readonly string[], apiKey: string, journal: Journal, random: Random) {
    this.#urls = urls;
    this.apiKey = apiKey;
    this.#client = new Client('', { apiKey, transport: this.#pool.transport });
    this.#journal = journal;
    this.#random = random;
  }

  /** The address by which the service knows itself. */
  get firstUrl(): string {
    return this.#urls[0] ?? '';
  }

  /** A client of the next API process in turn, which sends each request once. */
  next(): Client {
    this.#next += 1;
    return this.#client.at(this.#urls[this.#next % this.#urls.length] ?? '');
  }

  /** Gives up requests without an answer at this time. */
  giveUpAt(at: number): void {
    this.#giveUpAt = at;
  }

  /** Sends until there is an answer that shows the result. */
  async send<Data>(wish: Wish): Promise<Reply<Data>> {
    const key = wish.key === undefined ? randomUUID() : wish.key;
    for (let attempt = 1; Date.now() < this.#giveUpAt; attempt += 1) {
      const answer = await this.#attempt(wish, key).catch(() => undefined);
      this.#count(wish, answer);
      if (answer !== undefined && !isPassing(answer)) return this.#settle(wish, answer, attempt);
      // A 5xx without a key may or may not have taken effect, like no answer at all.
      if (wish.method === 'POST' && key === null) break;
      await sleep(this.#pause(attempt, answer));
    }
    return { fate: { is: 'unknown' } };
  }

  /**
   * Reads a resource, and repeats until it succeeds.
   * @throws {Error} if it is refused, or was not answered in time
   */
  async read<Data>(path: string, subject?: string, waitMs = 0): Promise<Data> {
    const reply = await this.send<Data>({ method: 'GET', path, waitMs, subject });
    if (reply.fate.is !== 'accepted' || !('data' in reply)) {
      throw new Error(`GET ${path}: ${JSON.stringify(reply.fate)}`);
    }
    return reply.data;
  }

  /** Every item of a collection, in the order of the list. */
  async readAll<Item>(path: string, subject?: string): Promise<Item[]> {
    const load = async (cursor: string | undefined) =>
      await this.#readPage<Item>(pagePath(path, cursor), subject);
    return await collectionOf(load).toArray();
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #readPage<Item>(
    path: string,
    subject: string | undefined,
  ): Promise<Pick<Page<Item>, 'data' | 'pagination'>> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#exchange<Item[]>({ method: 'GET', path, subject }, null).catch(
        () => undefined,
      );
      if (answer?.status === 200) return answer;
      if (attempt > 20)
        throw new Error(`GET ${path}: ${answer?.status ?? 'no answer'} ${answer?.error.code ?? ''}`);
      await sleep(this.#pause(attempt, answer && outcomeOf(answer)));
    }
  }

  async #attempt(wish: Wish, key: string | null): Promise<Outcome> {
    return outcomeOf(await this.#exchange(wish, key));
  }

  async #exchange<Data>(wish: Wish, key: string | null): Promise<Answer<Data>> {
    const { method, path, subject, body, headers, waitMs = 0 } = wish;
    return await this.next()
      .with({ subject })
      .send<Data>(method, path, {
        ...(body instanceof FormData ? { body } : { json: body }),
        headers: { ...(key === null || method !== 'POST' ? {} : { 'idempotency-key': key }), ...headers },
        // A process that is frozen keeps its connections, which only a timeout ends.
        signal: AbortSignal.timeout(timeoutMs + waitMs),
      });
  }

  #settle<Data>(wish: Wish, answer: Outcome, attempts: number): Reply<Data> {
    const { status, code } = answer;
    const at = Date.now();
    const data = answer.data as Data;
    if (status < 300) return { fate: { is: 'accepted', at }, data, attempts };
    if (wish.mayBe?.includes(code) !== true) this.#odd(wish, answer);
    return { fate: { is: 'refused', status, code, at }, data, attempts };
  }

  #odd({ method, path }: Wish, { status, code, requestId }: Outcome): void {
    const request_id = requestId === undefined ? {} : { request_id: requestId };
    this.#journal.oddAnswers.push({ method, path, status, code, ...request_id, at: Date.now() });
  }

  #count(wish: Wish, answer: Outcome | undefined): void {
    const outcome = answer === undefined ? 'none' : String(answer.status);
    this.#journal.requests.set(outcome, (this.#journal.requests.get(outcome) ?? 0) + 1);
    // An outage is reported as 503. A 500 is an internal error of the service, even if the repetition succeeds.
    if (answer?.status === 500) this.#odd(wish, answer);
  }

  #pause(attempt: number, answer: Outcome | undefined): number {
    const grown =
      backoffMs(attempt, { firstMs: 50, longestMs: longestPauseMs }) * (0.5 + this.#random.next() / 2);
    return Math.min(longestPauseMs, Math.max(grown, (answer?.retryAfterSeconds ?? 0) * 1000));
  }
}

/** The content of an answer: of the API, of its MCP server, or audio. */
function outcomeOf(answer: Answer): Outcome {
  const { code, requestId, retryAfterSeconds } = toApiError(answer);
  const outcome = { code, requestId, retryAfterSeconds };
  const { status, headers, body } = answer;
  if (isToolResponse(body)) return { ...outcome, data: undefined, ...readToolResponse(status, body) };
  if (headers.get('content-type')?.startsWith('audio/') !== true)
    return { status, ...outcome, data: answer.data };
  const audio = Buffer.from(answer.bytes).toString('base64');
  return { status, ...outcome, data: { cache: headers.get('service-voice-cache'), audio } };
}

function isToolResponse(body: unknown): body is ToolResponse {
  return typeof body === 'object' && body !== null && 'jsonrpc' in body;
}
