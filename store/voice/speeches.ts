import type { ErrorCode } from '#contract/errors.ts';
import type { SpeechDocument, SpeechRef } from '../documents/speech.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { isFuture, serverTimeIn } from '../mongo/server-time.ts';
import { upsert } from '../mongo/upsert.ts';
import { usageOf } from '../money/usage.ts';
import { isDuplicateKey } from '../mongo/duplicate-key.ts';
import { deleteAttempt, deleteSpeechChunks } from './speech-chunks.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a speech is kept after it was made, or after a use that prolonged it. */
export const speechKeptMs = 7 * dayMs;
/** A use within this time before the end prolongs it. A response that is replayed for a day is always there. */
const prolongedMs = 2 * dayMs;
/** The most subjects that are listed with a speech. */
export const mostListedSubjects = 64;

/** The subject who requests a speech. */
export interface SpeechRequest {
  _id: string;
  workspace_id: string;
  subject_ref: string;
  /** The resource of the request. */
  made_by: string;
}

/** A speech that is stored, whatever its state; null if there is none. */
export async function findSpeech(db: Database, id: string): Promise<SpeechDocument | null> {
  return await db.speeches.findOne({ _id: id });
}

/** A speech that can be read. Undefined if it is gone, or was made again since. */
export async function findReadySpeech(
  db: Database,
  { speech_id, attempt }: SpeechRef,
): Promise<(SpeechDocument & { bytes: number }) | undefined> {
  const found = await findSpeech(db, speech_id);
  if (found?.state !== 'ready' || found.attempt !== attempt || found.bytes === undefined) return undefined;
  return { ...found, bytes: found.bytes };
}

/**
 * Claims the making of a speech, in one atomic write by the server's clock: of any number of requests, in any number of
 * processes, one makes it. If it is ready, or somebody else is making it, nothing changes.
 * @returns the speech as it then is. It is claimed if its attempt is `attempt`
 */
export async function claimSpeech(
  db: Database,
  { _id, workspace_id, subject_ref, made_by }: SpeechRequest,
  leaseMs: number,
): Promise<{ speech: SpeechDocument; attempt: string }> {
  const attempt = newId();
  const made = {
    $mergeObjects: [
      {
        $literal: { _id, workspace_id, subject_refs: [subject_ref], attempt, state: 'making', made_by },
      },
      { leased_until: serverTimeIn(leaseMs), expires_at: serverTimeIn(speechKeptMs) },
    ],
  };
  const isReady = { $and: [{ $eq: ['$state', 'ready'] }, isFuture('$expires_at')] };
  const isMade = { $and: [{ $eq: ['$state', 'making'] }, isFuture('$leased_until')] };
  const taken = { $or: [{ $eq: ['$attempt', attempt] }, isReady, isMade] };
  const speech = await upsert(db.speeches, _id, [{ $replaceWith: { $cond: [taken, '$$ROOT', made] } }]);
  // Pieces of an earlier attempt belong to nobody.
  if (speech.attempt === attempt) await deleteSpeechChunks(db, { speech_id: _id, attempt });
  return { speech, attempt };
}

/** Extends the lease, after which others may make the speech. False if the claim is lost. */
export async function renewSpeech(db: Database, speech: SpeechRef, leaseMs: number): Promise<boolean> {
  const { matchedCount } = await db.speeches.updateOne(claimOf(speech), [
    { $set: { leased_until: serverTimeIn(leaseMs) } },
  ]);
  return matchedCount === 1;
}

/**
 * Notes that somebody waits for a speech that another request makes, and looks whether it still does.
 * @returns true while it is being made
 */
export async function awaitSpeech(db: Database, speech: SpeechRef, waitMs: number): Promise<boolean> {
  const { matchedCount } = await db.speeches.updateOne(
    { ...claimOf(speech), $expr: isFuture('$leased_until') },
    [{ $set: { awaited_until: serverTimeIn(waitMs) } }],
  );
  return matchedCount === 1;
}

/** Gives up the making, unless somebody waits for it. False if somebody does, or the claim is lost. */
export async function abandonSpeech(db: Database, speech: SpeechRef): Promise<boolean> {
  const { deletedCount } = await db.speeches.deleteOne({
    ...claimOf(speech),
    $expr: { $not: [isFuture('$awaited_until')] },
  });
  if (deletedCount === 1) await deleteAttempt(db, speech);
  return deletedCount === 1;
}

/**
 * Marks an attempt as failed, unless it is complete: if MongoDB failed as it was completed, its state was unknown. The
 * next request may make it.
 * @param fault the error for those who wait. Default: they make it themselves
 */
export async function failSpeech(db: Database, speech: SpeechRef, fault?: ErrorCode): Promise<void> {
  const withFault = fault === undefined ? {} : { fault };
  const { matchedCount } = await db.speeches.updateOne(claimOf(speech), {
    $set: { state: 'failed', ...withFault },
  });
  if (matchedCount === 0 && (await findReadySpeech(db, speech)) !== undefined) return;
  await deleteAttempt(db, speech);
}

/**
 * Completes a speech, and meters its characters, together: a speech that can be read was metered once.
 * @returns false if the claim was lost to somebody else, and nothing was stored
 */
export async function completeSpeech(
  db: Database,
  speech: SpeechRef,
  {
    contentType,
    bytes,
    workspaceId,
    characters,
    usageId,
  }: { contentType: string; bytes: number; workspaceId: string; characters: number; usageId: string },
): Promise<boolean> {
  const usage = usageOf(workspaceId, { product: 'voice', characters, seconds: 0 }, usageId);
  const completed = await db.transaction(async (session) => {
    const { matchedCount } = await db.speeches.updateOne(
      claimOf(speech),
      { $set: { state: 'ready', content_type: contentType, bytes }, $unset: { awaited_until: '' } },
      { session },
    );
    if (matchedCount === 0) return false;
    // An earlier attempt of the same request may have metered it, before its speech was erased.
    await db.usage.updateOne({ _id: usage._id }, { $setOnInsert: usage }, { session, upsert: true });
    return true;
  });
  // A commit whose answer was lost may have been repeated, and the claim is then found completed.
  if (completed || (await findReadySpeech(db, speech)) !== undefined) return true;
  await deleteAttempt(db, speech);
  return false;
}

/** Meters voice apart from stored speech: a transcription, or a speech whose listener left. Once for each id. */
export async function meterVoice(
  db: Database,
  workspaceId: string,
  { id, characters = 0, seconds = 0 }: { id: string; characters?: number; seconds?: number },
): Promise<void> {
  try {
    await db.usage.insertOne(usageOf(workspaceId, { product: 'voice', characters, seconds }, id));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Records that a subject listens to a speech that is ready, and prolongs its life if it would end soon. */
export async function useSpeech(db: Database, speech: SpeechDocument, subject: string): Promise<void> {
  const { _id, attempt, subject_refs, expires_at } = speech;
  if (expires_at.getTime() - Date.now() < prolongedMs) {
    const until = new Date(Date.now() + speechKeptMs);
    // Its pieces first, so that none ends before it.
    await db.speech_chunks.updateMany({ speech_id: _id }, { $max: { expires_at: until } });
    await db.speeches.updateOne({ _id, attempt }, { $max: { expires_at: until } });
  }
  if (subject_refs.includes(subject) || subject_refs.length >= mostListedSubjects) return;
  await db.speeches.updateOne({ _id, attempt, state: 'ready' }, { $addToSet: { subject_refs: subject } });
}

function claimOf({ speech_id, attempt }: SpeechRef) {
  return { _id: speech_id, attempt, state: 'making' } as const;
}
