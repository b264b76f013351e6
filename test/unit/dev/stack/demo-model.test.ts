import { expect, test } from 'vitest';
import { demoModel } from '#dev/stack/demo-model.ts';

test('without a provider there is no second demo agent', () => {
  expect(demoModel({ ANTHROPIC_API_KEY: '' })).toBeUndefined();
});

test('a key alone is enough for one', () => {
  expect(demoModel({ ANTHROPIC_API_KEY: 'k' })).toMatchObject({
    modelClass: 'standard',
    env: { MODEL_STANDARD: expect.stringMatching(/^anthropic:./) },
  });
  expect(demoModel({ OPENAI_API_KEY: 'k' })).toMatchObject({
    modelClass: 'standard',
    env: { MODEL_STANDARD: expect.stringMatching(/^openai:./) },
  });
});

test('a class that the user mapped is taken as it is', () => {
  expect(demoModel({ ANTHROPIC_API_KEY: 'k', MODEL_DEEP: 'anthropic:x' })).toEqual({
    modelClass: 'deep',
    env: {},
  });
});

test('a key for another address says nothing about its models', () => {
  expect(demoModel({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })).toBeUndefined();
});
