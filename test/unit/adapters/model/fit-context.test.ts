import { expect, it } from 'vitest';

import { contextTokensOf } from '#adapters/model/context-tokens.ts';
import { estimateInput, fitContext } from '#adapters/model/fit-context.ts';
import type { ModelMessage, ShownRun } from '#engine/ports/model.ts';
import { turn } from '../../../support/model-servers/turn.ts';

const shown = (index: number, lines: string[] = []): ShownRun => ({
  messages: [
    { role: 'user', content: `${index} ${'word '.repeat(60)}` },
    { role: 'assistant', content: `${index}. ${'word '.repeat(60)}` },
  ],
  lines,
});
const result = (call_id: string, length: number): ModelMessage => ({
  role: 'tool',
  results: [{ call_id, name: 'look_up', result: { text: 'x'.repeat(length) }, failed: false }],
});

it('[model.context] a request that fits is sent as it is', () => {
  const request = turn({ history: [shown(0), shown(1)] });
  expect(fitContext(request, 10_000)).toEqual({ request });
});

it('[model.context] the oldest runs are left out first, each as a whole, and what is left fits', () => {
  const history = Array.from({ length: 5000 }, (_, index) => shown(index));
  const { request, left_out } = fitContext(turn({ history }), 5000);
  expect(estimateInput(request)).toBeLessThanOrEqual(5000);
  expect(request.history.at(-1)).toBe(history.at(-1));
  expect(request.run).toEqual(turn().run);
  const left = history.slice(0, 5000 - request.history.length).flatMap(({ messages }) => messages);
  expect(left_out).toEqual({
    messages: left.length,
    characters: left.reduce((sum, each) => sum + ('content' in each ? each.content.length : 0), 0),
  });
});

it('[model.shown.lasting] of a payment in a run that is left out, a line remains, after those there were', () => {
  const history = [shown(0, ['paid Bo']), shown(1), shown(2, ['paid Eve'])];
  const whole = turn({ earlier_calls: ['paid Ada'], history });
  const { request } = fitContext(whole, estimateInput(whole) - 1);
  expect(request.history).toEqual(history.slice(1));
  expect(request.earlier_calls).toEqual(['paid Ada', 'paid Bo']);
  const { request: short } = fitContext(whole, estimateInput(turn()) + 20);
  expect(short.history).toEqual([]);
  expect(short.earlier_calls).toEqual(['paid Ada', 'paid Bo', 'paid Eve']);
});

it('[model.shown.lasting] lines are left out last of all, the oldest first', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(300)}`);
  const { request, left_out } = fitContext(turn({ earlier_calls: lines, history: [shown(0)] }), 5000);
  expect(request.history).toEqual([]);
  expect(request.earlier_calls).toEqual(lines.slice(-(request.earlier_calls ?? []).length));
  expect(estimateInput(request)).toBeLessThanOrEqual(5000);
  expect(left_out?.messages).toBe(2 + 200 - (request.earlier_calls ?? []).length);
});

it('[model.context] then results of earlier turns are told by their length, and those of the latest turn are kept', () => {
  const run: ModelMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '', calls: [{ id: 'a', name: 'look_up', args: {} }] },
    result('a', 30_000),
    { role: 'assistant', content: '', calls: [{ id: 'b', name: 'look_up', args: {} }] },
    result('b', 3000),
  ];
  const { request, left_out } = fitContext(turn({ history: [shown(0)], run }), 2000);
  expect(request.history).toEqual([]);
  expect(request.run[2]).toMatchObject({ results: [{ result: { truncated: true, characters: 30_011 } }] });
  expect(request.run[4]).toEqual(run[4]);
  expect(left_out?.messages).toBe(3);
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
