import type { ValueOrigin } from '#contract/origins.ts';
import type { JsonObject } from '#contract/json.ts';
import type { AppliedGate } from '../documents/applied-gate.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { RunDocument } from '../documents/run.ts';
import type { AgentTool } from '../rules/inputs.ts';
import { applyPolicy } from '../rules/policies/apply-policy.ts';
import { countCall } from '../rules/policies/counted.ts';
import { judgeableConditions, matchOf } from '../rules/policies/facts.ts';
import { periodAt } from '../rules/policies/period.ts';
import { conditionValue } from '../rules/policies/policy-call.ts';
import { effectiveRisk } from '#patches/risk.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import type { TimeBudget } from '../ports/schemas.ts';
import type { LimitTally } from '../rules/policies/limit-tally.ts';

/** A call that a policy is to decide about. */
export interface CallToJudge {
  tool: AgentTool;
  args: JsonObject;
  /** Its payment; absent if its patch declares none. */
  payment?: HeldPayment | undefined;
  /** Where the values of its arguments were seen; absent if that is unknown. */
  origins?: ValueOrigin[] | undefined;
  /** The name of the connection on which it would be made. */
  connection?: string | undefined;
}

/**
 * Applies the newest version of an approval policy to a call with valid arguments. Limits are compared with the current
 * counters; the write that lets the call through enforces them.
 * @param tally the calls of the same turn that were let through
 * @throws {Error} if there is no such policy, which is impossible, because an agent names it
 */
export async function applyApprovalPolicy(
  { policies, schemas, names, counters }: JudgingPorts,
  { workspace_id, subject_ref, agent }: Pick<RunDocument, 'workspace_id' | 'subject_ref' | 'agent'>,
  key: string,
  { tool: { patch, wired }, args, payment, origins, connection }: CallToJudge,
  { budget, tally, now }: { budget: TimeBudget; tally: LimitTally; now: Date },
): Promise<AppliedGate> {
  const published = await policies.newest(workspace_id, key);
  if (published === null) throw new Error(`there is no approval policy ${key}`);
  const { ref, policy } = published;
  const risk = effectiveRisk(patch.risk.base, wired.risk);
  const value = conditionValue({
    args,
    patch: patch.key,
    risk,
    subject_ref,
    agent,
    connection,
    payment,
    origins,
    now,
  });
  const conditions = judgeableConditions(policy.rules, value);
  const first = await schemas.firstFulfilled(workspace_id, conditions, value, budget);
  const match = matchOf(first, conditions.length === policy.rules.length);
  const limits = policy.limits ?? [];
  const name = limits.length === 0 ? undefined : await names.of(workspace_id);
  const nameOf = (parts: readonly string[]) => name?.('limit', parts) ?? '';
  const counted = countCall(limits, { policy: key, args, payment, agent, subject_ref, nameOf });
  const named = counted.flatMap((each) =>
    'amount' in each && each.counter !== undefined && each.limit.per !== 'call'
      ? [{ counter: each.counter, period: periodAt(each.limit.per, now) }]
      : [],
  );
  const used = tally.over(await counters.read(workspace_id, named));
  const applied = applyPolicy({ ref, policy, match, counted, paying: payment !== undefined, used });
  if (applied.verdict === 'allow') tally.add(applied.reservations ?? []);
  return applied;
}
