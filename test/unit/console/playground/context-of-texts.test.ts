import { expect, it } from 'vitest';
import { contextOfTexts, declaredFacts } from '../../../../console/src/pages/playground/context-of-texts.ts';

const context = {
  schema: {
    type: 'object',
    properties: {
      account_id: { type: 'string' },
      limit: { type: 'number' },
      vip: { type: 'boolean' },
      note: { type: ['null', 'integer'] },
    },
  },
};

it('[console.context] each fact becomes what the agent declares, and an empty one is left out', () => {
  expect(declaredFacts(context).map(({ name }) => name)).toEqual(['account_id', 'limit', 'vip', 'note']);
  const texts = { account_id: '12', limit: '50.5', vip: 'false', note: '', other: 'x' };
  expect(contextOfTexts(context, texts)).toEqual({ account_id: '12', limit: 50.5, vip: false });
  expect(contextOfTexts(context, { limit: 'many', vip: 'yes' })).toEqual({ limit: 'many', vip: 'yes' });
});

it('[console.context] nothing is given if nothing is typed or declared', () => {
  expect(contextOfTexts(context, {})).toBeUndefined();
  expect(contextOfTexts(undefined, { account_id: '1' })).toBeUndefined();
});
