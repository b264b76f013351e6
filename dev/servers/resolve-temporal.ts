import { buildTemporal, temporalVersion } from './build-temporal.ts';
import { download } from './download.ts';
import { type Binary, type BinarySource, resolveBinary } from './resolve-binary.ts';
import type { ResolveContext } from './resolve-context.ts';

const cachedAs = `temporal-${temporalVersion}`;

/** The sources of Temporal's CLI, which contains the dev server, in this order. */
export const temporalSources: BinarySource[] = [
  { from: 'path', program: 'temporal' },
  { from: 'download', cachedAs, make: download('Temporal', 'temporal.download', 'download-temporal.ts') },
  { from: 'build', cachedAs, make: buildTemporal },
];

/**
 * Finds Temporal's CLI, or gets it.
 * @throws SetupProblem if there is none and no way to get one.
 */
export async function resolveTemporal(context: ResolveContext): Promise<Binary> {
  return (await resolveBinary(temporalSources, context)).binary;
}
