import { mkdtemp, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupProblem } from '#tools/dev/setup-problem.ts';
import { findViolations } from './checks/all-checks.ts';
import { help, readOptions, UnusableOptions } from './options.ts';
import { figuresOf } from './report/figures.ts';
import { writeReport } from './report/write-report.ts';
import { runChaos } from './run-chaos.ts';

/** `npm run chaos`: exit status 0 if every rule held, 1 if one was broken, 2 for an invalid command line. */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args, () => randomInt(4_294_967_296));
  if (options === 'help') {
    console.log(help);
    return 0;
  }
  const { seed, layout } = options;
  const directory = await mkdtemp(join(tmpdir(), 'heddle-chaos-'));
  const startedAt = performance.now();
  const say = (line: string) => {
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} ${line}`);
  };
  say(`seed ${seed}, API and worker ${layout}; logs and data in ${directory}`);
  const { evidence, plays, rest } = await runChaos(options, directory, say);
  for (const [name, value] of figuresOf(evidence, { seed, plays, rest })) console.log(`${name}: ${value}`);
  const violations = findViolations(evidence);
  if (violations.length === 0) {
    console.log('every rule held');
    if (!options.keep) await rm(directory, { recursive: true, force: true });
    return 0;
  }
  console.log(`\n${violations.length} violations; again with --seed ${seed}`);
  for (const line of await writeReport(violations, evidence, join(directory, 'violations')))
    console.log(line);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isPlain = error instanceof UnusableOptions || error instanceof SetupProblem;
  console.error(isPlain ? error.message : error);
  process.exitCode = error instanceof UnusableOptions ? 2 : 1;
}
