import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of V8's CPU profile that is read. Times are in microseconds of the monotonic clock. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
}

/** A stretch of time by `process.hrtime`, which is the clock of the profiles. */
export interface Stretch {
  from: bigint;
  to: bigint;
}

/** The time on the processor within a stretch, in milliseconds by whom it was spent. */
export interface CpuShares {
  byFunction: Map<string, number>;
  byPackage: Map<string, number>;
}

const root = join(import.meta.dirname, '../../..');
/** V8's name of the time in which a thread is idle. */
const idle = '(idle)';

/** Sums up the profiles that the threads of a process have left in a directory. */
export async function readProfiles(directory: string, { from, to }: Stretch): Promise<CpuShares> {
  const shares: CpuShares = { byFunction: new Map(), byPackage: new Map() };
  for (const file of await readdir(directory)) {
    if (!file.endsWith('.cpuprofile')) continue;
    const profile = JSON.parse(await readFile(join(directory, file), 'utf8')) as CpuProfile;
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
    let at = profile.startTime;
    profile.samples.forEach((id, index) => {
      const ms = (profile.timeDeltas[index + 1] ?? 0) / 1000;
      at += profile.timeDeltas[index] ?? 0;
      const frame = frames.get(id);
      if (frame === undefined || frame.functionName === idle) return;
      if (at * 1000 < Number(from) || at * 1000 > Number(to)) return;
      const { functionName, url, lineNumber } = frame;
      const place = placeOf(url);
      add(shares.byPackage, place === '' ? functionName : packageOf(place), ms);
      add(shares.byFunction, `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`, ms);
    });
  }
  return shares;
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

function placeOf(url: string): string {
  const path = url.replace(/^file:\/\//, '').replace(`${root}/`, '');
  return path.replace(/^.*node_modules\//, 'node_modules/');
}

/** A package, one of the service's own folders, or `node:`. */
function packageOf(place: string): string {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place) ?? [];
  if (name !== undefined) return name;
  return place.startsWith('node:') ? 'node:' : `${place.split('/')[0] ?? ''}/`;
}
