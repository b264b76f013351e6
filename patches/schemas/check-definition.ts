import { ContextName } from '#contract/context.ts';
import type { InvalidField } from '#contract/errors.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { isBuiltIn } from '#contract/built-in-patches.ts';
import { segmentsOf } from '../json-pointer.ts';
import { compileSchema, currentSchema, faultOfSchema } from './compile-schema.ts';
import { DeclaredArguments } from './declared-arguments.ts';
import { templateNames } from '../template.ts';
import { contextNameIn, textsIn } from '../templates-in.ts';
import { faultsOfFill } from './check-fill.ts';

/** Enough for a publisher to see what is wrong. */
const shownFaults = 20;
/** How many different arguments the templates of a definition may name. */
const mostNames = 256;

/** The faults of a definition beyond its shape: 422 at publication (patch.publish.bad-schema). */
export function faultsOfDefinition(definition: PatchDefinition): InvalidField[] {
  const { key, interaction, reliability, request, payment } = definition;
  const faults: InvalidField[] = [];
  if (isBuiltIn(key)) {
    faults.push({ path: 'key', message: `${key} is a built-in patch`, code: 'built_in' });
  }
  if (request !== undefined && interaction !== 'silent') {
    faults.push({
      path: 'request',
      message: `a patch that is ${interaction} makes no request`,
      code: 'request_not_allowed',
    });
  }
  if (reliability.key !== undefined && interaction !== 'silent') {
    faults.push({
      path: 'reliability.key',
      message: `a patch that is ${interaction} has no effect that could be repeated`,
      code: 'key_not_allowed',
    });
  }
  if (payment !== undefined && interaction !== 'silent') {
    faults.push({
      path: 'payment',
      message: `a patch that is ${interaction} pays nothing`,
      code: 'payment_not_allowed',
    });
  }
  const schemaFault = faultOfSchema(() => compileSchema(definition.input_schema));
  // Names cannot be looked up in an invalid schema.
  if (schemaFault !== undefined) return [...faults, { path: 'input_schema', ...schemaFault }];
  const declared = new DeclaredArguments(currentSchema(definition.input_schema));
  return [
    ...faults,
    ...faultsOfTemplates(definition, declared),
    ...faultsOfKey(definition, declared),
    ...faultsOfPayment(definition, declared),
    ...faultsOfFill(definition),
  ];
}

function faultsOfTemplates(
  { summary, request }: PatchDefinition,
  declared: DeclaredArguments,
): InvalidField[] {
  // Labels of a summary are plain text.
  const shown = { title: summary?.title, fields: summary?.fields?.map(({ value }) => ({ value })) };
  const named = [...textsIn('summary', shown), ...textsIn('request', request)].flatMap(([path, template]) =>
    templateNames(template).map((name) => ({ path, name })),
  );
  if (new Set(named.map(({ name }) => name)).size > mostNames) {
    const message = `the templates name over ${mostNames} arguments`;
    return [{ path: 'request', message, code: 'too_many_arguments' }];
  }
  return named.flatMap(({ path, name }) => faultOfName(path, name, declared) ?? []).slice(0, shownFaults);
}

/** Only a request may use the context: a summary shows arguments, all of which are decided on. */
function faultOfName(path: string, name: string, declared: DeclaredArguments): InvalidField | undefined {
  const shown = `{{${name.slice(0, 100)}}}`;
  const ofContext = path.startsWith('request.') ? contextNameIn(name) : undefined;
  if (ofContext === undefined) {
    if (declared.has(name)) return undefined;
    const message = `${shown} names an argument that input_schema does not declare`;
    return { path, message, code: 'unknown_argument' };
  }
  if (declared.has('context')) {
    const message = `${shown} could be an argument or the context: give the argument another name than context`;
    return { path, message, code: 'ambiguous_name' };
  }
  if (ContextName.safeParse(ofContext).success) return undefined;
  return { path, message: `${shown} is not the name of a value of the context`, code: 'unknown_context' };
}

/** A pointer into an argument that does not exist would never tell two calls apart. */
function faultsOfKey(
  { reliability: { key = [] } }: PatchDefinition,
  declared: DeclaredArguments,
): InvalidField[] {
  return key.flatMap((pointer, index) =>
    segmentsOf(pointer)
      .slice(0, 1)
      .filter((name) => !declared.has(name))
      .map(() => ({
        path: `reliability.key.${index}`,
        message: `${pointer.slice(0, 100)} leads into an argument that input_schema does not declare`,
        code: 'unknown_argument',
      })),
  );
}

/** A pointer that leads nowhere would leave every payment unread. */
function faultsOfPayment({ payment }: PatchDefinition, declared: DeclaredArguments): InvalidField[] {
  if (payment === undefined) return [];
  const { unit: _, ...places } = payment;
  return textsIn('payment', places)
    .filter(([path]) => !path.endsWith('.constant'))
    .filter(([, pointer]) => !declared.hasPath(segmentsOf(pointer)))
    .map(([path, pointer]) => ({
      path,
      message: `${pointer.slice(0, 100)} leads to an argument that input_schema does not declare`,
      code: 'unknown_argument',
    }));
}
