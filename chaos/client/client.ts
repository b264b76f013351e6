import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Fate, Journal } from '../journal/journal.ts';
import type { Random } from '../random.ts';

/** A request, and how a client expects it to be answered. */
export interface Wish {
  method: 'GET' | 'POST';
  path: string;
  subject?: string | undefined;
  body?: unknown;
  /** Sent with every repetition. With `null`, the request has no key and is sent only once. Default: a new key. */
  key?: string | null;
  /** Error codes that are expected here. */
  mayBe?: readonly string[];
  /** How long the service may take on purpose, as with `?wait=`. */
  waitMs?: number;
}

/** The final answer to a request. Its data is what the API documents. */
export type Reply<Data> =
  { fate: Exclude<Fate, { is: 'unknown' }>; data: Data } | { fate: { is: 'unknown' } };

interface Answer {
  status: number;
  code: string;
  content: { data?: unknown };
  requestId?: string;
  retryAfterMs?: number;
}

interface Page<Item> {
  data: Item[];
  pagination: { next_cursor: string | null };
}

/** Longer than a healthy service ever takes. A request without an answer is then sent again. */
const timeoutMs = 8_000;
const longestPauseMs = 2_000;

/**
 * A client like a customer's: it spreads its requests over the API processes, and repeats under the same
 * `Idempotency-Key` what was not answered, or was answered with 409 `idempotency_in_flight`, 429 or 5xx.
 */
export class ChaosClient {
  readonly #urls: readonly string[];
  readonly #apiKey: string;
  readonly #journal: Journal;
  readonly #random: Random;
  readonly #agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 3_000 } });
  #next = 0;
  /** Requests without an answer are then given up. */
  #giveUpAt = Number.POSITIVE_INFINITY;

  constructor(urls: readonly string[], apiKey: string, journal: Journal, random: Random) {
    this.#urls = urls;
    this.#apiKey = apiKey;
    this.#journal = journal;
    this.#random = random;
  }

  get apiKey(): string {
    return this.#apiKey;
  }

  /** The next API process in turn. */
  nextUrl(): string {
    this.#next += 1;
    return this.#urls[this.#next % this.#urls.length] ?? '';
  }

  /** Gives up requests that have no answer by then. */
  giveUpAt(at: number): void {
    this.#giveUpAt = at;
  }

  /** Sends until there is an answer that shows the result. */
  async send<Data>(wish: Wish): Promise<Reply<Data>> {
    const key = wish.key === undefined ? randomUUID() : wish.key;
    for (let attempt = 1; Date.now() < this.#giveUpAt; attempt += 1) {
      const answer = await this.#attempt(wish, key).catch(() => undefined);
      this.#count(wish, answer);
      if (answer !== undefined && !isPassing(answer)) return this.#settle(wish, answer);
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
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const query = `limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const address = `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const page: Page<Item> = await this.#readPage(address, subject);
      items.push(...page.data);
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
    return items;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #readPage<Item>(path: string, subject: string | undefined): Promise<Page<Item>> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt({ method: 'GET', path, subject }, null).catch(() => undefined);
      if (answer?.status === 200) return answer.content as Page<Item>;
      if (attempt > 20)
        throw new Error(`GET ${path}: ${answer?.status ?? 'no answer'} ${answer?.code ?? ''}`);
      await sleep(this.#pause(attempt, answer));
    }
  }

  async #attempt(wish: Wish, key: string | null): Promise<Answer> {
    const waitMs = timeoutMs + (wish.waitMs ?? 0);
    const { statusCode, headers, body } = await request(`${this.nextUrl()}${wish.path}`, {
      method: wish.method,
      dispatcher: this.#agent,
      headersTimeout: waitMs,
      bodyTimeout: timeoutMs,
      // A process that is frozen while it sends keeps its connection, which only a timeout ends.
      signal: AbortSignal.timeout(waitMs + timeoutMs),
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        ...(wish.subject === undefined ? {} : { 'service-subject': wish.subject }),
        ...(key === null || wish.method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(wish.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(wish.body === undefined ? {} : { body: JSON.stringify(wish.body) }),
    });
    const content = (await body.json()) as { data?: unknown; error?: { code?: string } };
    const requestId = headers['request-id'];
    const retryAfter = Number(headers['retry-after']);
    return {
      status: statusCode,
      code: content.error?.code ?? '',
      content,
      ...(typeof requestId === 'string' ? { requestId } : {}),
      ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1000 } : {}),
    };
  }

  #settle<Data>(wish: Wish, answer: Answer): Reply<Data> {
    const { status, code } = answer;
    const at = Date.now();
    const data = answer.content.data as Data;
    if (status < 300) return { fate: { is: 'accepted', at }, data };
    if (wish.mayBe?.includes(code) !== true) this.#odd(wish, answer);
    return { fate: { is: 'refused', status, code, at }, data };
  }

  #odd({ method, path }: Wish, { status, code, requestId }: Answer): void {
    const request_id = requestId === undefined ? {} : { request_id: requestId };
    this.#journal.oddAnswers.push({ method, path, status, code, ...request_id, at: Date.now() });
  }

  #count(wish: Wish, answer: Answer | undefined): void {
    const outcome = answer === undefined ? 'none' : String(answer.status);
    this.#journal.requests.set(outcome, (this.#journal.requests.get(outcome) ?? 0) + 1);
    // An outage is reported as 503. A 500 is an internal error of the service, even if the repetition succeeds.
    if (answer?.status === 500) this.#odd(wish, answer);
  }

  #pause(attempt: number, answer: Answer | undefined): number {
    const grown = Math.min(longestPauseMs, 50 * 2 ** attempt) * (0.5 + this.#random.next() / 2);
    return Math.min(longestPauseMs, Math.max(grown, answer?.retryAfterMs ?? 0));
  }
}

/** Whether the same request may be answered differently later. */
function isPassing({ status, code }: Answer): boolean {
  return status >= 500 || status === 429 || (status === 409 && code === 'idempotency_in_flight');
}
