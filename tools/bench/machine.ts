import { open, readlink } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem, release } from 'node:os';
import { basename, join } from 'node:path';
import { median } from './figures.ts';
import type { Bench } from './start-bench.ts';
import type { Table } from './tables.ts';

const writes = 50;

/** The machine that the figures were measured on. */
export async function describeMachine({ temporal, db, directory, pids }: Bench): Promise<Table> {
  const { serverVersion } = await temporal.connection.workflowService.getSystemInfo({});
  const mongodb = await db.client.db('admin').command({ buildInfo: 1 });
  // The stand-in for MongoDB says which version it plays.
  const program = await readlink(`/proc/${pids['mongodb']}/exe`).catch(() => 'a server that was given');
  const described = {
    cores: `${availableParallelism()}, ${cpus()[0]?.model ?? 'unknown'}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    disk: `4 KiB written and synced in ${(await syncMs(directory)).toFixed(1)} ms`,
    system: `Linux ${release()}, Node ${process.versions.node}`,
    Temporal: serverVersion,
    MongoDB: `${mongodb['version']}, ${basename(program)}`,
    'load before': loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  };
  return {
    title: 'Machine',
    rows: Object.entries(described).map(([what, is]) => ({ what, is })),
  };
}

/** How long the disk takes for what every commit needs. */
async function syncMs(directory: string): Promise<number> {
  const file = await open(join(directory, 'sync'), 'w');
  const page = Buffer.alloc(4096);
  const times: number[] = [];
  for (let index = 0; index < writes; index += 1) {
    const before = performance.now();
    await file.write(page);
    await file.datasync();
    times.push(performance.now() - before);
  }
  await file.close();
  return median(times);
}
