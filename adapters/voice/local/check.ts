import type { Programs } from './programs.ts';
import { readOutput } from './read-output.ts';
import { type Program, ProgramMissing, startProgram } from './start-program.ts';
import { recognizerPackage, recognizerProgram } from './transcribe.ts';

const checkMs = 10_000;
const mostOutputBytes = 65_536;

/** What `local` needs and is not installed: `espeak-ng`, `ffmpeg`, `moonshine-voice`, or the Python for it. */
export async function whatIsMissing({ espeak, ffmpeg, python }: Programs): Promise<string[]> {
  const signal = AbortSignal.timeout(checkMs);
  const found = await Promise.all([
    missing(espeak, { command: espeak, args: ['--version'], signal }),
    missing(ffmpeg, { command: ffmpeg, args: ['-version'], signal }),
    missing(recognizerPackage, recognizerProgram(python, signal, '--check')),
  ]);
  return found.filter((name) => name !== undefined);
}

async function missing(name: string, program: Program): Promise<string | undefined> {
  try {
    const { code } = await readOutput(startProgram(program), mostOutputBytes);
    return code === 0 ? undefined : name;
  } catch (error) {
    return error instanceof ProgramMissing ? error.command : name;
  }
}
