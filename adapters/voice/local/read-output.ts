import type { RunningProgram } from './start-program.ts';

/**
 * The output of a program once it has ended, at most `mostBytes`.
 * @throws {ProgramMissing}
 */
export async function readOutput(
  { stdout, exited }: RunningProgram,
  mostBytes: number,
): Promise<{ text: string; code: number | undefined }> {
  const chunks: Uint8Array[] = [];
  let left = mostBytes;
  const reading = (async () => {
    for await (const chunk of stdout as AsyncIterable<Uint8Array>) {
      left -= chunk.byteLength;
      if (left >= 0) chunks.push(chunk);
    }
  })();
  const [code] = await Promise.all([exited, reading.catch(() => {})]);
  return { text: Buffer.concat(chunks).toString('utf8'), code };
}
