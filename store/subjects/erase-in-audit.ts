import type { ErasedNames } from '#contract/audit.ts';
import { isSameActor } from '#contract/same-actor.ts';
import { committed } from '../audit/commitments.ts';
import { seal } from '../audit/seal.ts';
import type { RunningErasure } from '../erasures/erasures.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';

/** The most entries that one write takes names from: as many numbers stand in the entry that says so. */
const pageSize = 500;

/**
 * Removes the subject from the audit log, with the salts of everything of theirs that its entries have digests of. The entries
 * stay, and so does their hash. Where the subject acted themselves, that name goes too. An entry of the log, stored in the same
 * write, says which entries have lost a name, so that a name that somebody else removes is noticed (audit.erased-subject).
 */
export async function eraseInAudit(
  db: Database,
  erasure: RunningErasure,
  { isOver }: { isOver: () => boolean },
): Promise<boolean> {
  const { workspace_id } = erasure;
  const ofSubject = { workspace_id, subject_ref: erasure.subject_ref };
  for (;;) {
    // The entry of the erasure names them by their numbers.
    await seal(db, workspace_id);
    const taken = await db.transaction(async (session) => {
      const page = await db.audit_entries
        .find({ ...ofSubject, seq: { $exists: true } }, { session, projection: { seq: 1, actor: 1 } })
        .limit(pageSize)
        .toArray();
      if (page.length === 0) return 0;
      const acted = page.filter(
        ({ actor }) => actor !== undefined && isSameActor(actor, erasure.subject_ref),
      );
      const byId = (entries: typeof page) => ({ _id: { $in: entries.map(({ _id }) => _id) } });
      const names = { actor: '', 'salts.actor': '' } as const;
      await db.audit_entries.updateMany(byId(acted), { $unset: names }, { session });
      const rest = { subject_ref: '', 'salts.subject_ref': '', 'salts.content': '' } as const;
      await db.audit_entries.updateMany(byId(page), { $unset: rest }, { session });
      const numbers = (entries: typeof page) => entries.map(({ seq = 0 }) => seq);
      const erased: ErasedNames = {
        subject_ref: numbers(page),
        ...(acted.length === 0 ? {} : { actor: numbers(acted) }),
      };
      const target = { kind: 'erasure', id: erasure._id };
      const record = committed({
        _id: newId(),
        workspace_id,
        type: 'subject.erased',
        at: new Date(),
        target,
      });
      await db.audit_entries.insertOne({ ...record, erased }, { session });
      return page.length;
    });
    // Entries that were stored after the sealing have no number yet.
    if (taken === 0 && (await db.audit_entries.findOne(ofSubject)) === null) return true;
    if (isOver()) return false;
  }
}
