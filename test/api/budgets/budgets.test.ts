import { beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { budgetsOf, putBudget } from '../../support/budgets.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace());
});

const daily = { scope: 'workspace', credits: 20, period: 'day' };

it('[budget.put] a budget is made with 201, changed with 200, listed and deleted', async () => {
  const made = await putBudget(client, daily);
  expect([made.status, made.data]).toEqual([
    201,
    {
      id: expect.any(String),
      ...daily,
      spent: 0,
      created_at: expect.any(String),
      updated_at: made.data.created_at,
    },
  ]);
  const changed = await putBudget(client, { ...daily, credits: 0.5 });
  expect([changed.status, changed.data]).toMatchObject([200, { id: made.data.id, credits: 0.5 }]);
  expect(await budgetsOf(client)).toEqual([changed.data]);
  const deleted = await client.send('DELETE', `/v1/budgets/${made.data.id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { status: 'success', data: { id: made.data.id } }]);
  expect(await budgetsOf(client)).toEqual([]);
  expect(verdict(await client.send('DELETE', `/v1/budgets/${made.data.id}`))).toEqual([404, 'not_found']);
});

it('[budget.put] the workspace, each agent and each subject have a budget of their own for each period', async () => {
  const all = [
    daily,
    { ...daily, period: 'month' },
    { ...daily, scope: 'agent', id: 'payer' },
    { ...daily, scope: 'agent', id: 'reader' },
    { ...daily, scope: 'subject', id: 'ada' },
  ];
  for (const budget of all) expect((await putBudget(client, budget)).status).toBe(201);
  for (const budget of all) expect((await putBudget(client, budget)).status).toBe(200);
  const listed = await budgetsOf(client);
  expect(listed.map(({ scope, of, period }) => [scope, of, period])).toEqual([
    ['subject', 'ada', 'day'],
    ['agent', 'reader', 'day'],
    ['agent', 'payer', 'day'],
    ['workspace', undefined, 'month'],
    ['workspace', undefined, 'day'],
  ]);
});

it('[budget.put] of ten requests at once, one makes the budget', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => putBudget(client, { ...daily, credits: n })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(await budgetsOf(client)).toHaveLength(1);
});

it.each([
  ['another scope', { ...daily, scope: 'planet' }],
  ['another period', { ...daily, period: 'week' }],
  ['less than nothing', { ...daily, credits: -1 }],
  ['seven decimal places', { ...daily, credits: 0.000_000_1 }],
  ['a text', { ...daily, credits: '20' }],
  ['an agent that is not named', { ...daily, scope: 'agent' }],
  ['an id of the workspace', { ...daily, id: 'ada' }],
  ['a subject of 256 characters', { ...daily, scope: 'subject', id: 's'.repeat(256) }],
  ['nothing', {}],
])('[budget.put] a budget of %s is refused, and nothing changes', async (_, budget) => {
  expect(verdict(await putBudget(client, budget))).toEqual([422, 'invalid_request']);
  expect(await budgetsOf(client)).toEqual([]);
});
