import { startDeadline } from './deadline.ts';
import type { Programs } from './programs.ts';
import { readOutput } from './read-output.ts';
import { type Program, ProgramMissing, startProgram } from './start-program.ts';
import { recognizerPackage, recognizerProgram } from './transcribe.ts';

export const checkMs = 10_000;
const mostOutputBytes = 65_536;

/**
 * The missing programs of `local`: `espeak-ng`, `ffmpeg`, `moonshine-voice`, or the Python for it. A program that does
 * not answer within ten seconds is not reported, because the machine may be busy: a request that needs it reports it.
 */
export async function whatIsMissing({ espeak, ffmpeg, python }: Programs): Promise<string[]> {
  const deadline = startDeadline(checkMs, new AbortController().signal);
  const { signal } = deadline;
  try {
    const found = await Promise.all([
      missing(espeak, { command: espeak, args: ['--version'], signal }),
      missing(ffmpeg, { command: ffmpeg, args: ['-version'], signal }),
      missing(recognizerPackage, recognizerProgram(python, signal, '--check')),
    ]);
    return found.filter((name) => name !== undefined);
  } finally {
    deadline.stop();
  }
}

async function missing(name: string, program: Program): Promise<string | undefined> {
  try {
    const { code } = await readOutput(startProgram(program), mostOutputBytes);
    return code === 0 || program.signal.aborted ? undefined : name;
  } catch (error) {
    if (error instanceof ProgramMissing) return error.command;
    return program.signal.aborted ? undefined : name;
  }
}
