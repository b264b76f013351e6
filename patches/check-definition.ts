import type { InvalidField } from '#contract/errors.ts';
import { isJsonObject } from '#contract/json.ts';
import type { PatchDefinition } from '#contract/patch.ts';
import { isBuiltIn } from '#contract/built-in-patches.ts';
import { compileSchema, SchemaError } from './compile-schema.ts';
import { declaresArgument } from './declared-arguments.ts';
import { templateNames } from './template.ts';

/** Enough for a publisher to see what is wrong. */
const shownFaults = 20;

/** The faults of a definition beyond its shape: 422 at publication (patch.publish.bad-schema). */
export function faultsOfDefinition(definition: PatchDefinition): InvalidField[] {
  const { key, interaction, request } = definition;
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
  const schemaFault = faultOfSchema(definition);
  // Names cannot be looked up in an invalid schema.
  return schemaFault === undefined
    ? [...faults, ...faultsOfTemplates(definition)]
    : [...faults, { path: 'input_schema', message: schemaFault, code: 'invalid_schema' }];
}

function faultOfSchema({ input_schema }: PatchDefinition): string | undefined {
  try {
    compileSchema(input_schema);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

function faultsOfTemplates({ input_schema, summary, request }: PatchDefinition): InvalidField[] {
  const declared = new Map<string, boolean>();
  const faults: InvalidField[] = [];
  // Labels of a summary are plain text.
  const shown = { title: summary?.title, fields: summary?.fields?.map(({ value }) => ({ value })) };
  for (const [path, template] of [...templatesIn('summary', shown), ...templatesIn('request', request)]) {
    for (const name of templateNames(template)) {
      const known = declared.get(name) ?? declaresArgument(input_schema, name);
      declared.set(name, known);
      if (known) continue;
      const message = `{{${name.slice(0, 100)}}} names an argument that input_schema does not declare`;
      faults.push({ path, message, code: 'unknown_argument' });
      if (faults.length === shownFaults) return faults;
    }
  }
  return faults;
}

/** Every text in a value, with its dotted path. */
function templatesIn(path: string, value: unknown): [path: string, template: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => templatesIn(`${path}.${index}`, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => templatesIn(`${path}.${name}`, member));
}
