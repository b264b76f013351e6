import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { parseEnvironment } from '#process/config/environment.ts';
import { createLogger } from '#process/config/logger.ts';
import { connectVoice } from '#process/composition/providers.ts';

/** The name of the provider of some variables, and what is logged at the start. */
async function connected(variables: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const log = createLogger(
    'api',
    'info',
    new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const environment = parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ...variables,
  });
  const voice = await connectVoice(environment, log);
  return { name: voice?.name, default_voice: voice?.default_voice, logged: lines.join('') };
}

it('[voice.provider.choice] the provider is the one of VOICE_PROVIDER, and nothing is logged', async () => {
  expect(await connected({})).toEqual({ name: undefined, default_voice: undefined, logged: '' });
  expect(await connected({ VOICE_PROVIDER: 'elevenlabs', ELEVENLABS_API_KEY: 'k' })).toEqual({
    name: 'elevenlabs',
    default_voice: 'JBFqnCBsd6RMkjVDRZzb',
    logged: '',
  });
  expect(
    await connected({ VOICE_PROVIDER: 'openai', OPENAI_API_KEY: 'k', VOICE_DEFAULT_VOICE: 'sage' }),
  ).toEqual({
    name: 'openai',
    default_voice: 'sage',
    logged: '',
  });
});

it('[voice.local.missing] local says at the start what is not installed', async () => {
  const { name, logged } = await connected({
    VOICE_PROVIDER: 'local',
    VOICE_RECOGNIZER_PYTHON: '/nowhere/python',
  });
  expect(name).toBe('local');
  expect(logged).toContain('/nowhere/python cannot be run, so VOICE_PROVIDER=local cannot transcribe');
});
