import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes JSON that only its owner may read; a reader sees the old file or the new one, never a part. */
export function writePrivateJson(file: string, content: unknown): void {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
