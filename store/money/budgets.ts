import type { Budget, NewBudget } from '#contract/budget.ts';
import { type Microcredits, toCredits, toMicrocredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { periodAt } from '#engine/rules/policies/period.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { BudgetDocument, Spending } from '../documents/budget.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newestPage } from '../mongo/page.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';

/** The spender: the agent and the subject of a run, or the subject of a request, if there is one. */
export interface Spender {
  workspace_id: string;
  agent_key?: string;
  subject_ref?: string;
}

/** The owner of the budgets that a run's charges count against. */
export function spenderOf({
  workspace_id,
  agent,
  subject_ref,
}: Pick<RunDocument, 'workspace_id' | 'agent' | 'subject_ref'>): Spender {
  return { workspace_id, agent_key: agent.key, subject_ref };
}

/** For how long it is known what was spent in a period, in milliseconds: over a year. */
const keptMs = 400 * 24 * 60 * 60 * 1000;

/** The budgets that a charge counts against, in the period of a moment. From memory, unless the workspace was not asked for lately. */
export async function spendingsOf(
  db: Database,
  spender: Spender,
  now: Date = new Date(),
): Promise<Spending[]> {
  return (await budgetsOf(db, spender)).map((budget) => spendingOf(budget, now));
}

/** The budgets that cover a spender. */
async function budgetsOf(db: Database, spender: Spender): Promise<BudgetDocument[]> {
  const budgets = await db.keptBudgets.of(spender.workspace_id);
  return budgets.filter((budget) => covers(budget, spender));
}

function covers({ agent_key, subject_ref }: BudgetDocument, spender: Spender): boolean {
  if (agent_key !== undefined) return agent_key === spender.agent_key;
  return subject_ref === undefined || subject_ref === spender.subject_ref;
}

function spendingOf({ _id, period }: BudgetDocument, now: Date): Spending {
  const expires_at = new Date(now.getTime() + keptMs);
  return { budget_id: _id, _id: `${_id}:${periodAt(period, now)}`, expires_at };
}

/**
 * Whether a budget that covers a spender is spent, so that nothing more may be charged in this period (budget.hard). Costs
 * nothing where the workspace has no such budget.
 */
export async function isBudgetSpent(db: Database, spender: Spender): Promise<boolean> {
  const budgets = await budgetsOf(db, spender);
  if (budgets.length === 0) return false;
  const spent = await spentOf(db, budgets);
  return budgets.some(({ _id, credits }) => (spent.get(_id) ?? 0) >= credits);
}

/** The spending of budgets in their current period, by id. Budgets without spending are missing. */
async function spentOf(db: Database, budgets: BudgetDocument[]): Promise<Map<string, Microcredits>> {
  const now = new Date();
  const ids = budgets.map((budget) => spendingOf(budget, now)._id);
  const found = await db.budget_spending.find({ _id: { $in: ids } }).toArray();
  return new Map(found.map(({ budget_id, spent }) => [budget_id, spent]));
}

/**
 * Makes the budget of a scope and a period, or changes its credits. What was spent in the period since it was made stays spent.
 * @throws {ContentionError} if others keep changing it
 */
export async function putBudget(
  db: Database,
  acting: Acting,
  { credits, period, ...scope }: NewBudget,
): Promise<{ budget: BudgetDocument; made: boolean }> {
  const { workspace_id } = acting;
  const of = {
    agent_key: scope.scope === 'agent' ? scope.id : undefined,
    subject_ref: scope.scope === 'subject' ? scope.id : undefined,
  };
  const key = {
    workspace_id,
    scope: scope.scope,
    period,
    agent_key: of.agent_key ?? { $exists: false },
    subject_ref: of.subject_ref ?? { $exists: false },
  };
  const amount = toMicrocredits(credits);
  const put = async () =>
    await audited(
      db,
      acting,
      async (session) => {
        const now = new Date();
        const changed = await db.budgets.findOneAndUpdate(
          key,
          { $set: { credits: amount, updated_at: now } },
          { session, returnDocument: 'after' },
        );
        if (changed !== null) return { budget: changed, made: false };
        const budget = {
          _id: newId(),
          workspace_id,
          scope: scope.scope,
          ...defined(of),
          period,
          credits: amount,
          created_at: now,
          updated_at: now,
        };
        await insertNew(db.budgets, budget, { session });
        return { budget, made: true };
      },
      ({ budget }) => ({
        type: 'budget.changed',
        target: { kind: 'budget', id: budget._id },
        details: { scope: budget.scope, period, credits, ...defined({ agent_key: of.agent_key }) },
        ...defined({ subject_ref: of.subject_ref }),
      }),
    );
  const result = await retryOnConflict('the budget', put);
  db.keptBudgets.forget(workspace_id);
  return result;
}

/** Newest first. The position is the last budget's id. */
export async function listBudgets(
  db: Database,
  filter: { workspace_id: string },
  limit: number,
  after?: string,
): Promise<Page<Budget, string>> {
  const { items, next } = await newestPage(db.budgets, filter, limit, after);
  return { items: await withSpent(db, items), next };
}

/** Whether there was such a budget. */
export async function deleteBudget(db: Database, acting: Acting, id: string): Promise<boolean> {
  const { workspace_id } = acting;
  const deleted = await audited(
    db,
    acting,
    async (session) => {
      const budget = await db.budgets.findOneAndDelete({ _id: id, workspace_id }, { session });
      if (budget !== null) await db.budget_spending.deleteMany({ budget_id: id }, { session });
      return budget;
    },
    (budget) => (budget === null ? undefined : { type: 'budget.deleted', target: { kind: 'budget', id } }),
  );
  db.keptBudgets.forget(workspace_id);
  return deleted !== null;
}

/** Budgets with what was spent in their current period. */
export async function withSpent(db: Database, budgets: BudgetDocument[]): Promise<Budget[]> {
  const spent = await spentOf(db, budgets);
  return budgets.map(({ _id, scope, agent_key, subject_ref, credits, period, created_at, updated_at }) => ({
    id: _id,
    scope,
    ...defined({ of: agent_key ?? subject_ref }),
    credits: toCredits(credits),
    period,
    spent: toCredits(spent.get(_id) ?? 0),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  }));
}
