import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../load.ts';
import { readProfiles } from './cpu-profile.ts';
import { startCounted } from './start-counted.ts';
import { prepareTurns } from './turn-kinds.ts';

const clients = 8;
const turns = 150;
const shownRows = 40;
/** A decision is part of a gated call. */
const kinds = ['plain', 'silent call', 'gated call'] as const;

/** Prints in which functions and packages API and worker spend their time on the processor, under load. */
export async function printProfiles(): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'heddle-profiles-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const counted = await startCounted(ends, directory);
  const prepared = await prepareTurns(counted.client, clients, ends);
  const works = kinds.map((kind) => async (client: number) => void (await prepared[kind].take(client)));
  for (const work of works) await load(clients, turns / 2, work);
  const from = process.hrtime.bigint();
  for (const work of works) await load(clients, turns, work);
  const stretch = { from, to: process.hrtime.bigint() };
  const { pids } = counted;
  await counted.stop();
  for (const part of ['api', 'worker'].filter((name) => pids[name] !== undefined)) {
    const { byFunction, byPackage } = await readProfiles(join(directory, part), stretch);
    for (const [by, shares] of Object.entries({ package: byPackage, function: byFunction })) {
      console.log(
        `\nCPU of the ${part} by ${by}, ms of one turn (${turns} of each kind, ${clients} clients)`,
      );
      const rows = [...shares].toSorted(([, one], [, other]) => other - one).slice(0, shownRows);
      console.table(
        Object.fromEntries(rows.map(([name, ms]) => [name, (ms / turns / kinds.length).toFixed(3)])),
      );
    }
  }
}
