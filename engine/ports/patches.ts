import type { Patch } from '#contract/patch.ts';

/** The published patches, including the built-in ones. A version never changes. */
export interface Patches {
  /** @throws {Error} if the workspace has no such patch */
  get: (workspaceId: string, ref: string) => Promise<Patch>;
}
