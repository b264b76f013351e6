import { expect, it } from 'vitest';

import { contextTokensOf } from '#adapters/model/context-tokens.ts';
import { estimateInput, fitContext } from '#adapters/model/fit-context.ts';
import type { ModelMessage } from '#engine/ports/model.ts';
import { turn } from '../../../support/model-servers/turn.ts';

const message = (index: number): ModelMessage => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `${index} ${'word '.repeat(60)}`,
});
const result = (call_id: string, length: number): ModelMessage => ({
  role: 'tool',
  results: [{ call_id, name: 'look_up', result: { text: 'x'.repeat(length) }, failed: false }],
});

it('[model.context] a request that fits is sent as it is', () => {
  const request = turn({ history: [message(0), message(1)] });
  expect(fitContext(request, 10_000)).toEqual({ request });
});

it('[model.context] the oldest messages are left out first, and what is left fits', () => {
  const history = Array.from({ length: 10_000 }, (_, index) => message(index));
  const { request, left_out } = fitContext(turn({ history }), 5000);
  expect(estimateInput(request)).toBeLessThanOrEqual(5000);
  expect(request.history.at(-1)).toBe(history.at(-1));
  expect(request.run).toEqual(turn().run);
  const left = history.slice(0, 10_000 - request.history.length);
  expect(left_out).toEqual({
    messages: left.length,
    characters: left.reduce((sum, each) => sum + ('content' in each ? each.content.length : 0), 0),
  });
});

it('[model.context] then results of earlier turns are told by their length, and those of the latest turn are kept', () => {
  const run: ModelMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '', calls: [{ id: 'a', name: 'look_up', args: {} }] },
    result('a', 30_000),
    { role: 'assistant', content: '', calls: [{ id: 'b', name: 'look_up', args: {} }] },
    result('b', 3000),
  ];
  const { request, left_out } = fitContext(turn({ history: [message(0)], run }), 2000);
  expect(request.history).toEqual([]);
  expect(request.run[2]).toMatchObject({ results: [{ result: { truncated: true, characters: 30_011 } }] });
  expect(request.run[4]).toEqual(run[4]);
  expect(left_out?.messages).toBe(2);
});

it('[model.context] what cannot be shortened is sent all the same', () => {
  const request = turn({ instructions: 'x'.repeat(10_000) });
  expect(fitContext(request, 100)).toEqual({ request });
});

it('scripts with several bytes for a character count as more tokens', () => {
  const estimate = (content: string) => estimateInput(turn({ tools: [], run: [{ role: 'user', content }] }));
  expect(estimate('織'.repeat(3000)) - estimate('')).toBe(3000);
  expect(estimate('a'.repeat(3000)) - estimate('')).toBe(1000);
});

it.each([
  ['claude-sonnet-4-5', 200_000],
  ['eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
  ['gpt-5.1', 400_000],
  ['gpt-4.1-mini', 1_047_576],
  ['gpt-4o-mini', 128_000],
  ['o3', 200_000],
  ['gemini-2.5-pro', 1_048_576],
  ['eu.amazon.nova-pro-v1:0', 300_000],
  ['mistral-large-latest', 128_000],
  ['org/model:free', undefined],
])('knows how much %s has room for', (model, tokens) => {
  expect(contextTokensOf(model)).toBe(tokens);
});
