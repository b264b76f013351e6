import type { BudgetPeriod } from '#contract/budget.ts';
import type { Microcredits } from '#contract/credits.ts';

/** The most that may be spent by a workspace, one of its agents or one of its subjects in each period. */
export interface BudgetDocument {
  _id: string;
  workspace_id: string;
  scope: 'workspace' | 'agent' | 'subject';
  /** If the scope is an agent. */
  agent_key?: string;
  /** If the scope is a subject. */
  subject_ref?: string;
  period: BudgetPeriod;
  credits: Microcredits;
  created_at: Date;
  updated_at: Date;
}

/** The charges of a budget in one period. Written by the commits that store the charges. */
export interface BudgetSpendingDocument {
  /** The budget's id and the period: `…:2026-11-24` or `…:2026-11`. */
  _id: string;
  workspace_id: string;
  budget_id: string;
  spent: Microcredits;
  /** Some time after the end of the period. */
  expires_at: Date;
}

/** A budget in the period in which something is charged to it. */
export interface Spending {
  budget_id: string;
  /** Identifies the budget in its current period. */
  _id: string;
  expires_at: Date;
}
