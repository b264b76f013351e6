import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupProblem } from '#tools/dev/setup-problem.ts';
import { allAttacks } from './attacks/all-attacks.ts';
import type { Attack } from './attack.ts';
import { type AttackStack, startAttackStack } from './stack/attack-stack.ts';

/** How long an attack may take, in ms. Most take seconds. */
const mostMs = 300_000;

/**
 * `npm run attack`: does to a running stack what a hostile tenant would, prints a table of the results, and exits with
 * 1 if an attack succeeded. Words select attacks by their names: `npm run attack -- headers`.
 */
async function main(words: string[]): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-attack-'));
  const stack = await startAttackStack(directory);
  const rows: { area: string; attack: string; held: boolean; seen: string }[] = [];
  try {
    for (const [area, attacks] of Object.entries(allAttacks)) {
      for (const { name, run } of attacks) {
        if (words.length > 0 && !words.some((word) => `${area} ${name}`.includes(word))) continue;
        const row = await inTime(run, stack).then(
          (seen) => ({ area, attack: name, held: true, seen }),
          (error: unknown) => ({ area, attack: name, held: false, seen: (error as Error).message }),
        );
        console.log(`${row.held ? 'held  ' : 'BROKEN'} ${area}: ${name}: ${row.seen}`);
        rows.push(row);
        if (!row.held) await requireAnswers(stack);
      }
    }
  } finally {
    await stack.stop();
  }
  const broken = rows.filter(({ held }) => !held);
  console.table(rows.map(({ area, attack, held }) => ({ area, attack, held })));
  console.log(`${rows.length} attacks, ${rows.length - broken.length} held, ${broken.length} got through`);
  if (rows.length === 0) console.error('no attack has such a name');
  if (broken.length > 0) console.error(`logs in ${directory}`);
  else await rm(directory, { recursive: true, force: true });
  return broken.length === 0 && rows.length > 0 ? 0 : 1;
}

/** @throws {Error} if the attack takes too long. It is not stopped */
async function inTime(run: Attack['run'], stack: AttackStack): Promise<string> {
  const ended = new AbortController();
  const late = async () => {
    await sleep(mostMs, undefined, { signal: ended.signal });
    throw new Error(`it did not end within ${mostMs / 1000} s`);
  };
  try {
    return await Promise.race([run(stack), late()]);
  } finally {
    ended.abort();
  }
}

/**
 * Further attacks on a stack that does not answer would say nothing about the service.
 * @throws {SetupProblem} with the ends of the logs
 */
async function requireAnswers(stack: AttackStack): Promise<void> {
  if (await stack.answers()) return;
  throw new SetupProblem(`The stack does not answer any more.\n${await stack.endsOfLogs()}`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
