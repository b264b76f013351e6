import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkModels } from '#tools/dev/stack/check-models.ts';
import { anthropicError, anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  type Answer,
  plainAnswer,
  startModelServer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { programEnvironment } from '../../../../support/compiled-modules.ts';
import { perFile } from '../../../../support/per-file.ts';

const root = join(import.meta.dirname, '../../../../..');
const provider = perFile(startModelServer, async (it) => await it.close());
const key = 'sk-ant-wrong-12345678';

/** The stack's message about its models, for a provider with such an answer. */
async function saidOf(answer: Answer | undefined, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (answer !== undefined) provider.answers(answer);
  const said: string[] = [];
  const say = (part: string, text: string) => void said.push(`${part}: ${text}`);
  const account = { ANTHROPIC_BASE_URL: provider.url, ...env };
  await checkModels(root, { ...programEnvironment(), ...account }, say, new AbortController().signal);
  return said;
}

it('[admin.models-check] the development stack says that a key is wrong, and who has to do what', async () => {
  const refusal = plainAnswer(401, anthropicError('authentication_error', `invalid x-api-key ${key}`));
  const said = await saidOf(refusal, { ANTHROPIC_API_KEY: key });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^models: anthropic:\S+ \(\w+\) does not work: unauthorized\. /);
  expect(said[0]).toContain('It says: invalid x-api-key');
  expect(said[0]).not.toContain(key);
});

it('[admin.models-check] the development stack says that a model answers', async () => {
  const said = await saidOf(stream(anthropicFrames({ text: ['Hi'] })), {
    MODEL_FAST: 'anthropic:tiny',
    ANTHROPIC_API_KEY: key,
  });
  expect(said).toEqual(['models: anthropic:tiny (fast) answers']);
});

it('[admin.models-check] the development stack says what is missing of a mapping, and nothing without one', async () => {
  expect(
    (await saidOf(undefined, { MODEL_FAST: 'anthropic:tiny', ANTHROPIC_API_KEY: '' })).join('\n'),
  ).toContain('ANTHROPIC_API_KEY');
  expect(await saidOf(undefined, {})).toEqual([]);
});
