/** A sentence that says what is not installed, what does not work without it, and how to install it. */
export function installAdvice(command: string): string {
  switch (command) {
    case 'espeak-ng':
      return 'espeak-ng is not installed, so VOICE_PROVIDER=local cannot speak: install it with "apt-get install espeak-ng".';
    case 'ffmpeg':
      return 'ffmpeg is not installed, so VOICE_PROVIDER=local cannot transcribe: install it with "apt-get install ffmpeg".';
    case 'moonshine-voice':
      return 'moonshine-voice is not installed, so VOICE_PROVIDER=local cannot transcribe: run "pip install --no-deps -r adapters/voice/local/requirements.txt" in a virtual environment, and set VOICE_RECOGNIZER_PYTHON to its Python.';
    default:
      return `${command} cannot be run, so VOICE_PROVIDER=local cannot transcribe: set VOICE_RECOGNIZER_PYTHON to a Python of version 3.9 or newer that has moonshine-voice.`;
  }
}
