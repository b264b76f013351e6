import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoWorkspace } from '../seed.ts';
import { writePrivateJson } from './private-file.ts';

/** What `.dev/stack.json` tells scripts about the running stack. */
export type StackFile = DemoWorkspace & {
  base_url: string;
  temporal_address: string;
  /** Null when Temporal was given by address: its UI is not known then. */
  temporal_ui: string | null;
  mongodb_uri: string;
  /** Null for a server that was given from outside. */
  pids: { api: number; worker: number; temporal: number | null; mongodb: number | null };
};

/** Writes stack.json: from here on everything answers. */
export function writeStackFile(devDir: string, content: StackFile): void {
  writePrivateJson(join(devDir, 'stack.json'), content);
}

/** Removes stack.json, if it is there: from here on nothing can be counted on. */
export function removeStackFile(devDir: string): void {
  rmSync(join(devDir, 'stack.json'), { force: true });
}
