import { expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { startActing, traceOf } from '../../support/acting-run.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { budgetsOf, putBudget } from '../../support/budgets.ts';
import { known, lookUp } from '../../support/identify.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perTest(startHost);
const quote = actingPatch('quote', { price_credits: 1 });
const twoTurns = '/call quote {}\n---\n/say done';
const spentAll = { state: 'failed', error: { code: 'credit_limit' } };

/** The spending of each budget of the workspace, by its scope. */
async function spent(client: Parameters<typeof budgetsOf>[0]) {
  return Object.fromEntries((await budgetsOf(client)).map((budget) => [budget.scope, budget.spent]));
}

it('[budget.hard] a run that meets a budget fails with credit_limit before its next model turn, and so does the next run', async () => {
  const { client, thread } = await startActing(service, { host, patches: [quote] });
  await putBudget(client, { scope: 'workspace', credits: 1, period: 'day' });
  const run = await converse(client, thread, twoTurns);
  expect(run).toMatchObject(spentAll);
  expect((await traceOf(client, run.id)).turns).toHaveLength(1);
  expect(await spent(client)).toEqual({ workspace: run.cost_credits });
  const next = await converse(client, thread, '/say hello');
  expect(next).toMatchObject({ ...spentAll, cost_credits: 0 });
  await putBudget(client, { scope: 'workspace', credits: 100, period: 'day' });
  expect(await converse(client, thread, '/say hello')).toMatchObject({ state: 'closed' });
});

it('[budget.scope] a budget of an agent or a subject holds back only what they do', async () => {
  const { client, agent, thread } = await startActing(service, { host, patches: [quote] });
  const bo = client.with({ subject: 'bo' });
  await putBudget(client, { scope: 'subject', id: 'ada', credits: 1, period: 'month' });
  await putBudget(client, { scope: 'agent', id: 'acting', credits: 3, period: 'day' });
  await putBudget(client, { scope: 'agent', id: 'other', credits: 0, period: 'day' });
  expect(await converse(client, thread, twoTurns)).toMatchObject(spentAll);
  const theirs = await startThread(bo, agent.id);
  expect(await converse(bo, theirs, twoTurns)).toMatchObject({ state: 'closed' });
  expect(await converse(bo, theirs, twoTurns)).toMatchObject(spentAll);
  const all = await budgetsOf(client);
  const agents = all.filter(({ scope }) => scope === 'agent');
  expect(agents.find(({ of }) => of === 'other')?.spent).toBe(0);
  expect(agents.find(({ of }) => of === 'acting')?.spent).toBeGreaterThan(3);
});

it('[budget.charges] under ten runs at once, a budget has counted exactly what they cost', async () => {
  const { client, agent } = await startActing(service, { host, patches: [quote] });
  await putBudget(client, { scope: 'workspace', credits: 1000, period: 'month' });
  await putBudget(client, { scope: 'subject', id: 'ada', credits: 1000, period: 'day' });
  const runs = await Promise.all(
    Array.from({ length: 10 }, async (): Promise<Run> => {
      const thread = await startThread(client, agent.id);
      return await settled(client, await post(client, thread, twoTurns));
    }),
  );
  expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'closed'));
  const cost = runs.reduce((sum, { cost_credits }) => sum + Math.round(cost_credits * 1e6), 0) / 1e6;
  expect(await spent(client)).toEqual({ workspace: cost, subject: cost });
});

it('[budget.requests] lookups and extractions count, and are refused with 402 once the budget is spent', async () => {
  const { client } = await service.workspace();
  await putBudget(client, { scope: 'workspace', credits: 0.000_001, period: 'day' });
  const first = await lookUp(client, known);
  expect(first.status).toBe(200);
  const [budget] = await budgetsOf(client);
  expect(budget?.spent).toBeGreaterThan(0);
  expect(verdict(await lookUp(client, known))).toEqual([402, 'insufficient_credits']);
  const extraction = await client.post('/v1/extract', {
    text: 'Bo owes 3.',
    schema: { type: 'object', properties: { amount: { type: 'number' } } },
    model_class: 'scripted',
  });
  expect(verdict(extraction)).toEqual([402, 'insufficient_credits']);
  expect((await budgetsOf(client))[0]?.spent).toBe(budget?.spent);
});
