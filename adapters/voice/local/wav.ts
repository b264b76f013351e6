/** The sizes in the 44 bytes of a WAV header: of all that follows it, and of the samples. */
const headerBytes = 44;
const fileSizeAt = 4;
const samplesSizeAt = 40;

/**
 * Puts the true length into the header of a WAV that is written to a pipe, where its writer did not know it. Only up to
 * `mostHeld` bytes are held back for that. A longer WAV keeps the header's length, which stands for "until the end".
 */
export async function* withWavLength(
  chunks: AsyncIterable<Uint8Array>,
  mostHeld: number,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  let holding = true;
  for await (const chunk of chunks) {
    if (!holding) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes <= mostHeld) continue;
    holding = false;
    yield* held;
    held.length = 0;
  }
  if (!holding || bytes === 0) return;
  const whole = Buffer.concat(held);
  if (whole.byteLength >= headerBytes) {
    whole.writeUInt32LE(whole.byteLength - 8, fileSizeAt);
    whole.writeUInt32LE(whole.byteLength - headerBytes, samplesSizeAt);
  }
  yield whole;
}
