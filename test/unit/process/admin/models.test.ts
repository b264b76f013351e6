import { expect, it } from 'vitest';
import { anthropicError, anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { plainAnswer, startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import { runAdmin } from '../../../support/admin.ts';
import { perFile } from '../../../support/per-file.ts';

const server = perFile(startModelServer, async (it) => await it.close());
const check = async (env: NodeJS.ProcessEnv) =>
  await runAdmin(['models', 'check'], {
    ANTHROPIC_API_KEY: 'sk-ant-secret-1',
    ANTHROPIC_BASE_URL: server.url,
    ...env,
  });

it('[admin.models-check] the command asks each model once and says that it works', async () => {
  server.answers(stream(anthropicFrames({ text: ['Yes'] })));
  const { code, printed } = await check({ MODEL_FAST: 'anthropic:claude' });
  expect([code, server.requests.length]).toEqual([0, 1]);
  expect(printed).toEqual([
    {
      model_class: 'fast',
      model: 'anthropic:claude',
      host: new URL(server.url).host,
      works: true,
      duration_ms: expect.any(Number),
    },
  ]);
});

it('[admin.models-check] it says what is wrong with a key and who can do what, without the key', async () => {
  server.answers(
    plainAnswer(401, anthropicError('authentication_error', 'invalid x-api-key: sk-ant-secret-1')),
  );
  const { code, printed } = await check({ MODEL_DEEP: 'anthropic:claude' });
  expect(code).toBe(1);
  expect(printed).toMatchObject([
    {
      model_class: 'deep',
      works: false,
      code: 'unauthorized',
      status: 401,
      advice: runErrorMessages.model_unauthorized,
    },
  ]);
  expect(JSON.stringify(printed)).not.toContain('secret');
});

it('[admin.models-check] it asks every model of a class, not only the first that answers', async () => {
  const answer = stream(anthropicFrames({ text: ['Yes'] }));
  server.answers(answer, answer);
  const { code, printed } = await check({ MODEL_FAST: 'anthropic:one,anthropic:two' });
  expect(code).toBe(0);
  expect(printed).toMatchObject([
    { model: 'anthropic:one', works: true },
    { model: 'anthropic:two', works: true },
  ]);
});

it('[admin.models-check] of a model that is away it says where it was asked, and not to send a message again', async () => {
  const { code, printed } = await check({
    MODEL_FAST: 'anthropic:claude',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(printed).toMatchObject([
    { host: '127.0.0.1:1', code: 'unreachable', advice: expect.stringMatching(/Check its address/) },
  ]);
});

it('[admin.models-check] it fails if no class is mapped', async () => {
  expect(await check({})).toMatchObject({ code: 1, complaint: expect.stringContaining('MODEL_FAST') });
});
