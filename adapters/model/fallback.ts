import { defined } from '#contract/defined.ts';
import {
  type Model,
  ModelError,
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
} from '#engine/ports/model.ts';
import type { Asking, Breakers } from './breakers/breakers.ts';
import { isTimeLimit } from './measured.ts';

/** One of the models of a class. */
export interface Entry {
  /** `provider:model`, and its address if it has one of its own. */
  name: string;
  model: Model;
}

/** The options for asking several models in turn. */
export interface FallbackOptions {
  /** Default: each model is asked, however often it has failed. */
  breakers?: Breakers | undefined;
  log?: { warn: (about: object, message: string) => void } | undefined;
}

/**
 * A model that asks others in order: the next one if one fails before its first output. Models with open breakers are
 * skipped, unless all are open: then the one that may be asked first is asked. Once part of a reply was shown, a
 * failure is that of the turn.
 */
export function createFallback(entries: readonly Entry[], options: FallbackOptions = {}): Model {
  const { breakers } = options;
  const mayAsk = async ({ name }: Entry): Promise<Asking | undefined> =>
    breakers === undefined ? 'as_usual' : await breakers.mayAsk(name);
  return {
    respond: async (request) => {
      const turn = new FallbackTurn(request, options);
      for (const [index, entry] of entries.entries()) {
        const asking = await mayAsk(entry);
        const reply = asking === undefined ? undefined : await turn.ask(entry, index, asking);
        if (reply !== undefined) return reply;
      }
      if (turn.isUntried) {
        const name = breakers?.leastBad(entries.map((entry) => entry.name));
        const index = Math.max(
          0,
          entries.findIndex((entry) => entry.name === name),
        );
        const entry = entries[index];
        const reply = entry && (await turn.ask(entry, index, 'least_bad'));
        if (reply !== undefined) return reply;
      }
      throw turn.failure();
    },
  };
}

/** One turn, for which one model after another is asked. */
class FallbackTurn {
  readonly #request: ModelRequest;
  readonly #options: FallbackOptions;
  readonly #failed: ModelFailure[] = [];

  constructor(request: ModelRequest, options: FallbackOptions) {
    this.#request = request;
    this.#options = options;
  }

  get isUntried(): boolean {
    return this.#failed.length === 0;
  }

  /**
   * Asks one model.
   * @returns its reply; undefined if another one may be asked
   * @throws {ModelError} if it has failed after something of its reply was shown
   * @throws the signal's reason when aborted
   */
  async ask({ name, model }: Entry, entry: number, asking: Asking): Promise<ModelReply | undefined> {
    const { breakers, log } = this.#options;
    const { onDelta, signal } = this.#request;
    const started: Started = { at: new Date(), ticks: performance.now() };
    let speaks = false;
    const onOutput = () => {
      if (speaks) return;
      speaks = true;
      void breakers?.answered(name, asking);
    };
    try {
      const reply = await model.respond({
        ...this.#request,
        ...defined({ onDelta: onDelta && ((text: string) => (onOutput(), onDelta(text))) }),
      });
      if (!speaks) await breakers?.answered(name, asking);
      const fallen = this.#failed.length === 0 ? {} : { failed: this.#failed, asked_at: started.at };
      return { ...reply, model: name, entry, ...fallen };
    } catch (error) {
      if (signal.aborted || !(error instanceof ModelError)) {
        await breakers?.unasked(name, asking);
        throw isTimeLimit(signal) ? this.#withAll(this.#fail(name, timeLimit(), started)) : error;
      }
      await breakers?.failed(name, speaks ? 'as_usual' : asking, error);
      this.#fail(name, error, started);
      if (speaks) throw this.#withAll(error);
      log?.warn({ model: name, code: error.code, status: error.status }, 'a model of a class has failed');
      return undefined;
    }
  }

  /** The failure of the turn: one that a later try may not have, if there is any, and of these the one that is over first. */
  failure(): ModelError {
    const errors = this.#failed.map(({ error }) => error);
    const retryable = errors.filter((error) => error.retryable);
    const [first = new ModelError({ code: 'unreachable', retryable: true })] =
      retryable.length === 0
        ? errors
        : retryable.toSorted((one, other) => (one.retryAfterMs ?? 0) - (other.retryAfterMs ?? 0));
    return this.#withAll(first);
  }

  #withAll(error: ModelError): ModelError {
    return error.withFailed(this.#failed);
  }

  #fail(model: string, error: ModelError, { at, ticks }: Started): ModelError {
    this.#failed.push({ model, at, duration_ms: Math.round(performance.now() - ticks), error });
    return error;
  }
}

interface Started {
  at: Date;
  ticks: number;
}

function timeLimit(): ModelError {
  return new ModelError({ code: 'timeout', retryable: true });
}
