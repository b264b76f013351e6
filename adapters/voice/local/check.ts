import { readOutput } from './read-output.ts';
import { type Program, ProgramMissing, startProgram } from './start-program.ts';
import { recognizerProgram } from './transcribe.ts';

const checkMs = 10_000;
const mostOutputBytes = 65_536;

/** What `local` needs and is not installed: `espeak-ng`, `ffmpeg`, `moonshine-voice`, or the Python for it. */
export async function whatIsMissing(python: string): Promise<string[]> {
  const signal = AbortSignal.timeout(checkMs);
  const found = await Promise.all([
    missing('espeak-ng', { command: 'espeak-ng', args: ['--version'], signal }),
    missing('ffmpeg', { command: 'ffmpeg', args: ['-version'], signal }),
    missing('moonshine-voice', recognizerProgram(python, signal, '--check')),
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
