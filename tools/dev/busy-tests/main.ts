/**
 * `npm run test:busy [FILTER...]`: runs both tiers of tests while a busy loop on each core takes its share of the machine.
 * What fails then and not otherwise depends on time, in a test or in the service. For each night, or before a release.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = (): void => {
  for (const loop of loops) loop.kill('SIGKILL');
};
process.on('exit', stop);
// Vitest receives the signal too, and ends.
process.on('SIGINT', () => {});
console.log(`${loops.length} busy loops beside the tests`);
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
stop();
