import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localVoice } from '#tools/dev/stack/local-voice.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const say = (): void => {};

test.each([[{}], [{ VOICE_PROVIDER: 'none' }], [{ VOICE_PROVIDER: 'elevenlabs' }]])(
  'nothing is looked for with %j',
  async (env) => {
    expect(await localVoice({ ...env, PATH: '' }, say)).toEqual({});
  },
);

test('[voice.local.missing] the stack does not start with VOICE_PROVIDER=local and without its programs', async () => {
  const bin = temporaryDirectory();
  fakeProgram(join(bin, 'ffmpeg'));
  await expect(localVoice({ VOICE_PROVIDER: 'local', PATH: bin }, say)).rejects.toThrow(
    'Install it with "sudo apt-get install espeak-ng"',
  );
});

test('a recognizer of the user’s own is used as it is', async () => {
  const bin = temporaryDirectory();
  for (const name of ['espeak-ng', 'ffmpeg']) fakeProgram(join(bin, name));
  const env = { VOICE_PROVIDER: 'local', PATH: bin, VOICE_RECOGNIZER_PYTHON: '/venv/bin/python' };
  expect(await localVoice(env, say)).toEqual({});
});
