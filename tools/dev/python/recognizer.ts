import { join } from 'node:path';
import { pythonEnvironment } from './python-environment.ts';

/**
 * The Python with which `VOICE_PROVIDER=local` recognizes speech, for `VOICE_RECOGNIZER_PYTHON`. Its packages, with the
 * model in them, are installed into the cache the first time: 50 MB to download.
 * @throws SetupProblem if they cannot be installed
 */
export async function recognizerPython(log: (line: string) => void): Promise<string> {
  return await pythonEnvironment(
    {
      name: 'moonshine-voice',
      requirements: join(import.meta.dirname, '../../../adapters/voice/local/requirements.txt'),
      // Its other requirements are for microphones and for training.
      pipArgs: ['--no-deps', '--only-binary=:all:'],
      needs: 'Python 3.9 or newer with venv, PyPI, and Linux with glibc 2.34, macOS or Windows',
    },
    log,
  );
}
