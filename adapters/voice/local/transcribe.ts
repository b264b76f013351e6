import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contract/json.ts';
import { type AudioFormat, audioFormat } from '../audio-formats.ts';
import { InvalidAudio, RecordingTooLong, VoiceProviderFault } from '../errors.ts';
import type { Recording, Transcript } from '../port.ts';
import type { Programs } from './programs.ts';
import { readOutput } from './read-output.ts';
import { type Program, ProgramMissing, startProgram } from './start-program.ts';

/** The script, whose head says what its exit codes mean. */
const script = join(import.meta.dirname, 'recognizer.py');
const exitCodes = { missing: 3, tooLong: 4 };
/** The longest recording that the recognizer takes. */
const longestSeconds = 300;
/** It gets a second more, by which it sees that one is longer. */
const decodedSeconds = longestSeconds + 1;
const mostOutputBytes = 1024 * 1024;

const Recognized = z.object({ text: z.string(), seconds: z.number() });

/** The Python package that recognizes. */
export const recognizerPackage = 'moonshine-voice';

/** How the recognizer is started. */
export function recognizerProgram(python: string, signal: AbortSignal, ...args: string[]): Program {
  return { command: python, args: [script, ...args], signal };
}

/**
 * Recognizes a recording: ffmpeg decodes it into samples, which the recognizer reads.
 * @throws {InvalidAudio} {@link VoiceProviderFault} {@link ProgramMissing}
 */
export async function transcribeWithRecognizer(
  recording: Recording,
  { ffmpeg, python }: Programs,
  signal: AbortSignal,
): Promise<Transcript> {
  const format = audioFormat(recording.media_type);
  if (format === undefined) throw new InvalidAudio('not a format that local can read');
  const decoder = startProgram({ command: ffmpeg, args: decoderArgs(recording.path, format), signal });
  const recognizer = startProgram(recognizerProgram(python, signal));
  decoder.stdin.end();
  let decoded = 0;
  decoder.stdout.on('data', (chunk: Uint8Array) => (decoded += chunk.byteLength));
  decoder.stdout.pipe(recognizer.stdin);
  const [decoding, recognition] = await Promise.allSettled([
    decoder.exited,
    readOutput(recognizer, mostOutputBytes),
  ]);
  signal.throwIfAborted();
  if (recognition.status === 'rejected') throw recognition.reason;
  if (decoding.status === 'rejected') throw decoding.reason;
  const { code, text } = recognition.value;
  if (code === exitCodes.missing) throw new ProgramMissing(recognizerPackage);
  if (code === exitCodes.tooLong) throw new RecordingTooLong(longestSeconds);
  if (decoded === 0) throw new InvalidAudio('not decodable');
  const recognized = Recognized.safeParse(parseJson(text));
  if (code !== 0 || !recognized.success) throw new VoiceProviderFault('the recognizer of local failed');
  return recognized.data;
}

/** ffmpeg may try no other format, and open nothing but the recording: some of its formats refer to further files. */
function decoderArgs(path: string, { demuxer }: AudioFormat): string[] {
  const input = ['-protocol_whitelist', 'file', '-threads', '1', '-f', demuxer, '-i', `file:${path}`];
  const output = ['-map', '0:a:0', '-t', String(decodedSeconds), '-ac', '1', '-ar', '16000', '-f', 'f32le'];
  return ['-nostdin', '-hide_banner', '-loglevel', 'quiet', ...input, ...output, 'pipe:1'];
}
