import { needPrograms } from '../programs/programs.ts';
import { recognizerPython } from '../python/recognizer.ts';
import type { Say } from './say.ts';

/**
 * The environment that `VOICE_PROVIDER=local` adds to the API. Its recognizer is installed the first time.
 * @throws SetupProblem with the installation of a missing program
 */
export async function localVoice(env: NodeJS.ProcessEnv, say: Say): Promise<NodeJS.ProcessEnv> {
  if (env['VOICE_PROVIDER'] !== 'local') return {};
  await needPrograms(['espeak-ng', 'ffmpeg'], env);
  if (env['VOICE_RECOGNIZER_PYTHON']) return {};
  return { VOICE_RECOGNIZER_PYTHON: await recognizerPython((line) => say('voice', line)) };
}
