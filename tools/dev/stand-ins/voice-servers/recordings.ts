import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recording } from '#adapters/voice/port.ts';

/** A WAV of 16-bit mono samples at 16 kHz. */
export function wav(samples: Int16Array): Buffer<ArrayBuffer> {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.byteLength, 40);
  return Buffer.concat([header, data]);
}

/** A WAV in which nobody speaks. */
export function silentWav(seconds: number): Buffer<ArrayBuffer> {
  return wav(new Int16Array(16_000 * seconds));
}

/** A recording in a temporary file, which is removed with the stack. */
export async function recording(
  ends: AsyncDisposableStack,
  content: Uint8Array,
  media_type = 'audio/wav',
): Promise<Recording> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-recording-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const path = join(directory, 'upload');
  await writeFile(path, content);
  return { path, size: content.byteLength, media_type };
}

/** All bytes of the audio. */
export async function bytesOf(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of audio) chunks.push(chunk);
  return Buffer.concat(chunks);
}
