import { join } from 'node:path';

/**
 * Where Node keeps compiled modules (`NODE_COMPILE_CACHE`). A run of the tests starts the service and the operator's
 * command hundreds of times, and compiling takes half of what such a start costs.
 */
export const compiledModules = join(import.meta.dirname, '../../node_modules/.cache/heddle/compiled');

/** The environment that a program needs to run, and to start without compiling. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
