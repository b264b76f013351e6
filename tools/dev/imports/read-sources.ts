import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The source files of this checkout, new ones included. */
export interface Sources {
  /** The text of each file, by its path from the root of the repository. */
  sources: Map<string, string>;
  /** The folder of each subpath import, such as `#store/` -> `store/`. */
  aliases: Map<string, string>;
}

/** Reads the sources of the checkout in the working directory. */
export function readSources(): Sources {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--deduplicate',
      '*.ts',
      '*.tsx',
      '*.js',
      '*.mjs',
    ],
    { encoding: 'utf8' },
  );
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  return {
    sources: new Map(
      listed
        .split('\n')
        .filter((path) => path !== '')
        .map((path) => [path, readFileSync(path, 'utf8')]),
    ),
    aliases: new Map(
      Object.entries(imports).map(([alias, folder]) => [
        alias.replace('*', ''),
        folder.replace(/^\.\/|\*/g, ''),
      ]),
    ),
  };
}
