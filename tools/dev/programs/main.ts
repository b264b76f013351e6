/**
 * `npm run programs`: installs the programs that some tests need. It never fails: where one cannot be installed, it says
 * how to do so by hand, and the tests that need it fail with the same sentence.
 */
import { recognizerPython } from '../python/recognizer.ts';
import { SetupProblem } from '../setup-problem.ts';
import { installPrograms } from './install-programs.ts';
import { type ProgramName, programs } from './programs.ts';

const log = (line: string): void => console.error(`programs: ${line}`);

for (const install of [
  async () => await installPrograms(Object.keys(programs) as ProgramName[], { log }),
  async () => await recognizerPython(log),
]) {
  try {
    await install();
  } catch (error) {
    log(error instanceof SetupProblem ? error.message : String(error));
  }
}
