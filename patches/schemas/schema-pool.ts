import pLimit, { type LimitFunction } from 'p-limit';
import { Piscina } from 'piscina';
import { type InvalidField, ServiceError } from '#contract/errors.ts';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import type { SchemaFault } from '#contract/json-schema/current-dialect.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Patch, PatchDefinition } from '#contract/patch.ts';
import type {
  ArgsToValidate,
  ConditionsToMatch,
  DefinitionToCheck,
  ResultSchema,
  ResultToValidate,
} from './schema-thread.ts';
import { invalid, tooLong, type Validation } from '../validation.ts';

/** How many schemas are processed at once, each in a thread of its own. */
const threads = 2;
/** The limits of a thread's heap, in which compiled schemas are cached. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** An idle thread ends after this time. */
const idleMs = 60_000;

/** How long a task may take. */
const defaultLimits = {
  /** To check a definition, including compiling its schema. */
  checkMs: 2000,
  /** To validate the arguments of all calls of a turn, where need be with their schemas compiled again. */
  validateMs: 5000,
  /** To wait for its turn. */
  waitMs: 30_000,
};
/** When a client whose task had to wait for too long may try again. */
const busyRetrySeconds = 30;
/** How often the time of a task is checked. Ticks are counted, so that the time of a frozen process does not count. */
const tickMs = 50;

/** Bounds of a model's arguments or extraction result, whatever the schema allows. */
const valueBounds = { depth: deepestJson, characters: 262_144 };

/** The remaining time of tasks that share a limit. */
export interface TimeBudget {
  leftMs: number;
}

/** A task was ended because it took longer, or more memory, than it may. */
class OverLimitError extends Error {
  override name = 'OverLimitError';
}

/** A task waited too long for its turn. */
class BusyError extends Error {
  override name = 'BusyError';
}

/**
 * Processes tenants' JSON Schemas in threads. A schema does not show what it costs: a pattern can backtrack for years,
 * and a chain of references can double with every link. A task that takes too long is ended together with its thread,
 * without blocking the event loop.
 *
 * A workspace has one task in progress at a time, and its others wait in line, so that slow schemas of one workspace
 * occupy one thread and delay only that workspace. Threads start when they are needed and end when they are idle.
 */
export class SchemaPool {
  #pool: Piscina | undefined;
  readonly #threads = pLimit(threads);
  readonly #workspaces = new Map<string, LimitFunction>();
  readonly #limits: typeof defaultLimits;

  constructor(limits: Partial<typeof defaultLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Checks what the shape of a definition does not show: its schema, its templates, its request.
   * @param budget the time that remains, which is reduced. Default: that of one definition
   * @returns its faults
   * @throws {ServiceError} `temporarily_unavailable` if too many checks are ahead of it
   */
  async checkDefinition(
    workspaceId: string,
    definition: PatchDefinition,
    budget: TimeBudget = this.checkBudget(),
  ): Promise<InvalidField[]> {
    const task: DefinitionToCheck = { definition };
    try {
      return (await this.#run(workspaceId, 'checkDefinition', task, budget)) as InvalidField[];
    } catch (error) {
      if (!(error instanceof OverLimitError)) throw notifiedIfBusy(error);
      return [{ path: 'input_schema', message: 'takes too long to check', code: 'invalid_schema' }];
    }
  }

  /**
   * Compiles the schema of an extraction.
   * @returns why it cannot be used; undefined if it can
   * @throws {ServiceError} `temporarily_unavailable` if too many checks are ahead of it
   */
  async checkResultSchema(workspaceId: string, schema: JsonObject): Promise<SchemaFault | undefined> {
    return await this.#checkSchema({ workspaceId, schema: toJsonText(schema) }, this.checkBudget());
  }

  async #checkSchema(task: ResultSchema, budget: TimeBudget): Promise<SchemaFault | undefined> {
    try {
      return (await this.#run(task.workspaceId, 'checkResultSchema', task, budget)) as
        SchemaFault | undefined;
    } catch (error) {
      if (!(error instanceof OverLimitError)) throw notifiedIfBusy(error);
      return { message: 'takes too long to check', code: 'invalid_schema' };
    }
  }

  /**
   * Compiles the schema of a condition, such as that of a gate.
   * @param budget the time that remains, which is reduced. Default: that of one definition
   * @returns why it cannot be used; undefined if it can
   * @throws {ServiceError} `temporarily_unavailable` if too many checks are ahead of it
   */
  async checkCondition(
    workspaceId: string,
    schema: JsonObject,
    budget: TimeBudget = this.checkBudget(),
  ): Promise<SchemaFault | undefined> {
    return await this.#checkSchema({ workspaceId, schema: toJsonText(schema) }, budget);
  }

  /**
   * Whether a value fulfils a condition.
   * @param budget the time that remains, which is reduced
   * @returns undefined if that cannot be judged, or not in time
   */
  async fulfils(
    workspaceId: string,
    condition: JsonObject,
    value: unknown,
    budget?: TimeBudget,
  ): Promise<boolean | undefined> {
    const first = await this.firstFulfilled(workspaceId, [condition], value, budget);
    return first === undefined ? undefined : first === 0;
  }

  /**
   * The index of the first condition that a value fulfils, -1 if it fulfils none. One that is undefined is always fulfilled.
   * @param budget the time that remains, which is reduced
   * @returns undefined if that cannot be judged, or not in time
   */
  async firstFulfilled(
    workspaceId: string,
    conditions: readonly (JsonObject | undefined)[],
    value: unknown,
    budget: TimeBudget = this.turnBudget(),
  ): Promise<number | undefined> {
    if (conditions.every((condition) => condition === undefined)) return conditions.length === 0 ? -1 : 0;
    const texts = conditions.map((condition) => condition && toJsonText(condition));
    const task: ConditionsToMatch = { workspaceId, conditions: texts, value };
    try {
      return (await this.#run(workspaceId, 'firstFulfilled', task, budget)) as number | undefined;
    } catch (error) {
      if (error instanceof OverLimitError || error instanceof BusyError) return undefined;
      throw error;
    }
  }

  /**
   * Validates the result of an extraction. A result that takes too long is invalid.
   * @throws {ServiceError} `temporarily_unavailable` if too many checks are ahead of it
   */
  async validateResult(workspaceId: string, schema: JsonObject, result: unknown): Promise<Validation> {
    const fault = faultOfJson(result, valueBounds);
    if (fault !== undefined) return invalid([{ path: '', message: fault }]);
    const task: ResultToValidate = { workspaceId, schema: toJsonText(schema), result };
    try {
      return (await this.#run(workspaceId, 'checkResult', task, this.turnBudget())) as Validation;
    } catch (error) {
      if (!(error instanceof OverLimitError)) throw notifiedIfBusy(error);
      return invalid([{ path: '', message: 'takes too long to validate' }]);
    }
  }

  /** The time for one definition: many schemas of one take no longer than one. */
  checkBudget(): TimeBudget {
    return { leftMs: this.#limits.checkMs };
  }

  /** The time for the calls of one turn together: many slow ones take no longer than one. */
  turnBudget(): TimeBudget {
    return { leftMs: this.#limits.validateMs };
  }

  /**
   * Validates what a model sent with a patch's input schema. Arguments that take too long are invalid.
   * @param budget the time that remains, which is reduced
   */
  async validateArgs(
    workspaceId: string,
    { input_schema }: Pick<Patch, 'input_schema'>,
    args: unknown,
    budget = this.turnBudget(),
  ): Promise<Validation> {
    if (!isJsonObject(args)) return invalid([{ path: '', message: 'must be an object' }]);
    const fault = faultOfJson(args, valueBounds);
    if (fault !== undefined) return invalid([{ path: '', message: fault }]);
    const task: ArgsToValidate = { workspaceId, schema: toJsonText(input_schema), args };
    try {
      return (await this.#run(workspaceId, 'validate', task, budget)) as Validation;
    } catch (error) {
      if (error instanceof OverLimitError || error instanceof BusyError) return tooLong;
      throw error;
    }
  }

  /** Ends the threads and their tasks. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #run(workspaceId: string, name: string, task: object, budget: TimeBudget): Promise<unknown> {
    const waiting = AbortSignal.timeout(this.#limits.waitMs);
    const ofWorkspace = this.#workspaces.get(workspaceId) ?? pLimit(1);
    this.#workspaces.set(workspaceId, ofWorkspace);
    try {
      return await ofWorkspace(
        async () =>
          await this.#threads(async () => {
            if (waiting.aborted) throw new BusyError('waited too long for a thread');
            return await this.#runNow(name, task, budget);
          }),
      );
    } finally {
      if (ofWorkspace.activeCount + ofWorkspace.pendingCount === 0) this.#workspaces.delete(workspaceId);
    }
  }

  async #runNow(name: string, task: object, budget: TimeBudget): Promise<unknown> {
    if (budget.leftMs <= 0) throw new OverLimitError('others took the time');
    this.#pool ??= startThreads();
    const ending = new AbortController();
    // The time in which a thread starts is none of the task's.
    const clock = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    let tickedMs = 0;
    const timer = setInterval(() => {
      tickedMs += Atomics.load(clock, 0) * tickMs;
      if (tickedMs >= budget.leftMs) ending.abort();
    }, tickMs);
    try {
      return await this.#pool.run({ ...task, clock }, { name, signal: ending.signal });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (!ending.signal.aborted && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new OverLimitError('took too long', { cause: error });
    } finally {
      clearInterval(timer);
      // The thread's own clock continues in a frozen process, and does not count a task that was ended.
      budget.leftMs -= Math.max(tickedMs, Math.min(Atomics.load(clock, 1), tickedMs + tickMs));
    }
  }
}

/** The error of a task that waited too long for its turn. Any other error stays as it is. */
function notifiedIfBusy(error: unknown): unknown {
  if (!(error instanceof BusyError)) return error;
  const options = { retryAfterSeconds: busyRetrySeconds, cause: error };
  return new ServiceError('temporarily_unavailable', 'Too many schemas are being checked.', options);
}

/** The threads of a pool. A thread that fails while it is being ended has no task to tell, and harms nobody. */
export function startThreads(): Piscina {
  const pool = new Piscina({
    filename: new URL('./schema-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits,
    // Code that is generated from a schema must not see the service's secrets.
    env: {},
    execArgv: [],
  });
  // Without a listener, the error of a thread that ran out of memory while it was being ended would end the process.
  return pool.on('error', () => {});
}
