import { setTimeout as delay } from 'node:timers/promises';
import type { BreakerStore, OpenBreaker } from '#engine/ports/breakers.ts';
import type { ModelError } from '#engine/ports/model.ts';
import {
  afterFailure,
  type InRow,
  isEnough,
  leastBad,
  openForMs,
  stateOf,
  verdictOn,
} from './breaker-rules.ts';

/** For how long what was read of the breakers is relied on. */
const readEveryMs = 2000;
/** A turn does not wait longer to learn which breakers are open: it asks as before. */
const readWithinMs = 250;
/** For how long a probe keeps others from asking: longer than a provider may be silent. */
const probeLeaseMs = 75_000;

/** How a model is asked: as usual, to find out how it does, or because there is no better one. */
export type Asking = 'as_usual' | 'probe' | 'least_bad';

export interface BreakersOptions {
  store: BreakerStore;
  log: { warn: (about: object, message: string) => void; info: (about: object, message: string) => void };
  /** Called when this process learns that a breaker is open or closed. */
  measure?: (model: string, isOpen: boolean) => void;
  /** Monotonic clock, in milliseconds. Default: that of the process. */
  now?: () => number;
}

/**
 * The breakers of models, as one process sees them. While all is well, it writes nothing, and reads once every two seconds in
 * which it is asked. A store that does not respond keeps nobody from asking a model.
 */
export class Breakers {
  readonly #options: BreakersOptions;
  readonly #now: () => number;
  readonly #failures = new Map<string, InRow>();
  #open = new Map<string, OpenBreaker>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: BreakersOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Whether a model may be asked, and how; undefined if its breaker is open. Only one caller gets `probe`, and has to
   * report the result.
   */
  async mayAsk(model: string): Promise<Asking | undefined> {
    await this.#readIfOld();
    const breaker = this.#open.get(model);
    if (breaker === undefined) return 'as_usual';
    if (stateOf(breaker, this.#elapsed()) !== 'due') return undefined;
    const claims = await this.#tried(async () => await this.#options.store.claimProbe(model, probeLeaseMs));
    // Whether or not it is this caller, somebody probes from now on.
    this.#open.set(model, { ...breaker, probe_left_ms: this.#elapsed() + probeLeaseMs });
    return claims === false ? undefined : 'probe';
  }

  /** The one to ask of models that are all to be left alone. */
  leastBad(models: readonly string[]): string | undefined {
    return leastBad(models.flatMap((model) => this.#open.get(model) ?? []))?.model ?? models[0];
  }

  /** A model answers. */
  async answered(model: string, asking: Asking): Promise<void> {
    this.#failures.delete(model);
    if (asking !== 'as_usual') await this.#close(model);
  }

  /** A model has failed. */
  async failed(model: string, asking: Asking, { code, retryAfterMs }: ModelError): Promise<void> {
    const verdict = verdictOn(code);
    if (verdict === 'well') return await this.answered(model, asking);
    if (verdict === 'unclear') return await this.unasked(model, asking);
    // One that nobody probes is asked by many at once: each of them would keep it open for longer.
    if (asking === 'least_bad') return;
    const inRow = afterFailure(this.#failures.get(model), this.#now());
    this.#failures.set(model, inRow);
    if (asking === 'as_usual' && (!isEnough(inRow) || this.#open.has(model))) return;
    const openings = (this.#open.get(model)?.openings ?? 0) + 1;
    const left_ms = openForMs(openings, retryAfterMs);
    this.#note(model, { model, code, openings, left_ms: left_ms + this.#elapsed() });
    this.#options.log.warn({ model, code, openings, open_ms: left_ms }, 'the breaker of a model is open');
    await this.#tried(async () => await this.#options.store.open({ model, code, openings, left_ms }));
  }

  /** Nothing was learned of a model that was to be asked, for example because the run was cancelled. */
  async unasked(model: string, asking: Asking): Promise<void> {
    if (asking !== 'probe') return;
    const breaker = this.#open.get(model);
    if (breaker !== undefined) this.#open.set(model, { ...breaker, probe_left_ms: 0 });
    await this.#tried(async () => await this.#options.store.releaseProbe(model));
  }

  async #close(model: string): Promise<void> {
    if (this.#open.has(model)) this.#options.log.info({ model }, 'the breaker of a model is closed');
    this.#note(model, undefined);
    await this.#tried(async () => await this.#options.store.close(model));
  }

  #note(model: string, breaker: OpenBreaker | undefined): void {
    if (breaker === undefined) this.#open.delete(model);
    else this.#open.set(model, breaker);
    this.#options.measure?.(model, breaker !== undefined);
  }

  #elapsed(): number {
    const elapsed = this.#now() - this.#readAt;
    return Number.isFinite(elapsed) ? elapsed : 0;
  }

  async #readIfOld(): Promise<void> {
    if (this.#now() - this.#readAt < readEveryMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    const waiting = new AbortController();
    await Promise.race([
      this.#reading,
      delay(readWithinMs, undefined, { signal: waiting.signal }).catch(() => {}),
    ]);
    waiting.abort();
  }

  async #read(): Promise<void> {
    const read = await this.#tried(async () => await this.#options.store.read());
    if (read === undefined) return;
    const open = new Map(read.map((breaker) => [breaker.model, breaker]));
    for (const model of new Set([...this.#open.keys(), ...open.keys()])) {
      if (this.#open.has(model) !== open.has(model)) this.#options.measure?.(model, open.has(model));
    }
    this.#open = open;
    this.#readAt = this.#now();
  }

  /** Undefined if the store fails: what it would have shared, each process then finds out by itself. */
  async #tried<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (err) {
      this.#options.log.warn({ err }, 'the breakers of models could not be read or written');
      return undefined;
    }
  }
}
