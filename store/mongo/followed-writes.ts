import type { Documents } from '../documents/documents.ts';

/** The kinds of writes that a change stream reports. */
export type Operation = 'insert' | 'update' | 'replace' | 'delete';

/** Which writes a process follows: operations by collection. */
export type FollowedWrites = { readonly [Name in keyof Documents]?: readonly Operation[] };

/** Every process keeps active versions of directories, budgets and webhook endpoints in memory. */
const everywhere = {
  budgets: ['insert', 'update', 'replace', 'delete'],
  directories: ['insert', 'replace'],
  webhook_endpoints: ['insert', 'update', 'replace', 'delete'],
} as const satisfies FollowedWrites;

/** An API process forwards events and deltas to its clients. */
export const followedByApi = {
  ...everywhere,
  events: ['insert'],
  deltas: ['insert'],
} as const satisfies FollowedWrites;

/** A worker sends deltas for the threads that somebody watches. */
export const followedByWorker = {
  ...everywhere,
  watched_threads: ['insert', 'replace'],
} as const satisfies FollowedWrites;

/** An API and a worker in one process, as in tests. */
export const followedByAll = { ...followedByApi, ...followedByWorker } as const satisfies FollowedWrites;
