import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes JSON that only its owner may read. A reader sees either the old or the new file, never a part. */
export function writePrivateJson(file: string, content: unknown): void {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
