import type { InvalidField } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { SchemaFault } from '#contract/json-schema/current-dialect.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { faultsOfDefinition } from './check-definition.ts';
import { compileSchema } from './compile-schema.ts';
import { judgeCondition } from './condition.ts';
import { validateArgs } from './input-schema.ts';
import { faultOfResultSchema, validateResult } from './result-schema.ts';
import type { Validation } from '../validation.ts';

/**
 * The tasks of the schema pool's threads. The pool loads this file in each thread. Nothing else imports its values,
 * because nothing here may run on the event loop.
 */

// The first schema of a thread costs a hundred times as much as the next. That must not count as a task's time.
compileSchema({ type: 'object' });

/** The members of every task. */
interface Task {
  /**
   * Shared with the pool. First: 1 from when the thread begins with the task, which is when its time begins. Second: how
   * long the task took, in ms.
   */
  clock: Int32Array;
}

/** A definition to check for publication. */
export interface DefinitionToCheck {
  definition: PatchDefinition;
}

/** Arguments to validate. */
export interface ArgsToValidate {
  workspaceId: string;
  schema: JsonText;
  args: JsonObject;
}

/** The schema of an extraction. */
export interface ResultSchema {
  workspaceId: string;
  schema: JsonText;
}

/** The result of an extraction to validate. */
export interface ResultToValidate extends ResultSchema {
  result: unknown;
}

/** Conditions of which the first that a value fulfils is looked for. */
export interface ConditionsToMatch {
  workspaceId: string;
  /** One that is undefined is always fulfilled. */
  conditions: (JsonText | undefined)[];
  value: unknown;
}

export function checkDefinition({ clock, definition }: Task & DefinitionToCheck): InvalidField[] {
  return timed(clock, () => faultsOfDefinition(definition));
}

export function validate({ clock, workspaceId, schema, args }: Task & ArgsToValidate): Validation {
  return timed(clock, () => validateArgs(workspaceId, schema, args));
}

export function checkResultSchema({
  clock,
  workspaceId,
  schema,
}: Task & ResultSchema): SchemaFault | undefined {
  return timed(clock, () => faultOfResultSchema(workspaceId, schema));
}

export function checkResult({ clock, workspaceId, schema, result }: Task & ResultToValidate): Validation {
  return timed(clock, () => validateResult(workspaceId, schema, result));
}

export function firstFulfilled(task: Task & ConditionsToMatch): number | undefined {
  const { clock, workspaceId, conditions, value } = task;
  return timed(clock, () => {
    for (const [index, condition] of conditions.entries()) {
      const isFulfilled = condition === undefined || judgeCondition(workspaceId, condition, value);
      // Where that cannot be judged, neither can which of the conditions is the first.
      if (isFulfilled === undefined) return undefined;
      if (isFulfilled) return index;
    }
    return -1;
  });
}

function timed<Result>(clock: Int32Array, work: () => Result): Result {
  Atomics.store(clock, 0, 1);
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    Atomics.store(clock, 1, Math.ceil(performance.now() - startedAt));
  }
}
