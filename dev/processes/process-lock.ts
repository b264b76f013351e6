import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSameProcess, processFingerprint } from './process-fingerprint.ts';

/** A taken lock; it also ends with the process that took it. */
export type ProcessLock = { taken: true; release(): Promise<void> };
/** The lock belongs to another process that still runs. */
export type LockHolder = { taken: false; pid: number };

/** Where a walk along the claims ended: at a place that is free, or at the claim of a process that runs. */
type End = { places: string[]; place: string; claim?: { content: string; pid: number } };

/**
 * Takes the lock file, or says who has it. A lock whose process has died, or whose pid now belongs to another program,
 * is taken over.
 *
 * A dead claim is never removed to make room, for between the look at it and its removal another process may have
 * taken its place. Its successor has a file of its own instead, named after the dead claim, which only one can make;
 * whoever made the last one has the lock.
 */
export async function takeLock(file: string): Promise<ProcessLock | LockHolder> {
  await mkdir(dirname(file), { recursive: true });
  const content = JSON.stringify({
    pid: process.pid,
    fingerprint: await processFingerprint(process.pid),
    id: randomUUID(),
  });
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, content);
  try {
    for (;;) {
      const end = await walk(file);
      if (end.claim) return { taken: false, pid: end.claim.pid };
      if (!(await linked(own, end.place))) continue;
      // While we walked, a holder may have released the lock, and the claims that led here with it.
      if ((await walk(file)).claim?.content === content) return { taken: true, release: () => release(end) };
      await rm(end.place, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

async function walk(file: string): Promise<End> {
  const places: string[] = [];
  for (let place = file; ;) {
    places.push(place);
    const content = await readIfThere(place);
    if (content === undefined) return { places, place };
    const pid = await livingClaimant(content);
    if (pid !== undefined) return { places, place, claim: { content, pid } };
    place = `${file}.after-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  }
}

/** The first place goes first: from then on no walk leads to the others. */
async function release({ places }: End): Promise<void> {
  for (const place of places) await rm(place, { force: true });
}

/** A hard link appears whole or not at all, and never over a claim that is there. */
async function linked(own: string, place: string): Promise<boolean> {
  try {
    await link(own, place);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function livingClaimant(content: string): Promise<number | undefined> {
  try {
    const { pid, fingerprint } = JSON.parse(content) as { pid: number; fingerprint: string };
    return (await isSameProcess(pid, fingerprint)) ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
