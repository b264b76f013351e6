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

/** The audio of a speech that is complete, piece by piece, at the pace of its reader. @throws {SpeechGone} */
export async function* readSpeech(
  db: Database,
  keyring: Keyring,
  speech: SpeechRef,
  bytes: number,
): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index * speechChunkBytes < bytes; index += 1) {
    yield await readSpeechChunk(db, keyring, speech, index);
  }
}

/** Deletes the pieces of an attempt, and what earlier attempts may have left. */
export async function deleteSpeechChunks(db: Database, { speech_id, attempt }: SpeechRef): Promise<void> {
  // Ids of attempts sort by time, and ';' is the character after ':'.
  await db.speech_chunks.deleteMany({ speech_id, _id: { $lt: `${attempt};` } });
}
