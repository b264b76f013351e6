import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { type Bug, bugs } from './bugs.ts';

/** Plants each bug, or those that are named, and prints a table of how many sequences it takes to find it. */
const most = 20_000;
const wanted = process.argv.slice(2);

const rows: string[] = [];
let missed = 0;
const left = bugs.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).entries();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const [index, bug] of left) {
      const found = await find(bug);
      if (found === undefined) missed += 1;
      rows[index] =
        `| ${bug.says} | \`${bug.name}\` | ${found?.sequences ?? 'not found'} | ${found?.rule ?? ''} |`;
      process.stderr.write(`${rows[index]}\n`);
    }
  }),
);
process.stdout.write(
  `| Planted bug | Name | Sequences | The rule that is broken |\n| - | - | - | - |\n${rows.join('\n')}\n`,
);
process.exitCode = missed === 0 ? 0 : 1;

async function find({ name }: Bug): Promise<{ sequences: number; rule: string } | undefined> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('plant.ts', import.meta.url).href,
      new URL('find.ts', import.meta.url).pathname,
      String(most),
    ],
    { env: { ...process.env, PLANTED: name }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const found = await text(child.stdout);
  return found === '' ? undefined : (JSON.parse(found) as { sequences: number; rule: string });
}
