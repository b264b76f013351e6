import type { Keyring, Place } from '../credentials/encryption.ts';
import type { SpeechRef } from '../documents/speech.ts';
import type { Database } from '../mongo/database.ts';

/** The length of a piece of audio: what the storage engine reads and writes well, and little for one reader. */
export const speechChunkBytes = 256 * 1024;

/** A piece of a speech is gone: the speech was erased or has expired while it was read. */
export class SpeechGone extends Error {
  override name = 'SpeechGone';
}

const chunkId = ({ attempt }: SpeechRef, index: number): string => `${attempt}:${index}`;
const placeOf = (id: string): Place => ['speech_chunks', id, 'audio'];

/** Stores a piece of a speech, encrypted. */
export async function insertSpeechChunk(
  db: Database,
  keyring: Keyring,
  speech: SpeechRef,
  { index, audio, expiresAt }: { index: number; audio: Buffer; expiresAt: Date },
): Promise<void> {
  const _id = chunkId(speech, index);
  await db.speech_chunks.insertOne({
    _id,
    speech_id: speech.speech_id,
    audio: keyring.encrypt(placeOf(_id), audio),
    expires_at: expiresAt,
  });
}

/** @throws {SpeechGone} if it does not exist */
export async function readSpeechChunk(
  db: Database,
  keyring: Keyring,
  speech: SpeechRef,
  index: number,
): Promise<Buffer> {
  const _id = chunkId(speech, index);
  const chunk = await db.speech_chunks.findOne({ _id });
  if (chunk === null) throw new SpeechGone(`piece ${index} of a speech is gone`);
  return keyring.decryptBytes(placeOf(_id), chunk.audio);
}

/**
 * The audio of a speech that is complete, piece by piece, at the pace of its reader.
 * @throws {SpeechGone} if a piece is gone. The speech no longer counts as complete then, so that it is made again
 */
export async function* readSpeech(
  db: Database,
  keyring: Keyring,
  speech: SpeechRef,
  bytes: number,
): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index * speechChunkBytes < bytes; index += 1) {
    try {
      yield await readSpeechChunk(db, keyring, speech, index);
    } catch (error) {
      if (error instanceof SpeechGone) await noteGone(db, speech);
      throw error;
    }
  }
}

/**
 * The same, once its first piece is here, so that a failure can still be answered as one.
 * @returns undefined if that is gone
 */
export async function openSpeech(
  ...speech: Parameters<typeof readSpeech>
): Promise<AsyncGenerator<Uint8Array, void> | undefined> {
  const audio = readSpeech(...speech);
  try {
    const first = await audio.next();
    return (async function* () {
      if (first.done !== true) yield first.value;
      yield* audio;
    })();
  } catch (error) {
    if (error instanceof SpeechGone) return undefined;
    throw error;
  }
}

async function noteGone(db: Database, { speech_id, attempt }: SpeechRef): Promise<void> {
  await db.speeches.updateOne({ _id: speech_id, attempt, state: 'ready' }, { $set: { state: 'failed' } });
}

/** Deletes the pieces of one attempt, which somebody else may have followed already. */
export async function deleteAttempt(db: Database, { speech_id, attempt }: SpeechRef): Promise<void> {
  // ';' is the character after ':'.
  await db.speech_chunks.deleteMany({ speech_id, _id: { $gte: `${attempt}:`, $lt: `${attempt};` } });
}

/** Deletes the pieces of an attempt, and what earlier attempts may have left. */
export async function deleteSpeechChunks(db: Database, { speech_id, attempt }: SpeechRef): Promise<void> {
  // Ids of attempts sort by time, and ';' is the character after ':'.
  await db.speech_chunks.deleteMany({ speech_id, _id: { $lt: `${attempt};` } });
}
