import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { isInContext } from '../../support/container/build-context.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((path) => path !== '');

/** Whether git ignores a path: files of the tools and builds, which a fresh clone does not have. */
function isIgnored(path: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '--quiet', '--no-index', `${path}/.`], { cwd: root });
    return true;
  } catch {
    return false;
  }
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const quoted = (text: string, beside: RegExp): string[] =>
  [...text.matchAll(beside)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^'\n]+)'/g)].map(([, one = '']) => one),
  );

interface LintSettings {
  ignorePatterns: string[];
  overrides: { files: string[] }[];
}
const lint = JSON.parse(read('.oxlintrc.json')) as LintSettings;
const types = JSON.parse(read('tsconfig.json')) as { include: string[]; exclude: string[] };
const { scripts, imports } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'imports',
  Record<string, string>
>;

const patterns: Record<string, string[]> = {
  '.oxlintrc.json': [...lint.ignorePatterns, ...lint.overrides.flatMap((override) => override.files)],
  'tsconfig.json': [...types.include, ...types.exclude],
  '.prettierignore': lines(read('.prettierignore')),
  'vitest.config.ts': quoted(read('vitest.config.ts'), /include: \[([^\]]*)\]/g),
  'worker/bundle.ts': quoted(read('worker/bundle.ts'), /sources = \[([^\]]*)\]/g),
  'console/build.ts': quoted(read('console/build.ts'), /folders = \[([^\]]*)\]/g),
  'tools/dev/check-generated.sh': (
    /generated='([^']*)'/.exec(read('tools/dev/check-generated.sh'))?.[1] ?? ''
  ).split(' '),
  Dockerfile: [...read('Dockerfile').matchAll(/^COPY (?!--|\.)([^\n]*) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  ),
  'package.json, imports': Object.values(imports).map((path) => path.replace('./', '').replace('/*', '')),
  'package.json, scripts': Object.values(scripts).flatMap(
    (script) => script.match(/[\w./-]+\.(?:ts|sh)\b/g) ?? [],
  ),
};

it.each(Object.entries(patterns).flatMap(([file, list]) => list.map((pattern) => [file, pattern] as const)))(
  '%s: %s names files that exist',
  (_file, pattern) => {
    const path = pattern.replace(/^\.\//, '');
    const isThere =
      files.some((file) => file === path || file.startsWith(`${path}/`) || matchesGlob(file, path)) ||
      globSync(path, { cwd: root }).length > 0 ||
      isIgnored(path);
    expect(isThere).toBe(true);
  },
);

it('each list of patterns is read', () => {
  for (const list of Object.values(patterns)) expect(list).not.toEqual([]);
});

it('the rule of purity covers the rules of the engine and the workflow of a run', () => {
  const pure = lint.overrides.find(({ files: globs }) =>
    globs.some((glob) => glob.startsWith('engine/rules')),
  );
  expect(pure?.files).toEqual(['engine/rules/**', 'workflows/run/**']);
});

it('[container.complete] no file of the tools, of tests or of benchmarks is in the image', () => {
  const included = isInContext(root);
  expect(files.filter((path) => /^(tools|test|examples)\//.test(path) && included(path))).toEqual([]);
});
