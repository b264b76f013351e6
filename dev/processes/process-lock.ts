import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSameProcess, processFingerprint } from './process-fingerprint.ts';

/** A taken lock; it also ends with the process that took it. */
export type ProcessLock = { taken: true; release(): Promise<void> };
/** The lock belongs to another process that still runs. */
export type LockHolder = { taken: false; pid: number };

/**
 * Takes the lock file, or says who has it. A lock whose process has died, or whose pid now belongs to another program,
 * is taken over.
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
      if (await linked(own, file)) return { taken: true, release: () => removeIfStill(file, content) };
      const found = await readIfThere(file);
      if (found === undefined) continue;
      const pid = await livingHolder(found);
      if (pid !== undefined) return { taken: false, pid };
      await removeIfStill(file, found);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** A hard link appears whole or not at all, and never over a lock that is there. */
async function linked(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function livingHolder(content: string): Promise<number | undefined> {
  try {
    const { pid, fingerprint } = JSON.parse(content) as { pid: number; fingerprint: string };
    return (await isSameProcess(pid, fingerprint)) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock unless another process has taken it over meanwhile: that one's is put back. */
async function removeIfStill(file: string, content: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== content) await linked(aside, file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  } finally {
    await rm(aside, { force: true });
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
