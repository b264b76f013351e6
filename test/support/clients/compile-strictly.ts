import { join } from 'node:path';
import { execa } from 'execa';

const root = join(import.meta.dirname, '../../..');

/**
 * Checks the types of a program in a directory of its own, as strictly as a project of a customer may.
 * @param more further options of the compiler
 * @throws {Error} with what the compiler found
 */
export async function compileStrictly(
  directory: string,
  program: string,
  more: string[] = [],
): Promise<void> {
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes'];
  const modules = ['--target', 'es2024', '--module', 'nodenext'];
  await execa('tsc', [...strict, ...modules, ...types, ...more, program], {
    cwd: directory,
    preferLocal: true,
    localDir: root,
  });
}
