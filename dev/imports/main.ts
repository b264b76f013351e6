import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { allowed } from './allowed.ts';
import { checkImports } from './check-imports.ts';

/** Prints what the rules of imports do not allow in this checkout: part of `npm run lint`. */
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs'],
  { encoding: 'utf8' },
);
const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };

const problems = checkImports(
  new Map(
    listed
      .split('\n')
      .filter((path) => path !== '')
      .map((path) => [path, readFileSync(path, 'utf8')]),
  ),
  allowed,
  new Map(
    Object.entries(imports).map(([alias, folder]) => [
      alias.replace('*', ''),
      folder.replace(/^\.\/|\*/g, ''),
    ]),
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
