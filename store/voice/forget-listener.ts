import type { Database } from '../mongo/database.ts';
import { refuseIfErased, type Subject } from '../erasures/erasures.ts';
import { deleteSpeechChunks } from './speech-chunks.ts';

/** Removes a subject from a speech. If there is no other subject, the speech is deleted with its pieces. */
export async function forgetListener(
  db: Database,
  speechId: string,
  { workspace_id, subject_ref }: Subject,
): Promise<void> {
  const heard = { _id: speechId, workspace_id, subject_refs: subject_ref };
  const byOthersToo = { ...heard, 'subject_refs.1': { $exists: true } };
  const byNobodyElse = { ...heard, 'subject_refs.1': { $exists: false } };
  do {
    await db.speeches.updateOne(byOthersToo, { $pull: { subject_refs: subject_ref } });
    // From now on nobody reads, completes or joins it, and the pieces are still found if this is interrupted.
    const own = await db.speeches.findOneAndUpdate(
      byNobodyElse,
      { $set: { state: 'failed' } },
      { projection: { attempt: 1 } },
    );
    if (own === null) continue;
    await deleteSpeechChunks(db, { speech_id: speechId, attempt: own.attempt });
    await db.speeches.deleteOne({ ...byNobodyElse, attempt: own.attempt, state: 'failed' });
    // Others may have joined it, or claimed it again, in between.
  } while ((await db.speeches.findOne(heard, { projection: { _id: 1 } })) !== null);
}

/**
 * Checks after a subject was stored with a speech: an erasure that begins later finds it.
 * @param begunAs an id that was created when the request began
 * @throws {ServiceError} `erasure_running` if the subject is being erased, or was erased meanwhile. It is forgotten then
 */
export async function keepUnlessErased(
  db: Database,
  speechId: string,
  subject: Subject,
  begunAs: string,
): Promise<void> {
  try {
    await refuseIfErased(db, subject, begunAs);
  } catch (error) {
    await forgetListener(db, speechId, subject);
    throw error;
  }
}
