import type { Keyring } from '#store/credentials/encryption.ts';

/**
 * A subject may use this part of what the others leave of its workspace's allowance. So one of them never uses it up: each
 * one that tries leaves half of the rest, in which a person's decisions have room.
 */
const share = 1 / 2;

/**
 * How many requests a subject may make in a window.
 * @param limit of the workspace
 * @param usedByOthers in the same window
 */
export function subjectLimit(limit: number, usedByOthers: number): number {
  return Math.ceil(Math.max(limit - usedByOthers, 0) * share);
}

/**
 * The name under which a subject's requests are counted: of a fixed length, and not to be guessed by who reads the store, where it
 * may outlive the subject's erasure.
 */
export function subjectKey(keyring: Keyring, workspaceId: string, subject: string): string {
  return keyring.digest('share of an allowance', [workspaceId, subject]).slice(0, 32);
}
