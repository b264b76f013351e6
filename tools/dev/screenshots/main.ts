import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../build-console.ts';
import { SetupProblem } from '../setup-problem.ts';
import { startPictured } from './pictured-stack.ts';
import { shots } from './shots.ts';
import { startStudio } from './studio.ts';

const images = join(import.meta.dirname, '../../../docs/images');

/**
 * `npm run screenshots`: starts the whole service, has conversations in it, and takes the pictures of the console that
 * the documentation shows. Words select them by name: `npm run screenshots -- inbox`.
 */
async function main(words: string[]): Promise<void> {
  const chosen = shots.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0)
    throw new SetupProblem(
      `There is no such picture. Choose among ${shots.map(({ name }) => name).join(', ')}.`,
    );
  const directory = await mkdtemp(join(tmpdir(), 'heddle-screenshots-'));
  await using ends = new AsyncDisposableStack();
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  await buildConsole();
  await mkdir(images, { recursive: true });
  const pictured = await startPictured(ends, directory);
  const studio = await startStudio(ends, pictured);
  for (const { name, take, ...look } of chosen) {
    const kilobytes = await studio.shoot(
      join(images, `${name}.png`),
      look,
      async (page) => await take(page, pictured),
    );
    console.log(`docs/images/${name}.png: ${kilobytes} kB`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
