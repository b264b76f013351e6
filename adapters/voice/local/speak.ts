import { VoiceProviderFault } from '../errors.ts';
import type { Deadline } from './deadline.ts';
import { startProgram } from './start-program.ts';
import { withWavLength } from './wav.ts';

const MiB = 1024 * 1024;
/** Up to this length, about 90 seconds, a WAV states its own length. */
const mostHeld = 4 * MiB;
/** The longest speech. 5,000 characters are 13 MiB if they are words, and 54 MiB if each of them is spelled. */
const mostBytes = 96 * MiB;

/**
 * Speaks a text with espeak-ng, as a WAV. The text is written to its standard input, because arguments can be read by
 * everybody on the machine.
 * @param voice a voice that espeak-ng has
 * @throws what {@link Deadline} says, on reading too
 */
export async function* speakWithEspeak(
  { espeak, text, voice }: { espeak: string; text: string; voice: string },
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  const args = ['--stdin', '--stdout', '-b', '1', '-v', voice];
  const { stdin, stdout, exited } = startProgram({ command: espeak, args, signal: deadline.signal });
  const missing = exited.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    stdin.end(withoutCommands(text));
    let left = mostBytes;
    for await (const chunk of withWavLength(stdout as AsyncIterable<Uint8Array>, mostHeld)) {
      left -= chunk.byteLength;
      if (left < 0) throw new VoiceProviderFault('local spoke for too long');
      yield chunk;
    }
    if ((await exited) !== 0) throw new VoiceProviderFault('espeak-ng failed');
  } catch (error) {
    const reason = deadline.reason(error);
    if (reason !== error || error instanceof VoiceProviderFault) throw reason;
    // The output of a program that is not installed ends with an error of its own.
    throw (await missing) ?? error;
  } finally {
    deadline.stop();
  }
}

/** espeak-ng would end the text at a NUL, take other control characters for commands, and `[[` for phonemes. */
function withoutCommands(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\0-\u0008\u000e-\u001f\u007f]/g, ' ').replaceAll(/\[(?=\[)/g, '[ ');
}
