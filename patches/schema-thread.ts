import type { InvalidField } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { faultsOfDefinition } from './check-definition.ts';
import { compileSchema } from './compile-schema.ts';
import { validateArgs } from './input-schema.ts';
import type { Validation } from './validation.ts';

/**
 * What the threads of the schema pool do. The pool loads this file in each thread. Nothing else imports its values,
 * because nothing here may run on the event loop.
 */

// The first schema of a thread costs a hundred times as much as the next. That must not count as a task's time.
compileSchema({ type: 'object' });

/** Shared by all tasks: set to 1 when the thread starts the task, from which its time counts. */
interface Task {
  begun: Int32Array;
}

/** A definition to check for publication. */
export interface DefinitionToCheck {
  definition: PatchDefinition;
}

/** Arguments to validate. */
export interface ArgsToValidate {
  schema: JsonText;
  args: JsonObject;
}

export function checkDefinition({ begun, definition }: Task & DefinitionToCheck): InvalidField[] {
  Atomics.store(begun, 0, 1);
  return faultsOfDefinition(definition);
}

export function validate({ begun, schema, args }: Task & ArgsToValidate): Validation {
  Atomics.store(begun, 0, 1);
  return validateArgs(schema, args);
}
