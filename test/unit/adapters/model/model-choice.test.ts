import { describe, expect, it } from 'vitest';

import { parseModelChoice, parseModelChoices } from '#adapters/model/model-choice.ts';

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

describe('parseModelChoices', () => {
  it('[model.fallback] reads the models of a class in their order', () => {
    expect(parseModelChoices('anthropic:claude')).toEqual({ provider: 'anthropic', model: 'claude' });
    expect(parseModelChoices('anthropic:claude, openai-compatible:a,b:c ,openai:gpt')).toEqual({
      provider: 'anthropic',
      model: 'claude',
      others: [
        { provider: 'openai-compatible', model: 'a,b:c' },
        { provider: 'openai', model: 'gpt' },
      ],
    });
  });

  it.each([
    ['openai:a,openai:a', '"openai:a" is listed twice'],
    ['openai:a,openai:b,openai:c,openai:d,openai:e,openai:f', 'at most 5 models'],
    [Array.from({ length: 10_000 }, (_, n) => `openai:m${n}`).join(), 'at most 5 models'],
    ['openai:a,openai:', 'is not a model'],
    [',openai:a', 'is not a model'],
  ])('[config.bad-value] refuses %j', (value, message) => {
    expect(() => parseModelChoices(value)).toThrow(message);
  });
});
