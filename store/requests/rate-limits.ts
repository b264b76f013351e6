import type { RateShare } from '../documents/rate-limit.ts';
import type { Database } from '../mongo/database.ts';
import { serverNowMs } from '../mongo/server-time.ts';
import { upsert } from '../mongo/upsert.ts';

/** Allowances are counted per minute. A new minute starts with the first request after the previous one. */
export const rateWindowMs = 60_000;
/** A process takes one in this many of the remaining requests at a time; the last hundred are granted one by one. */
const shareOf = 100;

/** How many requests a process takes at a time for those to come. */
export function usualShare(remaining: number): number {
  return Math.floor(remaining / shareOf);
}

/** A subject's usage is stored from one in this many of the limit on, which bounds the subjects in a document. */
const subjectsOf = 200;

/** The number of a subject's requests from which on a process reports them. */
export function reportedFrom(limit: number): number {
  return Math.ceil(limit / subjectsOf);
}

/**
 * Grants a share of a workspace's allowance, in one operation: a hundredth of the rest, or the `wanted` number at once.
 * The server computes it by its own clock, so that processes with different clocks share one window.
 * @param limit requests per window
 * @param spent requests by subjects that the process has not reported yet
 */
export async function takeRateShare(
  db: Database,
  workspaceId: string,
  limit: number,
  wanted: number,
  spent: ReadonlyMap<string, number>,
): Promise<RateShare> {
  const isOpen = { $gt: ['$resets_at', serverNowMs] };
  const subjects = Object.fromEntries(
    [...spent].map(([subject, count]) => [
      `subjects.${subject}`,
      { $add: [{ $ifNull: [`$subjects.${subject}`, 0] }, count] },
    ]),
  );
  const document = await upsert(db.rate_limits, workspaceId, [
    {
      $set: {
        used: { $cond: [isOpen, '$used', 0] },
        subjects: { $cond: [isOpen, { $ifNull: ['$subjects', {}] }, {}] },
      },
    },
    ...(spent.size === 0 ? [] : [{ $set: subjects }]),
    { $set: { resets_at: { $cond: [isOpen, '$resets_at', { $add: [serverNowMs, rateWindowMs] }] } } },
    { $set: { granted: { $max: [0, { $subtract: [limit, '$used'] }] }, granted_at: serverNowMs } },
    {
      $set: {
        granted: {
          $min: ['$granted', { $max: [wanted, { $floor: { $divide: ['$granted', shareOf] } }] }],
        },
      },
    },
    { $set: { used: { $add: ['$used', '$granted'] } } },
  ]);
  const { used, granted, granted_at, resets_at } = document;
  return {
    granted,
    left: Math.max(limit - used, 0),
    resetsInMs: resets_at - granted_at,
    resetsAt: resets_at,
    subjects: document.subjects ?? {},
  };
}

/**
 * Gives back requests of a share that the process cannot spend, so that other processes can.
 * @param resetsAt of the share: nothing is given back to a later window
 */
export async function returnRateShare(
  db: Database,
  workspaceId: string,
  count: number,
  resetsAt: number,
): Promise<void> {
  await db.rate_limits.updateOne({ _id: workspaceId, resets_at: resetsAt }, { $inc: { used: -count } });
}
