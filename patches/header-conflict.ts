import type { Patch } from '#contract/patch.ts';

/**
 * The first header of a patch's request that a connection sets as well, whatever the case of its name; undefined if there is none.
 * What approvers are shown of the arguments must not be replaced by the connection, and what the connection adds is not up to a
 * model (gate.connection.headers).
 * @param names of the headers of the connection, in any case
 */
export function conflictingHeader(
  { request }: Pick<Patch, 'request'>,
  names: readonly string[],
): string | undefined {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  return Object.keys(request?.headers ?? {}).find((name) => taken.has(name.toLowerCase()));
}
