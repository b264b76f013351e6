import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { invalidAudio } from './provider-errors.ts';

/** As much as the signatures of audio formats need, however their headers are arranged. */
const headBytes = 16 * 1024;

/** Containers for video that browsers also record audio in. */
const containers = new Set([
  'video/webm',
  'video/mp4',
  'video/x-matroska',
  'video/3gpp',
  'video/ogg',
  'application/ogg',
]);

/**
 * The media type of a recording, recognized by its first bytes, whatever the client says that it is.
 * @throws {ServiceError} `voice_invalid_audio` if it is empty or not audio
 */
export async function recordingType({ path, size }: { path: string; size: number }): Promise<string> {
  if (size === 0) throw invalidAudio('The recording is empty.');
  const found = await fileTypeFromBuffer(await headOf(path));
  const mime = found?.mime;
  if (mime === undefined || !(mime.startsWith('audio/') || containers.has(mime))) {
    throw invalidAudio('The recording is not in a known audio format.');
  }
  return mime;
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
