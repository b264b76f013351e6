import { dirname, join } from 'node:path';

/**
 * The path that an import leads to, or undefined for a package.
 *
 * @param aliases the folder of each subpath import, such as `#store/` -> `store/`
 */
export function targetOf(path: string, specifier: string, aliases: Map<string, string>): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  for (const [alias, folder] of aliases)
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  return undefined;
}
