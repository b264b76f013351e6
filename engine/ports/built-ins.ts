import type { JsonObject } from '#contract/json.ts';

/** The patches whose calls the service answers itself. */
export interface BuiltIns {
  has: (ref: string) => boolean;
  /**
   * Why a call of such a patch cannot be answered, as far as its arguments show; undefined if it can, or if that cannot be found
   * out now.
   */
  faultOf: (call: { ref: string; workspaceId: string; args: JsonObject }) => Promise<string | undefined>;
}
