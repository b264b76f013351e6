import { expect, it } from 'vitest';
import { withWavLength } from '#adapters/voice/local/wav.ts';
import { bytesOf, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';

/** A WAV as it is written to a pipe, by a writer that does not know its length. */
function piped(seconds: number): Buffer {
  const wav = silentWav(seconds);
  wav.writeUInt32LE(0x7ffff024, 4);
  wav.writeUInt32LE(0x7ffff000, 40);
  return wav;
}

async function* inChunks(content: Buffer, size: number) {
  await Promise.resolve();
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

it('a short WAV gets its true length, however it comes', async () => {
  for (const size of [1, 44, 1000, 1_000_000]) {
    const out = await bytesOf(withWavLength(inChunks(piped(0.01), size), 1_000_000));
    expect(out).toEqual(silentWav(0.01));
  }
});

it('a long WAV is passed on as it comes, and is not held back', async () => {
  const content = piped(1);
  expect(await bytesOf(withWavLength(inChunks(content, 1000), 10_000))).toEqual(content);
});

it('nothing stays nothing, and what is no WAV stays as it is', async () => {
  expect(await bytesOf(withWavLength(inChunks(Buffer.alloc(0), 10), 100))).toHaveLength(0);
  expect(await bytesOf(withWavLength(inChunks(Buffer.from('short'), 10), 100))).toEqual(Buffer.from('short'));
});
