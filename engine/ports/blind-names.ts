import type { BlindName } from '../rules/same-call/blind-name.ts';

/** Keyed hashes, by a key of each workspace that outlives the keys of the deployment. */
export interface BlindNames {
  of: (workspaceId: string) => Promise<BlindName>;
}
