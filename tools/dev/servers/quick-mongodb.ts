import { join } from 'node:path';
import { pythonEnvironment } from '../python/python-environment.ts';
import type { Binary, ResolveContext } from './resolve-binary.ts';

/**
 * SecantusDB in Python, for a first start: pip installs it in seconds, where the stand-in in Rust is built for minutes.
 * A turn takes about twice as long on it.
 * @throws SetupProblem if it cannot be installed
 */
export async function quickMongodb({ env, log, signal }: ResolveContext): Promise<Binary> {
  const python = await pythonEnvironment(
    {
      name: 'secantusdb',
      requirements: join(import.meta.dirname, 'quick-mongodb.txt'),
      pipArgs: ['--no-deps', '--only-binary=:all:'],
      needs: 'Python 3.11 or newer with venv, and PyPI',
    },
    log,
    { env, signal },
  );
  const main = 'import sys; from secantus.cli import main; sys.exit(main())';
  return { path: python, before: ['-c', main], source: `SecantusDB in Python, ${python}` };
}
