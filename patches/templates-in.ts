import { isJsonObject } from '#contract/json.ts';
import { templateNames } from './template.ts';

/** Every text in a value, with its dotted path. */
export function textsIn(path: string, value: unknown): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(`${path}.${index}`, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(`${path}.${name}`, member));
}

const contextPrefix = 'context.';

/** The name in `{{context.name}}`; undefined for a placeholder of an argument. */
export function contextNameIn(placeholder: string): string | undefined {
  return placeholder.startsWith(contextPrefix) ? placeholder.slice(contextPrefix.length) : undefined;
}

/** The names of the context that the templates of a request use, without duplicates. */
export function contextNamesIn(request: unknown): string[] {
  const names = textsIn('', request).flatMap(([, template]) =>
    templateNames(template).flatMap((placeholder) => contextNameIn(placeholder) ?? []),
  );
  return [...new Set(names)];
}
