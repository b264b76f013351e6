import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a shell script where a program is looked for. */
export function fakeProgram(file: string, script = 'exit 0'): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}
