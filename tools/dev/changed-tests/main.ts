import { execFileSync, spawnSync } from 'node:child_process';
import { readSources } from '../imports/read-sources.ts';
import { chooseTests } from './choose-tests.ts';

/*
 * `npm run test:changed [BRANCH]`: runs the tests of the first tier that are touched by the changes since BRANCH (by
 * default what main has), uncommitted ones included. `.ci/run` runs all.
 */
const [branch = 'main'] = process.argv.slice(2);

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const [base = 'HEAD'] = git('merge-base', branch, 'HEAD');
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
const tests = chooseTests(readSources(), changed);
console.log(
  `${changed.length} files changed since ${base.slice(0, 8)}; ${tests.length} test files are touched`,
);
if (tests.length > 0) {
  const { status } = spawnSync('vitest', ['run', ...tests], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
