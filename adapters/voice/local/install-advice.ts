import type { Programs } from './programs.ts';
import { recognizerPackage } from './transcribe.ts';

const requirements = 'adapters/voice/local/requirements.txt';

/** A sentence that says what is not installed, what does not work without it, and how to install it. */
export function installAdvice(missing: string, { espeak, ffmpeg }: Programs): string {
  switch (missing) {
    case espeak:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot speak: install it with "apt-get install espeak-ng".`;
    case ffmpeg:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot transcribe: install it with "apt-get install ffmpeg".`;
    case recognizerPackage:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot transcribe: run "pip install --no-deps -r ${requirements}" in a virtual environment, and set VOICE_RECOGNIZER_PYTHON to its Python.`;
    default:
      return `${missing} cannot be run, so VOICE_PROVIDER=local cannot transcribe: set VOICE_RECOGNIZER_PYTHON to a Python of version 3.9 or newer that has ${recognizerPackage}.`;
  }
}
