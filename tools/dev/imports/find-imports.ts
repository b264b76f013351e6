import { parseSync } from 'rolldown/utils';

/** One import or re-export of a file. */
export interface Import {
  /** The module specifier. */
  specifier: string;
  /** `import type` or `export type`: nothing of it is left when the file runs. */
  typeOnly: boolean;
}

/**
 * The imports of a file, re-exports and dynamic imports of a constant included.
 *
 * @throws if the file cannot be parsed
 */
export function findImports(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  // Not `import { type T }`: Node still loads such a module.
  const typeOnly = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start, start + 30));
  return [
    ...module.staticImports.map(({ start, moduleRequest }) => ({
      specifier: moduleRequest.value,
      typeOnly: typeOnly(start),
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries
        .slice(0, 1)
        .flatMap(({ moduleRequest }) =>
          moduleRequest ? { specifier: moduleRequest.value, typeOnly: typeOnly(start) } : [],
        ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const constant = /^(['"`])([^$]*)\1$/.exec(text.slice(start, end));
      return constant?.[2] === undefined ? [] : { specifier: constant[2], typeOnly: false };
    }),
  ];
}
