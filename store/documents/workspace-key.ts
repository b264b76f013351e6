import type { Encrypted } from './encrypted.ts';

/** The key with which a workspace names what must not be guessed from its name. It never changes. */
export interface WorkspaceKeyDocument {
  /** The workspace. */
  _id: string;
  /** 32 random bytes. */
  key: Encrypted;
}
