import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { tellStory } from './shrink.ts';
import { simulate } from './simulate.ts';

const usage = `npm run simulate -- --seed N              tells the story of one sequence, shortened if it breaks a rule
npm run simulate -- --seeds N [--from M]  runs N sequences on all cores and stops at the first that breaks a rule

In a sequence, turns hold up to twenty calls together. People decide on them in any order, correct them, withdraw approvals and cancel,
while processes die, freeze and start again. docs/testing.md lists all that can happen.`;

/** For how long a story is shortened. */
const shrinkMs = 60_000;
/** How many sequences a process runs between two reports. */
const batch = 500;
/** After how many sequences the progress is printed. */
const reportEvery = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    every: { type: 'string' },
  },
});
if (values.seed !== undefined) print(await tellStory(Number(values.seed), shrinkMs));
else if (values.seeds === undefined) print(usage);
else if (process.send === undefined) await runAll(Number(values.seeds), Number(values.from ?? 1));
else await runShare(Number(values.seeds), Number(values.from), Number(values.every));

/** Runs every so many seeds, and reports to the parent process. */
async function runShare(last: number, from: number, every: number): Promise<void> {
  let done = 0;
  for (let seed = from; seed <= last; seed += every) {
    const { violation } = await simulate(seed);
    done += 1;
    if (violation !== undefined) return void process.send?.({ done, broken: seed });
    if (done % batch === 0) process.send?.({ done: batch });
    if (done === batch) done = 0;
  }
  process.send?.({ done });
}

async function runAll(seeds: number, from: number): Promise<void> {
  const cores = availableParallelism();
  const startedAt = performance.now();
  let done = 0;
  let broken: number | undefined;
  const children = Array.from({ length: cores }, (_, index) =>
    fork(
      import.meta.filename,
      [`--seeds=${from + seeds - 1}`, `--from=${from + index}`, `--every=${cores}`],
      // Most of what a sequence makes is garbage soon.
      { execArgv: [...process.execArgv, '--min-semi-space-size=32', '--max-semi-space-size=32'] },
    ),
  );
  await Promise.all(
    children.map(
      async (child) =>
        await new Promise<void>((resolve) => {
          child.on('message', (message: { done: number; broken?: number }) => {
            done += message.done;
            if (done % reportEvery < message.done) print(`${done} sequences`);
            if (message.broken === undefined) return;
            broken = Math.min(broken ?? message.broken, message.broken);
            for (const each of children) each.kill();
          });
          child.on('exit', (code) => {
            if (code !== 0 && code !== null) process.exitCode = 1;
            resolve();
          });
        }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  print(
    `${done} sequences in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} a second on ${cores} cores`,
  );
  if (broken === undefined) return;
  process.exitCode = 1;
  print(process.env['STORY'] === 'none' ? `broken: ${broken}` : await tellStory(broken, shrinkMs));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
