import { z } from 'zod';
import { AgentKey } from './agent.ts';
import { CreditAmount } from './credit-amount.ts';
import { Credits } from './credits.ts';
import { SubjectRef, Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** Budgets: the most credits that a workspace, an agent or a subject may spend in a day or a month (budget.put). */

export const budgetPeriods = ['day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];
const BudgetPeriodName = z.enum(budgetPeriods).meta({ id: 'BudgetPeriod' });

const amount = {
  credits: CreditAmount.nonnegative().meta({ description: 'The maximum spending in a period.' }),
  period: BudgetPeriodName.meta({ description: 'A day or a month of the calendar, in UTC.' }),
};

/** Body of `PUT /v1/budgets`: makes the budget of a scope and a period, or changes its credits. */
export const NewBudget = z
  .discriminatedUnion('scope', [
    z.strictObject({ scope: z.literal('workspace'), ...amount }).meta({ id: 'NewWorkspaceBudget' }),
    z
      .strictObject({
        scope: z.literal('agent'),
        id: AgentKey.meta({ description: "The agent's key: all of its versions share the budget." }),
        ...amount,
      })
      .meta({ id: 'NewAgentBudget' }),
    z
      .strictObject({ scope: z.literal('subject'), id: SubjectRef, ...amount })
      .meta({ id: 'NewSubjectBudget' }),
  ])
  .meta({ id: 'NewBudget' });
export type NewBudget = z.infer<typeof NewBudget>;

export const Budget = z
  .object({
    id: Uuid,
    scope: z.enum(['workspace', 'agent', 'subject']).meta({ id: 'BudgetScope' }),
    of: z
      .string()
      .optional()
      .meta({ description: "The agent's key or the subject; absent for the workspace." }),
    credits: Credits,
    period: BudgetPeriodName,
    spent: Credits.meta({
      description:
        'In the current period, since the budget was created. Can be above `credits` by what was in progress.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Budget' });
export type Budget = z.infer<typeof Budget>;

/** The response to the deletion of a budget. */
export const DeletedBudget = z.object({ id: Uuid }).meta({ id: 'DeletedBudget' });
export type DeletedBudget = z.infer<typeof DeletedBudget>;
