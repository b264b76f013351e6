import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { Validation } from '#patches/validation.ts';

/** The time that remains for tasks that share a limit. Each task reduces it. */
export interface TimeBudget {
  leftMs: number;
}

/** Evaluates the JSON Schemas of tenants, outside of the event loop and within a time limit. */
export interface Schemas {
  /** Validates the arguments of a call. Arguments that take too long are invalid. */
  validateArgs: (
    workspaceId: string,
    patch: Pick<Patch, 'input_schema'>,
    args: unknown,
    budget?: TimeBudget,
  ) => Promise<Validation>;
  /**
   * Validates a structured reply. A reply that takes too long is invalid.
   * @throws {ServiceError} `temporarily_unavailable` if too many checks are ahead of it
   */
  validateResult: (workspaceId: string, schema: JsonObject, result: unknown) => Promise<Validation>;
  /**
   * The index of the first condition that a value fulfils; -1 if it fulfils none. An undefined condition is always fulfilled.
   * @returns undefined if that cannot be judged, or not in time
   */
  firstFulfilled: (
    workspaceId: string,
    conditions: readonly (JsonObject | undefined)[],
    value: unknown,
    budget?: TimeBudget,
  ) => Promise<number | undefined>;
  /** The time for the calls of one turn together. */
  turnBudget: () => TimeBudget;
}
