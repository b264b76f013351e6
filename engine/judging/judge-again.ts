import { defined } from '#contract/defined.ts';
import type { Patch } from '#contract/patch.ts';
import { effectiveRisk } from '#patches/risk.ts';
import { summarize } from '#patches/summary.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { stricterGate } from '../rules/gates/stricter.ts';
import type { CallRefusal, StricterCall } from '../rules/inputs.ts';
import { payeeNameKey } from '../rules/payments/name-key.ts';
import { readPayment } from '../rules/payments/read-payment.ts';
import { blockedPayee, refusedPayee } from '../rules/payments/blocked-payee.ts';
import { applyPolicy } from '../rules/policies/apply-policy.ts';
import { judgeableConditions, matchOf } from '../rules/policies/facts.ts';
import { conditionValue } from '../rules/policies/policy-call.ts';
import { redactedArgs } from '../rules/redaction.ts';
import { argsOf } from '../rules/resolve-call.ts';
import { callNames } from '../rules/same-call/call-names.ts';
import { connectionName, opening } from './makeable.ts';
import { isBlockedAccount, referenceOf } from './resolve-payment.ts';

/** Why a recorded call is not made by the facts that are known now: nobody may, or its gate asks for more. */
export type JudgedAgain = { refusal: CallRefusal } | StricterCall;

type Judging = Pick<
  JudgingPorts,
  'clock' | 'names' | 'payees' | 'policies' | 'patches' | 'agents' | 'connections' | 'builtIns' | 'schemas'
>;

/**
 * Looks at the facts about the payee of a call again before it is made, and has the rules of the version of the policy decide that was
 * applied to it (payee.facts.again). Its limits count the call already. All that is read is read at once.
 * @returns undefined if the call may be made, or is no payment
 */
export async function judgeAgain(
  ports: Judging,
  run: RunDocument,
  call: ToolCallDocument,
): Promise<JudgedAgain | undefined> {
  const { applied_gate: applied, workspace_id } = call;
  if (call.payment === undefined) return undefined;
  if (call.payment.facts === undefined) {
    const isBlocked = await isBlockedAccount(ports, run, call.payment.payee);
    return isBlocked ? { refusal: blockedPayee } : undefined;
  }
  const { declared, payee, facts: before } = call.payment;
  const args = argsOf(call);
  const { subject_ref, agent } = run;
  const name_key = payeeNameKey(declared, args);
  const paying = { ...readPayment(declared, args), reference: referenceOf(declared, args) };
  const ref = applied !== undefined && 'policy' in applied.rule ? applied.rule.policy : undefined;
  const patchOfCall = ports.patches.get(workspace_id, call.patch_ref);
  const [facts, policy, patch, published, connection] = await Promise.all([
    ports.payees.facts({ workspace_id, named: payee.named, name_key, subject_ref, paying }),
    ref === undefined ? undefined : ports.policies.ofRef(workspace_id, ref),
    patchOfCall,
    ports.agents.get(agent.id),
    nameOf(ports, run, call, patchOfCall),
  ]);
  const payment = {
    ...call.payment,
    facts: { ...facts, ...defined({ institution_ids: before.institution_ids }) },
  };
  const refusal = refusedPayee(payment);
  if (refusal !== undefined) return { refusal };
  // A policy stays as long as its workspace does.
  if (ref === undefined || policy === undefined || policy === null) return undefined;
  const wired = published.patches.find((each) => each.ref === call.patch_ref);
  const value = conditionValue({
    args,
    patch: patch.key,
    risk: call.risk?.effective ?? effectiveRisk(patch.risk.base, wired?.risk),
    subject_ref,
    agent,
    connection,
    payment,
    origins: call.origins,
    now: ports.clock.storeNow(),
  });
  const conditions = judgeableConditions(policy.rules, value);
  const first = await ports.schemas.firstFulfilled(
    workspace_id,
    conditions,
    value,
    ports.schemas.turnBudget(),
  );
  const match = matchOf(first, conditions.length === policy.rules.length);
  const now = applyPolicy({ ref, policy, match, counted: [], paying: true, used: new Map() });
  if (now.verdict === 'deny') return { refusal: { code: 'denied_by_policy', message: now.message } };
  const gate = stricterGate(applied, now);
  if (gate === undefined) return undefined;
  if (call.gate !== null) return { payment, gate };
  const name = await ports.names.of(workspace_id);
  const asked = callNames(name, run.thread_id, patch, args, { effect: call.effect, payment });
  return { payment, gate, first: { asked, summary: summarize(patch, redactedArgs(call)) } };
}

/** The name of the connection of a call, as it was shown, or as it is for one that was never held. */
async function nameOf(
  ports: Judging,
  run: RunDocument,
  call: ToolCallDocument,
  patch: Promise<Patch>,
): Promise<string | undefined> {
  if (call.connection !== undefined) return call.connection.name;
  return await connectionName(ports, run, await patch, opening(ports, run.workspace_id));
}
