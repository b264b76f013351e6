import type { InvalidField } from '#contract/errors.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { declaresPlainly, schemaForModel } from '../fill.ts';
import { segmentsOf } from '../json-pointer.ts';
import { currentSchema } from './compile-schema.ts';
import { DeclaredArguments } from './declared-arguments.ts';

/**
 * The faults of the arguments that a patch has filled in. Each has to be an argument that can be taken out of the schema, so that
 * the model does not see it.
 */
export function faultsOfFill(definition: PatchDefinition): InvalidField[] {
  const pointers = Object.keys(definition.fill ?? {});
  if (pointers.length === 0) return [];
  const left = new DeclaredArguments(currentSchema(schemaForModel(definition)));
  return pointers.flatMap((pointer) => {
    const fault = faultOf(pointer, pointers, definition, left);
    return fault === undefined ? [] : [{ path: `fill.${pointer.slice(0, 100)}`, ...fault }];
  });
}

function faultOf(
  pointer: string,
  pointers: readonly string[],
  { input_schema }: PatchDefinition,
  left: DeclaredArguments,
): Pick<InvalidField, 'message' | 'code'> | undefined {
  const path = segmentsOf(pointer);
  if (!declaresPlainly(input_schema, path)) {
    const message = 'must lead to an argument that input_schema declares in properties, not by reference';
    return { message, code: 'unknown_argument' };
  }
  if (pointers.some((other) => other.startsWith(`${pointer}/`)))
    return { message: 'leads to an object of which another part is filled in', code: 'overlapping_fill' };
  if (left.has(path.join('.'))) {
    const message = 'is declared by input_schema in another place too, so the model would still see it';
    return { message, code: 'declared_twice' };
  }
  return undefined;
}
