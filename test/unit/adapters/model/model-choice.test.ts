import { describe, expect, it } from 'vitest';

import { parseModelChoice } from '#adapters/model/model-choice.ts';

describe('parseModelChoice', () => {
  it.each([
    ['anthropic:claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
    ['openai:gpt-5', 'openai', 'gpt-5'],
    ['openai-compatible:org/model:free', 'openai-compatible', 'org/model:free'],
    ['openai:ft:gpt-5:acme::7p4lURel', 'openai', 'ft:gpt-5:acme::7p4lURel'],
    [' openai: gpt-5 ', 'openai', 'gpt-5'],
  ])('reads %j', (value, provider, model) => {
    expect(parseModelChoice(value)).toEqual({ provider, model });
  });

  it.each(['', 'gpt-5', ':gpt-5', 'openai:', 'OpenAI:gpt-5', 'gemini:pro'])(
    'refuses %j, saying what is expected',
    (value) => {
      const expected = 'expected provider:model, provider one of anthropic, openai, openai-compatible';
      expect(() => parseModelChoice(value)).toThrow(`"${value}" is not a model: ${expected}`);
    },
  );
});
