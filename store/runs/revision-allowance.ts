import { actorKey } from '#contract/same-actor.ts';
import type { Database } from '../mongo/database.ts';
import { isFuture, serverTimeIn } from '../mongo/server-time.ts';
import { upsert } from '../mongo/upsert.ts';

/** Each revision is a call that all later steps of its turn read, and that everybody is shown who decides. */
const mostInADay = 20;
const dayMs = 86_400_000;

/** A revision that an actor may make now, or when there is one again. */
export type RevisionAllowance =
  { granted: true; giveBack: () => Promise<void> } | { retryAfterSeconds: number };

/**
 * Takes one of the revisions that an actor may make in a day, by the server's clock, so that all processes count together.
 * @returns `giveBack` is for a revision that is not made after all
 */
export async function takeRevision(
  { blindIndex, revision_allowances }: Pick<Database, 'blindIndex' | 'revision_allowances'>,
  workspaceId: string,
  actor: string,
): Promise<RevisionAllowance> {
  const nameOf = await blindIndex.of(workspaceId);
  const id = nameOf('revisions', [actorKey(actor)]);
  const isOpen = isFuture('$expires_at');
  const { granted, asked_at, expires_at } = await upsert(revision_allowances, id, [
    {
      $set: {
        used: { $cond: [isOpen, '$used', 0] },
        expires_at: { $cond: [isOpen, '$expires_at', serverTimeIn(dayMs)] },
        asked_at: '$$NOW',
      },
    },
    { $set: { granted: { $lt: ['$used', mostInADay] } } },
    { $set: { used: { $min: [mostInADay, { $add: ['$used', 1] }] } } },
  ]);
  if (!granted) {
    return { retryAfterSeconds: Math.max(1, Math.ceil((expires_at.getTime() - asked_at.getTime()) / 1000)) };
  }
  const giveBack = async () => {
    await revision_allowances.updateOne({ _id: id, expires_at }, { $inc: { used: -1 } });
  };
  return { granted, giveBack };
}
