import { expect, it } from 'vitest';
import { builtInPatches, isBuiltIn } from '#contract/built-in-patches.ts';
import { toJsonText } from '#contract/json-text.ts';
import { Patch } from '#contract/patch.ts';
import { faultsOfDefinition } from '#patches/schemas/check-definition.ts';
import { validateArgs } from '#patches/schemas/input-schema.ts';

it.each(builtInPatches)('$ref is a patch as any other, but for its key', (patch) => {
  const { ref: _, version: __, created_at: ___, ...definition } = Patch.parse(patch);
  expect(faultsOfDefinition({ ...definition, key: 'other' })).toEqual([]);
  expect(isBuiltIn(patch.key)).toBe(true);
});

const step = { title: 'Look', status: 'active' };

const cases: [key: string, args: Record<string, unknown>, valid: boolean][] = [
  ['ask_user', { question: 'Which?' }, true],
  ['ask_user', { question: 'Which?', options: ['a', 'b'] }, true],
  ['ask_user', { options: ['a'] }, false],
  ['ask_user', { question: '' }, false],
  ['ask_user', { question: 'Which?', options: [1] }, false],
  ['ask_user', { question: 'Which?', options: 'a' }, false],
  ['handoff', { reason: 'Angry' }, true],
  ['handoff', { reason: 'Angry', summary: 'Twice.' }, true],
  ['handoff', { summary: 'Twice.' }, false],
  [
    'update_plan',
    { steps: [step, { title: 'Do', status: 'pending' }, { title: 'Say', status: 'done' }] },
    true,
  ],
  ['update_plan', { steps: [] }, true],
  ['update_plan', {}, false],
  ['update_plan', { steps: [{ ...step, status: 'late' }] }, false],
  ['update_plan', { steps: [{ ...step, id: 1 }] }, false],
  ['show_block', { kind: 'chart', payload: { a: [1] } }, true],
  ['show_block', { kind: 'chart', payload: null, ref: 'x' }, true],
  ['show_block', { kind: 'chart' }, false],
  ['show_block', { payload: 1 }, false],
  ['identify_account', { iban: 'DE89 3704 0044 0532 0130 00' }, true],
  ['identify_account', { account: 'x' }, false],
  ['list_banks', {}, true],
  ['list_banks', { country: 'GH', q: 'bank', limit: 10 }, true],
  ['extract', { text: 'a', schema: { type: 'object' } }, true],
  ['extract', { text: 'a' }, false],
];
it.each(cases)(
  '[patch.builtin.ask-user] [patch.builtin.handoff] [patch.builtin.update-plan] [patch.builtin.show-block] %s takes %j: %s',
  (key, args, valid) => {
    const patch = builtInPatches.find(({ ref }) => ref === `${key}@1`);
    expect(patch && validateArgs('workspace', toJsonText(patch.input_schema), args).ok).toBe(valid);
  },
);
