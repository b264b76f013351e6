import { createHash } from 'node:crypto';

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

/** The name under which a subject's requests are counted: of a fixed length, and not the subject itself. */
export function subjectKey(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url').slice(0, 22);
}
