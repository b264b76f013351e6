import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoWorkspace } from '../seed.ts';
import type { serviceNames } from './part-names.ts';
import { writePrivateJson } from './private-file.ts';

/** The content of `.dev/stack.json` for scripts: the running stack. */
export type StackFile = DemoWorkspace & {
  base_url: string;
  temporal_address: string;
  /** Null for an external Temporal, whose UI is not known. */
  temporal_ui: string | null;
  mongodb_uri: string;
  /** Signs in to the console once. When it is used, there is another one here. */
  console_url: string;
  /** Process ids of the service in one process, or of API and worker. Null for an external server. */
  pids: Partial<Record<(typeof serviceNames)[number], number>> &
    Record<'temporal' | 'mongodb', number | null>;
};

/** Writes stack.json: from now on everything responds. */
export function writeStackFile(devDir: string, content: StackFile): void {
  writePrivateJson(join(devDir, 'stack.json'), content);
}

/** Removes stack.json, if it exists: from now on nothing is guaranteed to respond. */
export function removeStackFile(devDir: string): void {
  rmSync(join(devDir, 'stack.json'), { force: true });
}
