import type { Documents } from '../documents/documents.ts';

/** The kinds of writes that a change stream tells of. */
export type Operation = 'insert' | 'update' | 'replace' | 'delete';

/** Which writes a process follows: operations by collection. */
export type FollowedWrites = { readonly [Name in keyof Documents]?: readonly Operation[] };

/** Published versions of directories and webhook endpoints are kept in memory by every process. */
const everywhere = {
  directories: ['insert', 'replace'],
  webhook_endpoints: ['insert', 'update', 'replace', 'delete'],
} as const satisfies FollowedWrites;

/** An API process hands events and deltas on to its clients. */
export const followedByApi = {
  ...everywhere,
  events: ['insert'],
  deltas: ['insert'],
} as const satisfies FollowedWrites;

/** A worker sends deltas to the threads that somebody watches. */
export const followedByWorker = {
  ...everywhere,
  watched_threads: ['insert', 'replace'],
} as const satisfies FollowedWrites;

/** An API and a worker in one process, as in tests. */
export const followedByAll = { ...followedByApi, ...followedByWorker } as const satisfies FollowedWrites;
