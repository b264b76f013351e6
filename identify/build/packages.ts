import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Downloads a wheel with pip and unpacks it. Returns the directory, which the system has to clean up. */
export function unpackWheel(name: string, version: string): string {
  const directory = temporaryDirectory();
  run('pip', ['download', '--quiet', '--no-deps', '--dest', directory, `${name}==${version}`], directory);
  run('python3', ['-m', 'zipfile', '-e', join(directory, only(directory)), 'unpacked'], directory);
  return join(directory, 'unpacked');
}

/** Downloads a source distribution with pip and unpacks it. Returns the directory, which the system has to clean up. */
export function unpackSdist(name: string, version: string): string {
  const directory = temporaryDirectory();
  const options = ['--quiet', '--no-deps', '--no-binary', ':all:', '--dest', directory];
  run('pip', ['download', ...options, `${name}==${version}`], directory);
  run('tar', ['-xzf', only(directory)], directory);
  rmSync(join(directory, readdirSync(directory).find((file) => file.endsWith('.tar.gz')) ?? ''));
  return join(directory, only(directory));
}

/** Downloads a package with npm and unpacks it. Returns the directory, which the system has to clean up. */
export function unpackNpm(name: string, version: string): string {
  const directory = temporaryDirectory();
  run('npm', ['pack', '--silent', `${name}@${version}`], directory);
  run('tar', ['-xzf', only(directory)], directory);
  return join(directory, 'package');
}

/** Clones a tag of a repository with git. Returns the directory, which the system has to clean up. */
export function cloneTag(repository: string, tag: string): string {
  const directory = temporaryDirectory();
  run(
    'git',
    [
      'clone',
      '--quiet',
      '--config',
      'advice.detachedHead=false',
      '--depth',
      '1',
      '--branch',
      tag,
      repository,
      'clone',
    ],
    directory,
  );
  return join(directory, 'clone');
}

function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'identify-data-'));
}

function only(directory: string): string {
  const [file, ...others] = readdirSync(directory);
  if (file === undefined || others.length > 0) throw new Error(`One file was expected in ${directory}`);
  return file;
}

function run(program: string, args: string[], directory: string): void {
  execFileSync(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
}
