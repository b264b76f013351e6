import { needPrograms } from '#tools/dev/programs/programs.ts';
import { recognizerPython } from '#tools/dev/python/recognizer.ts';

/**
 * The settings of `VOICE_PROVIDER=local` for this machine. The recognizer is installed into the cache the first time.
 * @throws SetupProblem with how to install what is missing: `npm test` does so before the tests
 */
export async function localVoiceEnvironment(): Promise<NodeJS.ProcessEnv> {
  await needPrograms(['espeak-ng', 'ffmpeg']);
  return {
    VOICE_PROVIDER: 'local',
    VOICE_RECOGNIZER_PYTHON: await recognizerPython((line) => console.error(line)),
  };
}

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Ten digits, as a sentence to speak. */
export const spokenDigits = 'Three, seven, one, nine, four, two, eight, five, zero, six.';

/**
 * How much of a sentence of digits is in a text, from 0 to 1: the longest series of its words that the text has in the
 * same order. Recognizers write digits as words or as figures.
 */
export function shareOfDigits(sentence: string, text: string): number {
  const wanted = digitWords(sentence);
  const heard = digitWords(text);
  const lengths = wanted.map(() => heard.map(() => 0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (const [row, word] of wanted.entries()) {
    for (const [column, other] of heard.entries()) {
      const line = lengths[row] ?? [];
      line[column] =
        word === other ? at(row - 1, column - 1) + 1 : Math.max(at(row - 1, column), at(row, column - 1));
    }
  }
  return at(wanted.length - 1, heard.length - 1) / wanted.length;
}

function digitWords(text: string): string[] {
  const words = text.toLowerCase().replaceAll(/\d/g, (digit) => ` ${digits[Number(digit)] ?? ''} `);
  return words.match(/[a-z]+/g) ?? [];
}
