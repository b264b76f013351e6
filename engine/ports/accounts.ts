import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';

/** Directories of banks, in which account references are looked up. */
export interface Accounts {
  /**
   * Resolves an account reference.
   * @throws if imported directories have to be read and cannot be
   */
  identify: (
    request: IdentifyRequest,
  ) => Promise<IdentifyResult | { malformed: { field: string; message: string } }>;
}
